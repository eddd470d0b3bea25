package dev.velella.grpc.options;

import dev.velella.kit.access.TlsOptions;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.secret.BearerTokens;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/** Options of the port: address, TLS, who may call, and how many calls there may be. Stateless. */
final class ServerOptions {
    static final TlsOptions TLS = new TlsOptions("ssl.");
    static final String OWN_KEY = "ssl.keystore.location";

    static final Option<String> LISTENER = Option.text("listener")
            .byDefault("localhost:50051")
            .high()
            .doc(
                    "Address of the server, HOST:PORT, or only a port for localhost. Port 0 is a free port. Clients on other machines reach the server only if"
                            + " HOST is an address of this machine that they know, or 0.0.0.0.");

    static final Option<Boolean> CLIENT_CERTIFICATE = Option.flag("ssl.client.certificate.required", false)
            .medium()
            .doc(
                    "Whether a client must show a certificate that an authority in ssl.truststore.location has signed. Needs that"
                            + " option and ssl.keystore.location.");

    static final Option<String> USERNAME = Option.text("auth.username")
            .medium()
            .doc("Name that clients must send, with auth.password, as HTTP Basic authentication.");

    static final Option<Password> PASSWORD = Option.password("auth.password").doc("Password of auth.username.");

    static final Option<Password> BEARER_TOKEN = Option.password("auth.bearer.token")
            .doc("Token that clients must send as Authorization: Bearer. Not together with auth.username.");

    static final Option<Integer> CALLS = Option.number("calls.max", 200)
            .atLeast(1)
            .doc(
                    "Largest number of open calls, of all clients. A further call is refused with RESOURCE_EXHAUSTED. In the worst case"
                            + " each call to publish takes twice message.max.bytes of memory.");

    static final Option<Integer> CALLS_PER_CLIENT = Option.number("calls.max.per.client", 50)
            .atLeast(1)
            .doc("Largest number of open calls from one address. A further call is refused with RESOURCE_EXHAUSTED.");

    static final Option<Integer> MESSAGE_BYTES = Option.number("message.max.bytes", 4 << 20)
            .atLeast(1024)
            .medium()
            .doc(
                    "Largest message that a client may send, in bytes, also after decompression. A larger frame is refused. The"
                            + " broker's message.max.bytes, 1 MiB by default, limits the records that are made of the frames.");

    static final Option<Integer> MESSAGE_STATEMENTS = Option.number("message.max.statements", 100_000)
            .atLeast(1)
            .doc(
                    "Largest number of statements in a frame that a client sends. A frame can repeat a statement in few bytes.");

    private ServerOptions() {}

    static void define(ConfigDef def) {
        OptionGroup group = new OptionGroup(def, "Server");
        group.add(LISTENER);
        TLS.define(
                group,
                "File with the certificates of the authorities that sign the certificates of clients. See"
                        + " ssl.client.certificate.required.",
                "File with the key and the certificate of the server. With it, all connections are encrypted; without it, none.");
        group.add(CLIENT_CERTIFICATE, USERNAME, PASSWORD, BEARER_TOKEN)
                .add(CALLS, CALLS_PER_CLIENT, MESSAGE_BYTES, MESSAGE_STATEMENTS);
    }

    /** Checks options that depend on each other. */
    static void check(GrpcConfig config) {
        Map<String, String> problems = TLS.problems(config.values());
        problems.forEach((option, problem) -> {
            throw new ConfigException(option + ": " + problem);
        });
        boolean isTrusting = config.getString(TLS.trustStore()) != null;
        if (config.getString(OWN_KEY) == null) {
            for (String option : List.of(TLS.trustStore(), CLIENT_CERTIFICATE.name())) {
                if (option.equals(TLS.trustStore()) ? isTrusting : CLIENT_CERTIFICATE.of(config)) {
                    throw new ConfigException(option + " needs " + OWN_KEY + ", the key of the server");
                }
            }
        } else if (CLIENT_CERTIFICATE.of(config) && !isTrusting) {
            throw new ConfigException(CLIENT_CERTIFICATE + " needs " + TLS.trustStore());
        }
        Password token = BEARER_TOKEN.orNull(config);
        boolean hasUser = USERNAME.orNull(config) != null;
        if (hasUser != (PASSWORD.orNull(config) != null)) {
            throw new ConfigException(USERNAME + " and " + PASSWORD + " need each other");
        } else if (hasUser && token != null) {
            throw new ConfigException(BEARER_TOKEN + " does not go with " + USERNAME + ": choose one of them");
        } else if (token != null && !BearerTokens.isSendable(token.value())) {
            throw new ConfigException(BEARER_TOKEN + " " + BearerTokens.PROBLEM);
        }
    }
}
