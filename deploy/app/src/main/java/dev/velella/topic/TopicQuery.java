package dev.velella.topic;

import dev.velella.log.Begin;
import dev.velella.log.DecodingLimits;
import dev.velella.log.TopicAccess;
import java.util.Set;

/**
 * The part of a topic that is read, and the limits of the reading. Immutable.
 *
 * @param access the topic
 * @param partitions numbers of the partitions that are read; empty for all
 * @param begin position in each partition at which reading begins
 * @param dictionariesTopic topic of the dictionaries on which records build
 * @param maxRecords most records, all partitions together
 * @param limits limits of the decoding
 */
public record TopicQuery(
        TopicAccess access,
        Set<Integer> partitions,
        Begin begin,
        String dictionariesTopic,
        long maxRecords,
        DecodingLimits limits) {

    public TopicQuery {
        partitions = Set.copyOf(partitions);
    }

    /** The same part of the topic, with records of open and aborted transactions. */
    public TopicQuery withUncommitted() {
        return new TopicQuery(access.withIsolation(false), partitions, begin, dictionariesTopic, maxRecords, limits);
    }
}
