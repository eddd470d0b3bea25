package dev.velella.quickstart;

import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordHeaderReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Statement;

/**
 * Counts what goes through the topic of graphs and remembers the last graph of every stream. Fed by one thread; the
 * counters may be read by others, {@link #last} once the feeding has stopped or come to rest.
 */
final class GraphMeter implements TopicTail.Reader {
    private final RecordValues values = new RecordValues();
    private final boolean keepLate;

    private final AtomicLong graphs = new AtomicLong();
    private final AtomicLong statements = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private final AtomicLong jellyBytes = new AtomicLong();
    private final AtomicLong nquadsBytes = new AtomicLong();
    private final Map<String, Timed> last = new LinkedHashMap<>();

    private record Timed(RdfGraph graph, long time) {}

    /** @param keepLate whether an element older than the last one of its stream replaces it */
    GraphMeter(boolean keepLate) {
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
        statements.addAndGet(graph.statements().size());
        jellyBytes.addAndGet(record.value().length);
        nquadsBytes.addAndGet(nquads);
        graphs.incrementAndGet();
    }

    /** Graphs read. */
    long graphs() {
        return graphs.get();
    }

    /** Statements of all graphs read. */
    long statements() {
        return statements.get();
    }

    /** Graphs that came later than a newer one of their stream and are dropped; 0 where late ones are kept. */
    long late() {
        return late.get();
    }

    /** Bytes of the record values. */
    long jellyBytes() {
        return jellyBytes.get();
    }

    /** Bytes that the graphs take as N-Quads. */
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
