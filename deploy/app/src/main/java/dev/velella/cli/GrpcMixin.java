package dev.velella.cli;

import dev.velella.failure.UserException;
import dev.velella.grpc.client.RdfStreamClient;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.kit.access.TlsOptions;
import dev.velella.kit.options.Listener;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.secret.BearerTokens;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Options that name the gRPC server and the way to it. */
final class GrpcMixin {
    private static final TlsOptions TLS = new TlsOptions("ssl.");
    private static final Option<Boolean> ENCRYPTED =
            Option.flag("ssl", false).doc("Whether the connection is encrypted; it is, if an option ssl.* is set.");
    private static final Option<String> USERNAME = Option.text("auth.username").doc("Name of the user.");
    private static final Option<Password> PASSWORD =
            Option.password("auth.password").doc("Password of the user.");
    private static final Option<Password> TOKEN =
            Option.password("auth.bearer.token").doc("Bearer token.");

    @CommandLine.Option(
            names = "--server",
            required = true,
            paramLabel = "HOST:PORT",
            description = "gRPC server to connect to.")
    private String server = "";

    @CommandLine.Option(
            names = "--command-config",
            paramLabel = "FILE",
            description =
                    "Properties file for TLS and credentials: ssl=true, ssl.truststore.*, ssl.keystore.*,"
                            + " auth.username and auth.password, or auth.bearer.token. Without it, the connection is not encrypted.")
    private @Nullable Path commandConfig;

    /** Host and port of the server. */
    String server() {
        return server;
    }

    /** A connection to the server. */
    RdfStreamClient client() {
        try {
            Listener.parse("--server", server, 50051);
        } catch (ConfigException e) {
            throw new UserException(String.valueOf(e.getMessage()), e);
        }
        if (commandConfig == null) {
            return new RdfStreamClient(server, null, Authentication.NONE);
        }
        try {
            return client(commandConfig);
        } catch (ConfigException | IllegalArgumentException e) {
            throw new UserException(commandConfig + ": " + e.getMessage(), e);
        }
    }

    private RdfStreamClient client(Path file) {
        Map<String, String> properties = PropertiesFile.read(file);
        ConfigDef def = new ConfigDef();
        OptionGroup group = new OptionGroup(def, "Client").add(ENCRYPTED, USERNAME, PASSWORD, TOKEN);
        TLS.define(group, "Trusted certificates.", "Own key and certificate.");
        properties.keySet().stream()
                .filter(name -> !def.names().contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new ConfigException(name + ": unknown option");
                });
        AbstractConfig config = new AbstractConfig(def, properties, false);
        boolean encrypted =
                ENCRYPTED.of(config) || properties.keySet().stream().anyMatch(name -> name.startsWith("ssl."));
        Tls tls = encrypted ? TLS.tls(config.values()) : null;
        return new RdfStreamClient(server, tls, authentication(config));
    }

    private static Authentication authentication(AbstractConfig config) {
        String user = USERNAME.orNull(config);
        Password token = TOKEN.orNull(config);
        if (token != null && !BearerTokens.isSendable(token.value())) {
            throw new ConfigException(TOKEN + " " + BearerTokens.PROBLEM);
        } else if (token != null) {
            return Authentication.bearer(token.value());
        }
        Password password = PASSWORD.orNull(config);
        return user == null
                ? Authentication.NONE
                : Authentication.basic(user, password == null ? "" : password.value());
    }
}
