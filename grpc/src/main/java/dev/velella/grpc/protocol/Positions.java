package dev.velella.grpc.protocol;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The next offset of each partition, as text: {@code 0=17,1=4}. Immutable.
 *
 * @param offsets partition to offset, both from 0
 */
public record Positions(Map<Integer, Long> offsets) {
    private static final Pattern TEXT = Pattern.compile("[0-9]{1,9}=[0-9]{1,18}(,[0-9]{1,9}=[0-9]{1,18})*");

    public Positions {
        offsets = Map.copyOf(offsets);
    }

    /**
     * Reads the text.
     *
     * @throws IllegalArgumentException if it is not of this form, or names a partition twice
     */
    public static Positions parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "must be PARTITION=OFFSET for each partition, separated by commas, such as 0=17,1=4");
        }
        Map<Integer, Long> offsets = new TreeMap<>();
        for (String each : text.split(",", -1)) {
            int sign = each.indexOf('=');
            int partition = Integer.parseInt(each.substring(0, sign));
            if (offsets.put(partition, Long.parseLong(each.substring(sign + 1))) != null) {
                throw new IllegalArgumentException("names partition " + partition + " twice");
            }
        }
        return new Positions(offsets);
    }

    /** The text, in the order of partitions; empty if there is no partition. */
    @Override
    public String toString() {
        return new TreeMap<>(offsets)
                .entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(","));
    }
}
