package dev.velella.source.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSetTest {
    @TempDir
    Path folder;

    @BeforeEach
    void write() throws Exception {
        Files.createDirectories(folder.resolve("d/e"));
        for (String name :
                List.of("b.nq", "a.nq.gz", ".c.nq", "d.txt", "d/x.ttl", "d/e/y.ttl", "d/e/z.jelly.gz", "t.nq.tmp")) {
            TestFiles.write(folder.resolve(name), new byte[0]);
        }
    }

    @Test
    void aDirectoryStandsForTheKnownFilesInIt() {
        assertThat(find("")).containsExactly("a.nq.gz", "b.nq");
        assertThat(find("d/e", "d")).containsExactly("d/e/y.ttl", "d/e/z.jelly.gz", "d/x.ttl");
    }

    @Test
    void patternsGoThroughDirectories() {
        assertThat(find("*.nq*z")).containsExactly("a.nq.gz");
        assertThat(find("d/**.ttl")).containsExactly("d/e/y.ttl", "d/x.ttl");
        assertThat(find("d/*/{y,z}.*", "b.nq")).containsExactly("b.nq", "d/e/y.ttl", "d/e/z.jelly.gz");
        assertThat(find("no/*.nq")).isEmpty();
    }

    @Test
    void whatIsNamedMustBeThereAndKnown() {
        assertThatThrownBy(() -> find("no.nq")).hasMessage(folder.resolve("no.nq") + ": no such file");
        assertThatThrownBy(() -> find("d.txt")).hasMessageContaining("unknown format");
        assertThatThrownBy(() -> find("*.t*")).hasMessageContaining("unknown format");
        assertThatThrownBy(() -> find("[.nq")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void filesOfADirectoryThatAreNotReadAreNamed() {
        assertThat(FileSet.others(folder, ElementFile::isKnown))
                .isEqualTo(folder
                        + ": files that are not read, because the ends of their names tell no known format: 2 (d.txt,"
                        + " t.nq.tmp)");
        assertThat(FileSet.others(folder.resolve("d/e"), ElementFile::isKnown)).isEmpty();
        for (int i = 10; i < 30; i++) {
            TestFiles.write(folder.resolve("d/e/" + i + ".txt"), new byte[0]);
        }
        assertThat(FileSet.others(folder.resolve("d/e"), ElementFile::isKnown))
                .endsWith("20 (10.txt, 11.txt, 12.txt, 13.txt, 14.txt, 15.txt, 16.txt, 17.txt, 18.txt, 19.txt, …)");
    }

    private List<String> find(String... names) {
        return FileSet.find(
                        List.of(names).stream().map(name -> folder + "/" + name).toList())
                .stream()
                .map(file -> folder.relativize(file).toString())
                .toList();
    }
}
