package dev.velella.diff.options;

import dev.velella.diff.streams.EarlyCommits;
import dev.velella.graph.GraphPolicy;
import dev.velella.options.Spelling;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/** The options of the diff app that say how the state of streams is kept. */
final class StreamOptions {
    /** Graphs in memory. */
    static final String CACHE_MAX_STATEMENTS_CONFIG = DiffConfig.PREFIX + "cache.max.statements";

    private static final String CACHE_MAX_STATEMENTS_DOC = "Largest number of statements of previous graphs that a"
            + " task holds in memory. The graphs of other streams are read from the state store for every element,"
            + " which takes longer. 0: no graph is held in memory.";

    /** Size of stored changes. */
    static final String STATE_DELTA_RATIO_CONFIG = DiffConfig.PREFIX + "state.delta.ratio";

    private static final String STATE_DELTA_RATIO_DOC = "The state of a stream is a whole graph and the changes"
            + " after it. When the changes are larger than this many times the graph, the whole graph is stored"
            + " again. A higher value makes the changelog smaller, and reading the state of a stream slower. 0: the"
            + " whole graph is stored for every patch.";

    /** Snapshots by number. */
    static final String SNAPSHOT_INTERVAL_PATCHES_CONFIG = DiffConfig.PREFIX + "snapshot.interval.patches";

    private static final String SNAPSHOT_INTERVAL_PATCHES_DOC =
            "Number of patches of a stream from one snapshot to the next, if snapshot.topic is set.";

    /** Snapshots by time. */
    static final String SNAPSHOT_INTERVAL_MS_CONFIG = DiffConfig.PREFIX + "snapshot.interval.ms";

    private static final String SNAPSHOT_INTERVAL_MS_DOC = "Longest time until a snapshot covers a patch, in ms, by"
            + " the clock; it holds also for streams that have become quiet. With many streams it may take some"
            + " seconds more. The retention time of the output topic must be well above it.";

    /** Silent streams. */
    static final String STREAM_TTL_MS_CONFIG = DiffConfig.PREFIX + "stream.ttl.ms";

    private static final String STREAM_TTL_MS_DOC =
            "Time in ms after which a stream without a new element, by the clock,"
                    + " counts as silent; -1 never. Elements that change nothing count, late and refused ones do not.";

    /** What becomes of silent streams. */
    static final String STREAM_TTL_ACTION_CONFIG = DiffConfig.PREFIX + "stream.ttl.action";

    private static final String STREAM_TTL_ACTION_DOC = "What the app does with the graph of a silent stream."
            + " delete: a patch deletes the graph. mark: a patch adds one statement about the graph, with the"
            + " predicate urn:velella:silentSince and the time of the last element; the patch of the next element"
            + " removes it; needs graph.policy=per-stream. The chain of patches goes on in both cases.";

    /** Commits of an app that has little to do. */
    static final String EARLY_COMMIT_MS_CONFIG = DiffConfig.PREFIX + "early.commit.ms";

    private static final String EARLY_COMMIT_MS_DOC =
            "Shortest time between two early commits, in ms; 0: commits are never early. Readers see patches only"
                    + " after a commit. A thread of the app that works on elements for less than a quarter of its time does"
                    + " not wait for commit.interval.ms, but commits as soon as this time has passed since its last early"
                    + " commit; poll.ms is then 10 unless it is set. Under load, where small transactions cost throughput,"
                    + " and without exactly_once_v2, the option has no effect.";

    private static final long DAY_MS = 86_400_000;

    private StreamOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new AppOptions(def, "Streams")
                .number(CACHE_MAX_STATEMENTS_CONFIG, 100_000L, Range.atLeast(0), CACHE_MAX_STATEMENTS_DOC)
                .number(STATE_DELTA_RATIO_CONFIG, 2.0, Range.between(0, 100), STATE_DELTA_RATIO_DOC)
                .number(SNAPSHOT_INTERVAL_PATCHES_CONFIG, 1000L, Range.atLeast(1), SNAPSHOT_INTERVAL_PATCHES_DOC)
                .number(SNAPSHOT_INTERVAL_MS_CONFIG, DAY_MS, Range.atLeast(1), SNAPSHOT_INTERVAL_MS_DOC)
                .number(EARLY_COMMIT_MS_CONFIG, EarlyCommits.DEFAULT_MS, Range.between(0, 60_000), EARLY_COMMIT_MS_DOC)
                .number(STREAM_TTL_MS_CONFIG, -1L, Range.atLeast(-1), STREAM_TTL_MS_DOC)
                .choice(STREAM_TTL_ACTION_CONFIG, SilenceAction.DELETE, STREAM_TTL_ACTION_DOC);
    }

    /** Reads when snapshots are written. */
    static SnapshotSettings readSnapshots(AbstractConfig config) {
        return new SnapshotSettings(
                config.getString(TopicOptions.SNAPSHOT_TOPIC_CONFIG) != null,
                config.getLong(SNAPSHOT_INTERVAL_PATCHES_CONFIG),
                config.getLong(SNAPSHOT_INTERVAL_MS_CONFIG));
    }

    /**
     * Reads what becomes of silent streams.
     *
     * @throws ConfigException if they are to be marked and have no graph of their own
     */
    static SilenceSettings readSilence(AbstractConfig config) {
        String text = config.getString(STREAM_TTL_ACTION_CONFIG);
        SilenceAction action = Spelling.constant(SilenceAction.class, text);
        String policy = config.getString(MeaningOptions.GRAPH_POLICY_CONFIG);
        if (action == SilenceAction.MARK && !policy.equals(Spelling.of(GraphPolicy.PER_STREAM))) {
            throw new ConfigException(
                    STREAM_TTL_ACTION_CONFIG,
                    text,
                    "needs " + MeaningOptions.GRAPH_POLICY_CONFIG
                            + "=per-stream, where streams have graphs of their own");
        }
        return new SilenceSettings(config.getLong(STREAM_TTL_MS_CONFIG), action);
    }
}
