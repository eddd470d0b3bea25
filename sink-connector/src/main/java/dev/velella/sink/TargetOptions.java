package dev.velella.sink;

import dev.velella.options.OptionGroup;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** The options of the sink that name its store. */
final class TargetOptions {
    /** Kind of store. */
    static final String TARGET_CONFIG = "target";

    private static final String TARGET_DOC =
            "Kind of store that patches are applied to. 'memory': an RDF4J MemoryStore in this"
                    + " worker that writes its file at every checkpoint; about 310 bytes of heap per statement, so up to about"
                    + " 3 million statements.";

    /** Directory of the store. */
    static final String TARGET_DIR_CONFIG = "target.dir";

    private static final String TARGET_DIR_DOC =
            "Directory of the store. It is made where it does not exist; one directory"
                    + " serves one connector. The store, not the consumer group, knows where to go on: an empty directory means"
                    + " the beginning of the topics.";

    /** Time between checkpoints, in ms. */
    static final String CHECKPOINT_INTERVAL_MS_CONFIG = "checkpoint.interval.ms";

    private static final String CHECKPOINT_INTERVAL_MS_DOC =
            "Time between the end of a checkpoint and the next one, in ms. What"
                    + " was applied since the last checkpoint is lost in a crash of the worker and read again from Kafka. A"
                    + " checkpoint rewrites the whole file, so it takes longer the more statements there are.";

    /** Wait for a directory in use. */
    static final String LOCK_TIMEOUT_MS_CONFIG = "target.lock.timeout.ms";

    private static final String LOCK_TIMEOUT_MS_DOC =
            "How long a starting task waits while another task or process still has the store's directory, in ms: the"
                    + " worker may start a task anew before the one that it gave up has ended.";

    private static final String MEMORY = "memory";

    private TargetOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Target")
                .choice(TARGET_CONFIG, MEMORY, List.of(MEMORY), Importance.HIGH, TARGET_DOC, "Target")
                .text(TARGET_DIR_CONFIG, ConfigDef.NO_DEFAULT_VALUE, Importance.HIGH, TARGET_DIR_DOC, "Directory")
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
}
