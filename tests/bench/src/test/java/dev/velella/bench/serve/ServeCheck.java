package dev.velella.bench.serve;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.PatchPosition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;

/**
 * Whether each graph that a client gets is one that its stream had, by the hash of its statements, and is never older than one
 * that the client got before. One client uses it. Not thread-safe.
 */
final class ServeCheck {
    private final ServeTopic topic;
    private final int[] seen;
    private long graphs;

    ServeCheck(ServeTopic topic, int streams) {
        this.topic = topic;
        seen = new int[streams];
    }

    /**
     * Checks an answer in Jelly.
     *
     * @return number of its graphs
     * @throws BenchmarkException if a graph is wrong
     */
    int check(byte[] answer) throws IOException {
        int read = 0;
        HashSet<String> keys = new HashSet<>();
        try (JellyStreamReader reader = new JellyStreamReader(
                new ByteArrayInputStream(answer), LightValueFactory.getInstance(), Limits.DEFAULT)) {
            for (RdfGraph graph = reader.next(); graph != null; graph = reader.next()) {
                String key = new String(reader.metadata().get("key"), StandardCharsets.UTF_8);
                PatchPosition position =
                        PatchPosition.parse(new String(reader.metadata().get("patch"), StandardCharsets.US_ASCII));
                check(key, position, GraphHash.ofSet(new HashSet<>(graph.statements())));
                if (!keys.add(key)) {
                    throw new BenchmarkException("the answer has " + key + " twice");
                }
                read++;
            }
        }
        graphs += read;
        return read;
    }

    private void check(String key, PatchPosition position, long hash) {
        int stream = ServeStreams.stream(key);
        int version = (int) position.number();
        if (version < 1 || version > topic.version(stream)) {
            throw new BenchmarkException(key + " has the version " + version + ", which was not written");
        }
        long expected = ServeStreams.position(stream, version).hash();
        if (position.hash() != expected || hash != expected) {
            throw new BenchmarkException(key + " has not the statements of its version " + version);
        }
        if (version < seen[stream]) {
            throw new BenchmarkException(
                    key + " has the version " + version + " after the version " + seen[stream] + " was seen");
        }
        seen[stream] = version;
    }

    /** Number of graphs that were checked. */
    long graphs() {
        return graphs;
    }
}
