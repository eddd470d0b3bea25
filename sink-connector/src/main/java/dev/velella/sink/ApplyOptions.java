package dev.velella.sink;

import dev.velella.options.OptionGroup;
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
                        "Most operations per transaction");
    }
}
