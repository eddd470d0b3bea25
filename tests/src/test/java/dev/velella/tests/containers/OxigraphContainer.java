package dev.velella.tests.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports.Binding;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.remote.StoreServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * An Oxigraph server in a container, reached from the host through a published port that stays the same when the container is
 * killed and started again. The system property {@value #IMAGE_PROPERTY} names the image, which has {@code oxigraph-LINE} for
 * every release line.
 */
final class OxigraphContainer extends StoreServer {
    static final String IMAGE_PROPERTY = "velella.oxigraph.image";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PORT = 7878;

    private final int port;
    private final GenericContainer<?> container;

    /**
     * Starts a server; {@link #awaitUp} waits for it.
     *
     * @param line of releases, such as 0.5
     * @param onDisk whether it keeps its data in the container's file system, else in memory
     */
    OxigraphContainer(String line, boolean onDisk) throws IOException {
        super(
                new Traits("oxigraph-" + line + (onDisk ? "-disk" : "-memory"), false, false, onDisk),
                HttpClient.newHttpClient());
        List<String> command = new ArrayList<>(List.of("oxigraph-" + line, "serve", "--bind", "0.0.0.0:" + PORT));
        if (onDisk) {
            command.addAll(List.of("--location", "/var/lib/oxigraph"));
        }
        port = Ports.free();
        container = new GenericContainer<>(DockerImageName.parse(System.getProperty(IMAGE_PROPERTY)))
                .withCommand(command.toArray(String[]::new))
                .withExposedPorts(PORT)
                .withCreateContainerCmdModifier(create -> create.getHostConfig()
                        .withPortBindings(new PortBinding(Binding.bindPort(port), ExposedPort.tcp(PORT))));
        container.start();
    }

    @Override
    public void start() {
        docker().startContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public StoreServer awaitUp() throws Exception {
        URI url = URI.create(queryUrl() + "?query=ASK%7B%7D");
        Await.until(url + " answers", PATIENCE, () -> status(request(url).build()) == 200);
        return this;
    }

    @Override
    public void kill() {
        docker().killContainerCmd(container.getContainerId()).exec();
        docker().waitContainerCmd(container.getContainerId()).start().awaitStatusCode();
    }

    @Override
    public void close() {
        container.close();
    }

    @Override
    public URI queryUrl() {
        return URI.create("http://" + container.getHost() + ":" + port + "/query");
    }

    @Override
    public URI updateUrl() {
        return URI.create("http://" + container.getHost() + ":" + port + "/update");
    }

    private static DockerClient docker() {
        return DockerClientFactory.instance().client();
    }
}
