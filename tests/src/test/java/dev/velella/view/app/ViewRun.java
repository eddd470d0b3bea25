package dev.velella.view.app;

import dev.velella.diff.app.TaskProcessor;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.view.options.ViewConfig;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.test.TestRecord;

/** One task of the view app without a broker, from a state that is there when it starts. */
public final class ViewRun implements AutoCloseable {
    /** What the clock says: no element is of the future. */
    private static final long NOW = 2_000_000_000_000L;

    private final MockProcessorContext<byte[], RoutedFrame> context;
    private final KeyValueStore<Bytes, byte[]> store;
    private final Processor<byte[], byte[], byte[], RoutedFrame> processor;
    private long offset;

    private ViewRun(String name, Map<Bytes, byte[]> state, Processor<byte[], byte[], byte[], RoutedFrame> processor) {
        Properties streams = new Properties();
        streams.put("application.id", "views");
        streams.put("bootstrap.servers", "localhost:1");
        context = new MockProcessorContext<>(streams, new TaskId(0, 0), null);
        context.setCurrentSystemTimeMs(NOW);
        store = Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
                .withLoggingDisabled()
                .build();
        store.init(context.getStateStoreContext(), store);
        context.addStateStore(store);
        state.forEach(store::put);
        this.processor = processor;
        processor.init(context);
    }

    private static ViewShared shared(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(more);
        options.put("application.id", "views");
        options.put("velella.input.topic", "graphs");
        options.put("velella.jelly.mode", "self-contained");
        return new ViewShared(new ViewConfig(options), 1, Map.of(), new ViewFaults());
    }

    /** The task that answers views, whose topics are {@code graphs} and {@code views-epochs}. */
    public static ViewRun views(Map<Bytes, byte[]> state, Map<String, String> options) {
        return new ViewRun(
                ViewTopology.STORE, state, new TaskProcessor(context -> new ViewTask(shared(options), context)));
    }

    /** The task that reads definitions, and makes epochs of them. */
    public static ViewRun definitions(Map<Bytes, byte[]> state) {
        return new ViewRun(ViewTopology.DEFINITIONS, state, new Definitions(shared(Map.of()), views -> {}));
    }

    /** Sends a definition or static data. */
    public void define(String name, String text) {
        send(
                "velella-views",
                new TestRecord<>(bytes(name), bytes(text), new RecordHeaders(), Instant.ofEpochMilli(NOW)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Sends a record of a topic. */
    public void send(String topic, TestRecord<byte[], byte[]> record) {
        Headers headers = record.headers();
        context.setRecordMetadata(topic, 0, offset++);
        processor.process(new Record<>(
                record.key(), record.value(), record.getRecordTime().toEpochMilli(), headers));
    }

    /** Lets everything happen that waits for time to pass. */
    public void pass() {
        context.scheduledPunctuators().stream()
                .filter(each -> !each.cancelled())
                .toList()
                .forEach(each -> each.getPunctuator().punctuate(NOW));
    }

    /** All records that a sink got. */
    public List<TestRecord<byte[], byte[]>> read(String sink) {
        return context.forwarded(sink).stream()
                .map(each -> each.record())
                .map(record -> new TestRecord<>(
                        record.key(),
                        record.value().value(),
                        record.headers(),
                        Instant.ofEpochMilli(record.timestamp())))
                .toList();
    }

    /** What the changelog topic has for each key. */
    public Map<Bytes, byte[]> state() {
        Map<Bytes, byte[]> state = new TreeMap<>();
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            all.forEachRemaining(entry -> state.put(entry.key, entry.value));
        }
        return state;
    }

    @Override
    public void close() {
        processor.close();
    }
}
