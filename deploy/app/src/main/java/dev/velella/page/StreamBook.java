package dev.velella.page;

import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.status.state.TrafficState;
import dev.velella.status.state.TrafficState.Compared;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the latest graph and the last patches of each stream, within limits, and counts everything that passes. What
 * was silent longest is forgotten first. Several threads may write and read. Thread-safe.
 */
public final class StreamBook {
    private static final int MOST_NOTES = 50_000;

    /** Most elements, of all streams, that wait for the other kind. */
    private static final int MOST_WAITING = 200_000;

    private final int mostStreams;
    private final long mostStatements;
    private final LinkedHashMap<String, StreamEntry> streams = new LinkedHashMap<>(64, 0.75f, true);
    private final Deque<Remembered> notes = new ArrayDeque<>();
    private final Traffic traffic = new Traffic();
    private long patchStatements;
    private long graphStatements;
    private int waiting;

    /** A book of 10,000 streams and 500,000 statements: some 100 MB. */
    public StreamBook() {
        this(10_000, 500_000);
    }

    /**
     * @param mostStreams most streams to remember
     * @param mostStatements most statements to remember, half of them of graphs and half of patches
     */
    public StreamBook(int mostStreams, long mostStatements) {
        this.mostStreams = mostStreams;
        this.mostStatements = mostStatements;
    }

    /** A patch in the order of arrival, with the stream that remembers it as its first. */
    private record Remembered(StreamEntry stream, PatchNote note) {}

    /** A stream in a list. */
    public record Line(String key, long graphs, long patches, long time, int statements) {}

    /**
     * A stream as it is remembered.
     *
     * @param key its name
     * @param graph latest graph; null if it is not remembered
     * @param place record of the graph; null if it is not remembered
     * @param patches last patches, the newest first
     */
    public record Stream(String key, @Nullable RdfGraph graph, @Nullable Place place, List<PatchNote> patches) {}

    /** Takes a graph of a stream. */
    public void graph(Place place, RdfGraph graph) {
        long text = 0;
        for (Statement statement : graph.statements()) {
            text += NQuadsLength.of(statement);
        }
        graph(place, graph, text);
    }

    /** Takes a graph of a stream whose length as N-Quads is known. */
    public synchronized void graph(Place place, RdfGraph graph, long textBytes) {
        StreamEntry entry = entry(place);
        graphStatements += graph.statements().size() - entry.graphStatements();
        entry.graph = graph;
        entry.graphPlace = place;
        entry.graphs++;
        traffic.graph(graph.statements().size(), place.bytes(), textBytes);
        compare(entry, pairs -> pairs.graph(place.time(), place.bytes(), textBytes));
        forgetGraphs();
    }

    /** Takes a patch of a stream. */
    public synchronized void patch(Place place, RdfPatch patch, @Nullable PatchPosition position) {
        StreamEntry entry = entry(place);
        PatchNote note = PatchNote.of(place, patch, position);
        entry.patches.addLast(note);
        entry.patchCount++;
        notes.addLast(new Remembered(entry, note));
        patchStatements += note.statements();
        traffic.patch(note.adds(), note.deletes(), place.bytes());
        compare(entry, pairs -> pairs.patch(place.time(), place.bytes()));
        while (notes.size() > 1 && (notes.size() > MOST_NOTES || patchStatements > mostStatements / 2)) {
            Remembered oldest = notes.removeFirst();
            patchStatements -= oldest.note().statements();
            oldest.stream().patches.pollFirst();
        }
    }

    private void compare(StreamEntry entry, Function<ElementPairs, Compared> element) {
        waiting -= entry.pairs.waiting();
        traffic.compared(element.apply(entry.pairs));
        if (waiting + entry.pairs.waiting() > MOST_WAITING) { // one topic is not read, or far behind
            entry.pairs.forget();
        }
        waiting += entry.pairs.waiting();
    }

    /** Counts a record that could not be decoded. */
    public synchronized void unreadable() {
        traffic.unreadable();
    }

    private StreamEntry entry(Place place) {
        StreamEntry entry = streams.computeIfAbsent(place.key(), StreamEntry::new);
        entry.lastTime = Math.max(entry.lastTime, place.time());
        if (streams.size() > mostStreams) {
            StreamEntry oldest = streams.remove(streams.keySet().iterator().next());
            if (oldest != null) {
                graphStatements -= oldest.graphStatements();
                waiting -= oldest.pairs.waiting();
            }
        }
        return entry;
    }

    private void forgetGraphs() {
        if (graphStatements <= mostStatements / 2) {
            return;
        }
        int left = streams.size();
        for (StreamEntry entry : streams.values()) {
            left--;
            if (graphStatements <= mostStatements / 2 || left == 0) { // the newest graph stays, however large it is
                return;
            }
            graphStatements -= entry.graphStatements();
            entry.graph = null;
        }
    }

    /**
     * Streams whose key has a text in it, in any case; those that changed last come first.
     *
     * @param most most streams
     */
    public synchronized List<Line> search(String text, int most) {
        String wanted = text.toLowerCase(Locale.ROOT);
        List<Line> found = new ArrayList<>();
        for (StreamEntry entry : streams.values()) {
            if (entry.key.toLowerCase(Locale.ROOT).contains(wanted)) {
                found.add(new Line(entry.key, entry.graphs, entry.patchCount, entry.lastTime, entry.graphStatements()));
            }
        }
        found.sort((a, b) -> a.time() == b.time() ? a.key().compareTo(b.key()) : Long.compare(b.time(), a.time()));
        return found.size() > most ? List.copyOf(found.subList(0, most)) : found;
    }

    /** A stream by its key; empty if it is not remembered. */
    public synchronized Optional<Stream> stream(String key) {
        StreamEntry entry = null;
        for (Map.Entry<String, StreamEntry> each : streams.entrySet()) { // get would make it the last one used
            if (each.getKey().equals(key)) {
                entry = each.getValue();
                break;
            }
        }
        if (entry == null) {
            return Optional.empty();
        }
        List<PatchNote> newestFirst = new ArrayList<>(entry.patches);
        Collections.reverse(newestFirst);
        return Optional.of(new Stream(entry.key, entry.graph, entry.graphPlace, newestFirst));
    }

    /** Latest graphs of some streams. */
    public synchronized List<RdfGraph> graphs(int most) {
        List<RdfGraph> graphs = new ArrayList<>();
        for (StreamEntry entry : streams.values()) {
            if (entry.graph != null && graphs.size() < most) {
                graphs.add(entry.graph);
            }
        }
        return graphs;
    }

    /** The counts so far. */
    public synchronized TrafficState traffic() {
        return traffic.state(streams.size());
    }
}
