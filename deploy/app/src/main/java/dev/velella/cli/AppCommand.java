package dev.velella.cli;

import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.failure.Causes;
import dev.velella.failure.UserException;
import dev.velella.kit.secret.ClientErrors;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.errors.StreamsException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Runs an application of Kafka Streams until it is stopped or fails. */
abstract class AppCommand implements Callable<Integer> {
    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "Properties file. The properties velella.* are options of the app; all other properties go to"
                    + " Kafka Streams.")
    private Path config = Path.of("");

    @Option(
            names = "--health-port",
            paramLabel = "PORT",
            description = "Serve /health/live and /health/ready over HTTP on this port of localhost; 0: on a free port."
                    + " Replaces velella.health.listener of the properties file.")
    private @Nullable Integer healthPort;

    /**
     * Makes the app.
     *
     * @throws ConfigException if an option is wrong
     */
    abstract DiffApp app(Map<String, String> options);

    @Override
    public Integer call() throws InterruptedException {
        DiffApp made;
        try {
            made = app(load());
        } catch (ConfigException e) {
            throw new UserException(config + ": " + e.getMessage(), e);
        }
        try (DiffApp app = made) {
            Thread hook = new Thread(() -> app.close(Duration.ofSeconds(4)), "app-shutdown");
            Runtime.getRuntime().addShutdownHook(hook);
            app.start();
            app.awaitStopped();
            Optional<Throwable> failure = app.failure();
            if (failure.isPresent()) {
                throw new UserException(Causes.rootMessage(failure.get()), failure.get());
            }
            return 0;
        } catch (StreamsException e) {
            throw e;
        } catch (KafkaException e) {
            throw new UserException("the cluster cannot be asked: " + ClientErrors.message(e), e);
        }
    }

    private Map<String, String> load() {
        Map<String, String> map = PropertiesFile.read(config);
        if (healthPort != null) {
            map.put(DiffConfig.HEALTH_LISTENER_CONFIG, healthPort.toString());
        }
        return map;
    }
}
