package dev.velella.sink.options;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.sink.query.ElementQuery;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The options of a sink whose records name their stores: placeholders in {@code target.url}. */
public final class RoutingOptions {
    /** The query whose rows name the stores of an element. */
    public static final Option<String> QUERY = Option.text("routing.query")
            .check(new SelectQuery())
            .medium()
            .label("Routing query")
            .doc("SPARQL SELECT query over each graph or patch: each row names one store, and its variables are"
                    + " placeholders of target.url. Patterns without GRAPH match all graphs; of a patch, the statements that it"
                    + " adds and those that it deletes. ?key and ?topic are known. Without this option, each record has one"
                    + " store.");

    /** Maximum number of stores for one record. */
    public static final Option<Integer> MAX_TARGETS = Option.number("routing.max.targets", 100)
            .between(1, 10_000)
            .label("Stores of a record")
            .doc("Largest number of stores for one record. A record with more is refused.");

    /** Whether records without a store are refused. */
    public static final Option<OnUnmatched> ON_UNMATCHED = Option.choice("routing.on.unmatched", OnUnmatched.REFUSE)
            .label("Records without a store")
            .doc(
                    "What to do with a record for which routing.query has no row: 'refuse' makes it a dead letter, or fails the"
                            + " task; 'skip' leaves it out and counts it.");

    /** Maximum number of open stores. */
    public static final Option<Integer> MAX_OPEN = Option.number("routing.max.open.targets", 100)
            .between(1, 10_000)
            .medium()
            .label("Open stores")
            .doc(
                    "Largest number of stores that a task keeps open. The one used longest ago is closed first; its offsets and"
                            + " chains are read again when a record names it. An open store has a thread and up to four"
                            + " connections.");

    /** Maximum number of stores that are down. */
    public static final Option<Integer> MAX_HELD = Option.number("routing.max.held.targets", 1_000)
            .atLeast(1)
            .label("Stores that are down")
            .doc(
                    "Number of stores that may be down while the task goes on with the others. If more are down, the task waits"
                            + " until one is back. Of a store that is down the task keeps one offset a partition; the records are"
                            + " read again from Kafka when it is back.");

    /** Number of stores that have metrics of their own. */
    public static final Option<Integer> METRICS = Option.number("routing.metrics.targets", 100)
            .between(0, 10_000)
            .label("Stores with metrics")
            .doc("Number of stores that have metrics of their own in a task. Further stores are counted together, as"
                    + " 'other'.");

    /** The configuration of repositories that do not exist. */
    public static final Option<String> TEMPLATE = Option.text("target.repository.template")
            .medium()
            .label("Repository template")
            .doc(
                    "Makes a repository that a record names and the server does not have (target=http with placeholders):"
                            + " 'memory', 'native', 'lmdb', or the configuration of a repository in Turtle, with {id} for its id; with a"
                            + " config provider it can come from a file. Without this option, such a repository counts as down.");

    /** What to do with a record without a store. */
    public enum OnUnmatched {
        REFUSE,
        SKIP
    }

    private RoutingOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Routing").add(QUERY, MAX_TARGETS, ON_UNMATCHED, TEMPLATE, MAX_OPEN, MAX_HELD, METRICS);
    }

    /** Names of options that only a sink with placeholders in its address may have. */
    static List<String> names() {
        return List.of(QUERY.name(), TEMPLATE.name());
    }

    /** A SELECT query that asks no service. */
    private static final class SelectQuery implements ConfigDef.Validator {
        @Override
        public void ensureValid(String name, @Nullable Object value) {
            if (value == null) {
                return;
            }
            try {
                ElementQuery.parse(value.toString());
            } catch (IllegalArgumentException e) {
                throw new ConfigException(name + " " + e.getMessage());
            }
        }

        @Override
        public String toString() {
            return "SPARQL SELECT query";
        }
    }
}
