package dev.velella.sink;

import dev.velella.options.OptionGroup;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** The options of the sink that say how patches are applied. */
final class ApplyOptions {
    /** Most records in one transaction. */
    static final String BATCH_MAX_RECORDS_CONFIG = "batch.max.records";

    private static final String BATCH_MAX_RECORDS_DOC =
            "Most records applied in one transaction. A transaction never holds more"
                    + " than one poll of the consumer brings (consumer.override.max.poll.records, 500 by default).";

    /** Number of operations that ends a transaction. */
    static final String BATCH_MAX_OPERATIONS_CONFIG = "batch.max.operations";

    private static final String BATCH_MAX_OPERATIONS_DOC =
            "A transaction ends with the record whose adds and deletes, together"
                    + " with those before it, reach this number.";

    /** Time after which records wait for the next call, in ms. */
    static final String PUT_MAX_MS_CONFIG = "put.max.ms";

    private static final String PUT_MAX_MS_DOC =
            "Time after which the rest of the records that one poll of the consumer brought waits, in ms, so that the consumer"
                    + " polls in time however slow the store is. Looked at between transactions: it has to be shorter than"
                    + " max.poll.interval.ms of the consumer by what one transaction may take.";

    /** What to do with a patch that does not follow. */
    static final String ON_CHAIN_BREAK_CONFIG = "on.chain.break";

    private static final String ON_CHAIN_BREAK_DOC =
            "What to do with a patch that does not follow the last one of its stream, or"
                    + " does not lead to the state it announces. 'fail': the task fails; what came before the patch stays"
                    + " applied.";

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
                        PUT_MAX_MS_CONFIG,
                        60_000L,
                        Range.atLeast(0),
                        Importance.LOW,
                        PUT_MAX_MS_DOC,
                        "Longest time of a put (ms)")
                .choice(
                        ON_CHAIN_BREAK_CONFIG,
                        "fail",
                        List.of("fail"),
                        Importance.MEDIUM,
                        ON_CHAIN_BREAK_DOC,
                        "On chain break");
    }
}
