package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The archive of classes as users have it: {@code bin/velella} takes it, or does without it, and says nothing of either. */
@Timeout(600)
class ClassArchiveIT {
    /** What the JVM says of a class that it took from the archive of an application. */
    private static final String ARCHIVED = "source: shared objects file (top)";

    @TempDir
    Path scratch;

    private Path archive;

    @BeforeEach
    void makeArchive() throws IOException {
        ClassArchive.options();
        archive = ClassArchive.file()
                .orElseThrow(() -> new AssertionError("no archive" + LogTail.of("class-archive.log")));
    }

    private record Run(int status, String said, String classes) {}

    /** The command line without the options of other tests. */
    private Run run(Path home, String... arguments) throws Exception {
        Path said = scratch.resolve("said.txt");
        Path classes = scratch.resolve("classes.txt");
        ProcessBuilder builder = new ProcessBuilder(home.resolve("bin/velella").toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("VELELLA_OPTS", "-Xlog:class+load:file=classes.txt");
        Process process = builder.directory(scratch.toFile()).start();
        if (!process.waitFor(480, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("velella did not end: " + Files.readString(said));
        }
        return new Run(process.exitValue(), Files.readString(said), Files.readString(classes));
    }

    /** An installation with the same libraries and without an archive. */
    private Path otherInstallation() throws IOException {
        Path home = Files.createDirectories(scratch.resolve("home"));
        Path bin = Files.createDirectories(home.resolve("bin"));
        for (String script : List.of("velella", "velella-classes")) {
            Files.copy(Installation.home().resolve("bin").resolve(script), bin.resolve(script));
        }
        Path lib = Files.createDirectories(home.resolve("lib"));
        try (Stream<Path> jars = Files.list(Installation.home().resolve("lib"))) {
            for (Path jar : jars.toList()) {
                Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar);
            }
        }
        return home;
    }

    private static Path named(Path home, long length) {
        return home.resolve("classes-" + length + ".jsa");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.velella.cli.DiffAppCommand",
                "dev.velella.diff.options.DiffConfig",
                "org.apache.kafka.common.config.ConfigDef"
            })
    void theDiffAppTakesItsClassesFromIt(String name) throws Exception {
        Path config = Files.writeString(scratch.resolve("app.properties"), "velella.input.topic=graphs\n");
        Run run = run(Installation.home(), "diff-app", "--config", config.toString());
        assertThat(run.status()).as(run.said()).isEqualTo(1);
        assertThat(run.classes().lines().filter(line -> line.contains(" " + name + " ")))
                .singleElement()
                .asString()
                .endsWith(ARCHIVED);
    }

    /** Without one, and with one that is of other libraries, of chance bytes, of another length than its name says, or older. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "of other libraries", "chance bytes", "empty", "of another length", "old"})
    void withoutOneThatFitsItStartsFromItsLibrariesAndSaysNothing(String kind) throws Exception {
        Path home = otherInstallation();
        long length = Files.size(archive);
        switch (kind) {
            case "of other libraries" -> {
                Path jar;
                try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
                    jar = jars.min(Comparator.naturalOrder()).orElseThrow();
                }
                Files.createSymbolicLink(jar.resolveSibling("0.jar"), jar);
                Files.copy(archive, named(home, length));
            }
            case "chance bytes" -> Files.write(named(home, 4096), new byte[4096]);
            case "empty" -> Files.createFile(named(home, 0));
            case "of another length" -> Files.copy(archive, named(home, length + 1));
            case "old" -> {
                Files.copy(archive, named(home, length));
                Files.setLastModifiedTime(named(home, length), FileTime.fromMillis(0));
            }
            default -> {}
        }
        Run run = run(home, "--version");
        assertThat(run.said()).startsWith("velella ").hasLineCount(1);
        assertThat(run.status()).isZero();
        assertThat(run.classes().lines().filter(line -> line.contains(" dev.velella.cli.Main ")))
                .singleElement()
                .asString()
                .doesNotContain(ARCHIVED);
    }
}
