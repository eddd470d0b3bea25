package dev.velella.view.app;

import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.options.InputTopics;
import dev.velella.diff.output.SinkNames;
import dev.velella.view.View;
import dev.velella.view.options.ViewConfig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * The topology, in two parts that meet in the topic of epochs only. One task reads the topic of definitions and writes epochs
 * ({@link Definitions}). A task for each partition reads the input and the topic of epochs, and writes answers, to two topics
 * for each view ({@link ViewTask}).
 */
final class ViewTopology {
    /** Names of the state stores; the names of their changelogs are made of the application id, the name and {@code changelog}. */
    static final String STORE = "velella-view-state";

    static final String DEFINITIONS = "velella-view-definitions";

    private static final String PROCESSOR = "views";
    private static final String READER = "definitions";

    private ViewTopology() {}

    /**
     * Makes the topology.
     *
     * @param topics makes the output topics of views, or throws
     */
    static Topology of(ViewShared shared, Consumer<List<View>> topics) {
        ViewConfig config = shared.config;
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        Topology topology = new Topology();
        topology.addSource("views-topic", bytes, bytes, config.viewsTopic());
        topology.addProcessor(READER, () -> new Definitions(shared, topics), "views-topic")
                .addStateStore(store(DEFINITIONS), READER);
        addSink(topology, Definitions.EPOCHS, config.epochsTopic(), READER);

        InputTopics input = config.diff().topics().input();
        if (input.pattern() != null) {
            topology.addSource("input", bytes, bytes, input.pattern());
        } else {
            topology.addSource("input", bytes, bytes, input.names().toArray(String[]::new));
        }
        topology.addSource("epochs-topic", bytes, bytes, config.epochsTopic());
        topology.addProcessor(PROCESSOR, () -> new ViewProcessor(shared), "input", "epochs-topic")
                .addStateStore(store(STORE), PROCESSOR);
        addSink(topology, ViewTask.CONTROL, config.epochsTopic(), PROCESSOR);
        topology.addSink(
                Answers.ROWS,
                (key, value, record) -> config.rowTopic(view(record.headers())),
                new ByteArraySerializer(),
                new FrameSerializer(),
                new ToItsPartition(),
                PROCESSOR);
        topology.addSink(
                Answers.PATCHES,
                (key, value, record) -> config.patchTopic(view(record.headers())),
                new ByteArraySerializer(),
                new FrameSerializer(),
                new ToItsPartition(),
                PROCESSOR);
        addSink(topology, SinkNames.DEAD_LETTERS, config.diff().topics().deadLetters(), PROCESSOR);
        return topology;
    }

    private static String view(Headers headers) {
        return new String(headers.lastHeader(Answers.VIEW).value(), StandardCharsets.UTF_8);
    }

    private static void addSink(Topology topology, String name, @Nullable String topic, String parent) {
        if (topic != null) {
            topology.addSink(
                    name, topic, new ByteArraySerializer(), new FrameSerializer(), new ToItsPartition(), parent);
        }
    }

    private static StoreBuilder<KeyValueStore<Bytes, byte[]>> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
                .withCachingEnabled()
                .withLoggingEnabled(Map.of());
    }

    /** Without state: one instance serves all tasks. */
    private static final class FrameSerializer implements Serializer<RoutedFrame> {
        @Override
        public byte @Nullable [] serialize(String topic, RoutedFrame routed) {
            return routed.value();
        }
    }

    /** The topic of dead letters may have fewer partitions than the input. Without state: one instance serves all tasks. */
    private static final class ToItsPartition implements StreamPartitioner<byte[], RoutedFrame> {
        // The one method that Kafka Streams asks every partitioner for, although 4.4 announces its end.
        @SuppressWarnings("removal")
        @Override
        public Optional<Set<Integer>> partitions(String topic, byte[] key, RoutedFrame routed, int partitions) {
            return Optional.of(Set.of(routed.partition() % partitions));
        }
    }
}
