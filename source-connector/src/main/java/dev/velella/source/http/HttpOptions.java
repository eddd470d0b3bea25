package dev.velella.source.http;

import dev.velella.access.TlsOptions;
import dev.velella.options.OptionGroup;
import dev.velella.secret.BearerTokens;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/** Options about an HTTP server: names, defaults, documentation, and how they depend on each other. */
public final class HttpOptions {
    public static final String URL_CONFIG = "http.url";
    static final String COUNTER_START_CONFIG = "http.counter.start";
    static final String COUNTER_KEY_CONFIG = "http.counter.key";
    static final String COUNTER_FORMAT_CONFIG = "http.counter.format";
    static final String POLL_INTERVAL_MS_CONFIG = "http.poll.interval.ms";
    static final String USERNAME_CONFIG = "http.username";
    static final String PASSWORD_CONFIG = "http.password";
    static final String BEARER_TOKEN_CONFIG = "http.bearer.token";
    static final String CONNECT_TIMEOUT_MS_CONFIG = "http.connect.timeout.ms";
    static final String READ_TIMEOUT_MS_CONFIG = "http.read.timeout.ms";
    static final String RETRY_BACKOFF_MS_CONFIG = "http.retry.backoff.ms";
    static final String RETRY_BACKOFF_MAX_MS_CONFIG = "http.retry.backoff.max.ms";

    /** Where the counter stands in the URL of a stream. */
    static final String OFFSET = "{offset}";

    private static final String URL_DOC =
            "Address to read, http or https. A redirect is followed within the same server only. An address with"
                    + " {offset} is a resumable Jelly stream: {offset} is replaced by the counter of the last frame, and the"
                    + " server answers with the frames after it, as nanopublication registries do"
                    + " (https://HOST/nanopubs.jelly?afterCounter={offset}). An address without {offset} is a document, which"
                    + " is read again when its ETag or Last-Modified has changed; in a Jelly document every frame is an"
                    + " element.";
    private static final String COUNTER_START_DOC = "Value of {offset} in the first request of a stream.";
    private static final String COUNTER_KEY_DOC = "Key in the metadata of a frame under which its counter stands.";
    private static final String COUNTER_FORMAT_DOC =
            "How the counter is written in the metadata: 'varint', as Protocol Buffers write an int64, or 'text', its digits.";
    private static final String POLL_INTERVAL_MS_DOC = "Time from the end of an answer to the next request.";
    private static final String USERNAME_DOC =
            "Name of the user, with http.password: sent as HTTP Basic authentication.";
    private static final String PASSWORD_DOC = "Password of the user.";
    private static final String BEARER_TOKEN_DOC =
            "Token that is sent as Authorization: Bearer. Not together with http.username.";
    private static final String CONNECT_TIMEOUT_MS_DOC = "Longest time for a connection to be made.";
    private static final String READ_TIMEOUT_MS_DOC =
            "Longest time until an answer begins, and longest silence within an answer, in ms. A server that keeps a"
                    + " request open until there is something new must send something within this time.";
    private static final String RETRY_BACKOFF_MS_DOC =
            "Wait before the first new attempt, in ms, after the network failed, an answer was cut off, or the"
                    + " server answered that it cannot serve now (408, 425, 429, 5xx). Each further wait is twice as long,"
                    + " with a random part. A longer Retry-After of the server is respected. Other statuses, such as 401 or"
                    + " 404, fail the task.";
    private static final String RETRY_BACKOFF_MAX_MS_DOC =
            "Longest wait before a new attempt, in ms, even if the server's Retry-After is longer.";
    /** Options of keys and certificates. */
    static final TlsOptions TLS = new TlsOptions("http.ssl.");

    private static final String TRUSTSTORE_LOCATION_DOC =
            "File with the certificates of the authorities that may have signed the server's certificate. Without"
                    + " it, the authorities that the JVM trusts.";
    private static final String KEYSTORE_LOCATION_DOC =
            "File with key and certificate of the client, for servers that ask for one.";

    private HttpOptions() {}

