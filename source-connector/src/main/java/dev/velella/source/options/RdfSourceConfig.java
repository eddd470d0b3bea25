package dev.velella.source.options;

import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.source.payload.TopicTemplate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * The checked options of a source connector of one type. The common options of all types are defined and read here. The
 * package of a type defines and reads its own options. Immutable.
 */
public final class RdfSourceConfig extends AbstractConfig {
    public static final String SOURCE_TYPE_CONFIG = "source.type";
    public static final Option<String> TOPIC = Option.text("topic")
            .required()
            .check(OptionValidators.topicTemplate())
            .high()
            .label("Topic")
            .doc("Topic that the elements are written to; each element is one record. With source.type=mqtt, {topic[N]}"
                    + " stands for level N of the MQTT topic, counted from 1, or backwards from -1: 'graphs.{topic[2]}' gives"
                    + " graphs.hall for site/hall. A message whose name would not be a legal name of a Kafka topic is refused"
                    + " (on.error).");
    private static final Option<Integer> BATCH_MAX_RECORDS = Option.number("batch.max.records", 500)
            .atLeast(1)
            .label("Batch size (records)")
            .doc("Largest number of records that the task hands to the worker at a time. With exactly-once support this"
                    + " is also the largest number of records of a transaction.");
    private static final Option<String> ORIGIN = Option.text("origin")
            .label("Origin")
            .doc("Name of the store or system from which the elements come. Each record carries it as the header"
                    + " velella.origin, in place of one that a message brought, and the diff app passes it on. A sink with"
                    + " origin.exclude leaves such records out, so that two stores can replicate each other.");
    private static final Option<String> BOOTSTRAP_SERVERS = Option.text(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG)
            .check(null)
            .high()
            .label("Brokers")
            .doc(ClusterOptions.doc(
                    "The source asks for the number of partitions when a task starts, or as soon as the topic exists, and keeps"
                            + " to it until the task ends. It gives each record its partition, the one that Kafka's default"
                            + " partitioner chooses for a key in UTF-8, and tells it to JellyConverter, which can then count"
                            + " the records, so that readers see a loss; those of a compacted topic are not counted. It also"
                            + " tells JellyConverter how to reach the cluster, so that records build on dictionaries"
                            + " (value.converter.jelly.mode): for that the principal needs Describe, DescribeConfigs and Write on"
                            + " the topic velella-dictionaries too, and Create if it is missing. Transforms must"
                            + " keep the partition and the header velella.partition, as the transforms of Kafka do. If a transform"
                            + " changes the topic, set topic.partitions instead, or jelly.mode=self-contained. We recommend to"
                            + " set producer.override.enable.idempotence=true too."));
    public static final Option<Integer> TOPIC_PARTITIONS = Option.number("topic.partitions")
            .check(OptionValidators.positive())
            .medium()
            .label("Partitions of the topic")
            .doc("Number of partitions of the topic, if kafka.bootstrap.servers is not set. If both are set, they must"
                    + " agree. If neither is set, the converter counts no records, and writes none with"
                    + " jelly.mode=stateful. Give no number above the real one: Kafka's"
                    + " producer waits for a partition that does not exist, with the worker's default settings for ever, so"
                    + " nothing is sent. The log says so after 5 s; with producer.override.max.block.ms the task fails after"
                    + " that time. If a transform changes the topic, give the smallest number of partitions of all topics"
                    + " that are written. Without kafka.bootstrap.servers the source cannot see that a topic is compacted:"
                    + " set value.converter.jelly.mode=self-contained for such a topic.");

    private final StampOptions stampOptions;
    private final TopicTemplate topic;

    /**
     * Parses and checks the options of a type. Ignores unknown options, and options of other types only.
     *
     * @throws ConfigException if an option is missing, has a wrong value, or does not go with another
     */
    public RdfSourceConfig(SourceOptions type, Map<String, String> props) {
        super(definition(List.of(type)), props, false); // true would log all values, and a URL may hold a key
        stampOptions = StampOptions.of(props);
        Map<String, String> problems = new LinkedHashMap<>(problems(type, values()));
        problems.putAll(stampOptions.problems());
        problems.forEach((option, message) -> {
            throw new ConfigException(option, shown(values().get(option), props.get(option)), message);
        });
        topic = new TopicTemplate(TOPIC.of(this));
    }

