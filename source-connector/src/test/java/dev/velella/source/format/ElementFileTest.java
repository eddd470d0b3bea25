package dev.velella.source.format;

import static dev.velella.source.format.TestFiles.gzip;
import static dev.velella.source.format.TestFiles.readAll;
import static dev.velella.source.format.TestFiles.tar;
import static dev.velella.source.format.TestFiles.utf8;
import static dev.velella.source.format.TestFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.RDFParseException;
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

    @ParameterizedTest
    @ValueSource(strings = {"a.ttl", "a.trig.gz", "ttl.tar", "nt.tar", "nq.tar.gz"})
    void aDocumentOf0BytesIsAnErrorAndOneWithACommentIsAnEmptyGraph(String name) {
        for (String text : new String[] {"", "# nothing now\n"}) {
            byte[] content = name.contains("tar") ? tar(Map.of("1." + name.split("\\.")[0], utf8(text))) : utf8(text);
            Path file = write(folder.resolve(name), name.endsWith("gz") ? gzip(content) : content);
            if (text.isEmpty()) {
                assertThatThrownBy(() -> readAll(file)).hasMessageContaining("is empty: 0 bytes");
            } else {
                assertThat(readAll(file)).hasSize(1).first().satisfies(e -> assertThat(e.statements())
                        .isEmpty());
            }
        }
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
                        file + ": N-Triples that do not announce messages (VERSION \"1.2-messages\", or");
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

    @Test
    void oneDocumentIsHeldToTheLimitOfBytesToo() {
        Path file = write(folder.resolve("a.ttl.gz"), gzip(utf8("<urn:a> <urn:b> 1, 2, 3 .")));
        assertThat(readAll(file, new ElementLimits(3, 25))).hasSize(1);
        assertThatThrownBy(() -> readAll(file, new ElementLimits(3, 24)))
                .hasMessage(file + ": an element is larger than 24 bytes (limits.element.bytes)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.nt", "1.nq", "1.ttl", "1.trig"})
    void aDocumentIsHeldToTheLimitOfTime(String name) {
        Path file =
                write(folder.resolve("a.tar"), tar(Map.of(name, utf8("<urn:a> <urn:b> <urn:c> .\n".repeat(200_000)))));
        assertThatThrownBy(() -> readAll(file, new ElementLimits(200_000, 16 << 20, 1)))
                .hasMessageStartingWith(
                        file + ": entry " + name + ": it takes more processor time than the limit of 1 ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.ttl", "1.trig"})
    void aLongPrefixIsNotPutBeforeNamesWithoutBound(String name) {
        StringBuilder document =
                new StringBuilder("@prefix p: <urn:" + "x".repeat(100_000) + "> . <urn:a> <urn:b> p:a");
        for (int i = 0; i < 20; i++) {
            document.append(",p:").append(i);
        }
        Path file = write(folder.resolve("a.tar"), tar(Map.of(name, utf8(document + " ."))));
        assertThat(readAll(file, new ElementLimits(100, 1 << 20))).hasSize(1);
        assertThatThrownBy(() -> readAll(file, new ElementLimits(100, 200_000)))
                .hasMessage(file + ": entry " + name
                        + ": line 1: its terms have more than the limit of 800000 characters together");
    }

    /** What libraries throw; some of it without a word. */
    @Test
    void everyErrorSaysWhatItIs() {
        Path file = folder.resolve("a.ttl");
        for (Map.Entry<Exception, String> each : Map.of(
                        new IllegalStateException(), "IllegalStateException",
                        new RDFHandlerException((String) null), "RDFHandlerException",
                        new RDFParseException(new ArithmeticException()), "ArithmeticException",
                        new RDFParseException("null", new RDFParseException(new ArithmeticException()), 7, -1),
                                "line 7: ArithmeticException",
                        new RDFParseException("x [line 7]"), "x",
                        new IOException(), "IOException",
                        new AccessDeniedException("/d"), "AccessDeniedException: /d",
                        new FileSystemException("/d", null, "Input/output error"), "/d: Input/output error")
                .entrySet()) {
            ElementReader<RdfGraph> reader = new ElementReader<>(file, new Failing(each.getKey()));
            assertThatThrownBy(reader::next)
                    .isInstanceOf(InputFormatException.class)
                    .hasMessage(file + ": " + each.getValue());
        }
    }

    /** A file whose parser fails. */
    private record Failing(Exception failure) implements ElementContainer<RdfGraph> {
        @Override
        public RdfGraph next() throws IOException {
            if (failure instanceof IOException unreadable) {
                throw unreadable;
            }
            throw (RuntimeException) failure;
        }

        @Override
        public String place() {
            return "";
        }

        @Override
        public void close() {}
    }
}
