package dev.velella.source.patchlog;

import org.jspecify.annotations.Nullable;

/**
 * The extent of a log at a moment.
 *
 * @param first version of its first patch
 * @param last version of its last patch; less than 1 if it has none
 * @param latest id of its last patch; null if it has none
 */
record LogState(long first, long last, @Nullable String latest) {
    boolean isEmpty() {
        return last < 1 || latest == null;
    }
}
