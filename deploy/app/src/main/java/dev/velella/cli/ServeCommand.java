package dev.velella.cli;

import dev.velella.failure.Causes;
import dev.velella.failure.UserException;
import dev.velella.kit.secret.ClientErrors;
import dev.velella.serve.app.ServeApp;
import dev.velella.serve.http.HttpFailedException;
import dev.velella.serve.options.ServeConfig;
import dev.velella.serve.state.StoreException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves the latest graphs over HTTP until it is stopped or fails. */
@Command(
        name = "serve",
        description =
                "Serves the latest graph of each stream over HTTP, from the topic of patches, until it is stopped or"
                        + " fails.",
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description =
                    "Properties file. The properties serve.* are options of the service; all other properties go to"
                            + " the Kafka clients.")
    private Path config = Path.of("");

    @Override
    public Integer call() throws InterruptedException {
        try (ServeApp app = new ServeApp(new ServeConfig(PropertiesFile.read(config)))) {
            Thread hook = new Thread(app::close, "serve-shutdown");
            Runtime.getRuntime().addShutdownHook(hook);
            app.start();
            app.awaitEnded();
            Optional<Throwable> failure = app.failure();
            if (failure.isPresent()) {
                throw new UserException(Causes.rootMessage(failure.get()), failure.get());
            }
            return 0;
        } catch (ConfigException e) {
            throw new UserException(config + ": " + e.getMessage(), e);
        } catch (StoreException | HttpFailedException e) {
            throw new UserException(String.valueOf(e.getMessage()), e);
        } catch (KafkaException e) {
            throw new UserException(ClientErrors.message(e), e);
        }
    }
}
