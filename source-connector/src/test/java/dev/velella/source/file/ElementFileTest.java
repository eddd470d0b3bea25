package dev.velella.source.file;

import static dev.velella.source.file.TestFiles.gzip;
import static dev.velella.source.file.TestFiles.readAll;
import static dev.velella.source.file.TestFiles.tar;
import static dev.velella.source.file.TestFiles.utf8;
import static dev.velella.source.file.TestFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ElementFileTest {
    private static final String TRIG = "PREFIX : <urn:x:>\n:g :at \"1\" .\n:g { :a :b [ :c 1.5, \"ä\"@de ] . }\n";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"a.trig", "a.TRIG", "a.trig.gz"})
    void documentIsOneElement(String name) {
        byte[] content = utf8(TRIG);
        Path file = write(folder.resolve(name), name.endsWith("gz") ? gzip(content) : content);
        ElementFile.verify(file);
        assertThat(readAll(file)).hasSize(1).first().satisfies(e -> assertThat(e.statements())
                .hasSize(4));
    }

    @Test
    void missingFileIsAnError() {
        Path file = folder.resolve("none.tar.gz");
        assertThatThrownBy(() -> ElementFile.verify(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessage(file + ": no such file");
    }

    @Test
    void directoryIsAnError() throws Exception {
        Path file = Files.createDirectory(folder.resolve("a.tar"));
        assertThatThrownBy(() -> ElementFile.verify(file)).hasMessage(file + ": is not a readable file");
    }

    @Test
    void flatTriplesWithoutDelimitersAreRefusedWithAdvice() {
        Path file = write(folder.resolve("a.nt"), utf8("<urn:a> <urn:b> <urn:c> .\n"));
        assertThatThrownBy(() -> ElementFile.verify(file))
                .hasMessageStartingWith(
                        file + ": N-Triples without delimiters of messages do not mark where an element ends; use");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.csv", "a", "a.gz", "a.zip", "tar"})
    void otherNamesAreRefusedWithTheKnownOnes(String name) {
        Path file = write(folder.resolve(name), utf8(""));
        assertThatThrownBy(() -> ElementFile.verify(file))
                .hasMessageStartingWith(file + ": unknown format; names of known ones end in .tar.gz,");
    }

    @ParameterizedTest
    @CsvSource({
        "weather.tar.gz,weather",
        "/d/weather.v1.nq.gz,weather.v1",
        "Weather.TGZ,Weather",
        "x.jelly,x",
        "x.trig,x",
        "stream.tar,stream"
    })
    void baseNameLacksTheExtensions(String file, String name) {
        assertThat(ElementFile.baseName(Path.of(file))).isEqualTo(name);
    }

    @Test
    void damagedFilesAreReadOrRefusedAndNothingElse() {
        Random random = new Random(7);
        byte[] document = utf8(TRIG);
        byte[] archive = tar(Map.of("1.trig", document));
        for (int i = 0; i < 500; i++) {
            tryToRead(write(folder.resolve("a.trig"), damaged(document, random)));
            tryToRead(write(folder.resolve("a.nq"), damaged(utf8("<u:a> <u:b> \"c\\n\"@en <u:d> .\n"), random)));
            if (i % 3 == 0) {
                tryToRead(write(folder.resolve("a.tar"), damaged(archive, random)));
                tryToRead(write(folder.resolve("a.tar.gz"), damaged(gzip(archive), random)));
            }
        }
    }

    private static void tryToRead(Path file) {
        try {
            readAll(file);
        } catch (InputFormatException e) {
            assertThat(e.getMessage()).startsWith(file + ": ").doesNotContain("\n");
        }
    }

    private static byte[] damaged(byte[] content, Random random) {
        byte[] copy =
                Arrays.copyOf(content, content.length - (random.nextInt(4) == 0 ? random.nextInt(content.length) : 0));
        for (int i = random.nextInt(3); i >= 0 && copy.length > 0; i--) {
            // Most damage within the first bytes, so that headers get their share.
            int at = random.nextBoolean() ? random.nextInt(copy.length) : random.nextInt(Math.min(copy.length, 300));
            copy[at] = (byte) random.nextInt(256);
        }
        return copy;
    }
}
