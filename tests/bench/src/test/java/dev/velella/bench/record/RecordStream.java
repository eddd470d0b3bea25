package dev.velella.bench.record;

import dev.velella.bench.data.StreamKind;
import dev.velella.bench.data.Workload;
import dev.velella.diff.compare.RollingDiff;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * What a topic holds before any format: the elements of one stream with the key and headers that the source or the diff
 * app gives them. Terms are the objects that the generator made.
 *
 * @param workload where the elements come from
 * @param kind of the elements
 * @param key of every record
 * @param elements in their order
 */
public record RecordStream(Workload workload, StreamKind kind, byte[] key, List<Element> elements) {
    /** Time between two elements of a stream, ms. */
    private static final long STEP_MS = 1_000;

    private static final long START_MS = 1_672_673_797_065L;

    /**
     * One element.
     *
     * @param value a graph or a patch
     * @param headers in text that are written whatever codec is used by Velella: {@code event-time}, and {@code patch} of a patch
     * @param eventTime in ms since 1970
     * @param position of a patch; null for a graph
     */
    public record Element(StreamElement value, List<Header> headers, long eventTime, @Nullable PatchPosition position) {
        RdfGraph graph() {
            return (RdfGraph) value;
        }

        RdfPatch patch() {
            return (RdfPatch) value;
        }
    }

    /** The first elements of a stream. */
    public static RecordStream of(Workload workload, StreamKind kind, int count) {
        String key = workload == Workload.WEATHER ? "ibs_1" : workload.label();
        List<RdfGraph> graphs = workload.elements(count);
        List<Element> elements = kind == StreamKind.GRAPHS ? graphs(graphs) : patches(key, graphs);
        return new RecordStream(workload, kind, key.getBytes(StandardCharsets.UTF_8), elements);
    }

    /** Labels of all streams, {@code weather-graphs} and so on. */
    public static List<String> labels() {
        List<String> labels = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            for (StreamKind kind : StreamKind.values()) {
                labels.add(workload.label() + "-" + kind.label());
            }
        }
        return labels;
    }

    /** Workload and kind, as they stand in the names of figures and topics. */
    public String label() {
        return workload.label() + "-" + kind.label();
    }

    private static List<Element> graphs(List<RdfGraph> graphs) {
        List<Element> elements = new ArrayList<>(graphs.size());
        for (RdfGraph graph : graphs) {
            long time = eventTime(elements.size());
            elements.add(new Element(graph, List.of(header(time)), time, null));
        }
        return elements;
    }

    private static List<Element> patches(String key, List<RdfGraph> graphs) {
        TargetGraph target = TargetGraph.of(GraphSettings.DEFAULT);
        List<Element> elements = new ArrayList<>(graphs.size());
        Set<Statement> previous = Set.of();
        long hash = GraphHash.ofSet(previous);
        for (RdfGraph graph : graphs) {
            Set<Statement> next = target.statements(key, graph);
            RollingDiff change = RollingDiff.between(previous, next);
            hash = change.hashAfter(hash);
            PatchPosition position = new PatchPosition(elements.size() + 1L, hash, false);
            long time = eventTime(elements.size());
            elements.add(new Element(
                    change.toPatch(),
                    List.of(header(RecordHeaderNames.PATCH, position.format()), header(time)),
                    time,
                    position));
            previous = next;
        }
        return elements;
    }

    private static long eventTime(int index) {
        return START_MS + index * STEP_MS;
    }

    private static Header header(long eventTime) {
        return header(RecordHeaderNames.EVENT_TIME, Long.toString(eventTime));
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.US_ASCII));
    }
}
