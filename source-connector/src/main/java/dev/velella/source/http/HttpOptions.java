package dev.velella.source.http;

import dev.velella.access.Authentication;
import dev.velella.access.TlsOptions;
import dev.velella.options.Option;
import dev.velella.options.OptionGroup;
import dev.velella.secret.BearerTokens;
import dev.velella.source.fetch.FetchSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/** Options about an HTTP server: names, defaults, documentation, and dependencies. */
public final class HttpOptions {
    public static final Option<String> URL = Option.text("http.url")
            .high()
            .label("URL")
            .doc("Address to read, http or https. A redirect is followed within the same server only. An address with"
                    + " {offset} is a resumable Jelly stream: {offset} is replaced by the counter of the last frame, and the"
                    + " server answers with the frames after it, as nanopublication registries do"
                    + " (https://HOST/nanopubs.jelly?afterCounter={offset}). An address without {offset} is a document, which"
                    + " is read again when its ETag or Last-Modified has changed; in a Jelly document every frame is an"
                    + " element.");
    static final Option<Long> COUNTER_START = Option.number("http.counter.start", 0L)
            .atLeast(-1)
            .medium()
            .label("First counter")
            .doc("Value of {offset} in the first request of a stream.");
    static final Option<String> COUNTER_KEY = Option.text("http.counter.key")
            .byDefault("c")
            .medium()
            .label("Key of the counter")
            .doc("Key in the metadata of a frame under which its counter stands.");
    static final Option<String> COUNTER_FORMAT = Option.choice(
                    "http.counter.format", "varint", List.of("varint", "text"))
            .label("Format of the counter")
            .doc(
                    "How the counter is written in the metadata: 'varint', as Protocol Buffers write an int64, or 'text', its digits.");
    static final Option<Long> POLL_INTERVAL_MS = Option.number("http.poll.interval.ms", 10_000L)
            .between(1, 86_400_000)
            .high()
            .label("Time between requests (ms)")
            .doc("Time from the end of an answer to the next request.");
    static final Option<String> USERNAME = Option.text("http.username")
            .medium()
            .label("User")
            .doc("Name of the user, with http.password: sent as HTTP Basic authentication.");
    static final Option<Password> PASSWORD =
            Option.password("http.password").label("Password").doc("Password of the user.");
    static final Option<Password> BEARER_TOKEN = Option.password("http.bearer.token")
            .label("Bearer token")
            .doc("Token that is sent as Authorization: Bearer. Not together with http.username.");
    static final Option<Long> CONNECT_TIMEOUT_MS = Option.number("http.connect.timeout.ms", 10_000L)
            .between(1, 600_000)
            .label("Connect timeout (ms)")
            .doc("Longest time for a connection to be made.");
    static final Option<Long> READ_TIMEOUT_MS = Option.number("http.read.timeout.ms", 60_000L)
            .between(1, 3_600_000)
            .label("Read timeout (ms)")
            .doc(
                    "Longest time until an answer begins, and longest silence within an answer, in ms. A server that keeps a"
                            + " request open until there is something new must send something within this time.");
    static final Option<Long> RETRY_BACKOFF_MS = Option.number("http.retry.backoff.ms", 1_000L)
            .between(1, 3_600_000)
            .label("First wait after a failure (ms)")
            .doc("Wait before the first new attempt, in ms, after the network failed, an answer was cut off, or the"
                    + " server answered that it cannot serve now (408, 425, 429, 5xx). Each further wait is twice as long,"
                    + " with a random part. A longer Retry-After of the server is respected. Other statuses, such as 401 or"
                    + " 404, fail the task.");
    static final Option<Long> RETRY_BACKOFF_MAX_MS = Option.number("http.retry.backoff.max.ms", 60_000L)
            .between(1, 86_400_000)
            .label("Longest wait after a failure (ms)")
            .doc("Longest wait before a new attempt, in ms, even if the server's Retry-After is longer.");

    /** Place of the counter in the URL of a stream. */
    static final String OFFSET = "{offset}";

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
        group.add(URL, POLL_INTERVAL_MS, COUNTER_START, COUNTER_KEY, COUNTER_FORMAT, USERNAME, PASSWORD, BEARER_TOKEN);
        group.add(CONNECT_TIMEOUT_MS, READ_TIMEOUT_MS, RETRY_BACKOFF_MS, RETRY_BACKOFF_MAX_MS);
        TLS.define(group, TRUSTSTORE_LOCATION_DOC, KEYSTORE_LOCATION_DOC);
    }

    /**
     * Problems of options that are missing or depend on others. The map's keys are options, its values messages.
     *
     * @param values parsed values; null for an option that is wrong by itself
     */
    public static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        String wrong =
                values.get(URL.name()) instanceof String url ? urlProblem(url) : "is needed with source.type=http";
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
        problems.putAll(TLS.problems(values));
        return problems;
    }

    /**
     * How requests are made.
     *
     * @throws IllegalArgumentException if a file of certificates or keys cannot be read
     */
    static FetchSettings fetch(AbstractConfig config) {
        return new FetchSettings(
                "http.",
                Duration.ofMillis(CONNECT_TIMEOUT_MS.of(config)),
                Duration.ofMillis(READ_TIMEOUT_MS.of(config)),
                authentication(config),
                TLS.tls(config.values()).context());
    }

    private static Authentication authentication(AbstractConfig config) {
        Password token = BEARER_TOKEN.orNull(config);
        String user = USERNAME.orNull(config);
        Password password = PASSWORD.orNull(config);
        if (token != null) {
            return Authentication.bearer(token.value());
        }
        return user == null || password == null ? Authentication.NONE : Authentication.basic(user, password.value());
    }

    private static @Nullable String urlProblem(String url) {
        try {
            URI uri = new URI(url.replace(OFFSET, "0"));
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
}