    /**
     * A value as messages may show it: without secrets, and without the parts of a URL that may be secret.
     *
     * @param parsed parsed value; null if it could not be parsed
     */
    public static @Nullable Object shown(@Nullable Object parsed, @Nullable String given) {
        if (parsed instanceof Password) {
            return parsed;
        }
        return given == null || !given.contains("://") ? given : ShownUrl.of(given);
    }

    /** The options of connectors of the given types, with defaults and documentation. */
    public static ConfigDef definition(List<? extends SourceOptions> types) {
        ConfigDef def = new ConfigDef();
        defineConnector(new OptionGroup(def, "Connector"), types);
        types.forEach(type -> type.define(new OptionGroup(def, type.group(), shownFor(List.of(type)))));
        for (SharedOptions shared : SharedOptions.values()) {
            List<? extends SourceOptions> users = types.stream()
                    .filter(type -> type.shared().contains(shared))
                    .toList();
            shared.define(def, users.equals(types) ? Map.of() : shownFor(users));
        }
        return def;
    }

    private static Map<String, List<String>> shownFor(List<? extends SourceOptions> types) {
        return Map.of(
                SOURCE_TYPE_CONFIG, types.stream().map(SourceOptions::name).toList());
    }

    private static Option<String> sourceType(List<? extends SourceOptions> types) {
        return Option.choice(
                        SOURCE_TYPE_CONFIG,
                        null,
                        types.stream().map(SourceOptions::name).toList())
                .high()
                .label("Source")
                .doc(types.stream()
                        .map(type -> "'" + type.name() + "' " + type.doc())
                        .collect(Collectors.joining(", ", "Where elements come from: ", ".")));
    }

    private static void defineConnector(OptionGroup group, List<? extends SourceOptions> types) {
        group.add(sourceType(types), TOPIC, BOOTSTRAP_SERVERS, TOPIC_PARTITIONS);
        TopicCreation.define(group);
        group.add(BATCH_MAX_RECORDS, ORIGIN);
    }

    /**
     * Finds options that do not go with others, or with files. The map's keys are options, its values messages, the
     * most important first.
     *
     * @param values parsed values; null for an option that is wrong by itself
     */
    public static Map<String, String> problems(SourceOptions type, Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>(type.problems(values));
        for (SharedOptions shared : SharedOptions.values()) {
            if (type.shared().contains(shared)) {
                problems.putAll(shared.problems(values, type));
            }
        }
        if (!type.choosesTopics()
                && values.get(TOPIC.name()) instanceof String topic
                && !new TopicTemplate(topic).isFixed()) {
            problems.put(TOPIC.name(), "{topic[N]} goes with source.type=mqtt only");
        }
        problems.putAll(TopicCreation.problems(values));
        return problems;
    }

    /** The topic for elements. */
    public TopicTemplate topic() {
        return topic;
    }

    /** Number of partitions of the topic; null if it is not configured. */
    @Nullable
    public Integer topicPartitions() {
        return TOPIC_PARTITIONS.orNull(this);
    }

    /** The rule for the creation of topics; null if the connector creates none. */
    @Nullable
    public TopicCreation topicCreation() {
        return TopicCreation.of(values(), originalsStrings());
    }

    /** Name of the origin of all elements; null if it is not configured. */
    @Nullable
    public String origin() {
        return ORIGIN.orNull(this);
    }

    /** The limit of the size of records. */
    public RecordSize recordSize() {
        return new RecordSize(originalsStrings());
    }

    /** The decision about stamps of records, which follows from all options together. */
    public StampOptions stampOptions() {
        return stampOptions;
    }

    /** Most records of a batch. */
    public int batchMaxRecords() {
        return BATCH_MAX_RECORDS.of(this);
    }
}
