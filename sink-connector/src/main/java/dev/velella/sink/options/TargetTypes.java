package dev.velella.sink.options;

import dev.velella.sink.targets.TargetCheck;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.TargetType;
import dev.velella.sink.targets.lmdb.LmdbTargetType;
import dev.velella.sink.targets.memory.MemoryTargetType;
import dev.velella.sink.targets.rdf4j.Rdf4jServerTargetType;
import dev.velella.sink.targets.sparql.SparqlTargetType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.jspecify.annotations.Nullable;

/** All kinds of targets. Stateless and thread-safe. */
public final class TargetTypes {
    private static final List<TargetType> ALL =
            List.of(new MemoryTargetType(), new LmdbTargetType(), new Rdf4jServerTargetType(), new SparqlTargetType());

    /** The default kind, for a configuration that names none. */
    static final TargetType DEFAULT = ALL.get(0);

    private TargetTypes() {}

    /** The kind that a configuration names; the default if it names no known kind. */
    public static TargetType of(Map<String, String> properties) {
        return named(properties.get(TargetType.OPTION)).orElse(DEFAULT);
    }

    /** The kind with a name; empty if there is none. */
    static Optional<TargetType> named(@Nullable Object name) {
        return ALL.stream()
                .filter(type -> name != null && type.name().equalsIgnoreCase(name.toString()))
                .findFirst();
    }

    /** Names of the kinds that satisfy a condition. */
    public static List<String> names(Predicate<TargetType> condition) {
        return ALL.stream().filter(condition).map(TargetType::name).toList();
    }

    /** Descriptions of all kinds, for the documentation of the option. */
    static String descriptions() {
        return ALL.stream()
                .map(type -> " '" + type.name() + "': " + type.description())
                .collect(Collectors.joining());
    }

    /** Adds the options of all kinds. */
    static void define(ConfigDef def) {
        Map<TargetOptionGroup, List<String>> groups = new LinkedHashMap<>();
        ALL.forEach(
                type -> type.optionGroups().forEach(group -> groups.computeIfAbsent(group, unknown -> new ArrayList<>())
                        .add(type.name())));
        groups.forEach((group, targets) -> group.define(def, targets));
    }

    /**
     * The problems with the target of a configuration: option to message. May open or contact the store.
     *
     * @param properties the connector's configuration
     * @param options each option with its value and its errors so far
     */
    public static Map<String, String> problems(Map<String, String> properties, Map<String, ConfigValue> options) {
        TargetCheck check = new TargetCheck(properties, options, ALL, RdfSinkConfig.definition());
        return named(check.value(TargetType.OPTION))
                .map(type -> type.problems(check))
                .orElse(Map.of());
    }
}
