package dev.velella.sink.options;

import dev.velella.converter.JellyConverterConfig;
import dev.velella.kit.options.ConnectOptions;
import dev.velella.kit.options.OptionNames;
import dev.velella.sink.targets.TargetType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks Connect's own options on which the sink depends, as far as they are in the connector's configuration. The
 * options of the worker are not visible to a connector. Stateless.
 */
public final class ConnectChecks {
    /** Option for the isolation level of the connector's consumer. */
    public static final String ISOLATION_LEVEL = "consumer.override.isolation.level";

    private static final String POLL_INTERVAL = "consumer.override.max.poll.interval.ms";

    /** Option of Connect: which errors are tolerated. */
    static final String ERRORS_TOLERANCE = "errors.tolerance";

    private static final String READ_COMMITTED = "read_committed";
    private static final String TASKS_MAX = "tasks.max";
    private static final String VALUE_CONVERTER = "value.converter";
    private static final String KEY_CONVERTER = "key.converter";
    private static final String STRING_CONVERTER = "org.apache.kafka.connect.storage.StringConverter";
    private static final String JELLY_CONVERTER = "dev.velella.converter.JellyConverter";
    private static final Set<String> OUR_CONVERTERS = Set.of("jelly", "meteredjelly");

    /** Converters that give no RDF, by their simple names without "Converter". */
    private static final Set<String> OTHER_CONVERTERS = Set.of(
            "json",
            "jsonschema",
            "avro",
            "protobuf",
            "boolean",
            "double",
            "float",
            "integer",
            "long",
            "short",
            "simpleheader");

    /**
     * Options of the converter. With some values the converter would fail on a record that the sink could handle
     * itself.
     */
    private static final List<String> ENVELOPES =
            List.of(JellyConverterConfig.ON_MISSING_STATE.name(), JellyConverterConfig.ON_UNREADABLE.name());

    private ConnectChecks() {}

    /** Whether the options let records be put aside. */
    public static boolean isTolerant(Map<String, String> properties) {
        return "all".equalsIgnoreCase(properties.get(ERRORS_TOLERANCE));
    }

    /**
     * The problems of the configuration: option to message.
     *
     * @param properties the connector's configuration
     */
    public static Map<String, String> problems(Map<String, String> properties) {
        Map<String, String> problems = new LinkedHashMap<>();
        isolationProblem(properties).ifPresent(problem -> problems.put(ISOLATION_LEVEL, problem));
        problems.putAll(converterProblems(properties));
        String keys = properties.get(KEY_CONVERTER);
        if (keys != null
                && (OTHER_CONVERTERS.contains(simpleName(keys)) || OUR_CONVERTERS.contains(simpleName(keys)))) {
            problems.put(
                    KEY_CONVERTER,
                    KEY_CONVERTER + " is " + keys
                            + ", which does not read a key as its text, and keys name streams. Set it" + " to "
                            + STRING_CONVERTER);
        }
        pollProblem(properties).ifPresent(problem -> problems.put(POLL_INTERVAL, problem));
        tasksProblem(properties).ifPresent(problem -> problems.put(TASKS_MAX, problem));
        Set<String> ours = RdfSinkConfig.definition().names();
        properties.keySet().stream()
                .filter(option -> !ours.contains(option) && !ConnectOptions.SINK.has(option))
                .forEach(option -> ConnectOptions.SINK
                        .meant(option)
                        .or(() -> OptionNames.meant(option, ours))
                        .ifPresent(meant -> problems.put(option, unknown(option, meant))));
        return problems;
    }

    /**
     * Says why records of aborted transactions could get into the store. Empty if they cannot, or if the user allows
     * it.
     */
    public static Optional<String> isolationProblem(Map<String, String> properties) {
        String level = properties.get(ISOLATION_LEVEL);
        if (READ_COMMITTED.equals(level) || allowsUncommitted(properties)) {
            return Optional.empty();
        }
        return Optional.of(ISOLATION_LEVEL + " is " + (level == null ? "not set" : level)
                + ", so records of open and aborted transactions could get into the store, for good. Add \""
                + ISOLATION_LEVEL
                + "\": \"" + READ_COMMITTED
                + "\". Where the worker does not let connectors override options of consumers"
                + " (connector.client.config.override.policy), set consumer.isolation.level=" + READ_COMMITTED
                + " in the worker's properties and add \"" + InputOptions.ALLOW_READ_UNCOMMITTED.name()
                + "\": \"true\" here, since a connector does not see the worker's setting");
    }

