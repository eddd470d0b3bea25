package dev.velella.tests.diff;

import dev.velella.dictionary.DictionaryUnavailableException;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.dictionary.TopicDictionarySource;
import dev.velella.tests.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.eclipse.rdf4j.model.Statement;

/**
 * Reads the committed patches as they come, and says what is wrong with them: every patch of a key has to be the next one,
 * to change what it says it changes, and to lead to the graph of its number.
 */
public final class PatchWatch implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(240);

    private final BiFunction<String, Long, Set<Statement>> target;
    private final KafkaConsumer<String, byte[]> consumer;
    private final TopicDictionarySource dictionaries;
    private final RecordDecoder decoder;
    private final Map<String, Set<Statement>> graphs = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private final List<String> faults = new ArrayList<>();
    private long patches;
    private long onDictionaries;

    /** Patches of {@link Readings}. */
    PatchWatch(String bootstrapServers, String topic, int partitions) {
        this(bootstrapServers, topic, partitions, Readings::target);
    }

    /**
     * Patches of any streams.
     *
     * @param target the graph to which a patch leads, by key and number
     */
    public PatchWatch(
            String bootstrapServers, String topic, int partitions, BiFunction<String, Long, Set<Statement>> target) {
        this.target = target;
        dictionaries = new TopicDictionarySource(
                Map.of("bootstrap.servers", bootstrapServers), DictionaryOptions.DEFAULT_TOPIC);
        decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null, dictionaries);
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> assigned = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer.assign(assigned);
        consumer.seekToBeginning(assigned);
    }

    /** Reads what is there, for a short while. */
    public PatchWatch poll() throws Exception {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(100))) {
            read(record);
        }
        return this;
    }

    /** Number of patches read. */
    public long patches() {
        return patches;
    }

    /** Number of patches read that have the header of records on dictionaries. */
    long onDictionaries() {
        return onDictionaries;
    }

    /** What was wrong, in the order in which it was read. */
    public List<String> faults() {
        return faults;
    }

    /** Number of the last patch of a key. */
    public long number(String key) {
        return numbers.getOrDefault(key, 0L);
    }

    /** The broker may just have been killed, so that a dictionary cannot be read yet. */
    private FrameResult decode(ConsumerRecord<String, byte[]> record) throws Exception {
        AtomicReference<FrameResult> result = new AtomicReference<>();
        Await.until("the dictionary can be read", PATIENCE, () -> {
            try {
                result.set(decoder.decode(record));
                return true;
            } catch (DictionaryUnavailableException e) {
                return false;
            }
        });
        return result.get();
    }

    private void read(ConsumerRecord<String, byte[]> record) throws Exception {
        patches++;
        onDictionaries += record.headers().lastHeader(RecordHeaderNames.VELELLA) == null ? 0 : 1;
        String key = record.key();
        String where = key + " at " + record.partition() + "@" + record.offset() + ": ";
        if (!(decode(record) instanceof FrameResult.Decoded decoded)
                || !(decoded.element() instanceof RdfPatch patch)) {
            faults.add(where + "cannot be decoded");
            return;
        }
        PatchPosition position = PatchPosition.parse(RecordHeaderReader.patch(record.headers()));
        long expected = number(key) + 1;
        if (position.number() != expected) {
            faults.add(where + "patch " + position.number() + " where " + expected + " should be");
        }
        numbers.put(key, position.number());
        Set<Statement> graph = graphs.computeIfAbsent(key, k -> new HashSet<>());
        for (PatchOperation operation : patch.operations()) {
            if (operation instanceof PatchOperation.Delete delete && !graph.remove(delete.statement())) {
                faults.add(where + "deletes what is not there");
            } else if (operation instanceof PatchOperation.Add add && !graph.add(add.statement())) {
                faults.add(where + "adds what is there");
            }
        }
        if (position.hash() != GraphHash.ofSet(graph)) {
            faults.add(where + "leads to another hash");
        }
        if (!graph.equals(target.apply(key, position.number()))) {
            faults.add(where + "patch " + position.number() + " leads to another graph");
        }
    }

    @Override
    public void close() {
        consumer.close();
        dictionaries.close();
    }
}
