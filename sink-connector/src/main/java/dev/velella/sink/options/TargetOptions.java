package dev.velella.sink.options;

import dev.velella.options.OptionGroup;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** The options of the sink that name its store. */
public final class TargetOptions {
    /** Kind of store. */
    public static final String TARGET_CONFIG = "target";

    private static final String TARGET_DOC =
            "Kind of store that patches are applied to. 'memory': an RDF4J MemoryStore in this"
                    + " worker that writes its file at every checkpoint; 310 to 400 bytes of heap per statement, so up to"
                    + " about 3 million statements. 'lmdb': an RDF4J LmdbStore in this worker, for more statements than memory"
                    + " holds; every transaction is on disk when it is done. On Linux and macOS, x86-64 and aarch64; without"
                    + " triple terms (RDF-star). 'http': a repository of an RDF4J server. 'sparql': any SPARQL 1.1 endpoint"
                    + " with named graphs and atomic updates.";

    /** Directory of the store. */
    public static final String TARGET_DIR_CONFIG = "target.dir";

    private static final String TARGET_DIR_DOC =
            "Directory of the store in this worker (target=memory or lmdb). It is made where it does not exist; one directory"
                    + " serves one connector. The store, not the consumer group, knows where to go on: an empty directory means"
                    + " the beginning of the topics.";

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
            "How long a starting task waits while another task or process still has the store's directory, in ms: the"
                    + " worker may start a task anew before the one that it gave up has ended.";

    /** Wait for the store that is worth a message, in ms. */
    static final String WAIT_LOG_MS_CONFIG = "target.wait.log.ms";

    private static final String WAIT_LOG_MS_DOC =
            "Time without an answer of the store after which the log says so, with what the task waits for, in ms. It is said again"
                    + " once a minute, and when the store answers.";

    static final String MEMORY = "memory";
    public static final String LMDB = "lmdb";
    static final String HTTP = "http";
    static final String SPARQL = "sparql";

    private TargetOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Target")
                .choice(
                        TARGET_CONFIG,
                        MEMORY,
                        List.of(MEMORY, LMDB, HTTP, SPARQL),
                        Importance.HIGH,
                        TARGET_DOC,
                        "Target")
                .text(TARGET_DIR_CONFIG, null, Importance.HIGH, TARGET_DIR_DOC, "Directory")
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
                        "Wait for the directory (ms)")
                .number(
                        WAIT_LOG_MS_CONFIG,
                        5_000L,
                        Range.atLeast(1),
                        Importance.LOW,
                        WAIT_LOG_MS_DOC,
                        "Wait before a message (ms)");
    }
}
