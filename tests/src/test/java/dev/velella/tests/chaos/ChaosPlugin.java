package dev.velella.tests.chaos;

import dev.velella.tests.chaos.plugin.ChaosSink;
import dev.velella.tests.chaos.plugin.ChaosSource;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.kafka.connect.sink.SinkConnector;
import org.apache.kafka.connect.source.SourceConnector;

/** The test's connectors as a plugin directory. */
final class ChaosPlugin {
    private ChaosPlugin() {}

    /** Makes a directory to be named as {@code plugin.path}; its only plugin is the package {@code plugin}. */
    static Path install(Path scratch) throws IOException, URISyntaxException {
        Path classes = Path.of(ChaosSource.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path plugins = scratch.resolve("plugins");
        Path jar = plugins.resolve("chaos/chaos.jar");
        Files.createDirectories(jar.getParent());
        Path folder = classes.resolve(ChaosSource.class.getPackageName().replace('.', '/'));
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                add(out, classes.relativize(file).toString(), Files.readAllBytes(file));
            }
            for (List<Class<?>> service : List.of(
                    List.<Class<?>>of(SourceConnector.class, ChaosSource.class),
                    List.<Class<?>>of(SinkConnector.class, ChaosSink.class))) {
                add(
                        out,
                        "META-INF/services/" + service.get(0).getName(),
                        service.get(1).getName().getBytes(StandardCharsets.UTF_8));
            }
        }
        return plugins;
    }

    private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }
}
