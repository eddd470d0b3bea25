package dev.velella.diff.app;

import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.input.LookBackClient;
import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.DiffSettings;
import dev.velella.diff.options.TopicSettings;
import dev.velella.diff.output.SinkNames;
import dev.velella.diff.streams.CommitPace;
import dev.velella.diff.streams.EarlyCommits;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * Graphs in, patches out: one source, one processor with one store, one sink; and a sink each for dead letters, late
 * elements and snapshots where they are configured.
 *
 * <p>Input: key as UTF-8 text, value one Jelly-RDF frame, or null to end the stream. Output: the same key bytes,
 * timestamp and partition; value one Jelly-Patch frame; headers {@code content-type}, {@code jelly} where the frame
 * continues a stream, {@code patch}, and {@code event-time} where the input has it. No other header is passed on.
 *
 * <p>Runs in any Kafka Streams app; {@link DiffConfig#streamsProperties} has the defaults that it needs for exactly once,
 * {@link dev.velella.diff.streams.DiffClientSupplier DiffClientSupplier} among them. Codec state of the input that is missing after a start is read back with a consumer
 * that is configured as the app's main consumer is.
 */
public final class DiffTopology {
    /** Name of the state store, and with it of the changelog topic: application id, this, {@code changelog}. */
    static final String STORE = "velella-diff-state";

    private static final String SOURCE = "graphs";
    private static final String PROCESSOR = "diff";

    private DiffTopology() {}

    /** The topology that these options describe. */
    public static Topology of(DiffConfig config) {
        DiffSettings settings = config.settings();
        LookBackClient client = new LookBackClient();
        ThreadLocal<CommitPace> paces = EarlyCommits.paces(settings.earlyCommitMs());
        TopicSettings topics = config.topics();
        Topology topology = new Topology()
                .addSource(SOURCE, new ByteArrayDeserializer(), new ByteArrayDeserializer(), topics.input())
                .addProcessor(PROCESSOR, () -> new DiffProcessor(settings, client, paces), SOURCE)
                .addStateStore(store(), PROCESSOR);
        addSink(topology, SinkNames.PATCHES, topics.output(), new ToItsPartition());
        addSink(topology, SinkNames.DEAD_LETTERS, topics.deadLetters(), new ToSomePartition());
        addSink(topology, SinkNames.LATE, topics.late(), new ToItsPartition());
        addSink(topology, SinkNames.SNAPSHOTS, topics.snapshots(), new ToItsPartition());
        return topology;
    }

    private static void addSink(
            Topology topology,
            String name,
            @Nullable String topic,
            StreamPartitioner<byte[], RoutedFrame> partitioner) {
        if (topic != null) {
            topology.addSink(name, topic, new ByteArraySerializer(), new FrameSerializer(), partitioner, PROCESSOR);
        }
    }

    /** Cached, so that of many changes of a stream in one transaction only the last is written to the changelog. */
    private static StoreBuilder<KeyValueStore<Bytes, byte[]>> store() {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(STORE), Serdes.Bytes(), Serdes.ByteArray())
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

    /** Without state: one instance serves all tasks. */
    private static final class ToItsPartition implements StreamPartitioner<byte[], RoutedFrame> {
        @Override
        public Optional<Set<Integer>> partitions(String topic, byte[] key, RoutedFrame routed, int partitions) {
            return Optional.of(Set.of(routed.partition()));
        }
    }

    /** Where the topic may have fewer partitions than the input. Without state: one instance serves all tasks. */
    private static final class ToSomePartition implements StreamPartitioner<byte[], RoutedFrame> {
        @Override
        public Optional<Set<Integer>> partitions(String topic, byte[] key, RoutedFrame routed, int partitions) {
            return Optional.of(Set.of(routed.partition() % partitions));
        }
    }
}
