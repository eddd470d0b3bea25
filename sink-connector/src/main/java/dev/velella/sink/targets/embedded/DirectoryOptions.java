package dev.velella.sink.targets.embedded;

import dev.velella.options.OptionGroup;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.TargetType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/** The options of a store in a directory of the worker. */
public final class DirectoryOptions {
    /** Directory of the store. */
    public static final String TARGET_DIR_CONFIG = "target.dir";

    private static final String TARGET_DIR_DOC =
            "Directory of the store in this worker (target=%s). It is created if it does not exist. Each connector"
                    + " needs a directory of its own. The store, not the consumer group, decides where the sink goes on: with"
                    + " an empty directory it begins at the start of the topics.";

    /** Time between checkpoints, in ms. */
    static final String CHECKPOINT_INTERVAL_MS_CONFIG = "checkpoint.interval.ms";

    private static final String CHECKPOINT_INTERVAL_MS_DOC =
            "Time between the end of a checkpoint and the next one, in ms. What"
                    + " was applied since the last checkpoint is lost in a crash of the worker and read again from Kafka. A"
                    + " checkpoint rewrites the whole file, so it takes longer the more statements there are. Only for"
                    + " target=memory.";

    /** Wait for a directory in use. */
    static final String LOCK_TIMEOUT_MS_CONFIG = "target.lock.timeout.ms";

    private static final String LOCK_TIMEOUT_MS_DOC =
            "How long a starting task waits while another task or process still uses the store's directory, in ms."
                    + " This is needed because a worker may start a task again before the task that it gave up has ended.";

    /** Why a store in the worker cannot be opened without a directory. */
    static final String MISSING_DIRECTORY = TARGET_DIR_CONFIG + " is missing: a store in the worker needs a directory";

    /** The options. */
    public static final TargetOptionGroup GROUP = DirectoryOptions::define;

    private DirectoryOptions() {}

    private static void define(ConfigDef def, List<String> targets) {
        new OptionGroup(def, "Store in the worker", Map.of(TargetType.OPTION, targets))
                .text(
                        TARGET_DIR_CONFIG,
                        null,
                        Importance.HIGH,
                        TARGET_DIR_DOC.formatted(String.join(" or ", targets)),
                        "Directory")
                .number(
                        CHECKPOINT_INTERVAL_MS_CONFIG,
                        5_000L,
                        Range.atLeast(0),
                        Importance.MEDIUM,
                        CHECKPOINT_INTERVAL_MS_DOC,
                        "Checkpoint interval (ms)")
                .number(
                        LOCK_TIMEOUT_MS_CONFIG,
                        30_000L,
                        Range.atLeast(0),
                        Importance.LOW,
                        LOCK_TIMEOUT_MS_DOC,
                        "Wait for the directory (ms)");
    }

    /**
     * The directory, absolute.
     *
     * @throws ConfigException if there is none
     */
    static Path directory(AbstractConfig config) {
        String directory = config.getString(TARGET_DIR_CONFIG);
        if (directory == null) {
            throw new ConfigException(MISSING_DIRECTORY);
        }
        return Path.of(directory).toAbsolutePath();
    }

    /** Time between two checkpoints, in ms. */
    public static long checkpointIntervalMs(AbstractConfig config) {
        return config.getLong(CHECKPOINT_INTERVAL_MS_CONFIG);
    }

    /** How long a task waits for its directory. */
    static Duration lockTimeout(AbstractConfig config) {
        return Duration.ofMillis(config.getLong(LOCK_TIMEOUT_MS_CONFIG));
    }
}
