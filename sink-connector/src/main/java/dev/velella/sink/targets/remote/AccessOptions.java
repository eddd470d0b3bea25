package dev.velella.sink.targets.remote;

import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.TlsOptions;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.secret.BearerTokens;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.TargetType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.types.Password;

/** The options of the sink for its credentials, and for the certificates that it trusts. */
final class AccessOptions {
    /** Kind of authentication. */
    static final Option<AuthKind> AUTH = Option.choice("target.auth", AuthKind.NONE)
            .medium()
            .label("Authentication")
            .doc("How the sink authenticates at the server: none, basic (target.auth.user, target.auth.password) or"
                    + " bearer (target.auth.token). Use it with https only, because password and token can be read on the way"
                    + " otherwise.");

    /** User of basic authentication. */
    static final Option<String> AUTH_USER =
            Option.text("target.auth.user").medium().label("User").doc("User for target.auth=basic.");

    /** Password of basic authentication. */
    static final Option<Password> AUTH_PASSWORD = Option.password("target.auth.password")
            .label("Password")
            .doc("Password for target.auth=basic; best by a config provider of the worker.");

    /** Bearer token. */
    static final Option<Password> AUTH_TOKEN = Option.password("target.auth.token")
            .label("Token")
            .doc("Token for target.auth=bearer; best by a config provider of the worker.");

    /** Options of keys and certificates. */
    static final TlsOptions TLS = new TlsOptions("target.ssl.");

    private static final String TRUSTSTORE_LOCATION_DOC =
            "File with the certificates of the authorities that may have signed the server's certificate. Without"
                    + " it, the authorities that the JVM trusts. The host name is always checked.";
    private static final String KEYSTORE_LOCATION_DOC =
            "File with the sink's own key and certificate, for servers that ask for one.";

    /** The options. */
    static final TargetOptionGroup GROUP = AccessOptions::define;

    private AccessOptions() {}

    private static void define(ConfigDef def, List<String> targets) {
        OptionGroup group = new OptionGroup(def, "Access to the remote store", Map.of(TargetType.OPTION, targets));
        group.add(AUTH, AUTH_USER, AUTH_PASSWORD, AUTH_TOKEN);
        TLS.define(group, TRUSTSTORE_LOCATION_DOC, KEYSTORE_LOCATION_DOC);
    }

    /** The kinds of authentication. */
    enum AuthKind {
        NONE,
        BASIC,
        BEARER
    }

    /** The problems, such as missing options and options that do not fit together: option to message. */
    static Map<String, String> problems(AbstractConfig config) {
        Map<String, String> problems = new LinkedHashMap<>();
        AuthKind kind = AUTH.of(config);
        if (kind == AuthKind.BASIC) {
            RemoteOptions.require(config, AUTH_USER.name(), "target.auth=basic", problems);
            RemoteOptions.require(config, AUTH_PASSWORD.name(), "target.auth=basic", problems);
            String user = AUTH_USER.orNull(config);
            if (user != null && user.indexOf(':') >= 0) {
                problems.put(AUTH_USER.name(), AUTH_USER.name() + " has a colon, which HTTP Basic does not allow");
            }
        } else if (kind == AuthKind.BEARER) {
            RemoteOptions.require(config, AUTH_TOKEN.name(), "target.auth=bearer", problems);
            Password token = AUTH_TOKEN.orNull(config);
            if (token != null && !BearerTokens.isSendable(token.value())) {
                problems.put(AUTH_TOKEN.name(), AUTH_TOKEN.name() + " " + BearerTokens.PROBLEM);
            }
        }
        TLS.problems(config.values()).forEach((option, problem) -> problems.put(option, option + " " + problem));
        return problems;
    }

    /** The credentials of the sink. */
    static Authentication authentication(AbstractConfig config) {
        return switch (AUTH.of(config)) {
            case NONE -> Authentication.NONE;
            case BASIC ->
                Authentication.basic(
                        AUTH_USER.of(config), AUTH_PASSWORD.of(config).value());
            case BEARER -> Authentication.bearer(AUTH_TOKEN.of(config).value());
        };
    }
}
