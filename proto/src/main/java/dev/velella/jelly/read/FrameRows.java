package dev.velella.jelly.read;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the rows of one frame gave, in order; used again for every frame. */
final class FrameRows<E> {
    /** An array that a large frame has made longer than this is dropped after the frame. */
    private static final int KEPT = 1 << 14;

    /** Not of the type of the rows, because every store would then check the type of what is stored. */
    private @Nullable Object[] rows = new Object[64];

    private int count;

    void add(E row) {
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, count * 2);
        }
        rows[count++] = row;
    }

    int size() {
        return count;
    }

    /** An immutable list of all rows. */
    @SuppressWarnings({"unchecked", "NullAway"}) // the first rows are not null, as List.of checks, and of this type
    List<E> toList() {
        return (List<E>) List.of(Arrays.copyOf(rows, count));
    }

    void clear() {
        if (rows.length > KEPT) {
            rows = new Object[64];
        } else {
            Arrays.fill(rows, 0, count, null);
        }
        count = 0;
    }
}
