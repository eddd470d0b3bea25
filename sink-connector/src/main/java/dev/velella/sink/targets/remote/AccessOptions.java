package dev.velella.sink.targets.remote;

import dev.velella.access.Authentication;
import dev.velella.access.TlsOptions;
import dev.velella.options.OptionGroup;
import dev.velella.options.Spelling;
import dev.velella.secret.BearerTokens;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.TargetType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.types.Password;

/** The options of the sink that say who it is to a server, and whom it trusts. */
final class AccessOptions {
    /** Kind of authentication. */
    static final String AUTH_CONFIG = "target.auth";

    private static final String AUTH_DOC =
            "How the sink authenticates at the server: none, basic (target.auth.user, target.auth.password) or"
                    + " bearer (target.auth.token). Use it with https only, because password and token can be read on the way"
                    + " otherwise.";

    /** User of basic authentication. */
    static final String AUTH_USER_CONFIG = "target.auth.user";

    private static final String AUTH_USER_DOC = "User for target.auth=basic.";

    /** Password of basic authentication. */
    static final String AUTH_PASSWORD_CONFIG = "target.auth.password";

    private static final String AUTH_PASSWORD_DOC =
            "Password for target.auth=basic; best by a config provider of the worker.";

    /** Bearer token. */
    static final String AUTH_TOKEN_CONFIG = "target.auth.token";

    private static final String AUTH_TOKEN_DOC =
            "Token for target.auth=bearer; best by a config provider of the worker.";

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
        group.choice(AUTH_CONFIG, AuthKind.NONE, Importance.MEDIUM, AUTH_DOC, "Authentication")
                .text(AUTH_USER_CONFIG, null, Importance.MEDIUM, AUTH_USER_DOC, "User")
                .add(AUTH_PASSWORD_CONFIG, Type.PASSWORD, null, null, Importance.MEDIUM, AUTH_PASSWORD_DOC, "Password")
                .add(AUTH_TOKEN_CONFIG, Type.PASSWORD, null, null, Importance.MEDIUM, AUTH_TOKEN_DOC, "Token");
        TLS.define(group, TRUSTSTORE_LOCATION_DOC, KEYSTORE_LOCATION_DOC);
    }

    /** How the sink says who it is. */
    enum AuthKind {
        NONE,
        BASIC,
        BEARER
    }

    /** What is missing or does not go together: option to message. */
    static Map<String, String> problems(AbstractConfig config) {
        Map<String, String> problems = new LinkedHashMap<>();
        AuthKind kind = Spelling.constant(AuthKind.class, config.getString(AUTH_CONFIG));
        if (kind == AuthKind.BASIC) {
            RemoteOptions.require(config, AUTH_USER_CONFIG, "target.auth=basic", problems);
            RemoteOptions.require(config, AUTH_PASSWORD_CONFIG, "target.auth=basic", problems);
            String user = config.getString(AUTH_USER_CONFIG);
            if (user != null && user.indexOf(':') >= 0) {
                problems.put(AUTH_USER_CONFIG, AUTH_USER_CONFIG + " has a colon, which HTTP Basic does not allow");
            }
        } else if (kind == AuthKind.BEARER) {
            RemoteOptions.require(config, AUTH_TOKEN_CONFIG, "target.auth=bearer", problems);
            Password token = config.getPassword(AUTH_TOKEN_CONFIG);
            if (token != null && !BearerTokens.isSendable(token.value())) {
                problems.put(AUTH_TOKEN_CONFIG, AUTH_TOKEN_CONFIG + " " + BearerTokens.PROBLEM);
            }
        }
        TLS.problems(config.values()).forEach((option, problem) -> problems.put(option, option + " " + problem));
        return problems;
    }

    /** Who the sink is. */
    static Authentication authentication(AbstractConfig config) {
        return switch (Spelling.constant(AuthKind.class, config.getString(AUTH_CONFIG))) {
            case NONE -> Authentication.NONE;
            case BASIC ->
                Authentication.basic(
                        config.getString(AUTH_USER_CONFIG),
                        config.getPassword(AUTH_PASSWORD_CONFIG).value());
            case BEARER ->
                Authentication.bearer(config.getPassword(AUTH_TOKEN_CONFIG).value());
        };
    }
}
