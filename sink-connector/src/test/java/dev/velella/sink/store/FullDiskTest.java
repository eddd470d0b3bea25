package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.velella.fixture.ShortLivedJvm;
import dev.velella.fixture.SmallDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A store whose disk is full fails, and goes on when there is room. Root alone can make a small disk; for others this is skipped. */
class FullDiskTest {
    @TempDir
    Path directory;

    /** RDF4J's LmdbStore frees memory a second time when a commit has failed, which ends the process. */
    @ParameterizedTest
    @CsvSource({
        "lmdb, 4m, 0 0 4096 4096 12288 12288 24576 24576 49152 49152 98304 98304",
        "lmdb-history, 6m, 0 4096 12288 24576",
        "memory, 400k, 0 4096 12288",
        "memory-history, 1m, 0 4096 8192 12288 24576"
    })
    void aStoreGoesOnWhenThereIsRoomAgain(String kind, String size, String free) throws Exception {
        try (SmallDisk disk = new SmallDisk(directory.resolve("disk"), size)) {
            assumeThat(disk.canBeFilled()).isTrue();
            fill(disk, kind, free);
        }
    }

    private void fill(SmallDisk disk, String kind, String free) throws Exception {
        Path out = directory.resolve("out.txt");
        List<String> command = ShortLivedJvm.command(256);
        command.addAll(List.of(
                "-XX:ErrorFile=" + directory.resolve("hs_err.log"),
                "-Djava.io.tmpdir=" + directory,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                System.getProperty("java.class.path"),
                FullDiskWriter.class.getName(),
                disk.directory().toString(),
                kind));
        command.addAll(List.of(free.split(" ")));
        int status = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start()
                .waitFor();

        assertThat(status).as(Files.readString(out)).isZero();
        assertThat(Files.readString(out)).contains("No space left on device");
    }
}
