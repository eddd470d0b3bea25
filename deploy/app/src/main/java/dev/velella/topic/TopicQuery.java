package dev.velella.topic;

import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.StreamLimits;
import dev.velella.record.partition.LookBackLimits;
import java.util.Set;

/**
 * The part of a topic that is read, and the limits of the reading. Immutable.
 *
 * @param access the topic
 * @param partitions numbers of the partitions that are read; empty for all
 * @param begin position in each partition at which reading begins
 * @param dictionariesTopic topic of the dictionaries on which records build
 * @param maxRecords most records, all partitions together
 * @param limits limits of a frame
 * @param streamLimits limits of the state of all streams
 * @param lookBackLimits limits of the records that are read again for one record
 */
public record TopicQuery(
        TopicAccess access,
        Set<Integer> partitions,
        Begin begin,
        String dictionariesTopic,
        long maxRecords,
        Limits limits,
        StreamLimits streamLimits,
        LookBackLimits lookBackLimits) {

    public TopicQuery {
        partitions = Set.copyOf(partitions);
    }
}
