package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.velella.converter.VelellaVersion;
import dev.velella.quickstart.ConnectRest;
import dev.velella.quickstart.ConnectWorker;
import dev.velella.quickstart.EmbeddedBroker;
import dev.velella.quickstart.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plugin directory as it ships, in a real worker. */
class PluginDirectoryIT {
    @Test
    void aWorkerListsConverterAndBothConnectorsWithTheirVersion(@TempDir Path scratch) throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                ConnectWorker worker = new ConnectWorker(
                        broker.bootstrapServers(), Installation.home().resolve("plugins"), Ports.free())) {
            JsonNode plugins = new ConnectRest(worker.restUrl()).plugins();
            TreeMap<String, String> found = new TreeMap<>();
            for (JsonNode plugin : plugins) {
                String name = plugin.path("class").asText();
                if (name.startsWith("dev.velella")) {
                    found.put(name, plugin.path("version").asText());
                }
            }
            assertThat(found)
                    .containsOnlyKeys(
                            "dev.velella.converter.JellyConverter",
                            "dev.velella.sink.RdfSinkConnector",
                            "dev.velella.source.RdfSourceConnector")
                    .allSatisfy((name, version) -> assertThat(version).isEqualTo(VelellaVersion.get()));
        }
    }

    @Test
    void holdsNoJarThatTheWorkerBrings() throws IOException {
        assertThat(jars(Installation.home().resolve("plugins/velella-connect/lib")))
                .isNotEmpty()
                .noneMatch(jar -> jar.startsWith("kafka")
                        || jar.startsWith("connect-")
                        || jar.startsWith("slf4j-")
                        || jar.startsWith("log4j-")
                        || jar.startsWith("logback"));
    }

    private static List<String> jars(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