    /** Adds all options to a group. */
    public static void define(OptionGroup group) {
        group.text(URL_CONFIG, null, Importance.HIGH, URL_DOC, "URL");
        group.number(
                POLL_INTERVAL_MS_CONFIG,
                10_000L,
                Range.between(1, 86_400_000),
                Importance.HIGH,
                POLL_INTERVAL_MS_DOC,
                "Time between requests (ms)");
        group.number(
                COUNTER_START_CONFIG, 0L, Range.atLeast(-1), Importance.MEDIUM, COUNTER_START_DOC, "First counter");
        group.text(COUNTER_KEY_CONFIG, "c", Importance.MEDIUM, COUNTER_KEY_DOC, "Key of the counter");
        group.choice(
                COUNTER_FORMAT_CONFIG,
                "varint",
                List.of("varint", "text"),
                Importance.LOW,
                COUNTER_FORMAT_DOC,
                "Format of the counter");
        group.text(USERNAME_CONFIG, null, Importance.MEDIUM, USERNAME_DOC, "User");
        password(group, PASSWORD_CONFIG, PASSWORD_DOC, "Password");
        password(group, BEARER_TOKEN_CONFIG, BEARER_TOKEN_DOC, "Bearer token");
        defineTimes(group);
        TLS.define(group, TRUSTSTORE_LOCATION_DOC, KEYSTORE_LOCATION_DOC);
    }

    private static void defineTimes(OptionGroup group) {
        group.number(
                CONNECT_TIMEOUT_MS_CONFIG,
                10_000L,
                Range.between(1, 600_000),
                Importance.LOW,
                CONNECT_TIMEOUT_MS_DOC,
                "Connect timeout (ms)");
        group.number(
                READ_TIMEOUT_MS_CONFIG,
                60_000L,
                Range.between(1, 3_600_000),
                Importance.LOW,
                READ_TIMEOUT_MS_DOC,
                "Read timeout (ms)");
        group.number(
                RETRY_BACKOFF_MS_CONFIG,
                1_000L,
                Range.between(1, 3_600_000),
                Importance.LOW,
                RETRY_BACKOFF_MS_DOC,
                "First wait after a failure (ms)");
        group.number(
                RETRY_BACKOFF_MAX_MS_CONFIG,
                60_000L,
                Range.between(1, 86_400_000),
                Importance.LOW,
                RETRY_BACKOFF_MAX_MS_DOC,
                "Longest wait after a failure (ms)");
    }

    private static void password(OptionGroup group, String option, String doc, String display) {
        group.add(option, Type.PASSWORD, null, null, Importance.MEDIUM, doc, display);
    }

    /**
     * What is wrong with options that are needed or depend on others: option to message.
     *
     * @param values parsed values; null where an option is wrong by itself
     */
    public static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        String wrong =
                values.get(URL_CONFIG) instanceof String url ? urlProblem(url) : "is needed with source.type=http";
        if (wrong != null) {
            problems.put(URL_CONFIG, wrong);
        }
        if (values.get(USERNAME_CONFIG) != null && values.get(BEARER_TOKEN_CONFIG) != null) {
            problems.put(BEARER_TOKEN_CONFIG, "does not go with " + USERNAME_CONFIG + ": one of them is sent");
        }
        if ((values.get(USERNAME_CONFIG) == null) != (values.get(PASSWORD_CONFIG) == null)) {
            problems.put(USERNAME_CONFIG, "goes with " + PASSWORD_CONFIG + " only: both or neither");
        }
        if (values.get(BEARER_TOKEN_CONFIG) instanceof Password token && !BearerTokens.isSendable(token.value())) {
            problems.put(BEARER_TOKEN_CONFIG, BearerTokens.PROBLEM);
        }
        problems.putAll(TLS.problems(values));
        return problems;
    }

    private static @Nullable String urlProblem(String url) {
        try {
            URI uri = new URI(url.replace(OFFSET, "0"));
            if (!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) {
                return "is none of http and https";
            } else if (uri.getHost() == null) {
                return "names no host";
            } else if (uri.getUserInfo() != null) {
                return "holds a user; set " + USERNAME_CONFIG + " and " + PASSWORD_CONFIG + " instead";
            }
            return uri.getFragment() == null ? null : "has a fragment (#), which is never sent";
        } catch (URISyntaxException e) {
            return "is no URL: " + e.getReason(); // without the URL, which may hold a key
        }
    }
}
