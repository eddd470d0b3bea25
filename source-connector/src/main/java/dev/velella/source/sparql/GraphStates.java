package dev.velella.source.sparql;

import dev.velella.source.record.SourcePartition;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;

/**
 * The graphs that were emitted, with their fingerprints. Graphs are divided among buckets by the hashes of their names; a
 * bucket is a source partition, and its offset has the fingerprints of its graphs. So graphs that were deleted while no
 * task ran are known, and a record carries the names of few graphs. Not thread-safe.
 */
final class GraphStates {
    static final int BUCKETS = 64;

    private final String input;
    private final Map<Integer, Map<String, String>> buckets = new HashMap<>();

    /** @param input identity of the endpoint */
    GraphStates(String input) {
        this.input = input;
    }

    /**
     * The stored states.
     *
     * @throws ConnectException if an offset has another form
     */
    static GraphStates stored(String input, OffsetStorageReader offsets) {
        GraphStates states = new GraphStates(input);
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            Map<String, Object> offset = offsets.offset(states.partition(bucket));
            if (offset != null) {
                check(offset);
                offset.forEach((graph, fingerprint) -> states.put(graph, (String) fingerprint));
            }
        }
        return states;
    }

    /**
     * Checks the form of an offset.
     *
     * @throws ConnectException if it has another form
     */
    static void check(Map<String, ?> offset) {
        if (!offset.values().stream().allMatch(String.class::isInstance)) {
            throw new ConnectException("not an offset of a SPARQL endpoint: " + offset
                    + "; it has the fingerprint of each graph as text; null reads all graphs of the bucket anew");
        }
    }

    private Map<String, Object> partition(int bucket) {
        return SourcePartition.of(input + "#" + bucket);
    }

    private static int bucketOf(String graph) {
        return Math.floorMod(graph.hashCode(), BUCKETS); // specified by Java, so the same everywhere
    }

    /** The source partition of a graph. */
    Map<String, Object> partitionOf(String graph) {
        return partition(bucketOf(graph));
    }

    /** The offset of that partition. */
    Map<String, Object> offsetOf(String graph) {
        return new HashMap<>(bucket(graph));
    }

    @Nullable
    String fingerprint(String graph) {
        return bucket(graph).get(graph);
    }

    void put(String graph, String fingerprint) {
        bucket(graph).put(graph, fingerprint);
    }

    void remove(String graph) {
        bucket(graph).remove(graph);
    }

    private Map<String, String> bucket(String graph) {
        return buckets.computeIfAbsent(bucketOf(graph), unknown -> new TreeMap<>());
    }

    /** Names of all graphs. */
    Set<String> graphs() {
        Set<String> all = new TreeSet<>();
        buckets.values().forEach(bucket -> all.addAll(bucket.keySet()));
        return all;
    }
}