    /** Says that a put may last longer than the group waits for the next poll; empty if it does not, or is not known. */
    private static Optional<String> pollProblem(Map<String, String> properties) {
        String name = ApplyOptions.PUT_MAX_MS.name();
        String put = properties.getOrDefault(
                name, String.valueOf(RdfSinkConfig.definition().defaultValues().get(name)));
        try {
            long interval =
                    Long.parseLong(properties.getOrDefault(POLL_INTERVAL, "").strip());
            if (Long.parseLong(put.strip()) < interval) {
                return Optional.empty();
            }
            return Optional.of(POLL_INTERVAL + " is " + interval + ", and " + name + " is "
                    + put.strip() + ": one put may last longer than the group waits for the task, which then loses its"
                    + " partitions again and again. Set " + name + " to "
                    + Math.max(1, interval / 2) + " or less, or leave out " + POLL_INTERVAL);
        } catch (NumberFormatException e) {
            return Optional.empty(); // not set, or refused as no number
        }
    }

    /** Whether the user allows that records of open and aborted transactions are read. */
    static boolean allowsUncommitted(Map<String, String> properties) {
        return "true"
                .equalsIgnoreCase(properties
                        .getOrDefault(InputOptions.ALLOW_READ_UNCOMMITTED.name(), "")
                        .strip());
    }

    /** The problems with the converter of values: option to message. */
    public static Map<String, String> converterProblems(Map<String, String> properties) {
        Map<String, String> problems = new LinkedHashMap<>();
        String converter = properties.get(VALUE_CONVERTER);
        String prefix = VALUE_CONVERTER + ".";
        if (converter == null) {
            properties.keySet().stream()
                    .filter(option -> option.startsWith(prefix))
                    .findFirst()
                    .ifPresent(option -> problems.put(
                            VALUE_CONVERTER,
                            VALUE_CONVERTER + " is not set, so " + option + " has no effect: Connect takes the worker's"
                                    + " converter as the worker has set it. Add \"" + VALUE_CONVERTER + "\": \""
                                    + JELLY_CONVERTER
                                    + "\""));
            return problems;
        }
        String name = simpleName(converter);
        if (OTHER_CONVERTERS.contains(name)) {
            problems.put(
                    VALUE_CONVERTER,
                    VALUE_CONVERTER + " is " + converter + ", which gives no RDF. Set it to " + JELLY_CONVERTER
                            + ", or to org.apache.kafka.connect.converters.ByteArrayConverter (Jelly and documents) or"
                            + " org.apache.kafka.connect.storage.StringConverter (documents)");
        }
        if (OUR_CONVERTERS.contains(name)) {
            for (String option : ENVELOPES) {
                String policy = properties.get(prefix + option);
                if ("fail".equalsIgnoreCase(policy)) {
                    problems.put(
                            prefix + option,
                            prefix + option + " is " + policy
                                    + ": the converter would fail the task before the records that"
                                    + " came with a bad one are applied, and where the sink could read on by itself. Remove the"
                                    + " line, or set it to envelope");
                }
            }
            String format = prefix + JellyConverterConfig.OUTPUT_FORMAT.name();
            String output = properties.get(format);
            if (output != null && !output.strip().equalsIgnoreCase("struct")) {
                problems.put(
                        format,
                        format + " is " + output
                                + ", which is for the sinks of others: this sink takes graphs and patches as"
                                + " structs only. Remove the line, or set it to struct");
            }
            Set<String> known = JellyConverterConfig.definition().names();
            properties.keySet().stream()
                    .filter(option -> option.startsWith(prefix))
                    .forEach(option -> OptionNames.meant(option.substring(prefix.length()), known)
                            .ifPresent(meant -> problems.put(option, unknown(option, prefix + meant))));
        }
        return problems;
    }

    private static String unknown(String option, String meant) {
        return option + " is not an option, and has no effect. Did you mean " + meant + "?";
    }

    /**
     * The short name of a converter: {@code json} for {@code org.apache.kafka.connect.json.JsonConverter} and for the
     * short forms that Connect accepts.
     */
    private static String simpleName(String converter) {
        String name = converter
                .strip()
                .substring(converter.strip().lastIndexOf('.') + 1)
                .toLowerCase(Locale.ROOT);
        return name.endsWith("converter") ? name.substring(0, name.length() - "converter".length()) : name;
    }

    private static Optional<String> tasksProblem(Map<String, String> properties) {
        if (!TargetTypes.of(properties).isInWorker()) {
            return Optional.empty();
        }
        try {
            int tasks = Integer.parseInt(properties.getOrDefault(TASKS_MAX, "1").strip());
            return tasks <= 1
                    ? Optional.empty()
                    : Optional.of(TASKS_MAX + " is " + tasks + ", and a store in the worker has one writer. Set "
                            + TASKS_MAX + " to 1, or take a store on a server (" + TargetType.OPTION + "="
                            + String.join(" or ", TargetTypes.names(type -> !type.isInWorker())) + ")");
        } catch (NumberFormatException e) {
            return Optional.empty(); // Connect reports this error itself
        }
    }
}
