package dev.velella.cli;

import dev.velella.failure.UserException;
import dev.velella.grpc.options.GrpcConfig;
import dev.velella.grpc.server.RdfStreamServer;
import dev.velella.kit.secret.ClientErrors;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves topics by gRPC until it is stopped. */
@Command(
        name = "serve",
        description =
                "Serves topics by Jelly's gRPC service until it is stopped. On Ctrl-C it writes the frames that have"
                        + " arrived, and tells each client where to go on.",
        mixinStandardHelpOptions = true)
public final class GrpcServeCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description =
                    "Properties file: options of the server (docs/options.md), and kafka.* for the Kafka clients.")
    private Path config = Path.of("");

    /** grpc-java logs each broken message of a client with its stack. The client is told, and the log stays short. */
    private static final Logger TRANSPORT = Logger.getLogger("io.grpc");

    @Override
    public Integer call() throws InterruptedException {
        TRANSPORT.setLevel(Level.SEVERE);
        try (RdfStreamServer server = new RdfStreamServer(parsed())) {
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "grpc-shutdown"));
            server.start();
            if (spec != null) {
                PrintWriter out = spec.commandLine().getOut();
                out.println("gRPC server on port " + server.port());
                out.flush();
            }
            server.awaitStopped();
            return 0;
        } catch (IOException e) {
            throw new UserException(config + ": listener: " + e.getMessage() + ": " + e.getCause(), e);
        } catch (IllegalArgumentException e) {
            throw new UserException(config + ": " + e.getMessage(), e);
        } catch (KafkaException e) {
            throw new UserException(config + ": " + ClientErrors.message(e), e);
        }
    }

    private GrpcConfig parsed() {
        Map<String, String> map = PropertiesFile.read(config);
        try {
            return new GrpcConfig(map);
        } catch (ConfigException e) {
            throw new UserException(config + ": " + e.getMessage(), e);
        }
    }
}
