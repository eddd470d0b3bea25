package dev.velella.tests.security;

import dev.velella.fixture.Certificate;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.BrokerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * A broker with a listener for SASL (SCRAM) over TLS and access control. Its listener {@code PLAINTEXT} is for the test
 * itself, which may do everything.
 */
public final class SecuredBroker implements AutoCloseable {
    static final String USER = "reader";
    /** Of every user. */
    public static final String PASSWORD = "pass-phrase-of-the-reader";

    private final BrokerProcess broker;
    private final int port;
    private final Path trustStore;

    /** With one user, {@link #USER}. */
    public SecuredBroker(Path directory) throws Exception {
        this(directory, List.of(USER));
    }

    /** @param users that have {@link #PASSWORD}; none of them may do anything yet */
    SecuredBroker(Path directory, List<String> users) throws Exception {
        Files.createDirectories(directory);
        port = Ports.free();
        Certificate certificate = new Certificate(directory, "broker", "dns:localhost,ip:127.0.0.1");
        trustStore = certificate.trustStore();
        broker = new BrokerProcess(
                directory,
                "SECURED://localhost:" + port,
                Map.of(
                        "listener.name.secured.ssl.keystore.type", "PKCS12",
                        "listener.name.secured.ssl.keystore.location",
                                certificate.keyStore().toString(),
                        "listener.name.secured.ssl.keystore.password", Certificate.PASSWORD,
                        "listener.name.secured.ssl.key.password", Certificate.PASSWORD,
                        "listener.name.secured.sasl.enabled.mechanisms", "SCRAM-SHA-512",
                        "listener.name.secured.scram-sha-512.sasl.jaas.config",
                                "org.apache.kafka.common.security.scram.ScramLoginModule required;",
                        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                        "super.users", "User:ANONYMOUS"),
                users.stream()
                        .flatMap(user ->
                                Stream.of("--add-scram", "SCRAM-SHA-512=[name=" + user + ",password=" + PASSWORD + "]"))
                        .toList());
    }

    /** Of the listener that asks for nothing. */
    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    /** What a client of the secured listener needs. */
    public Map<String, Object> client(String password) {
        return client(USER, password);
    }

    /** What a client of the secured listener needs to be a user. */
    Map<String, Object> client(String user, String password) {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", "localhost:" + port);
        config.put("security.protocol", "SASL_SSL");
        config.put("sasl.mechanism", "SCRAM-SHA-512");
        config.put(
                "sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + user + "\" password=\""
                        + password + "\";");
        config.put("ssl.truststore.type", "PKCS12");
        config.put("ssl.truststore.location", trustStore.toString());
        config.put("ssl.truststore.password", Certificate.PASSWORD);
        return config;
    }

    /** Lets the user do something with a topic or group. */
    public void allow(ResourceType type, String name, AclOperation operation) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) bootstrapServers()))) {
            admin.createAcls(List.of(new AclBinding(
                            new ResourcePattern(type, name, PatternType.LITERAL),
                            new AccessControlEntry("User:" + USER, "*", operation, AclPermissionType.ALLOW))))
                    .all()
                    .get();
        }
    }

    @Override
    public void close() {
        broker.close();
    }
}
