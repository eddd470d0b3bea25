package dev.velella.jelly;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the rows of one frame gave, in order; used again for every frame. */
final class FrameRows<E> {
    /** An array that a large frame has made longer than this is dropped after the frame. */
    private static final int KEPT = 1 << 14;

    private final E[] none;
    private @Nullable E[] rows;
    private int count;

    /**
     * @param none an empty array of the type of the rows
     */
    FrameRows(E[] none) {
        this.none = none;
        rows = Arrays.copyOf(none, 64);
    }

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
    @SuppressWarnings("NullAway") // the first rows are not null, and List.of checks it
    List<E> toList() {
        return count == 0 ? List.of(none) : List.of(Arrays.copyOf(rows, count));
    }

    void clear() {
        if (rows.length > KEPT) {
            rows = Arrays.copyOf(none, 64);
        } else {
            Arrays.fill(rows, 0, count, null);
        }
        count = 0;
    }
}
