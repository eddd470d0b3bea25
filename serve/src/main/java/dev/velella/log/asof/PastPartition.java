package dev.velella.log.asof;

import org.jspecify.annotations.Nullable;

/**
 * The part of a partition for which an answer stands.
 *
 * @param partition number of the partition
 * @param logStart offset of the first record that is left
 * @param begin offset at which the reading of patches began
 * @param end offset before which all committed records count
 * @param logEnd end of the committed records when the log was read
 * @param last the last record before the end; null if there is none near it
 */
public record PastPartition(
        int partition, long logStart, long begin, long end, long logEnd, @Nullable LastRecord last) {

    /**
     * A record of the log.
     *
     * @param offset of the record
     * @param timestamp of the record, in ms since 1970
     * @param fromBroker whether the broker's clock gave the timestamp, not the writer
     * @param eventTime of its element, in ms since 1970
     */
    public record LastRecord(long offset, long timestamp, boolean fromBroker, long eventTime) {}
}
