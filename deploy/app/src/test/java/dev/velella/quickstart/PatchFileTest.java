package dev.velella.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.failure.UserException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatchFileTest {
    @TempDir
    Path directory;

    @Test
    void appearsWholeOrNotAtAll() throws Exception {
        Path file = directory.resolve("p.rdfp");
        try (PatchFile unfinished = PatchFile.create(file)) {
            unfinished.writer().write("TX .\n");
        }
        assertThat(directory).isEmptyDirectory();
        try (PatchFile whole = PatchFile.create(file)) {
            whole.writer().write("TX .\nTC .\n");
            whole.complete();
        }
        assertThat(directory).isDirectoryContaining(path -> path.equals(file));
        assertThat(Files.readString(file)).isEqualTo("TX .\nTC .\n");
    }

    @Test
    void anUnfinishedOneLeavesTheOldFileAlone() throws Exception {
        Path file = Files.writeString(directory.resolve("p.rdfp"), "old");
        try (PatchFile unfinished = PatchFile.create(file)) {
            unfinished.writer().write("new");
        }
        assertThat(Files.readString(file)).isEqualTo("old");
    }

    @Test
    void saysWhereItCannotWrite() {
        assertThatThrownBy(() -> PatchFile.create(directory.resolve("no/p.rdfp")))
                .isInstanceOf(UserException.class)
                .hasMessageContaining("p.rdfp");
    }
}
