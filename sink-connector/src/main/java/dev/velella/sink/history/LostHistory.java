package dev.velella.sink.history;

import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.cluster.PartitionRange;
import dev.velella.kit.cluster.TopicFacts;
import dev.velella.record.partition.PartitionScan;
import dev.velella.sink.options.ChainOptions;
import dev.velella.sink.options.ConnectChecks;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.options.SnapshotTopics;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.Target;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Checks whether a store can continue from its offsets with the present topics. The check must come before partitions
 * are claimed, because a claim writes a row. After that, a store that was emptied looks like a new store.
 */
public final class LostHistory {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final long READ_TIMEOUT_MS = 60_000;

    private final Target target;
    private final String group;
    private final SnapshotTopics snapshotTopics;
    private final boolean resyncs;
    private final boolean putsAside;
    private final Map<String, ?> properties;

    /** The ids of the topics that were checked last. */
    private Map<String, String> ids = Map.of();

    /**
     * @param config configuration that names the topics of snapshots; these are compacted, so they may lose records
     * @param properties options of the connector, which may give access to the cluster
     */
    public LostHistory(Target target, RdfSinkConfig config, Map<String, ?> properties) {
        this.target = target;
        this.group = config.consumerGroup();
        this.snapshotTopics = config.snapshotTopics();
        this.resyncs = config.onChainBreak() == ChainOptions.OnChainBreak.RESYNC;
        this.putsAside = ConnectChecks.isTolerant(config.originalsStrings());
        this.properties = properties;
    }

    /**
     * A finding: the store and a topic do not fit.
     *
     * @param reason the reason, as a sentence
     * @param topic name of the topic
     * @param emptied whether the only reason is that the store has no offsets of some partitions
     */
    public record Lost(String reason, String topic, boolean emptied) {}

    /**
     * Checks the store against the topics. Returns empty if they fit, or without access to the cluster.
     *
     * @param partitions partitions that are about to be claimed
     * @throws dev.velella.kit.cluster.ClusterAccessException if the cluster does not answer
     */
    public Optional<Lost> find(Collection<PartitionId> partitions) {
        List<PartitionId> opening = partitions.stream()
                .filter(partition -> !snapshotTopics.holdsSnapshots(partition.topic()))
                .toList();
        if (opening.isEmpty()) {
            return Optional.empty();
        }
        try (ClusterAccess cluster = ClusterAccess.of(properties).orElse(null)) {
            if (cluster == null) {
                return Optional.empty();
            }
            Map<String, String> known = target.topicIds(); // the store comes first, because it may be out of reach
            Map<PartitionId, Long> rows = target.appliedOffsets(opening);
            Map<String, TopicFacts> topics =
                    cluster.describe(opening.stream().map(PartitionId::topic).collect(Collectors.toSet()), TIMEOUT);
            ids = topics.values().stream().collect(Collectors.toMap(TopicFacts::topic, facts -> facts.id()
                    .toString()));
            Map<PartitionId, TopicPartition> found = new HashMap<>();
            for (PartitionId id : opening) {
                if (topics.containsKey(id.topic())) {
                    found.put(id, new TopicPartition(id.topic(), id.partition()));
                }
            }
            Map<TopicPartition, PartitionRange> ranges = cluster.ranges(group, found.values(), TIMEOUT);
            Optional<Lost> emptied = Optional.empty();
            for (Map.Entry<PartitionId, TopicPartition> entry : found.entrySet()) {
                PartitionId id = entry.getKey();
                Long row = rows.get(id);
                PartitionRange range = ranges.get(entry.getValue());
                Optional<Lost> lost = otherTopic(id.topic(), known, topics)
                        .or(() -> range == null || row == null ? Optional.empty() : lost(id, row, range))
                        .map(reason -> new Lost(reason, id.topic(), false));
                if (lost.isPresent()) {
                    return lost;
                }
                if (range != null && row == null && emptied.isEmpty()) {
                    emptied = emptied(id, range).map(reason -> new Lost(reason, id.topic(), true));
                }
            }
            return emptied;
        }
    }

    /**
     * Says why the topics cannot rebuild the store; empty if it is proven that they can. If retention has removed
     * records of a topic, this method reads the headers of all its records.
     *
     * @param lost the result that {@link #find} has just returned
     * @param partitions all partitions of the task, including topics of snapshots
     * @throws ConnectException if the topics cannot be read
     */
    public Optional<String> unprovable(Lost lost, Collection<PartitionId> partitions) {
        Map<String, List<PartitionId>> byTopic = partitions.stream()
                .collect(Collectors.groupingBy(PartitionId::topic, TreeMap::new, Collectors.toList()));
        try (PartitionScan scan = new PartitionScan(ClusterOptions.clientProperties(properties), READ_TIMEOUT_MS)) {
            Map<StreamId, StreamState> chains = lost.emptied() ? Map.of() : target.chains();
            for (StreamId stream : chains.keySet()) {
                if (!byTopic.containsKey(stream.topic())) {
                    return Optional.of("the store has streams of topic " + stream.topic()
                            + ", which the connector does not read any more (topics)");
                }
            }
            for (Map.Entry<String, List<PartitionId>> topic : byTopic.entrySet()) {
                if (!snapshotTopics.holdsSnapshots(topic.getKey())) {
                    Optional<String> fault = fault(scan, topic.getKey(), topic.getValue(), chains, lost);
                    if (fault.isPresent()) {
                        return fault;
                    }
                }
            }
            return Optional.empty();
        } catch (KafkaException e) {
            throw new ConnectException(
                    lost.reason()
                            + ". Nothing was changed, because it cannot be told whether the topics can build the store"
                            + " again: " + e.getMessage() + " (the principal of kafka.* needs Read on the topics)",
                    e);
        }
    }

