package dev.velella.sink.options;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import org.apache.kafka.common.config.ConfigDef;

/** The options of the sink for the application of patches. */
public final class ApplyOptions {
    /** Maximum number of records in one transaction. */
    static final Option<Integer> BATCH_MAX_RECORDS = Option.number("batch.max.records", 1_000)
            .atLeast(1)
            .label("Most records per transaction")
            .doc("Largest number of records applied in one transaction. Normally a transaction holds the records of one"
                    + " poll of the consumer. While the task is behind, a transaction goes on over several polls; the task is"
                    + " behind if a poll was full (consumer.override.max.poll.records, by default 500), or if a partition is"
                    + " known to have at least as many records more.");

    /** Number of operations that ends a transaction. */
    static final Option<Integer> BATCH_MAX_OPERATIONS = Option.number("batch.max.operations", 100_000)
            .atLeast(1)
            .label("Most operations per transaction")
            .doc(
                    "Number of operations (adds and deletes) at which a transaction ends. The record that reaches the number"
                            + " is still part of the transaction.");

    /** Size of the statements that ends a transaction. */
    static final Option<Long> BATCH_MAX_BYTES = Option.number("batch.max.bytes", 16L << 20)
            .atLeast(1)
            .label("Most memory per transaction (bytes)")
            .doc("Memory of the operations at which a transaction ends, in bytes, estimated: 200 bytes for each"
                    + " operation, and two for each character of a literal. The record that reaches the number is still part"
                    + " of the transaction.");

    /** How long records wait for more, in ms. */
    static final Option<Long> BATCH_MAX_MS = Option.number("batch.max.ms", 200L)
            .atLeast(0)
            .label("Longest wait for more records (ms)")
            .doc("Longest time that records wait for the records of the next poll, to share a transaction with them, in"
                    + " ms. They wait only while the task is behind. 0: they never wait.");

    /** Size of the statements that ends a transaction while an empty store is filled. */
    static final Option<Long> BULK_MAX_BYTES = Option.number("bulk.max.bytes", 64L << 20)
            .atLeast(0)
            .label("Most memory per transaction of a fill (bytes)")
            .doc(
                    "Memory of the operations at which a transaction ends while a store in the worker is filled, in bytes,"
                            + " estimated as for batch.max.bytes. The other limits of a transaction do not apply then. Filling begins"
                            + " with the first poll after which more records wait (batch.max.records), if the store has no record"
                            + " of any partition of the task. Filling ends when no more records waited after 10 polls in a row,"
                            + " or for 5 s. Checkpoints wait until filling ends. 0: an empty store is written to like any other store.");

    /** Time after which records wait for the next call, in ms. */
    public static final Option<Long> PUT_MAX_MS = Option.number("put.max.ms", 60_000L)
            .atLeast(0)
            .label("Longest time of a put (ms)")
            .doc(
                    "Time after which the rest of the records that one poll of the consumer brought waits, in ms, so that the consumer"
                            + " polls in time however slow the store is. Looked at between transactions: it has to be shorter than"
                            + " max.poll.interval.ms of the consumer by what one transaction may take, or two where the store is on a server.");

    private ApplyOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Applying")
                .add(
                        BATCH_MAX_RECORDS,
                        BATCH_MAX_OPERATIONS,
                        BATCH_MAX_BYTES,
                        BATCH_MAX_MS,
                        BULK_MAX_BYTES,
                        PUT_MAX_MS);
    }
}
