package dev.velella.quickstart;

import dev.velella.page.NQuadsLength;
import dev.velella.page.StreamBook;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordHeaderReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Statement;

/**
 * Counts the graphs in the topic of graphs, and remembers the last graph of every stream. One thread feeds it. Other
 * threads may read the counters at any time, and {@link #last} after the feeding has stopped or paused.
 */
final class GraphMeter implements TopicTail.Reader {
    private final RecordValues values;
    private final boolean keepLate;
    private final StreamBook book;

    private final AtomicLong graphs = new AtomicLong();
    private final AtomicLong statements = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private final AtomicLong jellyBytes = new AtomicLong();
    private final AtomicLong nquadsBytes = new AtomicLong();
    private final Map<String, Timed> last = new LinkedHashMap<>();

    private record Timed(RdfGraph graph, long time) {}

    /**
     * @param values decodes the graphs
     * @param keepLate whether an element replaces the last element of its stream even if it is older
     * @param book remembers the graphs for the page
     */
    GraphMeter(RecordValues values, boolean keepLate, StreamBook book) {
        this.values = values;
        this.book = book;
        this.keepLate = keepLate;
    }

    @Override
    public void read(ConsumerRecord<String, byte[]> record) {
        RdfGraph graph = values.read(record, RdfGraph.class);
        long nquads = 0;
        for (Statement statement : graph.statements()) {
            nquads += NQuadsLength.of(statement);
        }
        long time = RecordHeaderReader.eventTime(record.headers()).orElse(record.timestamp());
        synchronized (last) {
            Timed before = last.get(record.key());
            if (before == null || keepLate || time >= before.time()) {
                last.put(record.key(), new Timed(graph, time));
            } else {
                late.incrementAndGet();
            }
        }
        book.graph(Places.of(record, time), graph, nquads);
        statements.addAndGet(graph.statements().size());
        jellyBytes.addAndGet(record.value().length);
        nquadsBytes.addAndGet(nquads);
        graphs.incrementAndGet();
    }

    /** Number of graphs read. */
    long graphs() {
        return graphs.get();
    }

    /** Statements of all graphs read. */
    long statements() {
        return statements.get();
    }

    /** Number of graphs that came after a newer graph of their stream and are dropped; 0 if late graphs are kept. */
    long late() {
        return late.get();
    }

    /** Bytes of the record values. */
    long jellyBytes() {
        return jellyBytes.get();
    }

    /** Size of the graphs as N-Quads, in bytes. */
    long nquadsBytes() {
        return nquadsBytes.get();
    }

    /** The last graph of each stream, by key. */
    Map<String, RdfGraph> last() {
        Map<String, RdfGraph> graphs = new LinkedHashMap<>();
        synchronized (last) {
            last.forEach((key, timed) -> graphs.put(key, timed.graph()));
        }
        return graphs;
    }
}