    /** All partitions of a topic of snapshots, including partitions that other tasks read. */
    private List<PartitionId> allPartitions(String topic) {
        try (ClusterAccess cluster = ClusterAccess.of(properties).orElse(null)) {
            int partitions = cluster == null
                    ? 0
                    : cluster.describe(topic, TIMEOUT)
                            .map(TopicFacts::partitions)
                            .orElse(0);
            return IntStream.range(0, partitions)
                    .mapToObj(partition -> new PartitionId(topic, partition))
                    .toList();
        }
    }

    private static HistoryProof.Log log(PartitionScan scan) {
        return new HistoryProof.Log() {
            @Override
            public long begin(TopicPartition partition) {
                return scan.begin(partition);
            }

            @Override
            public void read(TopicPartition partition, Consumer<ConsumerRecord<byte[], byte[]>> take) {
                scan.read(partition, take);
            }
        };
    }

    private Optional<String> fault(
            PartitionScan scan,
            String topic,
            List<PartitionId> partitions,
            Map<StreamId, StreamState> chains,
            Lost lost) {
        HistoryProof proof = new HistoryProof(log(scan), resyncs);
        if (!proof.isTrimmed(partitions)) {
            return Optional.empty();
        }
        String before = target.topicIds().get(topic);
        boolean isSame = before == null || before.equals(ids.get(topic));
        if (isSame && !lost.emptied() && !target.isAllOfStreams()) {
            return Optional.of("the beginning of topic " + topic
                    + " was deleted, and the store holds statements of no numbered stream, which may come from there");
        }
        snapshotTopics.snapshotsOf(topic).ifPresent(snapshots -> proof.snapshots(allPartitions(snapshots), topic));
        Map<StreamId, StreamState> stored = new HashMap<>(isSame ? chains : Map.of());
        stored.keySet().removeIf(stream -> !stream.topic().equals(topic));
        return proof.fault(partitions, stored);
    }

    /** Stores the ids of the checked topics that are not yet in the store. */
    public void keepIds() {
        Map<String, String> fresh = new HashMap<>(ids);
        fresh.keySet().removeAll(target.topicIds().keySet());
        if (!fresh.isEmpty()) {
            target.keepTopicIds(fresh);
        }
    }

    private static Optional<String> otherTopic(
            String topic, Map<String, String> known, Map<String, TopicFacts> topics) {
        String before = known.get(topic);
        TopicFacts now = topics.get(topic);
        return before == null || now == null || before.equals(now.id().toString())
                ? Optional.empty()
                : Optional.of("topic " + topic + " was deleted and created again: its id is " + now.id()
                        + ", and the store was built from " + before);
    }

    private Optional<String> emptied(PartitionId id, PartitionRange range) {
        long committed = range.committed().orElse(0);
        return committed == 0
                ? Optional.empty()
                : Optional.of("the store knows nothing of partition " + id + ", but consumer group " + group
                        + " has committed offset " + committed + ": the store was emptied, or is another one");
    }

    /** Says why a partition cannot go on from the row of the store; empty if it can. */
    Optional<String> lost(PartitionId id, long nextOffset, PartitionRange range) {
        // Nothing of the partition is applied yet, and a start in its middle is allowed: either its streams come from
        // snapshots, and a patch that no snapshot covers is then found as a break; or the options say that records
        // without their key frame are put aside.
        boolean isUntouched = nextOffset == 0 && (snapshotTopics.hasSnapshots(id.topic()) || putsAside);
        if (range.start() > nextOffset && !isUntouched) {
            if (range.start() == range.end()) {
                return Optional.of("the store has partition " + id + " up to offset " + nextOffset
                        + ", and retention has removed everything below offset " + range.end()
                        + ", the end of the partition: whether there were records between, or only markers of"
                        + " transactions, nobody can tell any more");
            }
            return Optional.of("the store needs partition " + id + " from offset " + nextOffset
                    + " on, and the partition begins at " + range.start()
                    + ": retention has removed the records between");
        }
        if (range.end() < nextOffset) {
            return Optional.of("the store has partition " + id + " up to offset " + nextOffset
                    + ", and the partition ends at " + range.end() + ": the topic is another one, or has lost records");
        }
        return Optional.empty();
    }
}
