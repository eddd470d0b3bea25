package dev.velella.log.asof;

import dev.velella.record.PatchPosition;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A stream as it was at a moment.
 *
 * @param key name of the stream
 * @param partition partition of its records
 * @param position number and hash of its last patch; null if its patches are not numbered
 * @param statements its graph; empty if the stream had ended
 * @param base {@code topic-partition@offset} of the snapshot from which the replay began; null if it began with the first
 *     patch
 * @param last the last patch that was replayed; null if the snapshot is the state
 */
public record PastStream(
        String key,
        int partition,
        @Nullable PatchPosition position,
        Set<Statement> statements,
        @Nullable String base,
        @Nullable PatchPlace last) {

    /**
     * A patch in the log.
     *
     * @param offset of its record
     * @param timestamp of its record, in ms since 1970
     * @param eventTime of its element, in ms since 1970
     */
    public record PatchPlace(long offset, long timestamp, long eventTime) {}
}
