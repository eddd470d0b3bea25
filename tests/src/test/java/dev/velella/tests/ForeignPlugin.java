package dev.velella.tests;

import dev.velella.tests.foreign.EveryThird;
import dev.velella.tests.foreign.ForeignSinkConnector;
import dev.velella.tests.foreign.ForeignSinkTask;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.apache.kafka.connect.sink.SinkConnector;
import org.apache.kafka.connect.transforms.Transformation;

/** A sink connector and a transformation in a plugin directory of their own beside Velella's. */
public final class ForeignPlugin {
    private ForeignPlugin() {}

    /** A new plugin path with both plugins. */
    public static Path pluginPath(Path scratch) throws IOException {
        Path plugins = Files.createDirectory(scratch.resolve("plugins"));
        Files.createSymbolicLink(
                plugins.resolve("velella-connect"), Installation.home().resolve("plugins/velella-connect"));
        pack(Files.createDirectory(plugins.resolve("foreign")).resolve("foreign.jar"));
        return plugins;
    }

    private static void pack(Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Class<?> type : List.of(ForeignSinkConnector.class, ForeignSinkTask.class, EveryThird.class)) {
                String name = type.getName().replace('.', '/') + ".class";
                out.putNextEntry(new ZipEntry(name));
                try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
                    in.transferTo(out);
                }
            }
            service(out, SinkConnector.class, ForeignSinkConnector.class);
            service(out, Transformation.class, EveryThird.class);
        }
    }

    private static void service(JarOutputStream out, Class<?> service, Class<?> provider) throws IOException {
        out.putNextEntry(new ZipEntry("META-INF/services/" + service.getName()));
        out.write(provider.getName().getBytes(StandardCharsets.UTF_8));
    }
}
