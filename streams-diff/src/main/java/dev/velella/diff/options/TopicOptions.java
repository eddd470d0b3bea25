package dev.velella.diff.options;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The options of the diff app for its topics. */
public final class TopicOptions {
    /** Output topic, which receives patches. */
    public static final Option<String> OUTPUT_TOPIC = Option.text(DiffConfig.PREFIX + "output.topic")
            .required()
            .high()
            .doc(
                    "Topic of patches to write. Created if missing, with"
                            + " cleanup.policy=delete; must have as many partitions as the input topic, or the largest of them.");

    /** How records that cannot be taken are handled. */
    public static final Option<ErrorPolicy> ON_ERROR = Option.choice(DiffConfig.PREFIX + "on.error", ErrorPolicy.FAIL)
            .medium()
            .doc(
                    "What the app does with a bad input record: one that cannot be decoded or written, is above a limit, has"
                            + " a form that graph.policy and element.type do not allow, is too far in the future, or builds on"
                            + " records that are gone. fail: the app stops at it. skip: the record is left out, logged and counted."
                            + " dead-letter: it is written to dead.letter.topic in the same transaction, and counted.");

    /** Topic of records that cannot be taken. */
    public static final Option<String> DEAD_LETTER_TOPIC = Option.text(DiffConfig.PREFIX + "dead.letter.topic")
            .medium()
            .doc("Topic of records that cannot be taken, for on.error=dead-letter."
                    + " Created if missing, with the partitions of the input topic and cleanup.policy=delete; one that exists may"
                    + " have any number of partitions and must not be compacted.");

    /** Topic of late elements. */
    public static final Option<String> LATE_TOPIC = Option.text(DiffConfig.PREFIX + "late.topic")
            .medium()
            .doc("Topic of late elements, for late=topic: each as a self-contained record"
                    + " with its key, timestamp and headers. Created if missing, with cleanup.policy=delete; must have as many"
                    + " partitions as the input topic.");

    /** Topic of snapshots. */
    public static final Option<String> SNAPSHOT_TOPIC = Option.text(DiffConfig.PREFIX + "snapshot.topic")
            .medium()
            .doc("Topic of whole graphs of the streams, from which a new store can"
                    + " start; without it there are no snapshots. Created if missing, with cleanup.policy=compact, which it must"
                    + " have; must have as many partitions as the input topic, or the largest of them.");

    /** Time for which snapshots are kept that have a newer one. */
    public static final Option<Long> SNAPSHOT_KEEP_MS = Option.number(DiffConfig.PREFIX + "snapshot.keep.ms", 0L)
            .atLeast(0)
            .doc(
                    "Time in ms for which a snapshot is kept although the stream has a newer one, so that velella as-of finds a"
                            + " snapshot near each moment of this time: min.compaction.lag.ms of the snapshot topic, if the app"
                            + " creates it. A topic that exists must have at least this value.");

    /** Replication factor of topics that the app creates. */
    static final Option<Short> REPLICATION_FACTOR = Option.number(
                    DiffConfig.PREFIX + "output.replication.factor", (short) -1)
            .check(LambdaValidator.with(
                    (option, value) -> {
                        short n = (Short) value;
                        if (n == 0 || n < -1) {
                            throw new ConfigException(option, value, "must be -1 or at least 1");
                        }
                    },
                    () -> "-1 or [1,...]"))
            .doc("Replicas of the output topic, and of every other topic named here, if it has to be created; -1 is the"
                    + " broker's default.");

    private TopicOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Topics")
                .add(
                        OUTPUT_TOPIC,
                        ON_ERROR,
                        DEAD_LETTER_TOPIC,
                        LATE_TOPIC,
                        SNAPSHOT_TOPIC,
                        SNAPSHOT_KEEP_MS,
                        REPLICATION_FACTOR);
    }

    /**
     * Reads the options.
     *
     * @throws ConfigException if two options name the same topic, if a topic is missing that another option needs, or
     *     if a topic is given that no option uses
     */
    static TopicSettings read(AbstractConfig config) {
        InputTopics input = InputOptions.readTopics(config);
        Map<String, Option<String>> used = new LinkedHashMap<>();
        for (Option<String> option : List.of(OUTPUT_TOPIC, DEAD_LETTER_TOPIC, LATE_TOPIC, SNAPSHOT_TOPIC)) {
            String topic = option.orNull(config);
            Option<String> other = topic == null ? null : used.putIfAbsent(topic, option);
            if (topic != null && input.has(topic)) {
                throw new ConfigException(
                        option.name(), topic, "must not be an input topic (" + input.option() + "=" + input + ")");
            } else if (other != null) {
                throw new ConfigException(option.name(), topic, "must not be the topic of " + other);
            }
        }
        return new TopicSettings(
                input,
                OUTPUT_TOPIC.of(config),
                usedBy(config, DEAD_LETTER_TOPIC, ON_ERROR, ErrorPolicy.DEAD_LETTER),
                usedBy(config, LATE_TOPIC, MeaningOptions.LATE, LatePolicy.TOPIC),
                SNAPSHOT_TOPIC.orNull(config),
                SNAPSHOT_KEEP_MS.of(config),
                REPLICATION_FACTOR.of(config));
    }

    /**
     * Reads a topic that belongs to one value of a choice. The topic is needed if the choice has this value, and must
     * not be given otherwise.
     */
    private static <E extends Enum<E>> @Nullable String usedBy(
            AbstractConfig config, Option<String> option, Option<E> choice, E value) {
        String topic = option.orNull(config);
        String wanted = choice + "=" + Spelling.of(value);
        boolean needed = choice.of(config) == value;
        if (needed && topic == null) {
            throw new ConfigException(wanted + " needs " + option + ", the topic to write to");
        } else if (!needed && topic != null) {
            throw new ConfigException(
                    option.name(), topic, "is used with " + wanted + " only; set that too, or leave the topic out");
        }
        return topic;
    }
}
