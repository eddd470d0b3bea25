package dev.velella.record;

import dev.velella.keyframe.FrameResult.Reason;
import java.util.Map;

/**
 * What a {@link RecordDecoder} has done since it was made. Immutable.
 *
 * @param decoded records that gave a graph or a patch, duplicates among them
 * @param duplicates records that were their stream's last one once more, byte by byte
 * @param missing records that could not be decoded for want of state, by what was wrong with it; all keys are there
 * @param lost records that were written and never came, as later key frames of their streams prove
 */
public record DecoderCounts(long decoded, long duplicates, Map<Reason, Long> missing, long lost) {
    public DecoderCounts {
        missing = Map.copyOf(missing);
    }

    /** Records that could not be decoded for want of state. */
    public long missingInAll() {
        return missing.values().stream().mapToLong(Long::longValue).sum();
    }
}
