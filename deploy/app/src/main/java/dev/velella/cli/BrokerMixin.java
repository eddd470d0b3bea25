package dev.velella.cli;

import dev.velella.failure.FileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that name the brokers, and how a client reaches them. */
final class BrokerMixin {
    private static final int TIMEOUT_MS = 30_000;

    @Option(
            names = "--bootstrap-server",
            required = true,
            paramLabel = "HOST:PORT[,..]",
            description = "Brokers to connect to.")
    private String bootstrapServer = "";

    @Option(
            names = "--command-config",
            paramLabel = "FILE",
            description = "Properties file for the Kafka client, for example for TLS and login.")
    private @Nullable Path commandConfig;

    @Option(
            names = "--timeout-ms",
            paramLabel = "N",
            description = "Longest wait for a broker, in ms (default: " + TIMEOUT_MS + ").")
    private @Nullable Integer timeoutMs;

    /**
     * The addresses of the brokers.
     *
     * @throws ParameterException if they are no addresses
     */
    String servers(OptionChecks command) {
        command.checkServers(bootstrapServer);
        return bootstrapServer;
    }

    /**
     * The properties of the file for clients, in a new map; none without a file.
     *
     * @throws FileException if the file cannot be read
     */
    Map<String, String> client() {
        return commandConfig == null ? new HashMap<>() : PropertiesFile.read(commandConfig);
    }

    /**
     * Longest wait for a broker.
     *
     * @throws ParameterException if it is not at least 1 ms
     */
    Duration timeout(OptionChecks command) {
        return Duration.ofMillis(command.atLeastOne("--timeout-ms", timeoutMs == null ? TIMEOUT_MS : timeoutMs));
    }

    /** The value of {@code --timeout-ms}, if it is given. */
    @Nullable
    Duration givenTimeout() {
        return timeoutMs == null ? null : Duration.ofMillis(timeoutMs);
    }
}
