package dev.velella.kit.options;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Options of Kafka Connect itself in the configuration of a connector, of Kafka 4.3. Connect ignores an option that it
 * does not know, so a misspelt one has no effect, and nobody would notice. Names that are not similar to any of these are
 * let through, because later versions of Connect have more options. Immutable.
 */
public final class ConnectOptions {
    private static final List<String> OF_BOTH = List.of(
            "config.action.reload",
            "connector.class",
            "connector.plugin.version",
            "errors.log.enable",
            "errors.log.include.messages",
            "errors.retry.delay.max.ms",
            "errors.retry.timeout",
            "errors.tolerance",
            "header.converter",
            "key.converter",
            "name",
            "predicates",
            "tasks.max",
            "tasks.max.enforce",
            "transforms",
            "value.converter");

    /** Beginnings of names whose ends are names of other parts, or chosen by the user. */
    private static final List<String> PREFIXES = List.of(
            "admin.override.",
            "consumer.override.",
            "header.converter.",
            "kafka.",
            "key.converter.",
            "predicates.",
            "producer.override.",
            "topic.config.",
            "topic.creation.",
            "transforms.",
            "value.converter.");

    /** The options of source connectors. */
    public static final ConnectOptions SOURCE = new ConnectOptions(
            "exactly.once.support",
            "offsets.storage.topic",
            "topic.creation.groups",
            "transaction.boundary",
            "transaction.boundary.interval.ms");

    /** The options of sink connectors. */
    public static final ConnectOptions SINK = new ConnectOptions(
            "errors.deadletterqueue.context.headers.enable",
            "errors.deadletterqueue.topic.name",
            "errors.deadletterqueue.topic.replication.factor",
            "topics",
            "topics.regex");

    private final Set<String> names;

    private ConnectOptions(String... own) {
        names = Stream.concat(OF_BOTH.stream(), Arrays.stream(own)).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether Connect, or a part that it starts, reads an option of this name. */
    public boolean has(String name) {
        return names.contains(name) || PREFIXES.stream().anyMatch(name::startsWith);
    }

    /** The option of Connect that a user probably meant; empty if the name is one, or is similar to none. */
    public Optional<String> meant(String name) {
        if (has(name)) {
            return Optional.empty();
        }
        return PREFIXES.stream()
                .flatMap(prefix -> corrected(name, prefix).stream())
                .findFirst()
                .or(() -> OptionNames.nearest(name, names).filter(nearest -> OptionNames.isNear(name, nearest)));
    }

    /** The name with the right beginning, if its own is similar. */
    private static Optional<String> corrected(String name, String prefix) {
        int end = -1;
        for (int words = (int) prefix.chars().filter(c -> c == '.').count(); words > 0; words--) {
            end = name.indexOf('.', end + 1);
            if (end < 0) {
                return Optional.empty();
            }
        }
        return OptionNames.isNear(name.substring(0, end + 1), prefix)
                ? Optional.of(prefix + name.substring(end + 1))
                : Optional.empty();
    }
}
