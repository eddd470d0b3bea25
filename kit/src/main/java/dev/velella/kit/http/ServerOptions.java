package dev.velella.kit.http;

import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.TlsOptions;
import dev.velella.kit.http.message.Coding;
import dev.velella.kit.options.Hosts;
import dev.velella.kit.options.Listener;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.secret.BearerTokens;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.types.Password;

/**
 * The options of an HTTP server that say who may ask: names, web sites, credentials and TLS. All servers have the same
 * options, each under its prefix. Immutable.
 */
public final class ServerOptions {
    /** How clients prove who they are. */
    private enum Kind {
        NONE,
        BASIC,
        BEARER
    }

    private final String prefix;
    private final TlsOptions tls;
    private final Option<List<String>> hosts;
    private final Option<List<String>> origins;
    private final Option<Kind> auth;
    private final Option<String> user;
    private final Option<Password> password;
    private final Option<Password> token;

    /**
     * @param prefix beginning of the names, with a point at its end
     * @param own what is always an allowed name, for the documentation
     * @param more more about the credentials, as whole sentences with a space in front; or empty
     */
    public ServerOptions(String prefix, String own, String more) {
        this.prefix = prefix;
        tls = new TlsOptions(prefix + "ssl.");
        hosts = Option.list(prefix + "allowed.hosts")
                .check(Hosts.HOSTS)
                .label("Allowed hosts")
                .doc(
                        "More names under which clients may call the server, without port, separated by commas. localhost and "
                                + own
                                + " are always allowed; * allows every name. Requests for other names are refused,"
                                + " because a page of a foreign web site could make a browser send them.");
        origins = Option.list(prefix + "allowed.origins")
                .check(Hosts.ORIGINS)
                .label("Allowed origins")
                .doc(
                        "Web sites whose pages may read answers in a browser, such as https://app.example.org, separated by"
                                + " commas. Requests of a browser for pages of any other site are refused.");
        auth = Option.choice(prefix + "auth", Kind.NONE)
                .medium()
                .label("Authentication")
                .doc("How clients prove who they are: none, basic (" + prefix + "auth.user, " + prefix
                        + "auth.password) or bearer (" + prefix
                        + "auth.token). Use it with TLS only, because password and token can be read on the way"
                        + " otherwise." + more);
        user = Option.text(prefix + "auth.user").medium().label("User").doc("User for " + prefix + "auth=basic.");
        password = Option.password(prefix + "auth.password")
                .label("Password")
                .doc("Password for " + prefix + "auth=basic.");
        token = Option.password(prefix + "auth.token").label("Token").doc("Token for " + prefix + "auth=bearer.");
    }

    /** Adds the definitions of the options. */
    public void define(OptionGroup group) {
        group.add(hosts, origins, auth, user, password, token);
        tls.define(
                group,
                "File with the certificates of the authorities that sign the certificates of clients. If it is set, every"
                        + " client needs a certificate.",
                "File with the key and the certificate of the server. If it is set, the server speaks TLS (https).");
    }

    /**
     * What does not fit together: a map from the option to a message, which holds no secret.
     *
     * @param values parsed values; null for an option whose value is wrong by itself
     */
    public Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        switch (kind(values)) {
            case NONE -> {}
            case BASIC -> {
                need(values, user, problems);
                need(values, password, problems);
                if (values.get(user.name()) instanceof String name && name.indexOf(':') >= 0) {
                    problems.put(user.name(), "has a colon, which HTTP Basic does not allow");
                }
            }
            case BEARER -> {
                need(values, token, problems);
                if (values.get(token.name()) instanceof Password secret && !BearerTokens.isSendable(secret.value())) {
                    problems.put(token.name(), BearerTokens.PROBLEM);
                }
            }
        }
        problems.putAll(tls.problems(values));
        if (values.get(tls.trustStore()) != null && tls.tls(values).own() == null) {
            problems.put(tls.trustStore(), "has no effect without " + prefix + "ssl.keystore.location");
        }
        return problems;
    }

    private void need(Map<String, ?> values, Option<?> option, Map<String, String> problems) {
        if (values.get(option.name()) == null) {
            problems.put(option.name(), "is needed with " + auth + "=" + values.get(auth.name()));
        }
    }

    private Kind kind(Map<String, ?> values) {
        for (Kind kind : Kind.values()) {
            if (kind.name().equalsIgnoreCase(String.valueOf(values.get(auth.name())))) {
                return kind;
            }
        }
        return Kind.NONE; // the value is wrong by itself
    }

    /** The settings of a server, of which the configuration has the options. */
    public ServerSettings settings(
            AbstractConfig config,
            String name,
            Listener listener,
            ServerSettings.Bounds bounds,
            List<? extends Coding> codings) {
        return new ServerSettings(
                name,
                prefix,
                listener,
                hosts.of(config),
                origins.of(config),
                authentication(config),
                tls.tls(config.values()),
                bounds,
                List.copyOf(codings));
    }

    private Authentication authentication(AbstractConfig config) {
        return switch (auth.of(config)) {
            case NONE -> Authentication.NONE;
            case BASIC ->
                Authentication.basic(user.of(config), password.of(config).value());
            case BEARER -> Authentication.bearer(token.of(config).value());
        };
    }
}
