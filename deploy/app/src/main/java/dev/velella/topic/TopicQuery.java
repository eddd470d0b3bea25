package dev.velella.topic;

import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.StreamLimits;
import dev.velella.record.partition.LookBackLimits;
import java.util.Set;

/**
 * What is read of a topic, and within which limits. Immutable.
 *
 * @param access the topic
 * @param partitions numbers of the partitions that are read; empty for all
 * @param begin where in each of them
 * @param maxRecords most records, all partitions together
 * @param limits of a frame
 * @param streamLimits of the state of all streams
 * @param lookBackLimits of what is read once more for a record
 */
public record TopicQuery(
        TopicAccess access,
        Set<Integer> partitions,
        Begin begin,
        long maxRecords,
        Limits limits,
        StreamLimits streamLimits,
        LookBackLimits lookBackLimits) {

    public TopicQuery {
        partitions = Set.copyOf(partitions);
    }
}
