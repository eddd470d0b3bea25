package dev.velella.serve.select;

import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far the topic of patches was read: the last offset of each partition. Its text is {@code partition-offset}, joined by
 * underscores, such as {@code 0-1234_1-99}; {@code none} is the beginning. Immutable.
 *
 * @param offsets partition to last offset; a partition that is not in it was not read
 */
public record Counter(SortedMap<Integer, Long> offsets) {
    private static final String NONE = "none";
    private static final Pattern ENTRY = Pattern.compile("([0-9]{1,9})-([0-9]{1,18})");

    public Counter {
        offsets = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(offsets));
    }

    /** The counter of offsets that are to be read next. */
    public static Counter before(Map<Integer, Long> nextOffsets) {
        SortedMap<Integer, Long> last = new TreeMap<>();
        nextOffsets.forEach((partition, next) -> {
            if (next > 0) {
                last.put(partition, next - 1);
            }
        });
        return new Counter(last);
    }

    /**
     * Reads the text.
     *
     * @throws IllegalArgumentException if it has another form
     */
    public static Counter parse(String text) {
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        if (!text.equals(NONE)) {
            for (String entry : text.split("_", -1)) {
                Matcher matcher = ENTRY.matcher(entry);
                if (!matcher.matches()
                        || offsets.put(Integer.valueOf(matcher.group(1)), Long.valueOf(matcher.group(2))) != null) {
                    throw new IllegalArgumentException("not a counter, which is partition-offset joined by"
                            + " underscores, such as 0-1234_1-99, or none: " + text);
                }
            }
        }
        return new Counter(offsets);
    }

    /** The last offset of a partition; -1 if nothing of it was read. */
    public long offset(int partition) {
        return offsets.getOrDefault(partition, -1L);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner("_");
        text.setEmptyValue(NONE);
        offsets.forEach((partition, offset) -> text.add(partition + "-" + offset));
        return text.toString();
    }
}
