package dev.velella.quickstart.part;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.failure.UserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The installation: the directories of the sample configurations and of the plugins. */
public final class Samples {
    private final Path home;

    /** @param home directory of the distribution */
    public Samples(Path home) {
        this.home = home;
    }

    /**
     * The installation that the launcher named.
     *
     * @throws UserException if the launcher named none
     */
    public static Samples installed() {
        String home = System.getProperty("velella.home");
        if (home == null || !Files.isDirectory(Path.of(home, "plugins"))) {
            throw new UserException("velella.home does not name an installation: start with the velella launcher");
        }
        return new Samples(Path.of(home));
    }

    /** Directory of the installation. */
    Path home() {
        return home;
    }

    /** The text of a file beside the sample configurations. */
    public String text(String file) throws IOException {
        return Files.readString(home.resolve("etc").resolve(file));
    }

    /** The directory for {@code plugin.path}. */
    public Path pluginPath() {
        return home.resolve("plugins");
    }

    /**
     * A sample connector with changed options.
     *
     * @param file name of the sample file
     * @param changes options to set
     */
    public ObjectNode connector(String file, Map<String, String> changes) throws IOException {
        ObjectNode connector = (ObjectNode)
                new ObjectMapper().readTree(home.resolve("etc").resolve(file).toFile());
        ObjectNode config = (ObjectNode) connector.get("config");
        changes.forEach(config::put);
        return connector;
    }
}
