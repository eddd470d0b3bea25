package dev.velella.tests.containers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;

/**
 * Compose on the engine of the tests, with variables of its own: the name of the project and the images that properties name. What
 * the commands say goes to a file.
 */
final class Compose {
    private static final long PATIENCE_SECONDS = 180;

    private final List<String> program = program();
    private final Map<String, String> variables = new HashMap<>();
    private final Path log;

    /**
     * Runs nothing yet.
     *
     * @param project prefix of the names of containers, volumes and network
     * @param log file for what commands say; deleted if it is there
     */
    Compose(String project, Path log) throws IOException, InterruptedException {
        this.log = log;
        Files.deleteIfExists(log);
        variables.put("COMPOSE_PROJECT_NAME", project);
        image("VELELLA_IMAGE", ComposeDeployment.IMAGE_PROPERTY);
        image("KAFKA_IMAGE", BrokerContainer.IMAGE_PROPERTY);
        image("MOSQUITTO_IMAGE", "velella.mosquitto.image");
        image("OXIGRAPH_IMAGE", OxigraphContainer.IMAGE_PROPERTY);
        image("PYTHON_IMAGE", "velella.python.image");
        image("PROMETHEUS_IMAGE", "velella.prometheus.image");
        image("ALERTMANAGER_IMAGE", "velella.alertmanager.image");
    }

    private void image(String variable, String property) {
        @Nullable String name = System.getProperty(property);
        if (name != null) {
            variables.put(variable, name);
        }
    }

    /** Sets a variable that the files have, for the commands from now on. */
    void set(String variable, String value) {
        variables.put(variable, value);
    }

    /** The words that call compose, as they are on this machine. */
    String command() {
        return String.join(" ", program);
    }

    /** Runs a command of compose in a folder; it must succeed. */
    void run(Path folder, String input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of(arguments));
        Path in = Files.createTempFile("compose", ".txt");
        try {
            Files.writeString(in, input);
            int status = start(new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(in.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())));
            if (status != 0) {
                throw new AssertionError(command + " ended with " + status + "; see tests/" + log);
            }
        } finally {
            Files.delete(in);
        }
    }

    /** Runs a command of a shell in a folder, and returns what it prints; null where it does not succeed. */
    @Nullable
    String shell(Path folder, String command) throws IOException, InterruptedException {
        Path out = Files.createTempFile("compose", ".txt");
        try {
            int status = start(new ProcessBuilder("bash", "-euc", command)
                    .directory(folder.toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())));
            return status == 0 ? Files.readString(out) : null;
        } finally {
            Files.delete(out);
        }
    }

    private int start(ProcessBuilder builder) throws IOException, InterruptedException {
        builder.environment().putAll(variables);
        builder.environment()
                .put(
                        "DOCKER_HOST",
                        DockerClientFactory.instance()
                                .getTransportConfig()
                                .getDockerHost()
                                .toString());
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(builder.command() + " did not end; see tests/" + log);
        }
        return process.exitValue();
    }

    /** Compose as a command of docker's, or else the older program. */
    private static List<String> program() throws IOException, InterruptedException {
        for (List<String> command : List.of(List.of("docker", "compose"), List.of("docker-compose"))) {
            List<String> version = new ArrayList<>(command);
            version.add("version");
            try {
                Process process =
                        new ProcessBuilder(version).redirectErrorStream(true).start();
                String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (process.waitFor() == 0 && answer.contains("version")) {
                    return command;
                }
            } catch (IOException e) {
                // There is no such program: the next may be.
            }
        }
        throw new IOException("neither docker compose nor docker-compose is installed");
    }
}
