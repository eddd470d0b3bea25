package dev.velella.sink.options;

import dev.velella.options.OptionGroup;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** The options of the sink that say how patches are applied. */
public final class ApplyOptions {
    /** Most records in one transaction. */
    static final String BATCH_MAX_RECORDS_CONFIG = "batch.max.records";

    private static final String BATCH_MAX_RECORDS_DOC =
            "Largest number of records applied in one transaction. Normally a transaction holds the records of one"
                    + " poll of the consumer. While the task is behind, a transaction goes on over several polls; the task is"
                    + " behind if a poll was full (consumer.override.max.poll.records, by default 500), or if a partition is"
                    + " known to have at least as many records more.";

    /** Number of operations that ends a transaction. */
    static final String BATCH_MAX_OPERATIONS_CONFIG = "batch.max.operations";

    private static final String BATCH_MAX_OPERATIONS_DOC =
            "Number of operations (adds and deletes) at which a transaction ends. The record that reaches the number"
                    + " is still part of the transaction.";

    /** Size of the statements that ends a transaction. */
    static final String BATCH_MAX_BYTES_CONFIG = "batch.max.bytes";

    private static final String BATCH_MAX_BYTES_DOC =
            "Memory of the operations at which a transaction ends, in bytes, estimated: 200 bytes for each"
                    + " operation, and two for each character of a literal. The record that reaches the number is still part"
                    + " of the transaction.";

    /** How long records wait for more, in ms. */
    static final String BATCH_MAX_MS_CONFIG = "batch.max.ms";

    private static final String BATCH_MAX_MS_DOC =
            "Longest time that records wait for the records of the next poll, to share a transaction with them, in"
                    + " ms. They wait only while the task is behind. 0: they never wait.";

    /** Size of the statements that ends a transaction while an empty store is filled. */
    static final String BULK_MAX_BYTES_CONFIG = "bulk.max.bytes";

    private static final String BULK_MAX_BYTES_DOC =
            "In place of the other limits of a transaction while a store in the worker is filled: as batch.max.bytes. A store is"
                    + " filled from the first poll on that leaves the task behind (batch.max.records), if it has nothing yet of any partition that the task"
                    + " gets, until 10 polls in a row, or those of 5 s, did not. Checkpoints wait until then. 0 fills a store as any other is"
                    + " written to.";

    /** Time after which records wait for the next call, in ms. */
    public static final String PUT_MAX_MS_CONFIG = "put.max.ms";

    private static final String PUT_MAX_MS_DOC =
            "Time after which the rest of the records that one poll of the consumer brought waits, in ms, so that the consumer"
                    + " polls in time however slow the store is. Looked at between transactions: it has to be shorter than"
                    + " max.poll.interval.ms of the consumer by what one transaction may take, or two where the store is on a server.";

    private ApplyOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Applying")
                .number(
                        BATCH_MAX_RECORDS_CONFIG,
                        1_000,
                        Range.atLeast(1),
                        Importance.LOW,
                        BATCH_MAX_RECORDS_DOC,
                        "Most records per transaction")
                .number(
                        BATCH_MAX_OPERATIONS_CONFIG,
                        100_000,
                        Range.atLeast(1),
                        Importance.LOW,
                        BATCH_MAX_OPERATIONS_DOC,
                        "Most operations per transaction")
                .number(
                        BATCH_MAX_BYTES_CONFIG,
                        16L << 20,
                        Range.atLeast(1),
                        Importance.LOW,
                        BATCH_MAX_BYTES_DOC,
                        "Most memory per transaction (bytes)")
                .number(
                        BATCH_MAX_MS_CONFIG,
                        200L,
                        Range.atLeast(0),
                        Importance.LOW,
                        BATCH_MAX_MS_DOC,
                        "Longest wait for more records (ms)")
                .number(
                        BULK_MAX_BYTES_CONFIG,
                        64L << 20,
                        Range.atLeast(0),
                        Importance.LOW,
                        BULK_MAX_BYTES_DOC,
                        "Most memory per transaction of a fill (bytes)")
                .number(
                        PUT_MAX_MS_CONFIG,
                        60_000L,
                        Range.atLeast(0),
                        Importance.LOW,
                        PUT_MAX_MS_DOC,
                        "Longest time of a put (ms)");
    }
}
