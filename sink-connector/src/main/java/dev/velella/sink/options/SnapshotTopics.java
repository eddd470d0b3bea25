package dev.velella.sink.options;

import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.targets.remote.RemoteOptions;
import dev.velella.sink.targets.remote.UrlTemplate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;

/**
 * Maps topics of snapshots to their topics of patches: option {@code snapshot.topics}. Without the option, topics are
 * paired by their names: {@code patches-snapshots} has the snapshots of {@code patches}. A record of a topic of snapshots
 * that is no snapshot is refused, so a wrong pair shows at once. A stream is always named by its topic of patches, even if a
 * record comes from the topic of snapshots. Immutable.
 */
public final class SnapshotTopics {
    private static final String ENDING = "-snapshots";

    private final Map<String, String> patchTopics;
    private final boolean readsOneTopic;

    private SnapshotTopics(Map<String, String> patchTopics, boolean readsOneTopic) {
        this.patchTopics = Map.copyOf(patchTopics);
        this.readsOneTopic = readsOneTopic;
    }

    /**
     * Reads the option.
     *
     * @param pairs pairs of the form {@code SNAPSHOTS:PATCHES}
     * @param readsOneTopic whether the connector has only one topic, which may contain snapshots among its patches
     * @throws ConfigException if a pair has another form, or two pairs contradict each other
     */
    static SnapshotTopics of(List<String> pairs, boolean readsOneTopic) {
        Map<String, String> topics = new HashMap<>();
        for (String pair : pairs) {
            String[] names = pair.strip().split(":", -1);
            if (names.length != 2 || names[0].isBlank() || names[1].isBlank() || names[0].equals(names[1])) {
                throw new ConfigException(
                        ChainOptions.SNAPSHOT_TOPICS.name(),
                        pair,
                        "must be SNAPSHOTS:PATCHES, the names of two topics");
            }
            if (topics.put(names[0].strip(), names[1].strip()) != null) {
                throw new ConfigException(ChainOptions.SNAPSHOT_TOPICS.name(), pair, "names " + names[0] + " twice");
            }
        }
        return new SnapshotTopics(topics, readsOneTopic);
    }

    /**
     * The pairs that hold for a connector: those of the option, or else those of its topics that fit by their names. A sink
     * that routes has none.
     *
     * @param properties options of the connector, unparsed
     */
    public static List<String> pairs(Map<String, ?> properties) {
        String given = text(properties, ChainOptions.SNAPSHOT_TOPICS.name());
        if (!given.isBlank()) {
            return Arrays.asList(given.split(",", -1));
        }
        if (UrlTemplate.isTemplate(text(properties, RemoteOptions.URL.name()))
                || UrlTemplate.isTemplate(text(properties, RemoteOptions.UPDATE_URL.name()))) {
            return List.of();
        }
        List<String> topics = Arrays.stream(text(properties, PatchTopics.TOPICS).split(",", -1))
                .map(String::strip)
                .toList();
        return topics.stream()
                .filter(topic -> topics.contains(topic + ENDING))
                .map(topic -> topic + ENDING + ":" + topic)
                .toList();
    }

    private static String text(Map<String, ?> properties, String option) {
        Object value = properties.get(option);
        return value == null ? "" : value.toString();
    }

    public boolean isEmpty() {
        return patchTopics.isEmpty();
    }

    /** All topics of snapshots and their topics of patches. */
    Set<String> all() {
        Set<String> all = new HashSet<>(patchTopics.keySet());
        all.addAll(patchTopics.values());
        return all;
    }

    /** Whether a topic contains only snapshots. */
    public boolean holdsSnapshots(String topic) {
        return patchTopics.containsKey(topic);
    }

    /** Whether the streams of a topic of patches have snapshots in another topic. */
    public boolean hasSnapshots(String topic) {
        return patchTopics.containsValue(topic);
    }

    /** The topic of snapshots of the streams of a topic of patches; empty if there is none. */
    public Optional<String> snapshotsOf(String topic) {
        return patchTopics.entrySet().stream()
                .filter(pair -> pair.getValue().equals(topic))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Whether a topic may contain snapshots: a topic of snapshots may, and the only topic of a connector may. */
    public boolean mayHoldSnapshots(String topic) {
        return readsOneTopic || holdsSnapshots(topic);
    }

    /** The stream of a key. A snapshot belongs to a stream of its topic of patches. */
    public StreamId stream(PartitionId partition, String key) {
        return new StreamId(patchTopics.getOrDefault(partition.topic(), partition.topic()), key);
    }
}
