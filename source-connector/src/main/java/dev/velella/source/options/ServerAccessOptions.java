package dev.velella.source.options;

import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.kit.access.TlsOptions;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.secret.BearerTokens;
import dev.velella.source.fetch.Attempts;
import dev.velella.source.fetch.FetchSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The options of a source that reads from an HTTP server: its credentials, the certificates that it trusts, and the waits
 * between attempts. Their names begin with a prefix such as {@code http.}. Immutable.
 */
public final class ServerAccessOptions {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final String prefix;
    private final Option<String> username;
    private final Option<Password> password;
    private final Option<Password> bearerToken;
    private final Option<Long> timeout;
    private final Option<Long> backoff;
    private final Option<Long> longestBackoff;
    private final TlsOptions tls;

    /** Options of a server that answers at once. */
    public ServerAccessOptions(String prefix) {
        this(prefix, 60_000);
    }

    /**
     * @param prefix beginning of the names of the options, with a full stop at its end
     * @param timeoutMs how long the source waits for the server unless the options say otherwise, in ms
     */
    public ServerAccessOptions(String prefix, long timeoutMs) {
        this.prefix = prefix;
        username = Option.text(prefix + "username")
                .medium()
                .label("User")
                .doc("Name of the user, with " + prefix + "password: sent as HTTP Basic authentication.");
        password = Option.password(prefix + "password").label("Password").doc("Password of the user.");
        bearerToken = Option.password(prefix + "bearer.token")
                .label("Bearer token")
                .doc("Token that is sent as Authorization: Bearer. Not together with " + prefix + "username.");
        timeout = Option.number(prefix + "timeout.ms", timeoutMs)
                .between(1, 3_600_000)
                .label("Timeout (ms)")
                .doc(
                        "Longest time until an answer begins, and longest silence within an answer, in ms. A server that keeps"
                                + " a request open until there is something new must send something within this time.");
        backoff = Option.number(prefix + "retry.backoff.ms", 1_000L)
                .between(1, 3_600_000)
                .label("First wait after a failure (ms)")
                .doc(
                        "Wait before the next attempt after the network failed, an answer was cut off, or the server answered"
                                + " that it cannot serve now (408, 425, 429, 5xx). Each further wait is twice as long, with a random"
                                + " part. A longer Retry-After of the server is respected.");
        longestBackoff = Option.number(prefix + "retry.backoff.max.ms", 60_000L)
                .between(1, 86_400_000)
                .label("Longest wait after a failure (ms)")
                .doc("Longest wait before the next attempt, even if the server's Retry-After is longer.");
        tls = new TlsOptions(prefix + "ssl.");
    }

    /** Adds the options of the credentials to a group. */
    public void defineLogin(OptionGroup group) {
        group.add(username, password, bearerToken);
    }

    /** Adds the options of the waits for an answer and between attempts to a group. */
    public void defineWaits(OptionGroup group) {
        group.add(timeout, backoff, longestBackoff);
    }

    /**
     * The attempts at the server.
     *
     * @param failures counts them
     */
    public Attempts attempts(AbstractConfig config, Logger log, AtomicLong failures) {
        return new Attempts(log, failures, backoff.of(config), longestBackoff.of(config));
    }

    /** Adds the options of keys and certificates to a group. */
    public void defineTls(OptionGroup group) {
        tls.define(
                group,
                "File with the certificates of the authorities that may have signed the server's certificate. Without it,"
                        + " the authorities that the JVM trusts.",
                "File with key and certificate of the client, for servers that ask for one.");
    }

    /**
     * Problems of options that depend on others, or name files that cannot be read. The map's keys are options, its values
     * messages, which hold no secret.
     *
     * @param values parsed values; null for an option that is wrong by itself
     */
    public Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        String user = username.in(values);
        if (user != null && bearerToken.in(values) != null) {
            problems.put(bearerToken.name(), "does not go with " + username.name() + ": one of them is sent");
        }
        if ((user == null) != (password.in(values) == null)) {
            problems.put(username.name(), "goes with " + password.name() + " only: both or neither");
        } else if (user != null && user.indexOf(':') >= 0) {
            problems.put(username.name(), "has a colon, which HTTP Basic does not allow");
        }
        if (values.get(bearerToken.name()) instanceof Password token && !BearerTokens.isSendable(token.value())) {
            problems.put(bearerToken.name(), BearerTokens.PROBLEM);
        }
        problems.putAll(tls.problems(values));
        return problems;
    }

    /** Why a text is no address of an HTTP server; null if it is one. The message does not hold the address. */
    public @Nullable String urlProblem(String url) {
        try {
            URI uri = new URI(url);
            if (!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) {
                return "is none of http and https";
            } else if (uri.getHost() == null) {
                return "names no host";
            } else if (uri.getUserInfo() != null) {
                return "holds a user; set " + username.name() + " and " + password.name() + " instead";
            }
            return uri.getFragment() == null ? null : "has a fragment (#), which is never sent";
        } catch (URISyntaxException e) {
            return "is no URL: " + e.getReason(); // the message omits the URL, because the URL may hold a secret
        }
    }

    /**
     * How requests are made.
     *
     * @param isForWhole whether the timeout is the longest time for a whole answer too
     * @throws IllegalArgumentException if a file of certificates or keys cannot be read
     */
    public FetchSettings fetch(AbstractConfig config, boolean isForWhole) {
        Duration longest = Duration.ofMillis(timeout.of(config));
        return new FetchSettings(
                config.getString(prefix + "url"),
                prefix,
                timeout.name(),
                CONNECT_TIMEOUT,
                longest,
                isForWhole ? longest : null,
                authentication(config),
                tls(config).context());
    }

    private Authentication authentication(AbstractConfig config) {
        Password token = bearerToken.orNull(config);
        String user = username.orNull(config);
        Password secret = password.orNull(config);
        if (token != null) {
            return Authentication.bearer(token.value());
        }
        return user == null || secret == null ? Authentication.NONE : Authentication.basic(user, secret.value());
    }

    private Tls tls(AbstractConfig config) {
        return tls.tls(config.values());
    }
}
