package dev.velella.source.sparql;

import dev.velella.access.Authentication;
import dev.velella.access.TlsOptions;
import dev.velella.options.Option;
import dev.velella.options.OptionGroup;
import dev.velella.secret.BearerTokens;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

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
    private static final Option<String> USERNAME = Option.text("sparql.username")
            .medium()
            .label("User")
            .doc("Name of the user, with sparql.password: sent as HTTP Basic authentication.");
    private static final Option<Password> PASSWORD =
            Option.password("sparql.password").label("Password").doc("Password of the user.");
    private static final Option<Password> BEARER_TOKEN = Option.password("sparql.bearer.token")
            .label("Bearer token")
            .doc("Token that is sent as Authorization: Bearer. Not together with sparql.username.");
    static final Option<Long> TIMEOUT_MS = Option.number("sparql.timeout.ms", 300_000L)
            .between(1, 3_600_000)
            .label("Timeout (ms)")
            .doc("Longest time for a query and its whole answer. The query for the hashes goes over all statements.");
    static final Option<Long> BACKOFF_MS = Option.number("sparql.retry.backoff.ms", 1_000L)
            .between(1, 3_600_000)
            .label("First wait after a failure (ms)")
            .doc("Wait before the next attempt after the network failed or the server answered that it cannot serve now"
                    + " (408, 425, 429, 5xx). Each further wait is twice as long, with a random part.");
    static final Option<Long> BACKOFF_MAX_MS = Option.number("sparql.retry.backoff.max.ms", 60_000L)
            .between(1, 86_400_000)
            .label("Longest wait after a failure (ms)")
            .doc("Longest wait before the next attempt.");

    /** Options of keys and certificates. */
    static final TlsOptions TLS = new TlsOptions("sparql.ssl.");

    /** How a changed graph is found. */
    enum Fingerprint {
        AUTO,
        HASH,
        CONTENT
    }

    private SparqlOptions() {}

    static void define(OptionGroup group) {
        group.add(URL, POLL_INTERVAL_MS, GRAPHS, FINGERPRINT, USERNAME, PASSWORD, BEARER_TOKEN);
        group.add(TIMEOUT_MS, BACKOFF_MS, BACKOFF_MAX_MS);
        TLS.define(
                group,
                "File with the certificates of the authorities that may have signed the server's certificate. Without it,"
                        + " the authorities that the JVM trusts.",
                "File with key and certificate of the client, for servers that ask for one.");
    }

    /** Problems of options that are missing or depend on others. The map's keys are options, its values messages. */
    static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        String wrong = values.get(URL.name()) instanceof String url
                ? urlProblem(url)
                : "is needed with source.type=sparql-poll";
        if (wrong != null) {
            problems.put(URL.name(), wrong);
        }
        if (USERNAME.in(values) != null && BEARER_TOKEN.in(values) != null) {
            problems.put(BEARER_TOKEN.name(), "does not go with " + USERNAME.name() + ": one of them is sent");
        }
        if ((USERNAME.in(values) == null) != (PASSWORD.in(values) == null)) {
            problems.put(USERNAME.name(), "goes with " + PASSWORD.name() + " only: both or neither");
        }
        if (values.get(BEARER_TOKEN.name()) instanceof Password token && !BearerTokens.isSendable(token.value())) {
            problems.put(BEARER_TOKEN.name(), BearerTokens.PROBLEM);
        }
        if (values.get(GRAPHS.name()) instanceof String graphs) {
            try {
                Pattern.compile(graphs);
            } catch (PatternSyntaxException e) {
                problems.put(GRAPHS.name(), "is no regular expression: " + e.getDescription());
            }
        }
        problems.putAll(TLS.problems(values));
        return problems;
    }

    private static @Nullable String urlProblem(String url) {
        try {
            URI uri = new URI(url);
            if (!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) {
                return "is none of http and https";
            } else if (uri.getHost() == null) {
                return "names no host";
            } else if (uri.getUserInfo() != null) {
                return "holds a user; set " + USERNAME.name() + " and " + PASSWORD.name() + " instead";
            }
            return uri.getFragment() == null ? null : "has a fragment (#), which is never sent";
        } catch (URISyntaxException e) {
            return "is no URL: " + e.getReason(); // the message omits the URL, because the URL may hold a secret
        }
    }

    static Pattern graphs(AbstractConfig config) {
        return Pattern.compile(GRAPHS.of(config));
    }

    static Authentication authentication(AbstractConfig config) {
        Password token = BEARER_TOKEN.orNull(config);
        String user = USERNAME.orNull(config);
        Password password = PASSWORD.orNull(config);
        if (token != null) {
            return Authentication.bearer(token.value());
        }
        return user == null || password == null ? Authentication.NONE : Authentication.basic(user, password.value());
    }
}
