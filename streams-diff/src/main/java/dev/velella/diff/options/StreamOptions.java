package dev.velella.diff.options;

import dev.velella.diff.streams.EarlyCommits;
import dev.velella.graph.GraphPolicy;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.Spelling;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The options of the diff app for the state of streams. */
final class StreamOptions {
    /** Maximum number of statements of graphs in memory. */
    static final Option<Long> CACHE_MAX_STATEMENTS = Option.number(DiffConfig.PREFIX + "cache.max.statements", 100_000L)
            .atLeast(0)
            .doc("Largest number of statements of previous graphs that a"
                    + " task holds in memory. The graphs of other streams are read from the state store for every element,"
                    + " which takes longer. 0: no graph is held in memory.");

    /** Interval of snapshots, in patches. */
    static final Option<Long> SNAPSHOT_INTERVAL_PATCHES = Option.number(
                    DiffConfig.PREFIX + "snapshot.interval.patches", 1000L)
            .atLeast(1)
            .doc("Number of patches of a stream from one snapshot to the next, if snapshot.topic is set.");

    /** Interval of snapshots, in ms. */
    static final Option<Long> SNAPSHOT_INTERVAL_MS = Option.number(
                    DiffConfig.PREFIX + "snapshot.interval.ms", 86_400_000L)
            .atLeast(1)
            .doc("Longest time until a snapshot covers a patch, in ms, by"
                    + " the clock; it holds also for streams that have become quiet. With many streams it may take some"
                    + " seconds more. The retention time of the output topic must be well above it.");

    /** Time after which a stream counts as silent, in ms. */
    static final Option<Long> STREAM_TTL_MS = Option.number(DiffConfig.PREFIX + "stream.ttl.ms", -1L)
            .atLeast(-1)
            .doc("Time in ms after which a stream without a new element, by the clock,"
                    + " counts as silent; -1 never. Elements that change nothing count, late and refused ones do not.");

    /** How silent streams are handled. */
    static final Option<SilenceAction> STREAM_TTL_ACTION = Option.choice(
                    DiffConfig.PREFIX + "stream.ttl.action", SilenceAction.DELETE)
            .medium()
            .doc("What the app does with the graph of a silent stream."
                    + " delete: a patch deletes the graph. mark: a patch adds one statement about the graph, with the"
                    + " predicate urn:velella:silentSince and the time of the last element; the patch of the next element"
                    + " removes it; needs graph.policy=per-stream. The chain of patches goes on in both cases.");

    /** Minimum time between two early commits, in ms, while a thread has little to do. */
    static final Option<Long> EARLY_COMMIT_MS = Option.number(
                    DiffConfig.PREFIX + "early.commit.ms", EarlyCommits.DEFAULT_MS)
            .between(0, 60_000)
            .doc("Shortest time between two early commits, in ms; 0: commits are never early. Readers see patches only"
                    + " after a commit. A thread of the app that works on elements for less than a quarter of its time does"
                    + " not wait for commit.interval.ms, but commits as soon as this time has passed since its last early"
                    + " commit; poll.ms is then 10 unless it is set. Under load, where small transactions cost throughput,"
                    + " and without exactly_once_v2, the option has no effect.");

    private StreamOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Streams")
                .add(
                        CACHE_MAX_STATEMENTS,
                        SNAPSHOT_INTERVAL_PATCHES,
                        SNAPSHOT_INTERVAL_MS,
                        EARLY_COMMIT_MS,
                        STREAM_TTL_MS,
                        STREAM_TTL_ACTION);
    }

    /** Reads when snapshots are written. */
    static SnapshotSettings readSnapshots(AbstractConfig config) {
        return new SnapshotSettings(
                TopicOptions.SNAPSHOT_TOPIC.orNull(config) != null,
                SNAPSHOT_INTERVAL_PATCHES.of(config),
                SNAPSHOT_INTERVAL_MS.of(config));
    }

    /**
     * Reads how silent streams are handled.
     *
     * @throws ConfigException if silent streams are to be marked, but streams have no graphs of their own
     */
    static SilenceSettings readSilence(AbstractConfig config) {
        SilenceAction action = STREAM_TTL_ACTION.of(config);
        if (action == SilenceAction.MARK && MeaningOptions.GRAPH_POLICY.of(config) != GraphPolicy.PER_STREAM) {
            throw new ConfigException(
                    STREAM_TTL_ACTION.name(),
                    Spelling.of(action),
                    "needs " + MeaningOptions.GRAPH_POLICY + "=per-stream, where streams have graphs of their own");
        }
        return new SilenceSettings(STREAM_TTL_MS.of(config), action);
    }
}
