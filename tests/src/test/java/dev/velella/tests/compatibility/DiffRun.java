package dev.velella.tests.compatibility;

import dev.velella.diff.app.DiffTopology;
import dev.velella.diff.options.DiffConfig;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** The diff app in a test driver: graphs in, patches, snapshots and dead letters out. */
final class DiffRun implements AutoCloseable {
    /** The name of the store decides the name of its changelog topic. */
    private static final String STORE = "velella-diff-state";

    /** What the driver's clock says: no element is of the future. */
    private static final long NOW = 2_000_000_000_000L;

    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> graphs;

    /** @param state of the task before; none for the first */
    DiffRun(Map<Bytes, byte[]> state) {
        DiffConfig config = new DiffConfig(Map.of(
                "velella.input.topic", "graphs",
                "velella.output.topic", "patches",
                "velella.snapshot.topic", "snapshots",
                "velella.snapshot.interval.patches", "4",
                "velella.on.error", "dead-letter",
                "velella.dead.letter.topic", "dead-letters",
                "velella.jelly.mode", "self-contained"));
        Properties streams = new Properties();
        streams.put("bootstrap.servers", "localhost:1");
        driver = new TopologyTestDriver(DiffTopology.of(config), streams, Instant.ofEpochMilli(NOW));
        graphs = driver.createInputTopic("graphs", new ByteArraySerializer(), new ByteArraySerializer());
        state.forEach(store()::put);
    }

    private KeyValueStore<Bytes, byte[]> store() {
        return driver.getKeyValueStore(STORE);
    }

    void send(List<StoredRecord> records) {
        records.forEach(record -> graphs.pipeInput(record.toTestRecord()));
    }

    /** What the changelog topic has for each key. */
    Map<Bytes, byte[]> state() {
        Map<Bytes, byte[]> state = new TreeMap<>();
        try (KeyValueIterator<Bytes, byte[]> all = store().all()) {
            all.forEachRemaining(entry -> state.put(entry.key, entry.value));
        }
        return state;
    }

    /** All records of a topic that were written since the last call. */
    List<StoredRecord> read(String topic) {
        return driver
                .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .stream()
                .map(StoredRecord::of)
                .toList();
    }

    @Override
    public void close() {
        driver.close();
    }
}
