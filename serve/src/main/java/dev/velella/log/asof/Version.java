package dev.velella.log.asof;

import dev.velella.record.PatchPosition;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A version of a stream: the patch that led to it.
 *
 * @param place {@code topic-partition@offset} of its record
 * @param position number and hash; null if the patch has none
 * @param timestamp of the record, in ms since 1970
 * @param eventTime of the element, in ms since 1970
 * @param adds statements that the patch adds
 * @param deletes statements that the patch deletes
 * @param problem the reason why the patch does not follow the one before; null if it follows
 */
public record Version(
        String place,
        @Nullable PatchPosition position,
        long timestamp,
        long eventTime,
        int adds,
        int deletes,
        @Nullable String problem) {
    /** Receives versions in their order. */
    public interface Receiver {
        /** Takes the next version. */
        void version(Version version) throws IOException;
    }
}
