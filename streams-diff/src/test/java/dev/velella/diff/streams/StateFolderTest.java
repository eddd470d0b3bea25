package dev.velella.diff.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.velella.diff.DiffPipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
    @TempDir
    private Path scratch;

    @Test
    void stateIsNotKeptUnderTheTemporaryFolder() {
        Map<String, Object> streams = DiffPipe.config().streamsProperties();
        assertThat((String) streams.get(StreamsConfig.STATE_DIR_CONFIG))
                .endsWith("velella/streams")
                .doesNotStartWith(System.getProperty("java.io.tmpdir"));
        assertThat(DiffPipe.config("state.dir", "/data/streams").streamsProperties())
                .containsEntry(StreamsConfig.STATE_DIR_CONFIG, "/data/streams");
    }

    @Test
    void itIsTheFolderThatTheEnvironmentNamesForState() {
        assertThat(StateFolder.standard("/state", "/home/a")).isEqualTo(Path.of("/state/velella/streams"));
        for (String none : new String[] {null, "", "relative"}) {
            assertThat(StateFolder.standard(none, "/home/a"))
                    .isEqualTo(Path.of("/home/a/.local/state/velella/streams"));
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsRefusedWithTheOption() throws IOException {
        StateFolder.make(scratch.resolve("a/b").toString());
        assertThat(scratch.resolve("a/b")).isDirectory();
        Path file = Files.createFile(scratch.resolve("file"));
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> StateFolder.make(file.resolve("streams").toString()))
                .withMessageContaining("state.dir")
                .withMessageContaining("set state.dir to a directory on a disk that lasts");
    }
}
