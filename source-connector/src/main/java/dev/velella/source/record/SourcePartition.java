package dev.velella.source.record;

import java.util.Map;
import java.util.Optional;

/**
 * Identity of an input in Connect's offset storage. One text holds everything that decides the numbers of the elements.
 * It is only one text, because Connect looks offsets up by the serialized map, and its REST API changes the order of a
 * map with several keys.
 */
public final class SourcePartition {
    private static final String INPUT = "input";

    private SourcePartition() {}

    /** The partition of an input. */
    public static Map<String, Object> of(String input) {
        return Map.of(INPUT, input);
    }

    /** The input of a partition; empty if the map is not such a partition. */
    public static Optional<String> input(Map<String, ?> partition) {
        return partition.size() == 1 && partition.get(INPUT) instanceof String input
                ? Optional.of(input)
                : Optional.empty();
    }
}
