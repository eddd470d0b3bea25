package dev.velella.forget;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The settings of a topic that say how long it keeps records. Immutable.
 *
 * @param isDeleted whether old records are deleted ({@code cleanup.policy} has {@code delete})
 * @param isCompacted whether a record is removed after a later one of its key
 * @param retentionMs time for which records are kept; negative for ever
 * @param segmentMs longest time until the log begins a new segment
 * @param compactionLagMs longest time until a record can be compacted; the largest number if there is no limit
 * @param tombstoneMs time for which tombstones are kept after compaction
 */
public record TopicRules(
        boolean isDeleted,
        boolean isCompacted,
        long retentionMs,
        long segmentMs,
        long compactionLagMs,
        long tombstoneMs) {

    static TopicRules of(Config config) {
        String policy = config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
        return new TopicRules(
                policy.contains(TopicConfig.CLEANUP_POLICY_DELETE),
                policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT),
                number(config, TopicConfig.RETENTION_MS_CONFIG),
                number(config, TopicConfig.SEGMENT_MS_CONFIG),
                number(config, TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG),
                number(config, TopicConfig.DELETE_RETENTION_MS_CONFIG));
    }

    private static long number(Config config, String name) {
        return Long.parseLong(config.get(name).value());
    }

    /** The time at which the last value of a key is gone; empty if the settings give no limit. */
    public Optional<Instant> goneBy(KeyHolding holding) {
        Optional<Instant> deleted =
                isDeleted && retentionMs >= 0 ? later(holding.newestMs(), retentionMs) : Optional.empty();
        Long tombstone = holding.tombstoneMs();
        Optional<Instant> compacted = isCompacted && holding.endsWithTombstone() && tombstone != null
                ? later(tombstone, compactionLagMs)
                : Optional.empty();
        if (deleted.isPresent() && compacted.isPresent()) {
            return deleted.get().isBefore(compacted.get()) ? deleted : compacted;
        }
        return deleted.or(() -> compacted);
    }

    /** A time after a record; a segment is removed or compacted as a whole, after it is full. */
    private Optional<Instant> later(long recordMs, long keptMs) {
        long most = Long.MAX_VALUE / 4;
        return recordMs < 0 || keptMs > most || segmentMs > most
                ? Optional.empty()
                : Optional.of(Instant.ofEpochMilli(recordMs + keptMs + segmentMs));
    }

    /** Says why there is no time at which the values are gone, and what to do. */
    public String noLimit(KeyHolding holding) {
        if (isCompacted && !holding.endsWithTombstone()) {
            return "compaction keeps the last value of the key: a tombstone must follow it";
        }
        return isCompacted
                ? "compaction has no time limit: set max.compaction.lag.ms of the topic"
                : "the topic keeps its records for ever: set retention.ms, or delete records up to an offset"
                        + " (kafka-delete-records)";
    }
}
