package dev.velella.tests;

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

/** A sink connector in a plugin directory of its own beside Velella's. */
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
            for (Class<?> type : List.of(ForeignSinkConnector.class, ForeignSinkTask.class)) {
                String name = type.getName().replace('.', '/') + ".class";
                out.putNextEntry(new ZipEntry(name));
                try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
                    in.transferTo(out);
                }
            }
            out.putNextEntry(new ZipEntry("META-INF/services/" + SinkConnector.class.getName()));
            out.write(ForeignSinkConnector.class.getName().getBytes(StandardCharsets.UTF_8));
        }
    }
}
