package dev.velella.source.options;

import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.cluster.TopicFacts;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides from a connector's options whether its records are stamped with their partition. With a stamp, the converter
 * can count a record that builds on a dictionary, or write a record stateful. The decision also depends on options of
 * Connect and of the converter. Immutable.
 *
 * <p>Records are stamped if all of these are true:
 *
 * <ul>
 *   <li>the converter is ours, or unknown
 *   <li>it is not told to write self-contained records
 *   <li>no option is an obstacle
 * </ul>
 *
 * <p>If {@code jelly.mode=stateful} demands stamps, an obstacle is an error. Otherwise the records are then
 * self-contained. With {@code jelly.mode=dictionary}, or {@code auto} where the converter reaches a cluster, a stamp only
 * lets the converter count the records; without one they still build on dictionaries. Records that are dropped do no harm
 * then, so {@code errors.tolerance=all} is no obstacle. It is one if the converter is the worker's, because its mode is
 * not known.
 */
public final class StampOptions {
    private static final String VALUE_CONVERTER = "value.converter";
    private static final String JELLY_MODE = VALUE_CONVERTER + ".jelly.mode";
    private static final String CONVERTER_BROKERS = VALUE_CONVERTER + "." + ClusterOptions.BOOTSTRAP_SERVERS_CONFIG;
    private static final String KEY_CONVERTER = "key.converter";
    private static final String HEADER_CONVERTER = "header.converter";
    private static final String TRANSFORMS = "transforms";
    private static final String ERRORS_TOLERANCE = "errors.tolerance";
    private static final String PARTITIONER = "producer.override.partitioner.class";
    private static final String IGNORE_KEYS = "producer.override.partitioner.ignore.keys";

    /** Simple names of our converters, and their aliases in Connect. */
    private static final Set<String> JELLY = Set.of("JellyConverter", "Jelly", "MeteredJellyConverter", "MeteredJelly");

    private static final Set<String> JSON = Set.of("JsonConverter", "Json");
    private static final Set<String> UTF8_KEYS = Set.of("StringConverter", "String");

    /** Beginning of the names of header converters that accept values of one type only, and no text. */
    private static final String ONE_TYPE_CONVERTERS = "org.apache.kafka.connect.converters.";

    /** Kafka's converters with their aliases. None of them writes a graph in a readable form. */
    private static final Set<String> NOT_RDF =
            Set.of("JsonConverter", "Json", "StringConverter", "ByteArrayConverter", "ByteArray", "BooleanConverter");

    private static final String CONVERTER_CLASS = "dev.velella.converter.JellyConverter";

    private final boolean wanted;
    private final boolean demanded;
    private final boolean onDictionaries;
    private final Map<String, String> plumbing;
    private final boolean converterUnknown;
    private final boolean keyConverterUnknown;
    private final Map<String, String> obstacles;
    private final Optional<String> clusterProblem;

    private StampOptions(Map<String, String> properties) {
        String converter = text(properties, VALUE_CONVERTER);
        boolean isOurs = isJelly(properties);
        // A connector without a converter of its own uses the converter of the worker, and its options are not known
        // here.
        String given = isOurs ? lower(text(properties, JELLY_MODE)) : "";
        String mode = given.isEmpty() ? "auto" : given;
        wanted = (converter == null || isOurs) && !mode.equals("self-contained");
        demanded = wanted && mode.equals("stateful");
        onDictionaries =
                wanted && (mode.equals("dictionary") || (mode.equals("auto") && converterReachesCluster(properties)));
        obstacles = wanted ? obstacles(properties, onDictionaries && isOurs) : Map.of();
        clusterProblem = ClusterOptions.problem(properties);
        plumbing = plumbing(properties);
        converterUnknown = converter == null
                && text(properties, TRANSFORMS) == null
                && !lower(text(properties, ERRORS_TOLERANCE)).equals("all");
        keyConverterUnknown = text(properties, KEY_CONVERTER) == null && text(properties, TRANSFORMS) == null;
    }

