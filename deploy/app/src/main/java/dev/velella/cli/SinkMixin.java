package dev.velella.cli;

import dev.velella.converter.TaskCluster;
import dev.velella.failure.FileException;
import dev.velella.failure.UserException;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.log.DecodingLimits;
import dev.velella.verify.SinkFile;
import dev.velella.verify.SinkTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that name a sink connector, and options of the access to its topics. */
final class SinkMixin {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "Configuration of the sink connector: a JSON file as Connect takes it.")
    private Path config = Path.of("");

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the connector (default: the name in the configuration).")
    private @Nullable String name;

    @Option(
            names = "--bootstrap-server",
            paramLabel = "HOST:PORT[,..]",
            description = "Brokers to connect to (default: kafka.bootstrap.servers of the configuration).")
    private @Nullable String bootstrapServer;

    @Option(
            names = "--command-config",
            paramLabel = "FILE",
            description = "Properties file for the Kafka client, for example for TLS and login. Its properties take"
                    + " precedence over kafka.* of the configuration.")
    private @Nullable Path commandConfig;

    @Option(
            names = "--isolation-level",
            paramLabel = "LEVEL",
            description = "Isolation level of the sink's consumer, read_committed or read_uncommitted (default:"
                    + " consumer.override.isolation.level of the configuration, else read_committed).")
    private @Nullable String isolationLevel;

    @Option(
            names = "--timeout-ms",
            paramLabel = "N",
            defaultValue = "30000",
            description = "Longest wait for a broker or the endpoint, in ms (default: ${DEFAULT-VALUE}).")
    private long timeoutMs = 30_000;

    /** The file of the configuration. */
    Path file() {
        return config;
    }

    /** Longest wait for an answer. */
    Duration timeout() {
        return Duration.ofMillis(timeoutMs);
    }

    /**
     * The options of the connector, its name among them.
     *
     * @throws ParameterException if an option of the command makes no sense
     * @throws FileException if the file is not a configuration
     */
    Map<String, String> options() {
        if (timeoutMs < 1) {
            throw usage("--timeout-ms must be at least 1, not " + timeoutMs);
        }
        if (isolationLevel != null && !isolationLevel.matches("read_(un)?committed")) {
            throw usage("--isolation-level must be read_committed or read_uncommitted, not " + isolationLevel);
        }
        return SinkFile.read(config, name);
    }

    /**
     * The topics of the connector.
     *
     * @param sink options of the connector
     * @throws UserException if neither the options nor the configuration name a broker
     */
    SinkTopics topics(Map<String, String> sink) {
        Map<String, String> client = client(sink);
        String servers = bootstrapServer != null ? bootstrapServer : client.get("bootstrap.servers");
        if (servers == null) {
            throw new UserException(config + ": has no " + ClusterOptions.BOOTSTRAP_SERVERS_CONFIG
                    + ": give --bootstrap-server, and --command-config if the connection needs TLS or a login");
        }
        String level = isolationLevel != null
                ? isolationLevel
                : sink.getOrDefault("consumer.override.isolation.level", "read_committed");
        return new SinkTopics(
                servers,
                client,
                level.equals("read_committed"),
                timeout(),
                TaskCluster.dictionariesTopic(sink),
                DecodingLimits.of(sink));
    }

    /** Properties of the client. Properties of the command take precedence over properties of the connector. */
    private Map<String, String> client(Map<String, String> sink) {
        Map<String, String> client = new HashMap<>();
        ClusterOptions.clientProperties(sink).forEach((key, value) -> client.put(key, String.valueOf(value)));
        if (commandConfig != null) {
            client.putAll(PropertiesFile.read(commandConfig));
        }
        if (bootstrapServer != null) {
            client.put("bootstrap.servers", bootstrapServer);
        }
        client.forEach((key, value) -> {
            if (value.contains("${")) {
                throw new UserException(
                        config + ": kafka." + key + " names a config provider of the worker, which this command cannot"
                                + " ask: give the value itself in a file with --command-config");
            }
        });
        return client;
    }

    private ParameterException usage(String message) {
        if (command == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new ParameterException(command.commandLine(), message);
    }
}
