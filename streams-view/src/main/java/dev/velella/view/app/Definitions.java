package dev.velella.view.app;

import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.state.StoredMeaning;
import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.ErrorText;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import dev.velella.view.View;
import dev.velella.view.ViewSet;
import dev.velella.view.data.NodeLabels;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topic of definitions and static data, and makes epochs of it: whatever is accepted becomes an epoch, some time
 * later so that many records are one epoch, and each partition of the topic of epochs gets a copy in one transaction. A record
 * that is refused is told, and leaves what was there.
 *
 * <p>The topic has one partition, so Kafka Streams gives it to one task of all instances. Not thread-safe.
 */
final class Definitions implements Processor<byte[], byte[], byte[], RoutedFrame> {
    /** Keys of static data begin so; names of views cannot. */
    static final String DATA = "data:";

    /** Name of the sink. */
    static final String EPOCHS = "epochs";

    private static final Logger LOG = LoggerFactory.getLogger(Definitions.class);

    /** Time that definitions wait for others of their epoch, in ms. */
    private static final long PAUSE_MS = 200;

    /** Keys in the store; those of records are behind {@link #KEPT}. */
    private static final Bytes EPOCH = Bytes.wrap(new byte[] {'e'});

    private static final Bytes FORMAT = Bytes.wrap(new byte[] {'f'});
    private static final Bytes CHANGED = Bytes.wrap(new byte[] {'c'});
    private static final String KEPT = "k:";

    /** Why the last record of a key was refused, so that a restart does not forget it. */
    private static final String REFUSED = "r:";

    private final ViewShared shared;
    private final Consumer<List<View>> topics;
    private final Map<String, byte[]> kept = new TreeMap<>();
    private @Nullable ProcessorContext<byte[], RoutedFrame> context;
    private @Nullable KeyValueStore<Bytes, byte[]> store;
    private @Nullable Cancellable pause;

    /** @param topics makes the output topics of views, or throws */
    Definitions(ViewShared shared, Consumer<List<View>> topics) {
        this.shared = shared;
        this.topics = topics;
    }

    @Override
    public void init(ProcessorContext<byte[], RoutedFrame> task) {
        context = task;
        KeyValueStore<Bytes, byte[]> found = task.getStateStore(ViewTopology.DEFINITIONS);
        store = found;
        byte[] format = found.get(FORMAT);
        StoredMeaning.checkFormat(
                Integer.toString(format == null ? Epoch.FORMAT : format[0]), Integer.toString(Epoch.FORMAT));
        kept.clear();
        try (KeyValueIterator<Bytes, byte[]> all = found.all()) {
            while (all.hasNext()) {
                KeyValue<Bytes, byte[]> entry = all.next();
                String key = new String(entry.key.get(), StandardCharsets.UTF_8);
                if (key.startsWith(KEPT)) {
                    kept.put(key.substring(KEPT.length()), entry.value);
                } else if (key.startsWith(REFUSED)) {
                    tell(key.substring(REFUSED.length()), new String(entry.value, StandardCharsets.UTF_8));
                }
            }
        }
        pause = null;
        if (found.get(CHANGED) != null) {
            waitForMore();
        }
    }

    private KeyValueStore<Bytes, byte[]> store() {
        return Objects.requireNonNull(store, "not initialised");
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        try {
            Map<String, byte[]> next = new TreeMap<>(kept);
            byte[] value = record.value() == null ? null : checked(key, record.value(), record.headers());
            if (value == null) {
                next.remove(key);
            } else {
                next.put(key, value);
            }
            ViewSet set = epoch(next, 0).compile();
            set.views().forEach(Definitions::checkColumns);
            topics.accept(set.views());
            kept.clear();
            kept.putAll(next);
            store().put(stored(KEPT, key), value);
            store().delete(stored(REFUSED, key));
            store().put(CHANGED, new byte[] {1});
            store().put(FORMAT, new byte[] {Epoch.FORMAT});
            shared.faults.clear(key);
            waitForMore();
        } catch (ViewRefusedException
                | MalformedDocumentException
                | MalformedJellyException
                | UnreadableRecordException
                | ConfigException e) {
            refuse(key, e);
        } catch (KafkaException e) {
            if (!(e instanceof AuthorizationException) && !(e.getCause() instanceof AuthorizationException)) {
                throw e;
            }
            refuse(key, e); // the app may not make or write a topic
        }
    }

