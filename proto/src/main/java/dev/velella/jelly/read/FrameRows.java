package dev.velella.jelly.read;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of the rows of one frame, in order. The same object serves for every frame. */
final class FrameRows<E> {
    /** If a large frame has made the array longer than this, the array is dropped after the frame. */
    private static final int KEPT = 1 << 14;

    /** The element type is Object, because otherwise the JVM would check the type of each element that is stored. */
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
    @SuppressWarnings({"unchecked", "NullAway"}) // List.of checks that no row is null, and all rows have this type
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
