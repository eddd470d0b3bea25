package dev.velella.source.format;

import static dev.velella.source.format.TestFiles.gzip;
import static dev.velella.source.format.TestFiles.readAll;
import static dev.velella.source.format.TestFiles.tar;
import static dev.velella.source.format.TestFiles.utf8;
import static dev.velella.source.format.TestFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.velella.fixture.SharedFolder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.GraphShape;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TarFileTest {
    private static final byte[] TURTLE = utf8("@prefix : <urn:x:> . :a :b :c .");

    /** Of the kind of an entry in its header. */
    private static final int KIND_OFFSET = 156;

    @TempDir
    Path folder;

    @Test
    void readsOneDocumentAnEntryInTheOrderOfTheArchive() {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("000/", new byte[0]);
        entries.put("000/2.ttl", TURTLE);
        entries.put("000/1.nt", utf8("<urn:x:a> <urn:x:b> \"1\" .\n<urn:x:a> <urn:x:b> \"2\" .\n"));
        entries.put("001/", new byte[0]);
        entries.put("001/3.TRIG", utf8("PREFIX : <urn:x:> :g { :a :b :c . } :g :at \"now\" ."));
        entries.put("001/4.nq", utf8("<urn:x:a> <urn:x:b> <urn:x:c> <urn:x:g> .\n<urn:x:a> <urn:x:b> <urn:x:c> .\n"));
        Path file = write(folder.resolve("stream.tar"), tar(entries));
        assertThat(readAll(file)).extracting(e -> e.statements().size()).containsExactly(1, 2, 2, 2);
        assertThat(readAll(file).get(2).namespaces()).containsExactly(Map.entry("", "urn:x:"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.tar.gz", "a.tgz", "A.TAR.GZ"})
    void readsCompressedArchives(String name) {
        Path file = write(folder.resolve(name), gzip(tar(Map.of("1.ttl", TURTLE))));
        assertThat(readAll(file)).hasSize(1);
        ElementFile.verify(file);
    }

    @Test
    void readsAnArchiveOfSeveralGzipMembers() {
        byte[] archive = tar(Map.of("1.ttl", TURTLE));
        byte[] first = gzip(Arrays.copyOf(archive, 700));
        byte[] second = gzip(Arrays.copyOfRange(archive, 700, archive.length));
        Path file = write(folder.resolve("a.tar.gz"), join(first, second));
        assertThat(readAll(file)).hasSize(1);
    }

    @Test
    void readsPublishedSamples() throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        for (String name : List.of("sample_0000000000", "sample_0000000010", "sample_0000010000")) {
            Path graphs = SharedFolder.require("data/assist-iot-weather-graphs/" + name + ".trig");
            Path triples = SharedFolder.require("data/assist-iot-weather/" + name + ".ttl");
            entries.put("g/" + name + ".trig", Files.readAllBytes(graphs));
            entries.put("t/" + name + ".ttl", Files.readAllBytes(triples));
        }
        List<RdfGraph> elements = readAll(write(folder.resolve("s.tar.gz"), gzip(tar(entries))));
        assertThat(elements).extracting(e -> e.statements().size()).containsExactly(116, 115, 116, 115, 116, 115);
        assertThat(elements.subList(0, 2))
                .extracting(GraphShape::of)
                .containsExactly(GraphShape.NAMED_GRAPH, GraphShape.GRAPH);
    }

    @Test
    void keepsBlankNodeLabels() {
        Path file = write(folder.resolve("a.tar"), tar(Map.of("1.ttl", utf8("_:left <urn:x:p> _:right ."))));
        Statement statement = readAll(file).get(0).statements().get(0);
        assertThat(((BNode) statement.getSubject()).getID()).isEqualTo("left");
        assertThat(((BNode) statement.getObject()).getID()).isEqualTo("right");
    }

    @Test
    void syntaxErrorNamesEntryAndLine() {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("1.ttl", TURTLE);
        entries.put("d/2.ttl", utf8("@prefix : <urn:x:> .\n:a :b ?? ."));
        Path file = write(folder.resolve("a.tar"), tar(entries));
        assertThatThrownBy(() -> readAll(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessageStartingWith(file + ": entry d/2.ttl: line 2")
                .hasMessageContaining("?")
                .hasMessageNotContaining("[line");
    }

    @Test
    void relativeIriIsAnErrorUnlessTheDocumentDeclaresABase() {
        Path file = write(folder.resolve("a.tar"), tar(Map.of("1.ttl", utf8("<a> <urn:x:b> <c> ."))));
        assertThatThrownBy(() -> readAll(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessageStartingWith(file + ": entry 1.ttl: line 1");
        Path based =
                write(folder.resolve("b.tar"), tar(Map.of("1.ttl", utf8("@base <http://e/x> . <a> <urn:x:b> <c> ."))));
        assertThat(readAll(based).get(0).statements().get(0).getSubject()).hasToString("http://e/a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"./a:b", "a", "http://e/a b", "http://e/{a}", "http://e/a\\u0020b", "http://e/\\uD800", "1:b", ""
            })
    void whatIsNoAbsoluteIriIsAnErrorInEveryFormat(String iri) {
        for (String name : List.of("1.ttl", "1.trig", "1.nt", "1.nq")) {
            Path file = write(
                    folder.resolve("a.tar"),
                    tar(Map.of(name, utf8("<urn:x:a> <urn:x:b> \"c\" .\n<urn:x:a> <urn:x:b> <" + iri + "> .\n"))));
            assertThatThrownBy(() -> readAll(file))
                    .as(name)
                    .isInstanceOf(InputFormatException.class)
                    .hasMessageStartingWith(file + ": entry " + name + ": line ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://e/?q=[1]",
                "http://e/100%",
                "http://e/%zz",
                "http://e/a#b#c",
                "e:80a/",
                "http://e:80a/",
                "http://[::1/",
                "http://e/a/../b",
                "x:"
            })
    void whateverTheGrammarTakesAsAnIriIsOneInEveryFormat(String iri) {
        String statement = "<urn:x:a> <urn:x:b> <" + iri + ">";
        Map<String, byte[]> documents = new TreeMap<>();
        for (String name : List.of("1.ttl", "2.trig", "3.nt", "4.nq")) {
            documents.put(name, utf8(statement + " .\n"));
        }
        ValueFactory values = SimpleValueFactory.getInstance();
        documents.put(
                "5.jelly",
                new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT)
                        .encode(RdfGraph.of(List.of(values.createStatement(
                                values.createIRI("urn:x:a"), values.createIRI("urn:x:b"), values.createIRI(iri))))));
        assertThat(readAll(write(folder.resolve("a.tar"), tar(documents))))
                .hasSize(5)
                .allSatisfy(element ->
                        assertThat(element.statements().get(0).getObject()).hasToString(iri));
    }

    @Test
    void unknownKindOfEntryIsAnError() {
        Path file = write(folder.resolve("a.tar"), tar(Map.of("README.md", utf8("hello"))));
        assertThatThrownBy(() -> readAll(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessage(
                        file + ": entry README.md: unknown kind of file; known are .ttl, .trig, .nt, .nq and .jelly");
    }

    @Test
    void linkIsAnError() throws IOException {
        Path file = folder.resolve("a.tar");
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(file))) {
            TarArchiveEntry link = new TarArchiveEntry("1.ttl", TarConstants.LF_SYMLINK);
            link.setLinkName("/etc/passwd");
            tar.putArchiveEntry(link);
            tar.closeArchiveEntry();
        }
        assertThatThrownBy(() -> readAll(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessage(file + ": entry 1.ttl: is not a regular file");
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 512, 540, 1024, 1100, 1536, 2000, 2048})
    void truncatedArchiveIsFound(int length) {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("1.ttl", TURTLE);
        entries.put("2.ttl", TURTLE);
        Path file = write(folder.resolve("a.tar"), Arrays.copyOf(tar(entries), length));
        assertThatThrownBy(() -> readAll(file)).isInstanceOf(InputFormatException.class);
        assertThatThrownBy(() -> ElementFile.verify(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessageContaining(file + ": ")
                .hasMessageContaining("truncated");
    }

    @Test
    void truncatedCompressionIsFoundBeforeAnythingIsEmitted() {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        for (int i = 0; i < 200; i++) {
            entries.put(i + ".ttl", TURTLE);
        }
        byte[] whole = gzip(tar(entries));
        for (int length : new int[] {5, 300, whole.length / 2, whole.length - 9, whole.length - 1}) {
            Path file = write(folder.resolve("a.tar.gz"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> ElementFile.verify(file))
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOf(InputFormatException.class)
                    .hasMessageEndingWith("ends too early; the file is truncated");
        }
        ElementFile.verify(write(folder.resolve("a.tar.gz"), whole));
    }

    @Test
    void truncationBehindTheEndOfTheArchiveIsFound() {
        byte[] archive = tar(Map.of("1.ttl", TURTLE));
        byte[] padded = gzip(Arrays.copyOf(archive, archive.length + 200_000));
        ElementFile.verify(write(folder.resolve("a.tar.gz"), padded));
        Path cut = write(folder.resolve("b.tar.gz"), Arrays.copyOf(padded, padded.length - 1));
        assertThatThrownBy(() -> ElementFile.verify(cut)).isInstanceOf(InputFormatException.class);
    }

    @Test
    void damagedCompressionIsFound() {
        byte[] bytes = gzip(tar(Map.of("1.ttl", TURTLE)));
        bytes[bytes.length - 6] ^= 1;
        Path file = write(folder.resolve("a.tar.gz"), bytes);
        assertThatThrownBy(() -> ElementFile.verify(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessageContaining("CRC");
    }

    @Test
    void whatIsNoArchiveIsAnError() {
        Path tar = write(folder.resolve("a.tar"), utf8("This is not an archive. ".repeat(200)));
        assertThatThrownBy(() -> ElementFile.verify(tar))
                .isInstanceOf(InputFormatException.class)
                .hasMessageStartingWith(tar + ": ");
        Path gzip = write(folder.resolve("a.tar.gz"), utf8("This is not an archive. ".repeat(200)));
        assertThatThrownBy(() -> ElementFile.verify(gzip))
                .isInstanceOf(InputFormatException.class)
                .hasMessageContaining("gz");
    }

    @Test
    void archiveWithoutDocumentsIsAnError() {
        Path file = write(folder.resolve("a.tar"), tar(Map.of("d/", new byte[0])));
        assertThatThrownBy(() -> ElementFile.verify(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessage(file + ": the file holds no element");
    }

    @Test
    void firstDocumentThatIsNoRdfIsFound() {
        Path file = write(folder.resolve("a.tar"), tar(Map.of("1.ttl", utf8("%PDF-1.7 hello"))));
        assertThatThrownBy(() -> ElementFile.verify(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessageStartingWith(file + ": entry 1.ttl: line 1");
    }

    @Test
    void textThatIsNotUtf8IsAnError() {
        byte[] latin1 = {'<', 'u', ':', 'a', '>', '<', 'u', ':', 'b', '>', '"', (byte) 0xE9, '"', '.'};
        Path file = write(folder.resolve("a.tar"), tar(Map.of("1.ttl", latin1)));
        assertThatThrownBy(() -> readAll(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessage(file + ": entry 1.ttl: is not UTF-8 text");
    }

    @Test
    void elementAboveALimitIsAnErrorThatNamesTheOption() {
        byte[] three = utf8("<urn:a> <urn:b> 1, 2, 3 .");
        Path file = write(folder.resolve("a.tar"), tar(Map.of("1.ttl", three)));
        assertThat(readAll(file, new ElementLimits(3, 25))).hasSize(1);
        assertThatThrownBy(() -> readAll(file, new ElementLimits(2, 25)))
                .hasMessage(file + ": entry 1.ttl: an element has more than 2 statements (limits.element.statements)");
        assertThatThrownBy(() -> readAll(file, new ElementLimits(3, 24)))
                .hasMessage(file + ": entry 1.ttl: an element is larger than 24 bytes (limits.element.bytes)");
    }

    /** Archives of some 60 kB that would take a hundred megabytes. */
    @ParameterizedTest
    @ValueSource(
            bytes = {
                TarConstants.LF_GNUTYPE_LONGNAME,
                TarConstants.LF_GNUTYPE_LONGLINK,
                TarConstants.LF_PAX_EXTENDED_HEADER_LC,
                TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER
            })
    void aLongNameOrHeaderDoesNotEscapeTheLimits(byte kind) throws IOException {
        int size = 32 << 20;
        boolean isPax =
                kind == TarConstants.LF_PAX_EXTENDED_HEADER_LC || kind == TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER;
        byte[] text = new byte[size];
        Arrays.fill(text, (byte) 'x');
        byte[] begin = utf8(isPax ? size + " path=" : "");
        System.arraycopy(begin, 0, text, 0, begin.length);
        text[size - 1] = (byte) (isPax ? '\n' : 0);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            // That of all is written by itself only if it is made from a map.
            boolean isGlobal = kind == TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER;
            TarArchiveEntry header =
                    new TarArchiveEntry("header", isGlobal ? TarConstants.LF_PAX_EXTENDED_HEADER_LC : kind);
            header.setSize(size);
            tar.putArchiveEntry(header);
            tar.write(text);
            tar.closeArchiveEntry();
            TarArchiveEntry entry = new TarArchiveEntry("1.ttl");
            entry.setSize(TURTLE.length);
            tar.putArchiveEntry(entry);
            tar.write(TURTLE);
            tar.closeArchiveEntry();
        }
        byte[] archive = bytes.toByteArray();
        archive[KIND_OFFSET] = kind;
        Path file = write(folder.resolve("a.tar.gz"), gzip(archive));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> readAll(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessageContaining("extended headers of an entry are larger than 65536 bytes");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes allocated")
                .isLessThan(16 << 20);
    }

    @Test
    void namesLongerThanAHeaderAreRead() {
        String name = "a/".repeat(200) + "1.ttl";
        Path file = write(folder.resolve("a.tar"), longNames(name));
        assertThat(readAll(file)).hasSize(2);
    }

    private static byte[] longNames(String name) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            for (int mode : List.of(TarArchiveOutputStream.LONGFILE_GNU, TarArchiveOutputStream.LONGFILE_POSIX)) {
                tar.setLongFileMode(mode);
                TarArchiveEntry entry = new TarArchiveEntry(name);
                entry.setSize(TURTLE.length);
                tar.putArchiveEntry(entry);
                tar.write(TURTLE);
                tar.closeArchiveEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Test
    void nestingWithoutEndIsAnError() {
        Path file =
                write(folder.resolve("a.tar"), tar(Map.of("1.ttl", utf8("<urn:a> <urn:b> " + "(".repeat(400_000)))));
        assertThatThrownBy(() -> readAll(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessage(file + ": entry 1.ttl: it is nested deeper than the limit of 200 levels");
    }

    @Test
    void messageIsOneLineWhateverTheEntryIsCalled() {
        Path file = write(folder.resolve("a.tar"), tar(Map.of("a\nb\u0007.txt", utf8("x"))));
        assertThatThrownBy(() -> readAll(file)).hasMessageStartingWith(file + ": entry a\\nb?.txt: unknown");
    }

    @Test
    void readerThatFailedSaysTheSameAgain() throws IOException {
        Path file = write(folder.resolve("a.tar"), tar(Map.of("1.ttl", utf8("???"))));
        try (ElementReader<RdfGraph> reader = ElementFile.open(file, ElementLimits.DEFAULT)) {
            assertThatThrownBy(reader::next).isInstanceOf(InputFormatException.class);
            assertThatThrownBy(reader::next).isInstanceOf(InputFormatException.class);
            assertThatThrownBy(reader::skip).isInstanceOf(InputFormatException.class);
        }
    }

    @Test
    void skippingDoesNotParse() throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("1.ttl", utf8("???"));
        entries.put("2.ttl", TURTLE);
        Path file = write(folder.resolve("a.tar"), tar(entries));
        try (ElementReader<RdfGraph> reader = ElementFile.open(file, ElementLimits.DEFAULT)) {
            assertThat(reader.skip()).isTrue();
            assertThat(reader.next()).isNotNull();
            assertThat(reader.place()).isEqualTo("entry 2.ttl");
            assertThat(reader.skip()).isFalse();
        }
    }

    private static byte[] join(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
