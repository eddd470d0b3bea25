package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store whose disk is full fails, and goes on when there is room. Root alone can make a small disk; for others this is skipped. */
class FullDiskTest {
    @TempDir
    Path directory;

    private Path disk;
    private Path out;

    @BeforeEach
    void makeADisk() throws Exception {
        disk = Files.createDirectory(directory.resolve("disk"));
        out = directory.resolve("out.txt");
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=12m", "velella-test", disk.toString()))
                .isZero();
    }

    @AfterEach
    void removeIt() throws Exception {
        run("umount", "-l", disk.toString());
    }

    /** RDF4J frees memory a second time when a commit has failed, which ends the process. */
    @Test
    void anLmdbStoreGoesOnWhenThereIsRoomAgain() throws Exception {
        int status = run(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:ErrorFile=" + directory.resolve("hs_err.log"),
                "-Djava.io.tmpdir=" + directory,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                System.getProperty("java.class.path"),
                FullDiskWriter.class.getName(),
                disk.toString());

        assertThat(status).as(Files.readString(out)).isZero();
        assertThat(Files.readString(out)).contains("No space left on device");
    }

    private int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start()
                .waitFor();
    }
}
