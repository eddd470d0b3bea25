package dev.velella.diff.options;

import dev.velella.options.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The options of the diff app that name its topics. */
public final class TopicOptions {
    /** Topic of graphs. */
    public static final String INPUT_TOPIC_CONFIG = DiffConfig.PREFIX + "input.topic";

    private static final String INPUT_TOPIC_DOC = "Topic of graphs to read. Must exist.";

    /** Topic of patches. */
    public static final String OUTPUT_TOPIC_CONFIG = DiffConfig.PREFIX + "output.topic";

    private static final String OUTPUT_TOPIC_DOC = "Topic of patches to write. Created if missing, with"
            + " cleanup.policy=delete; must have as many partitions as the input topic.";

    /** Records that cannot be taken. */
    public static final String ON_ERROR_CONFIG = DiffConfig.PREFIX + "on.error";

    private static final String ON_ERROR_DOC =
            "What the app does with a bad input record: one that cannot be decoded or written, is above a limit, has"
                    + " a form that graph.policy and element.type do not allow, is too far in the future, or builds on"
                    + " records that are gone. fail: the app stops at it. skip: the record is left out, logged and counted."
                    + " dead-letter: it is written to dead.letter.topic in the same transaction, and counted.";

    /** Topic of records that cannot be taken. */
    public static final String DEAD_LETTER_TOPIC_CONFIG = DiffConfig.PREFIX + "dead.letter.topic";

    private static final String DEAD_LETTER_TOPIC_DOC =
            "Topic of records that cannot be taken, for on.error=dead-letter."
                    + " Created if missing, with the partitions of the input topic and cleanup.policy=delete; one that exists may"
                    + " have any number of partitions and must not be compacted.";

    /** Topic of late elements. */
    public static final String LATE_TOPIC_CONFIG = DiffConfig.PREFIX + "late.topic";

    private static final String LATE_TOPIC_DOC =
            "Topic of late elements, for late=topic: each as a self-contained record"
                    + " with its key, timestamp and headers. Created if missing, with cleanup.policy=delete; must have as many"
                    + " partitions as the input topic.";

    /** Topic of snapshots. */
    public static final String SNAPSHOT_TOPIC_CONFIG = DiffConfig.PREFIX + "snapshot.topic";

    private static final String SNAPSHOT_TOPIC_DOC = "Topic of whole graphs of the streams, from which a new store can"
            + " start; without it there are no snapshots. Created if missing, with cleanup.policy=compact, which it must"
            + " have; must have as many partitions as the input topic.";

    /** Replicas of topics that are created. */
    static final String REPLICATION_FACTOR_CONFIG = DiffConfig.PREFIX + "output.replication.factor";

    private static final String REPLICATION_FACTOR_DOC =
            "Replicas of the output topic, and of every other topic named here, if it has to be created; -1 is the"
                    + " broker's default.";

    private TopicOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        Validator replicas = LambdaValidator.with(
                (option, value) -> {
                    short n = (Short) value;
                    if (n == 0 || n < -1) {
                        throw new ConfigException(option, value, "must be -1 or at least 1");
                    }
                },
                () -> "-1 or [1,...]");
        new AppOptions(def, "Topics")
                .text(INPUT_TOPIC_CONFIG, ConfigDef.NO_DEFAULT_VALUE, INPUT_TOPIC_DOC)
                .text(OUTPUT_TOPIC_CONFIG, ConfigDef.NO_DEFAULT_VALUE, OUTPUT_TOPIC_DOC)
                .choice(ON_ERROR_CONFIG, ErrorPolicy.FAIL, ON_ERROR_DOC)
                .text(DEAD_LETTER_TOPIC_CONFIG, null, DEAD_LETTER_TOPIC_DOC)
                .text(LATE_TOPIC_CONFIG, null, LATE_TOPIC_DOC)
                .text(SNAPSHOT_TOPIC_CONFIG, null, SNAPSHOT_TOPIC_DOC)
                .number(REPLICATION_FACTOR_CONFIG, (short) -1, replicas, REPLICATION_FACTOR_DOC);
    }

    /**
     * Reads the options.
     *
     * @throws ConfigException if one topic stands for two, one is missing that another option needs, or one is given that
     *     no option uses
     */
    static TopicSettings read(AbstractConfig config) {
        Map<String, String> used = new LinkedHashMap<>();
        for (String option : List.of(
                INPUT_TOPIC_CONFIG,
                OUTPUT_TOPIC_CONFIG,
                DEAD_LETTER_TOPIC_CONFIG,
                LATE_TOPIC_CONFIG,
                SNAPSHOT_TOPIC_CONFIG)) {
            String topic = config.getString(option);
            String other = topic == null ? null : used.putIfAbsent(topic, option);
            if (other != null) {
                String what = other.equals(INPUT_TOPIC_CONFIG) ? "the input topic" : "the topic of " + other;
                throw new ConfigException(option, topic, "must not be " + what);
            }
        }
        return new TopicSettings(
                config.getString(INPUT_TOPIC_CONFIG),
                config.getString(OUTPUT_TOPIC_CONFIG),
                usedBy(config, DEAD_LETTER_TOPIC_CONFIG, ON_ERROR_CONFIG, ErrorPolicy.DEAD_LETTER),
                usedBy(config, LATE_TOPIC_CONFIG, MeaningOptions.LATE_CONFIG, LatePolicy.TOPIC),
                config.getString(SNAPSHOT_TOPIC_CONFIG),
                config.getShort(REPLICATION_FACTOR_CONFIG));
    }

    /** A topic that is needed if, and used only if, a choice has this value. */
    private static @Nullable String usedBy(AbstractConfig config, String option, String choice, Enum<?> value) {
        String topic = config.getString(option);
        String wanted = choice + "=" + Spelling.of(value);
        boolean needed = config.getString(choice).equals(Spelling.of(value));
        if (needed && topic == null) {
            throw new ConfigException(wanted + " needs " + option + ", the topic to write to");
        } else if (!needed && topic != null) {
            throw new ConfigException(
                    option, topic, "is used with " + wanted + " only; set that too, or leave the topic out");
        }
        return topic;
    }
}
