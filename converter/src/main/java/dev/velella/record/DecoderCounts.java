package dev.velella.record;

import dev.velella.frame.FrameResult.Reason;
import java.util.Map;

/**
 * Counts of a {@link RecordDecoder} since it was made. Immutable.
 *
 * @param decoded records that gave a graph or a patch, with duplicates
 * @param duplicates records that were equal, byte by byte, to the record before them in their stream
 * @param missing records that could not be decoded because state was missing, by reason; the map has all reasons as
 *     keys
 * @param lost records that were written and never came, as later key frames of their streams prove
 */
public record DecoderCounts(long decoded, long duplicates, Map<Reason, Long> missing, long lost) {
    public DecoderCounts {
        missing = Map.copyOf(missing);
    }

    /** Number of records that could not be decoded because state was missing. */
    public long missingInAll() {
        return missing.values().stream().mapToLong(Long::longValue).sum();
    }
}
