package dev.velella.serve.options;

import dev.velella.kit.access.TlsOptions;
import dev.velella.kit.options.Hosts;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.secret.BearerTokens;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/** The options of the service for HTTP: address, access and limits. */
final class HttpOptions {
    static final Option<String> LISTENER = Option.text("serve.listener")
            .byDefault("localhost:7879")
            .high()
            .doc(
                    "Address on which the service answers: host:port, or only a port for localhost. Port 0 takes a free port,"
                            + " which the log names. If it is not a loopback address, everybody in the network can read all graphs,"
                            + " unless serve.auth is set.");

    static final Option<List<String>> ALLOWED_HOSTS = Option.list("serve.allowed.hosts")
            .check(Hosts.HOSTS)
            .doc("More names under which clients may call the service, without port, separated by commas."
                    + " localhost and the host of serve.listener are always allowed; * allows every name. Requests for other"
                    + " names are refused, because a page of a foreign web site could make a browser send them.");

    static final Option<List<String>> ALLOWED_ORIGINS = Option.list("serve.allowed.origins")
            .check(Hosts.ORIGINS)
            .doc("Web sites whose pages may read answers in a browser, such as https://app.example.org, separated by"
                    + " commas. Requests of a browser for pages of any other site are refused.");

    static final Option<AuthKind> AUTH = Option.choice("serve.auth", AuthKind.NONE)
            .medium()
            .doc("How clients prove who they are: none, basic (serve.auth.user, serve.auth.password) or bearer"
                    + " (serve.auth.token). Use it with TLS only, because password and token can be read on the way"
                    + " otherwise. Instances that share partitions have the same settings.");

    static final Option<String> AUTH_USER =
            Option.text("serve.auth.user").medium().doc("User for serve.auth=basic.");

    static final Option<Password> AUTH_PASSWORD =
            Option.password("serve.auth.password").doc("Password for serve.auth=basic.");

    static final Option<Password> AUTH_TOKEN =
            Option.password("serve.auth.token").doc("Token for serve.auth=bearer.");

    static final TlsOptions TLS = new TlsOptions("serve.ssl.");

    static final Option<Integer> CLIENTS = Option.number("serve.clients", 500)
            .between(1, 100_000)
            .doc(
                    "Most connections at a time. If one more comes, the connection that has waited longest without a request"
                            + " is closed.");

    static final Option<Integer> ANSWERS = Option.number("serve.answers", 64)
            .between(1, 10_000)
            .doc("Most answers that are written at a time, without streams of events. If one more is asked for, it is"
                    + " refused with status 503.");

    static final Option<Integer> SUBSCRIBERS = Option.number("serve.subscribers", 100)
            .between(1, 100_000)
            .doc("Most streams of events (text/event-stream) at a time. One more is refused with status 503.");

    static final Option<Long> REQUEST_MS = Option.number("serve.request.timeout.ms", 10_000L)
            .atLeast(100)
            .doc(
                    "Longest time in which a client sends its request, from the first byte of a connection, or the end of the"
                            + " answer before, to the last byte, in ms.");

    static final Option<Long> STALL_MS = Option.number("serve.stall.timeout.ms", 30_000L)
            .atLeast(100)
            .doc(
                    "Longest time in which a client takes no byte of an answer, in ms. After it the connection is closed.");

    static final Option<Long> ANSWER_MS = Option.number("serve.answer.timeout.ms", 600_000L)
            .atLeast(100)
            .doc(
                    "Longest time of an answer, in ms. After it the connection is closed, and the client sees that the answer"
                            + " is not complete. Streams of events have no such limit.");

    static final Option<Integer> BODY_BYTES = Option.number("serve.request.body.bytes", 8 << 20)
            .between(1024, 1 << 30)
            .doc("Largest body of a request, in bytes: a list of keys sent with POST.");

    private HttpOptions() {}

    static void define(ConfigDef def) {
        OptionGroup group = new OptionGroup(def, "HTTP");
        group.add(LISTENER, ALLOWED_HOSTS, ALLOWED_ORIGINS, AUTH, AUTH_USER, AUTH_PASSWORD, AUTH_TOKEN);
        TLS.define(
                group,
                "File with the certificates of the authorities that sign the certificates of clients. If it is set, every"
                        + " client needs a certificate.",
                "File with the key and the certificate of the service. If it is set, the service speaks TLS (https).");
        group.add(CLIENTS, ANSWERS, SUBSCRIBERS, REQUEST_MS, STALL_MS, ANSWER_MS, BODY_BYTES);
    }

    /** Checks how the options fit together. */
    static void check(AbstractConfig config) {
        AuthKind kind = AUTH.of(config);
        if (kind == AuthKind.BASIC) {
            need(AUTH_USER, config, "serve.auth=basic");
            need(AUTH_PASSWORD, config, "serve.auth=basic");
            if (AUTH_USER.of(config).indexOf(':') >= 0) {
                throw new ConfigException(AUTH_USER + " has a colon, which HTTP Basic does not allow");
            }
        } else if (kind == AuthKind.BEARER) {
            need(AUTH_TOKEN, config, "serve.auth=bearer");
            if (!BearerTokens.isSendable(AUTH_TOKEN.of(config).value())) {
                throw new ConfigException(AUTH_TOKEN + " " + BearerTokens.PROBLEM);
            }
        }
        TLS.problems(config.values()).forEach((option, problem) -> {
            throw new ConfigException(option + " " + problem);
        });
    }

    private static void need(Option<?> option, AbstractConfig config, String wanted) {
        if (option.orNull(config) == null) {
            throw new ConfigException(wanted + " needs " + option);
        }
    }
}
