package dev.velella.sink.targets.embedded;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.TargetType;
import dev.velella.sink.versions.HistorySettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The options of a store in a directory of the worker. */
public final class DirectoryOptions {
    /** Directory of the store. */
    public static final Option<String> TARGET_DIR = Option.text("target.dir")
            .high()
            .label("Directory")
            .doc("Directory of a store in this worker. It is created if it does not exist. Each connector"
                    + " needs a directory of its own. The store, not the consumer group, decides where the sink goes on: with"
                    + " an empty directory it begins at the start of the topics.");

    /** Time between checkpoints, in ms. */
    static final Option<Long> CHECKPOINT_INTERVAL_MS = Option.number("checkpoint.interval.ms", 5_000L)
            .atLeast(0)
            .medium()
            .label("Checkpoint interval (ms)")
            .doc("Time between the end of a checkpoint and the next one, in ms. What"
                    + " was applied since the last checkpoint is lost in a crash of the worker and read again from Kafka. A"
                    + " checkpoint rewrites the whole file, so it takes longer the more statements there are. With"
                    + " target=lmdb every transaction is durable at once.");

    /** Whether the store keeps its history. */
    static final Option<Boolean> HISTORY = Option.flag("history", false)
            .medium()
            .label("History")
            .doc("Whether the store keeps every version of every statement, so that queries can ask for the state after"
                    + " an earlier transaction (asOf). The history begins when the option is set, and ends when it is taken"
                    + " away: a store that was written to without it begins a new history.");

    /** Time after which a commit may be forgotten, in ms. */
    static final Option<Long> HISTORY_RETENTION_MS = Option.number("history.retention.ms", -1L)
            .atLeast(-1)
            .medium()
            .label("Retention of the history (ms)")
            .doc("Time for which the state after each transaction can be asked for, in ms; -1 keeps everything. Older"
                    + " transactions are forgotten while the store is written to. Only for history=true.");

    /** Message for a store in the worker without a directory. */
    static final String MISSING_DIRECTORY = TARGET_DIR.name() + " is missing: a store in the worker needs a directory";

    /** The options. */
    public static final TargetOptionGroup GROUP = DirectoryOptions::define;

    /** The options of a store whose transactions are not durable at once. */
    public static final TargetOptionGroup CHECKPOINTS =
            (def, targets) -> group(def, targets).add(CHECKPOINT_INTERVAL_MS);

    private DirectoryOptions() {}

    private static void define(ConfigDef def, List<String> targets) {
        group(def, targets).add(TARGET_DIR, HISTORY, HISTORY_RETENTION_MS);
    }

    private static OptionGroup group(ConfigDef def, List<String> targets) {
        return new OptionGroup(def, "Store in the worker", Map.of(TargetType.OPTION, targets));
    }

    /**
     * The directory, absolute.
     *
     * @throws ConfigException if there is none
     */
    static Path directory(AbstractConfig config) {
        String directory = TARGET_DIR.orNull(config);
        if (directory == null) {
            throw new ConfigException(MISSING_DIRECTORY);
        }
        return Path.of(directory).toAbsolutePath();
    }

    /** Time between two checkpoints, in ms. */
    public static long checkpointIntervalMs(AbstractConfig config) {
        return CHECKPOINT_INTERVAL_MS.of(config);
    }

    /** Whether the store keeps its history, and for how long. */
    public static HistorySettings history(AbstractConfig config) {
        long retentionMs = HISTORY_RETENTION_MS.of(config);
        return new HistorySettings(HISTORY.of(config), retentionMs < 0 ? Long.MAX_VALUE : retentionMs);
    }
}
