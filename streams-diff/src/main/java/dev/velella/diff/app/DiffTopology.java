package dev.velella.diff.app;

import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.input.LookBackClient;
import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.DiffSettings;
import dev.velella.diff.options.InputTopics;
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
import org.apache.kafka.streams.processor.TopicNameExtractor;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * The topology: graphs in, patches out. It has one source, one processor with one store, and one sink for patches. If
 * configured, it has one more sink each for dead letters, late elements and snapshots.
 *
 * <p>Input: the key is UTF-8 text; the value is one Jelly-RDF frame, or null to end the stream; or any record, of which the
 * options say what it becomes. Output: the key of the stream, which is that of the record unless the options say otherwise; the
 * same timestamp and partition; the value is one Jelly-Patch frame. Headers of the output: {@code content-type};
 * {@code jelly} if the frame continues a codec stream; {@code patch}; and {@code event-time} if the input has it. No
 * other header is passed on.
 *
 * <p>The topology runs in any Kafka Streams app. {@link DiffConfig#streamsProperties} has the defaults that it needs
 * for exactly once, such as {@link dev.velella.diff.streams.DiffClientSupplier DiffClientSupplier}. After a start the
 * codec state of the input may be missing. The processor then reads it back with a consumer that has the configuration
 * of the app's main consumer.
 */
public final class DiffTopology {
    /**
     * Name of the state store. The name of the changelog topic is made of the application id, this name and
     * {@code changelog}.
     */
    static final String STORE = "velella-diff-state";

    private static final String SOURCE = "graphs";
    private static final String PROCESSOR = "diff";

    private DiffTopology() {}

    /** Makes the topology for these options. */
    public static Topology of(DiffConfig config) {
        return of(config, Map.of());
    }

    /**
     * Makes the topology for these options.
     *
     * @param inputs number of partitions of each input topic, which must be what it was when the state was begun; topics that
     *     are not among them are not checked
     */
    static Topology of(DiffConfig config, Map<String, Integer> inputs) {
        DiffSettings settings = config.settings();
        LookBackClient client = new LookBackClient();
        ThreadLocal<CommitPace> paces = EarlyCommits.paces(settings.earlyCommitMs());
        TopicSettings topics = config.topics();
        Map<String, Integer> checked = topics.input().isSeveral() ? inputs : Map.of();
        Topology topology = new Topology();
        addSource(topology, SOURCE, topics.input());
        topology.addProcessor(
                        PROCESSOR,
                        () -> new TaskProcessor(
                                context -> new DiffTask(settings, client, paces, topics.output(), checked, context)),
                        SOURCE)
                .addStateStore(store(STORE), PROCESSOR);
        addSink(topology, SinkNames.PATCHES, topics.output(), PROCESSOR);
        addLetters(topology, topics.deadLetters(), PROCESSOR);
        addSink(topology, SinkNames.LATE, topics.late(), PROCESSOR);
        addSink(topology, SinkNames.SNAPSHOTS, topics.snapshots(), PROCESSOR);
        return topology;
    }

    /** Adds one source for all topics: a task has the partitions of one number of all of them. */
    public static void addSource(Topology topology, String name, InputTopics input) {
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        if (input.pattern() != null) {
            topology.addSource(name, bytes, bytes, input.pattern());
        } else {
            topology.addSource(name, bytes, bytes, input.names().toArray(String[]::new));
        }
    }

    /**
     * Adds a sink of frames, each of which goes to the partition that it names.
     *
     * @param topic with as many partitions as the input; null adds no sink
     */
    public static void addSink(Topology topology, String name, @Nullable String topic, String parent) {
        if (topic != null) {
            topology.addSink(
                    name, topic, new ByteArraySerializer(), new FrameSerializer(), new ToItsPartition(), parent);
        }
    }

    /** Adds a sink of frames to the topic that each record says, with as many partitions as the input. */
    public static void addSink(
            Topology topology, String name, TopicNameExtractor<byte[], RoutedFrame> topic, String parent) {
        topology.addSink(name, topic, new ByteArraySerializer(), new FrameSerializer(), new ToItsPartition(), parent);
    }

    /**
     * Adds the sink of dead letters.
     *
     * @param topic may have fewer partitions than the input; null adds no sink
     */
    public static void addLetters(Topology topology, @Nullable String topic, String parent) {
        if (topic != null) {
            topology.addSink(
                    SinkNames.DEAD_LETTERS,
                    topic,
                    new ByteArraySerializer(),
                    new FrameSerializer(),
                    new ToSomePartition(),
                    parent);
        }
    }

    /**
     * A state store with a cache: if a stream changes many times in one transaction, only the last change is written to the
     * changelog.
     */
    public static StoreBuilder<KeyValueStore<Bytes, byte[]>> store(String name) {
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

    /** Without state: one instance serves all tasks. */
    private static final class ToItsPartition implements StreamPartitioner<byte[], RoutedFrame> {
        // The one method that Kafka Streams asks every partitioner for, although 4.4 announces its end.
        @SuppressWarnings("removal")
        @Override
        public Optional<Set<Integer>> partitions(String topic, byte[] key, RoutedFrame routed, int partitions) {
            return Optional.of(Set.of(routed.partition()));
        }
    }

    /**
     * The partitioner for a topic that may have fewer partitions than the input. Without state: one instance serves all
     * tasks.
     */
    private static final class ToSomePartition implements StreamPartitioner<byte[], RoutedFrame> {
        @SuppressWarnings("removal") // as in ToItsPartition
        @Override
        public Optional<Set<Integer>> partitions(String topic, byte[] key, RoutedFrame routed, int partitions) {
            return Optional.of(Set.of(routed.partition() % partitions));
        }
    }
}
