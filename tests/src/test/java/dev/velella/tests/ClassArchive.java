package dev.velella.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The classes of the distribution, parsed and verified, in a file that JVMs of tests map: they start in a fraction of the
 * time. Made once for a build, by a quickstart that tells at its end which classes it had; the test processes of a build
 * share it. A JVM that does not find its class path in it reads the jars.
 */
final class ClassArchive {
    private static final Path TARGET = Path.of("target");
    private static final String NAME = "classes-";

    /** Of this process, once it knows. */
    private static List<String> options;

    private ClassArchive() {}

    /** Options for a JVM with the libraries of the distribution as its class path; none if there is no archive. */
    static synchronized List<String> options() {
        if (options == null) {
            try {
                Path archive = TARGET.resolve(NAME + key() + ".jsa");
                if (!Files.exists(archive)) {
                    make(archive);
                }
                options = Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive) : List.of();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return options;
    }

    /**
     * Another for each JVM and each set of jars, by what they hold: the jars of all builds have the same time, and a JVM, which
     * compares times and sizes only, could take classes from before a change.
     */
    private static String key() throws IOException {
        StringBuilder jars = new StringBuilder(System.getProperty("java.home") + System.getProperty("java.vm.version"));
        try (Stream<Path> files = Files.walk(Installation.home())) {
            for (Path file : files.filter(path -> path.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                CRC32 content = new CRC32();
                content.update(Files.readAllBytes(file));
                jars.append(file).append(content.getValue()).append(Files.getLastModifiedTime(file));
            }
        }
        return UUID.nameUUIDFromBytes(jars.toString().getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private static void make(Path archive) throws IOException, InterruptedException {
        try (FileChannel channel =
                FileChannel.open(TARGET.resolve("classes.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // until it is closed
            if (Files.exists(archive)) {
                return; // another process made it meanwhile
            }
            deleteOthers();
            Path made = Files.createTempDirectory(TARGET, "archive").resolve("classes.jsa");
            Process quickstart = Installation.start(
                    "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:ArchiveClassesAtExit=" + made,
                    TARGET.resolve("class-archive.log"),
                    TARGET.resolve("class-archive.err"),
                    "quickstart",
                    "--graphs",
                    "20",
                    "--exit");
            if (!quickstart.waitFor(480, TimeUnit.SECONDS)) {
                quickstart.destroyForcibly().waitFor();
            }
            // What is wrong with a quickstart is for its own test to say.
            if (Files.exists(made) && quickstart.exitValue() == 0) {
                Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
            }
            Files.deleteIfExists(made);
            Files.delete(made.getParent());
        }
    }

    private static void deleteOthers() throws IOException {
        try (Stream<Path> files = Files.list(TARGET)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith(NAME))
                    .toList()) {
                Files.delete(file);
            }
        }
    }
}
