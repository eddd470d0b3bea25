package dev.velella.log.asof;

import java.util.List;

/**
 * The graphs of streams at a moment, and the parts of the log for which they stand.
 *
 * @param streams the streams that had begun, in the order of their keys
 * @param lost the streams whose graph the topics no longer tell
 * @param partitions the partitions that were read
 * @param isWhole whether every stream is in the answer; false if reading began at snapshots, so that a stream without a
 *     snapshot is missing unless it has a patch after the begin
 * @param readAt clock of this machine when the reading began, in ms since 1970
 */
public record Past(
        List<PastStream> streams, List<LostStream> lost, List<PastPartition> partitions, boolean isWhole, long readAt) {

    public Past {
        streams = List.copyOf(streams);
        lost = List.copyOf(lost);
        partitions = List.copyOf(partitions);
    }

    /**
     * A stream whose graph cannot be told.
     *
     * @param key name of the stream
     * @param reason one sentence, with the place
     */
    public record LostStream(String key, String reason) {}

    /** Number of statements of all streams. A statement that several streams hold counts for each. */
    public long statements() {
        return streams.stream().mapToLong(stream -> stream.statements().size()).sum();
    }
}
