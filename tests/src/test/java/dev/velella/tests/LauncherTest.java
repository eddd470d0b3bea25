package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./velella} in a checkout without code, with a Maven that is a script of the test. */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class LauncherTest {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Makes an application that says its arguments, as soon as it may end. */
    private static final String MAVEN =
            """
            #!/bin/sh
            echo "$@" >> "$BUILDS"
            while [ ! -e "$BUILDS.end" ]; do sleep 0.02; done
            mkdir -p "$HOME_OF_BUILD/bin"
            printf '#!/bin/sh\\necho "runs $*"\\n' > "$HOME_OF_BUILD/bin/velella"
            chmod +x "$HOME_OF_BUILD/bin/velella"
            printf '#!/bin/sh\\necho made >> "$BUILDS.archive"; echo says; exit 1\\n' > "$HOME_OF_BUILD/bin/velella-class-archive"
            chmod +x "$HOME_OF_BUILD/bin/velella-class-archive"
            """;

    @TempDir
    Path checkout;

    private Path builds;

    @BeforeEach
    void makeCheckout() throws IOException {
        builds = checkout.resolve("builds");
        for (String module : List.of(
                "proto",
                "kit",
                "converter",
                "source-connector",
                "streams-diff",
                "sink-connector",
                "serve",
                "grpc",
                "deploy",
                "path")) {
            Files.createDirectory(checkout.resolve(module));
        }
        Files.createFile(checkout.resolve("pom.xml"));
        Files.copy(Path.of("..", "velella"), checkout.resolve("velella"));
        Path maven = Files.writeString(checkout.resolve("path").resolve("mvn"), MAVEN);
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwx------"));
    }

    private Process start(String argument) throws IOException {
        ProcessBuilder launcher =
                new ProcessBuilder("bash", checkout.resolve("velella").toString(), argument);
        Map<String, String> environment = launcher.environment();
        environment.put("PATH", checkout.resolve("path") + ":" + environment.get("PATH"));
        environment.put("BUILDS", builds.toString());
        environment.put(
                "HOME_OF_BUILD",
                checkout.resolve("deploy/app/target/distribution/velella").toString());
        return launcher.redirectErrorStream(true).start();
    }

    private long builds() throws IOException {
        return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
    }

    private void endBuilds() throws IOException {
        Files.createFile(checkout.resolve("builds.end"));
    }

    private static void assertRuns(Process launcher, String argument) throws Exception {
        assertThat(launcher.inputReader().lines().toList()).last().isEqualTo("runs " + argument);
        assertThat(launcher.waitFor()).isZero();
    }

    private static boolean waits(Process launcher) {
        return launcher.children()
                .anyMatch(child -> child.info().command().orElse("").endsWith("flock"));
    }

    @Test
    void ofSeveralThatAreStartedAtOnceOneBuildsAndTheOthersWait() throws Exception {
        List<Process> launchers = new ArrayList<>();
        try {
            launchers.add(start("0"));
            Await.until("a build", PATIENCE, () -> builds() == 1);
            launchers.add(start("1"));
            launchers.add(start("2"));
            Await.until(
                    "the others wait, or build too",
                    PATIENCE,
                    () -> builds() > 1 || waits(launchers.get(1)) && waits(launchers.get(2)));
            endBuilds();
            for (int i = 0; i < launchers.size(); i++) {
                assertRuns(launchers.get(i), Integer.toString(i));
            }
            assertThat(builds()).as("builds").isEqualTo(1);
        } finally {
            launchers.forEach(launcher -> {
                launcher.descendants().forEach(ProcessHandle::destroyForcibly);
                launcher.destroyForcibly();
            });
        }
    }

    @Test
    void anArchiveOfTheClassesIsMadeAfterEachBuildAndItsFailureIsNoMatter() throws Exception {
        endBuilds();
        Process launcher = start("a");
        assertThat(launcher.inputReader().lines().toList()).hasSize(2).last().isEqualTo("runs a");
        assertThat(launcher.waitFor()).isZero();
        assertRuns(start("b"), "b");
        assertThat(checkout.resolve("builds.archive")).hasContent("made");
    }

    @Test
    void whatHasChangedIsBuiltAgainAndWhatHasNotIsNot() throws Exception {
        endBuilds();
        assertRuns(start("a"), "a");
        assertRuns(start("b"), "b");
        assertThat(builds()).isEqualTo(1);
        Path stamp = checkout.resolve("deploy/app/target/distribution/built");
        Path changed = Files.createFile(checkout.resolve("proto").resolve("Changed.java"));
        Files.setLastModifiedTime(
                changed, FileTime.fromMillis(Files.getLastModifiedTime(stamp).toMillis() + 60_000));
        assertRuns(start("c"), "c");
        assertThat(builds()).isEqualTo(2);
    }
}
