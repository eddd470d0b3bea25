package dev.velella.forget;

import dev.velella.failure.UserException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Forgets a key: writes tombstones into the topics that take them, waits until the diff app has deleted the key's
 * snapshot, and reports what the topics still hold. Kafka deletes no single record: the values go with retention or
 * compaction. Not thread-safe.
 */
public final class Forgetting {
    private static final long PAUSE_MS = 500;

    private final KeyTopics topics;
    private final Names names;
    private final Clock clock;

    /**
     * The topics that may hold the key.
     *
     * @param graphs topics of graphs, which get a tombstone: the diff app then ends the stream
     * @param snapshots topics of snapshots, in which the diff app writes the tombstone
     * @param compacted further compacted topics, which get a tombstone
     * @param others topics that are only looked into: patches, dead letters, late elements
     * @param dictionaries topic of dictionaries, which is only looked into
     */
    public record Names(
            List<String> graphs,
            List<String> snapshots,
            List<String> compacted,
            List<String> others,
            String dictionaries) {
        /** All topics but that of dictionaries. */
        public List<String> all() {
            List<String> all = new ArrayList<>(graphs);
            List.of(snapshots, compacted, others).forEach(all::addAll);
            return all;
        }
    }

    public Forgetting(KeyTopics topics, Names names, Clock clock) {
        this.topics = topics;
        this.names = names;
        this.clock = clock;
    }

    /**
     * Looks into the topics, and writes nothing.
     *
     * @throws UserException if a topic cannot be read, or gets a tombstone and must not
     */
    public Map<String, List<KeyHolding>> look() {
        Map<String, TopicRules> rules = topics.rules(names.all());
        for (String topic : names.compacted()) {
            TopicRules found = rules.get(topic);
            if (found == null || !found.isCompacted()) {
                throw new UserException("topic " + topic + " is not compacted, so a tombstone deletes nothing there:"
                        + " name it with --topic");
            }
        }
        Map<String, List<KeyHolding>> found = new LinkedHashMap<>();
        names.all().forEach(topic -> found.put(topic, topics.holdings(topic)));
        return found;
    }

    /**
     * Writes the tombstones.
     *
     * @param before result of {@link #look}
     * @return number of tombstones by topic
     */
    public Map<String, Integer> end(Map<String, List<KeyHolding>> before) {
        Map<String, Integer> written = new HashMap<>();
        for (Collection<String> some : List.of(names.graphs(), names.compacted())) {
            some.forEach(topic -> written.put(topic, topics.end(before.getOrDefault(topic, List.of()))));
        }
        return written;
    }

    /**
     * Waits until the topics of snapshots end the key with a tombstone.
     *
     * @return whether they do
     */
    public boolean awaitSnapshots(Duration longest) throws InterruptedException {
        long endMs = clock.millis() + longest.toMillis();
        while (true) {
            boolean isOver = names.snapshots().stream()
                    .flatMap(topic -> topics.holdings(topic).stream())
                    .allMatch(holding -> holding.values() == 0 || holding.endsWithTombstone());
            if (isOver || clock.millis() >= endMs) {
                return isOver;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        }
    }

    /** The report of what the topics hold now. */
    public ForgetReport report(String key, Map<String, Integer> written, boolean isDryRun) {
        ForgetReport report = new ForgetReport(key, clock.instant(), isDryRun);
        Map<String, TopicRules> rules = topics.rules(names.all());
        Map<String, List<String>> kinds = new LinkedHashMap<>();
        kinds.put("graphs", names.graphs());
        kinds.put("snapshots", names.snapshots());
        kinds.put("compacted", names.compacted());
        kinds.put("other", names.others());
        kinds.forEach((kind, some) -> some.forEach(topic -> {
            TopicRules known = rules.get(topic);
            if (known != null) {
                report.topic(kind, topic, known, topics.holdings(topic), written.getOrDefault(topic, 0));
            }
        }));
        report.other(
                "changelog topics of the diff app",
                "the state of the stream is overwritten; former states go with compaction (max.compaction.lag.ms)");
        report.dictionaries(names.dictionaries(), topics.dictionaries(names.dictionaries()));
        report.other(
                "history of embedded stores",
                "former versions stay as long as history.retention.ms of the sink says; -1 keeps them for ever");
        report.other("backups, mirrored topics and other consumers", "Velella does not know them");
        return report;
    }
}
