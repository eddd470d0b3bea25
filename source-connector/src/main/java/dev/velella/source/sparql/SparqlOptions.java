package dev.velella.source.sparql;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.source.options.ServerAccessOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.AbstractConfig;

/** Options about a SPARQL endpoint that is polled: names, defaults, documentation, and dependencies. */
final class SparqlOptions {
    static final Option<String> URL = Option.text("sparql.url")
            .high()
            .label("Endpoint")
            .doc("Address of the endpoint for queries (SPARQL 1.1 Protocol), such as http://localhost:3030/ds/query.");
    static final Option<Long> POLL_INTERVAL_MS = Option.number("sparql.poll.interval.ms", 60_000L)
            .between(1, 86_400_000)
            .high()
            .label("Time between polls (ms)")
            .doc(
                    "Time from the end of a poll to the next one. Changes that come and go between two polls are not seen.");
    private static final Option<String> GRAPHS = Option.text("sparql.graphs")
            .byDefault("(?!urn:velella:system$).*")
            .medium()
            .label("Graphs")
            .doc(
                    "Regular expression for the names of the graphs that are read; it must match the whole name. The default leaves out the"
                            + " graph in which a sink of Velella keeps its offsets.");
    static final Option<Fingerprint> FINGERPRINT = Option.choice("sparql.fingerprint", Fingerprint.AUTO)
            .medium()
            .label("Fingerprint")
            .doc(
                    "How a changed graph is found. 'hash': the endpoint counts the statements of each graph, and adds up their"
                            + " hashes. 'content': each poll reads every graph. 'auto': hash, or content if the endpoint refuses the"
                            + " query for the hashes.");

    /** Options of credentials, waits, keys and certificates. The query for the hashes goes over all statements. */
    static final ServerAccessOptions ACCESS = new ServerAccessOptions("sparql.", 300_000);

    /** How a changed graph is found. */
    enum Fingerprint {
        AUTO,
        HASH,
        CONTENT
    }

    private SparqlOptions() {}

    static void define(OptionGroup group) {
        group.add(URL, POLL_INTERVAL_MS, GRAPHS, FINGERPRINT);
        ACCESS.defineLogin(group);
        ACCESS.defineWaits(group);
        ACCESS.defineTls(group);
    }

    /** Problems of options that are missing or depend on others. The map's keys are options, its values messages. */
    static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        String wrong = values.get(URL.name()) instanceof String url
                ? ACCESS.urlProblem(url)
                : "is needed with source.type=sparql-poll";
        if (wrong != null) {
            problems.put(URL.name(), wrong);
        }
        if (values.get(GRAPHS.name()) instanceof String graphs) {
            try {
                Pattern.compile(graphs);
            } catch (PatternSyntaxException e) {
                problems.put(GRAPHS.name(), "is no regular expression: " + e.getDescription());
            }
        }
        problems.putAll(ACCESS.problems(values));
        return problems;
    }

    static Pattern graphs(AbstractConfig config) {
        return Pattern.compile(GRAPHS.of(config));
    }
}