    /** Whether the converter can write dictionaries: by its own options, or because the task tells it how. */
    private static boolean converterReachesCluster(Map<String, String> properties) {
        return ClusterOptions.isGiven(properties) || text(properties, CONVERTER_BROKERS) != null;
    }

    /** Whether the options name our converter of values. */
    static boolean isJelly(Map<String, String> properties) {
        String converter = text(properties, VALUE_CONVERTER);
        return converter != null && JELLY.contains(simpleName(converter));
    }

    /** Problems of converters that never work here, whatever the other options say. */
    private static Map<String, String> plumbing(Map<String, String> properties) {
        Map<String, String> found = new LinkedHashMap<>();
        String values = text(properties, VALUE_CONVERTER);
        if (values != null && (NOT_RDF.contains(simpleName(values)) || values.startsWith(ONE_TYPE_CONVERTERS))) {
            found.put(VALUE_CONVERTER, "does not write RDF; set " + VALUE_CONVERTER + "=" + CONVERTER_CLASS);
        }
        String keys = text(properties, KEY_CONVERTER);
        if (keys != null && (JSON.contains(simpleName(keys)) || keys.startsWith(ONE_TYPE_CONVERTERS))) {
            found.put(
                    KEY_CONVERTER,
                    "does not write a key as its text, which the diff app and the sink read; set " + KEY_CONVERTER
                            + "=org.apache.kafka.connect.storage.StringConverter");
        }
        String headers = text(properties, HEADER_CONVERTER);
        if (headers != null && headers.startsWith(ONE_TYPE_CONVERTERS)) {
            found.put(
                    HEADER_CONVERTER,
                    "does not take text, which the headers of a record are; set " + HEADER_CONVERTER
                            + "=org.apache.kafka.connect.storage.StringConverter");
        }
        return found;
    }

    /**
     * The error for a record that the worker's own value converter reads, if that must be JellyConverter and the
     * connector's options do not name it; empty if any converter may read the record.
     */
    public Optional<String> refusalOfOtherConverters() {
        return converterUnknown
                ? Optional.of(
                        "the worker's value.converter is not JellyConverter (or one from another plugin directory), and"
                                + " the connector has none of its own; set " + VALUE_CONVERTER + "=" + CONVERTER_CLASS
                                + " in the options of the connector")
                : Optional.empty();
    }

    /** Whether the worker's own converter writes the keys as the task returns them. */
    public boolean isKeyConverterUnknown() {
        return keyConverterUnknown;
    }

    /**
     * The options of a connector.
     *
     * @param properties all options of the connector, unparsed
     */
    public static StampOptions of(Map<String, String> properties) {
        return new StampOptions(properties);
    }

    private static Map<String, String> obstacles(Map<String, String> properties, boolean neverStateful) {
        Map<String, String> found = new LinkedHashMap<>();
        if (!ClusterOptions.isGiven(properties) && text(properties, RdfSourceConfig.TOPIC_PARTITIONS.name()) == null) {
            found.put(
                    ClusterOptions.BOOTSTRAP_SERVERS_CONFIG,
                    "is not set, and " + RdfSourceConfig.TOPIC_PARTITIONS.name()
                            + " is not either, so the partition of a record is not known before it is sent; set one of"
                            + " the two");
        }
        if (!neverStateful && lower(text(properties, ERRORS_TOLERANCE)).equals("all")) {
            found.put(
                    ERRORS_TOLERANCE,
                    "is all: records are dropped after they were encoded, and later records could not be decoded;"
                            + " set it to none");
        }
        String keys = text(properties, KEY_CONVERTER);
        if (keys != null && !UTF8_KEYS.contains(simpleName(keys))) {
            found.put(
                    KEY_CONVERTER,
                    "is " + keys
                            + ", which does not write a key as its UTF-8 text, of which the partition is computed; use"
                            + " org.apache.kafka.connect.storage.StringConverter");
        }
        String headers = text(properties, HEADER_CONVERTER);
        if (headers != null && headers.startsWith(ONE_TYPE_CONVERTERS)) {
            found.put(
                    HEADER_CONVERTER,
                    "is " + headers
                            + ", which does not take text, so that partitions cannot be told to the value converter; use"
                            + " org.apache.kafka.connect.storage.StringConverter");
        }
        for (String chooser : new String[] {PARTITIONER, IGNORE_KEYS}) {
            String value = text(properties, chooser);
            if (value != null && !value.equalsIgnoreCase("false")) {
                found.put(
                        chooser,
                        "is set: the producer chooses the partition when the record is encoded already; remove it");
            }
        }
        return found;
    }