    private void refuse(String key, RuntimeException e) {
        String why = "the record " + ErrorText.name(key) + " of the topic " + shared.config.viewsTopic()
                + " is refused, and what was there before stays: " + ErrorText.message(e.getMessage());
        store().put(stored(REFUSED, key), why.getBytes(StandardCharsets.UTF_8));
        tell(key, why);
    }

    private void tell(String key, String why) {
        LOG.error("{}", why);
        shared.faults.refuse(key, why);
    }

    private static Bytes stored(String kind, String key) {
        return Bytes.wrap((kind + key).getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] checked(String key, byte[] value, Headers headers) {
        if (key.startsWith(DATA)) {
            return Epoch.data(data(key, value, headers));
        }
        ViewDefinition definition = ViewDefinition.parse(new String(value, StandardCharsets.UTF_8));
        if (!definition.name().equals(key)) {
            throw new ViewRefusedException(
                    Refusal.DEFINITION, definition.name(), "name", "is not the key of its record, " + key);
        }
        return definition.json().getBytes(StandardCharsets.UTF_8);
    }

    /** The column that names the stream stands in each row already. */
    private static void checkColumns(View view) {
        if (view.columns().containsKey(RowRecords.STREAM)) {
            throw new ViewRefusedException(
                    Refusal.DEFINITION,
                    view.name(),
                    "query",
                    "has a column " + RowRecords.STREAM + ", which each row has for the key of its stream; rename it");
        }
    }

    private static List<Statement> data(String key, byte[] value, Headers headers) {
        String type = RecordHeaderReader.mediaType(headers);
        DocumentFormat format = type == null
                ? DocumentFormat.TURTLE
                : DocumentFormat.ofMediaType(type)
                        .orElseThrow(() -> new ViewRefusedException(
                                Refusal.DEFINITION, key, "content-type", type + " is no format of RDF"));
        return NodeLabels.ofDocument(
                key, new DocumentReader(Limits.DEFAULT).readGraph(format, value).statements());
    }

    private static Epoch epoch(Map<String, byte[]> records, long number) {
        List<ViewDefinition> definitions = new ArrayList<>();
        List<Statement> fixed = new ArrayList<>();
        records.forEach((key, value) -> {
            if (key.startsWith(DATA)) {
                fixed.addAll(Epoch.statements(value));
            } else {
                definitions.add(ViewDefinition.parse(new String(value, StandardCharsets.UTF_8)));
            }
        });
        return new Epoch(number, definitions, fixed);
    }

    private void waitForMore() {
        if (pause == null && context != null) {
            pause = context.schedule(Duration.ofMillis(PAUSE_MS), PunctuationType.WALL_CLOCK_TIME, this::emit);
        }
    }

    private void emit(long nowMs) {
        ProcessorContext<byte[], RoutedFrame> task = context;
        if (task == null || pause == null) {
            return;
        }
        pause.cancel();
        pause = null;
        byte[] last = store().get(EPOCH);
        long number = last == null ? 1 : ByteBuffer.wrap(last).getLong() + 1;
        List<byte[]> parts = epoch(kept, number).parts(shared.partBytes());
        for (int partition = 0; partition < shared.partitions; partition++) {
            for (int i = 0; i < parts.size(); i++) {
                byte[] key = (Epoch.PART + i).getBytes(StandardCharsets.UTF_8);
                task.forward(new Record<>(key, new RoutedFrame(parts.get(i), partition), nowMs), EPOCHS);
            }
        }
        store().put(EPOCH, ByteBuffer.allocate(Long.BYTES).putLong(number).array());
        store().delete(CHANGED);
        LOG.info("Epoch {} is written to {} partitions: {}", number, shared.partitions, kept.keySet());
        task.commit();
    }
}
