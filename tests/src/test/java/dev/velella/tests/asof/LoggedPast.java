package dev.velella.tests.asof;

import dev.velella.log.asof.Moment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.util.Statements;
import org.eclipse.rdf4j.model.util.Values;

/**
 * Random streams in a topic of patches, and the oracle of their past: each graph that a stream ever had, with its place.
 * Streams end and come back, times run backwards now and then, and some transactions are aborted.
 */
final class LoggedPast {
    static final int PARTITIONS = 2;
    static final int STREAMS = 12;
    static final long BEGIN = 1_760_000_000_000L;

    private static final int SIZE = 15;

    private final List<Entry> entries = new ArrayList<>();

    /** A graph of a stream and the patch that led to it. */
    record Entry(
            int partition,
            long offset,
            String key,
            long number,
            Set<Statement> graph,
            long timestamp,
            long eventTime) {}

    private record Sent(Future<RecordMetadata> place, Entry entry) {}

    static LoggedPast write(PatchTopicWriter writer, int patches, long seed) throws Exception {
        LoggedPast past = new LoggedPast();
        Random random = new Random(seed);
        for (int i = 0; i < patches; ) {
            List<Sent> sent = new ArrayList<>();
            if (random.nextInt(5) == 0) {
                writer.aborted(random.nextInt(PARTITIONS), key(random.nextInt(STREAMS)), Set.of(statement(0, 1, 1)));
            }
            writer.begin();
            for (int end = i + 1 + random.nextInt(60); i < end && i < patches; i++) {
                sent.add(past.step(writer, random, i));
            }
            writer.commit();
            for (Sent one : sent) {
                Entry entry = one.entry();
                past.entries.add(new Entry(
                        entry.partition(),
                        one.place().get().offset(),
                        entry.key(),
                        entry.number(),
                        entry.graph(),
                        entry.timestamp(),
                        entry.eventTime()));
            }
        }
        return past;
    }

    static String key(int stream) {
        return (stream % 3 == 0 ? "boat/" : "station/") + stream;
    }

    /** The quiet streams, which have few patches, come after the others. */
    private static int stream(Random random, int step) {
        return step % 200 == 7 ? STREAMS - 1 - random.nextInt(2) : random.nextInt(STREAMS - 2);
    }

    private Sent step(PatchTopicWriter writer, Random random, int step) {
        int stream = stream(random, step);
        int partition = stream % PARTITIONS;
        String key = key(stream);
        Set<Statement> before = writer.graph(key);
        Set<Statement> after = new HashSet<>(before);
        if (!before.isEmpty() && random.nextInt(25) == 0) {
            after.clear();
        } else {
            for (int change = 0; change < 3 || after.equals(before); change++) {
                Statement statement = statement(stream, random.nextInt(SIZE), random.nextInt(3));
                if (!after.remove(statement)) {
                    after.add(statement);
                }
            }
        }
        Set<Statement> deletes = new HashSet<>(before);
        deletes.removeAll(after);
        Set<Statement> adds = new HashSet<>(after);
        adds.removeAll(before);
        long timestamp = BEGIN + step * 1000L + random.nextInt(3000);
        Long header = stream % 2 == 0 ? null : Long.valueOf(timestamp - random.nextInt(20_000));
        Future<RecordMetadata> place = writer.patch(partition, key, deletes, adds, timestamp, header);
        long number = writer.number(key);
        return new Sent(
                place,
                new Entry(
                        partition, -1, key, number, Set.copyOf(after), timestamp, header == null ? timestamp : header));
    }

    private static Statement statement(int stream, int n, int variant) {
        IRI subject = Values.iri("urn:s:" + stream + ":" + n);
        Resource graph = n % 4 == 0 ? null : Values.iri("urn:g:" + stream);
        return switch (variant) {
            case 0 ->
                Statements.statement(
                        subject, Values.iri("urn:next"), Values.iri("urn:s:" + stream + ":" + (n + 1)), graph);
            case 1 -> Statements.statement(subject, Values.iri("urn:value"), Values.literal(n * 7 % 5), graph);
            default -> Statements.statement(subject, Values.iri("urn:name"), Values.literal("n" + n, "en"), graph);
        };
    }

    List<Entry> entries() {
        return entries;
    }

    /** Offset of the last patch of each partition. */
    Map<Integer, Long> last() {
        Map<Integer, Long> offsets = new TreeMap<>();
        entries.forEach(entry -> offsets.merge(entry.partition(), entry.offset(), Math::max));
        return offsets;
    }

    /** The graphs at a moment, by key. Streams that had ended have an empty graph. */
    Map<String, Set<Statement>> at(Moment moment) {
        Map<String, Set<Statement>> graphs = new TreeMap<>();
        Set<Object> closed = new HashSet<>();
        Map<Integer, Long> lastOffsets = new HashMap<>();
        if (moment instanceof Moment.Offsets offsets) {
            lastOffsets.putAll(offsets.last());
        }
        for (Entry entry : entries) {
            Object part = moment instanceof Moment.EventTime ? entry.key() : Integer.valueOf(entry.partition());
            boolean later = (moment instanceof Moment.RecordTime time && entry.timestamp() > time.ms())
                    || (moment instanceof Moment.EventTime event && entry.eventTime() > event.ms())
                    || (moment instanceof Moment.Offsets && entry.offset() > lastOffsets.get(entry.partition()));
            if (later) {
                closed.add(part);
            }
            if (!closed.contains(part)) {
                graphs.put(entry.key(), entry.graph());
            }
        }
        return graphs;
    }
}
