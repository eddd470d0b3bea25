package dev.velella.source.patchlog;

import dev.velella.access.Authentication;
import dev.velella.access.TlsOptions;
import dev.velella.options.Option;
import dev.velella.options.OptionGroup;
import dev.velella.secret.BearerTokens;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/** Options about an RDF Patch log: names, defaults, documentation, and dependencies. */
final class PatchLogOptions {
    static final Option<String> URL = Option.text("patch.log.url")
            .high()
            .label("Log")
            .doc(
                    "Address of the log on its patch log server, such as http://localhost:1066/products. Versions of the log"
                            + " are below it, and the server's requests ($/rpc) beside it.");
    private static final Option<String> KEY = Option.text("patch.log.key")
            .check(null)
            .medium()
            .label("Key")
            .doc("Key of all records, which names the stream of the log. Default: the last part of patch.log.url.");
    static final Option<RowsMode> ROWS = Option.choice("patch.log.rows", "effective", List.of("effective", "all"))
            .as(text -> RowsMode.valueOf(text.toUpperCase(Locale.ROOT)))
            .high()
            .label("Rows")
            .doc(
                    "Which rows of a patch become rows of its record. 'effective': the rows that change the graph, so without"
                            + " adds of statements that are there and deletes of statements that are not. The patches are numbered"
                            + " with their versions, and readers see a loss. The task holds 16 to 32 bytes for each statement of the"
                            + " graph, needs the log from its first version on, and reads it again when it starts. 'all': all rows as"
                            + " they are. The patches are not numbered, and the task holds nothing.");
    static final Option<Long> POLL_INTERVAL_MS = Option.number("patch.log.poll.interval.ms", 500L)
            .between(1, 3_600_000)
            .medium()
            .label("Time between requests (ms)")
            .doc("Time from an answer without new patches to the next request.");
    private static final Option<String> USERNAME = Option.text("patch.log.username")
            .medium()
            .label("User")
            .doc("Name of the user, with patch.log.password: sent as HTTP Basic authentication.");
    private static final Option<Password> PASSWORD =
            Option.password("patch.log.password").label("Password").doc("Password of the user.");
    private static final Option<Password> BEARER_TOKEN = Option.password("patch.log.bearer.token")
            .label("Bearer token")
            .doc("Token that is sent as Authorization: Bearer. Not together with patch.log.username.");
    static final Option<Long> TIMEOUT_MS = Option.number("patch.log.timeout.ms", 60_000L)
            .between(1, 3_600_000)
            .label("Timeout (ms)")
            .doc("Longest time until an answer begins.");
    static final Option<Long> BACKOFF_MS = Option.number("patch.log.retry.backoff.ms", 500L)
            .between(1, 3_600_000)
            .label("First wait after a failure (ms)")
            .doc("Wait before the next attempt after the network failed or the server answered that it cannot serve now"
                    + " (408, 425, 429, 5xx). Each further wait is twice as long, with a random part.");
    static final Option<Long> BACKOFF_MAX_MS = Option.number("patch.log.retry.backoff.max.ms", 30_000L)
            .between(1, 86_400_000)
            .label("Longest wait after a failure (ms)")
            .doc("Longest wait before the next attempt.");

    /** Options of keys and certificates. */
    static final TlsOptions TLS = new TlsOptions("patch.log.ssl.");

    private PatchLogOptions() {}

    static void define(OptionGroup group) {
        group.add(URL, KEY, ROWS, POLL_INTERVAL_MS);
        group.add(USERNAME, PASSWORD, BEARER_TOKEN, TIMEOUT_MS, BACKOFF_MS, BACKOFF_MAX_MS);
        TLS.define(
                group,
                "File with the certificates of the authorities that may have signed the server's certificate. Without it,"
                        + " the authorities that the JVM trusts.",
                "File with key and certificate of the client, for servers that ask for one.");
    }

    /** Finds options that are missing or do not go together. The map's keys are options, its values messages. */
    static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        String url = URL.in(values);
        String problem = url == null ? "is missing" : urlProblem(url);
        if (problem != null) {
            problems.put(URL.name(), problem);
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
            return uri.getQuery() == null
                            && uri.getFragment() == null
                            && !name(url).isEmpty()
                    ? null
                    : "is no address of a log, http://HOST:1066/NAME";
        } catch (URISyntaxException e) {
            return "is no URL: " + e.getReason(); // the message omits the URL, because the URL may hold a secret
        }
    }

    private static String name(String url) {
        String path = Objects.requireNonNullElse(URI.create(url).getPath(), "");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The name of the log on its server. */
    static String name(AbstractConfig config) {
        return name(URL.of(config));
    }

    /** The key of the stream. */
    static String key(AbstractConfig config) {
        String given = KEY.orNull(config);
        return given == null ? name(config) : given;
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