    /** Whether records are stamped if there is no obstacle. */
    public boolean isWanted() {
        return wanted;
    }

    /** What records without stamps are, as the end of a sentence. */
    public String withoutStamps() {
        return onDictionaries
                ? "not counted, so readers cannot see that one is lost"
                : "self-contained, so larger than they need be";
    }

    /** Whether options are an obstacle to stamps, see {@link #withoutStamps}. */
    public boolean isHindered() {
        return !obstacles.isEmpty();
    }

    /** The obstacles, in one line; empty if there are none. */
    public String obstacles() {
        return obstacles.entrySet().stream()
                .map(obstacle -> obstacle.getKey() + " " + obstacle.getValue())
                .collect(Collectors.joining("; "));
    }

    /** The problems of the options. The map's keys are options, its values messages. */
    public Map<String, String> problems() {
        Map<String, String> problems = new LinkedHashMap<>();
        clusterProblem.ifPresent(problem -> problems.put(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG, problem));
        if (demanded) {
            obstacles.forEach((option, why) -> problems.putIfAbsent(option, why + ", or leave " + JELLY_MODE + " out"));
        }
        problems.putAll(plumbing);
        return problems;
    }

    /**
     * Contradictions between the cluster and the options. The map's keys are options, its values messages.
     *
     * @param topic name of the topic
     * @param facts facts about the topic; null if it does not exist
     * @param partitions value of {@code topic.partitions}; null if it is not set
     */
    public Map<String, String> problems(String topic, @Nullable TopicFacts facts, @Nullable Integer partitions) {
        Map<String, String> problems = new LinkedHashMap<>();
        if (facts == null) {
            if (demanded) {
                problems.put(
                        RdfSourceConfig.TOPIC.name(),
                        "topic " + topic + " does not exist, so its partitions are not known; create it, or leave "
                                + JELLY_MODE + " out");
            }
            return problems;
        }
        if (partitions != null && partitions != facts.partitions()) {
            problems.put(
                    RdfSourceConfig.TOPIC_PARTITIONS.name(),
                    RdfSourceConfig.TOPIC_PARTITIONS.name() + " is " + partitions + ", but by "
                            + ClusterOptions.BOOTSTRAP_SERVERS_CONFIG + " topic " + topic + " has "
                            + facts.partitions() + " partitions; remove one of the two options, or correct it");
        }
        if (demanded && facts.isCompacted()) {
            problems.put(RdfSourceConfig.TOPIC.name(), compacted(topic) + "; or leave " + JELLY_MODE + " out");
        }
        return problems;
    }

    /** The message why records of a compacted topic get no stamps. */
    public String withoutStampsBecauseCompacted(String topic) {
        return onDictionaries
                ? "Records are not counted: topic " + topic + " is compacted (cleanup.policy), and readers would take"
                        + " records that compaction removes for lost ones"
                : "Records are self-contained: " + compacted(topic);
    }

    private static String compacted(String topic) {
        return "topic " + topic + " is compacted (cleanup.policy): compaction removes records that are needed to"
                + " decode others; set its cleanup.policy to delete";
    }

    private static @Nullable String text(Map<String, String> properties, String option) {
        String value = properties.get(option);
        return value == null || value.isBlank() ? null : value.strip();
    }

    private static String lower(@Nullable String text) {
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
