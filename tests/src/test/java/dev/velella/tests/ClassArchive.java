package dev.velella.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The archive of classes that {@code velella-class-archive} makes in the distribution: JVMs that map it start in a fraction of
 * the time. The first test process that needs it makes it, once for a build, because a build replaces the whole distribution.
 * A JVM that does not find its class path in it reads the jars.
 */
final class ClassArchive {
    private static final Path TARGET = Path.of("target");

    /** Of this process, once it knows. */
    private static List<String> options;

    private ClassArchive() {}

    /** Options for a JVM with {@link Installation#classPath}; none if there is no archive. */
    static synchronized List<String> options() {
        if (options == null) {
            try {
                if (file().isEmpty()) {
                    make();
                }
                options = file().map(file -> List.of("-XX:SharedArchiveFile=" + file))
                        .orElse(List.of());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return options;
    }

    /** Where it is; empty if it is not there. */
    static Optional<Path> file() throws IOException {
        try (Stream<Path> files = Files.list(Installation.home())) {
            return files.filter(file -> file.getFileName().toString().matches("classes-[0-9]+\\.jsa"))
                    .findFirst();
        }
    }

    private static void make() throws IOException, InterruptedException {
        try (FileChannel channel =
                FileChannel.open(TARGET.resolve("classes.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // until it is closed
            if (file().isPresent()) {
                return; // another process made it meanwhile
            }
            ProcessBuilder builder = new ProcessBuilder(Installation.home()
                            .resolve("bin/velella-class-archive")
                            .toString())
                    .redirectErrorStream(true)
                    .redirectOutput(TARGET.resolve("class-archive.log").toFile());
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            Process process = builder.start();
            // What is wrong with it is for its own test to say.
            if (!process.waitFor(480, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
        }
    }
}
