package dev.velella.source.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.fixture.SharedFolder;
import dev.velella.jelly.rio.JellyFormat;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.source.RdfSourceTask;
import dev.velella.source.StoredOffsets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorOutputStream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class DumpSourceTaskTest {
    private static final ValueFactory TERMS = SimpleValueFactory.getInstance();
    private static final int STATEMENTS = 47;
    private static final Map<String, RDFFormat> FORMATS = Map.of(
            "nt", RDFFormat.NTRIPLES,
            "nq", RDFFormat.NQUADS,
            "ttl", RDFFormat.TURTLE,
            "trig", RDFFormat.TRIG,
            "rdf", RDFFormat.RDFXML,
            "jelly", JellyFormat.JELLY);
    private static final Map<String, String> COMPRESSIONS = Map.of(
            "gz", CompressorStreamFactory.GZIP,
            "zst", CompressorStreamFactory.ZSTANDARD,
            "bz2", CompressorStreamFactory.BZIP2);

    private final StoredOffsets offsets = new StoredOffsets();
    private final List<RdfSourceTask> tasks = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        tasks.forEach(RdfSourceTask::stop);
    }

    @ParameterizedTest
    @ValueSource(strings = {"d.nt", "d.nq.gz", "d.ttl.zst", "d.trig.bz2", "d.rdf.gz", "d.jelly.zst", "D.NT.GZ"})
    void chunksAddExactlyTheStatementsOfTheFileAndNodesStayTheSameAcrossThem(String name) throws Exception {
        LinkedHashModel dump = dump(name.contains("nq") || name.contains("trig"));
        Path file = write(name, dump);
        List<SourceRecord> records = pollAll(task(file, Map.of("dump.chunk.statements", "5")));
        assertThat(records).hasSizeGreaterThanOrEqualTo(STATEMENTS / 5).allSatisfy(record -> assertThat(record.key())
                .isEqualTo(name.substring(0, 1)));
        List<Statement> statements = statements(records);
        assertThat(statements).hasSize(STATEMENTS);
        assertThat(Models.isomorphic(statements, dump)).isTrue();
        assertThat(records.stream().map(record -> record.sourceOffset().get("complete")))
                .filteredOn(Boolean.TRUE::equals)
                .hasSize(1);
        assertThat(offset(records.get(records.size() - 1)))
                .containsEntry("statements", (long) STATEMENTS)
                .containsEntry("complete", true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"d.nt.gz", "d.nq", "d.ttl", "d.trig.zst", "d.rdf", "d.jelly"})
    void aTaskThatResumesAtAnyChunkGivesExactlyTheRestWithTheSameNodes(String name) throws Exception {
        Path file = write(name, dump(name.contains("nq") || name.contains("trig")));
        List<SourceRecord> all = pollAll(task(file, Map.of("dump.chunk.statements", "5")));
        List<Statement> whole = statements(all);
        int before = 0;
        for (SourceRecord record : all.subList(0, all.size() - 1)) {
            before += statements(List.of(record)).size();
            offsets.store(record);
            List<SourceRecord> rest = pollAll(task(file, Map.of("dump.chunk.statements", "7")));
            assertThat(statements(rest)).isEqualTo(whole.subList(before, STATEMENTS));
            assertThat(rest.get(rest.size() - 1).sourceOffset())
                    .isEqualTo(all.get(all.size() - 1).sourceOffset());
        }
        offsets.store(all.get(all.size() - 1));
        RdfSourceTask task = task(file, Map.of());
        assertThat(task.poll()).isNull();
    }

    @Test
    void nodesWithoutLabelAreTheSameInEachReading() throws Exception {
        String text = "@prefix : <http://e/> . " + ":s :p [ :q [ :r 1 ] ] , ( 1 2 3 ) .\n".repeat(6);
        Path file = Files.writeString(folder.resolve("d.ttl"), text);
        List<SourceRecord> all = pollAll(task(file, Map.of("dump.chunk.statements", "4")));
        offsets.store(all.get(3));
        List<SourceRecord> rest = pollAll(task(file, Map.of("dump.chunk.statements", "4")));
        assertThat(statements(rest)).isEqualTo(statements(all.subList(4, all.size())));
        assertThat(nodes(statements(all))).hasSize(6 * 5);
    }

    /** A wait that finds no chunk, at the end of each file or at a slow one, takes none of the room of later chunks. */
    @Test
    void waitsLeaveTheRoomOfChunksAsItIs() throws Exception {
        int files = 9; // more than chunks of this size may be unacknowledged
        for (int i = 0; i < files; i++) {
            Files.writeString(folder.resolve(i + ".nt"), "<urn:s> <urn:p> \"" + i + "\" .\n");
        }
        List<SourceRecord> records = pollFiles(files, task(folder, Map.of("dump.chunk.bytes", "67108864")));
        assertThat(statements(records)).hasSize(files);
    }

    @Test
    void prefixesOfTheFileAreSetOnce() throws Exception {
        Path file = Files.writeString(
                folder.resolve("d.ttl"),
                "@prefix a: <http://a/> .\na:1 a:p 1, 2 .\n@prefix b: <http://b/> .\nb:1 a:p 3 .");
        List<SourceRecord> all = pollAll(task(file, Map.of("dump.chunk.statements", "2")));
        assertThat(prefixes(all)).containsExactly("a", "b");
        offsets.store(all.get(0));
        assertThat(prefixes(pollAll(task(file, Map.of())))).containsExactly("b");
    }

    @Test
    void equalLabelsOfTwoFilesAreTwoNodesUnlessLabelsAreKept() throws Exception {
        for (String name : List.of("a.nt", "b.nt")) {
            Files.writeString(folder.resolve(name), "_:x <http://e/p> \"" + name + "\" .\n");
        }
        assertThat(nodes(statements(pollFiles(2, task(folder, Map.of()))))).hasSize(2);
        assertThat(nodes(statements(pollFiles(2, task(folder, Map.of("dump.blank.node.labels.keep", "true"))))))
                .containsExactly("x");
    }

    @Test
    void statementsOfTheDefaultGraphGoToTheGraphOfTheOption() throws Exception {
        Path file = Files.writeString(
                folder.resolve("d.nq"),
                "<http://e/s> <http://e/p> \"1\" .\n<http://e/s> <http://e/p> \"2\" <http://e/g> .\n");
        Map<String, String> options = Map.of("dump.graph", "http://e/dump", "dump.key", "k");
        List<SourceRecord> records = pollAll(task(file, options));
        assertThat(records).allSatisfy(record -> assertThat(record.key()).isEqualTo("k"));
        assertThat(statements(records).stream().map(Statement::getContext)).containsExactly(iri("dump"), iri("g"));
    }

    @Test
    void aChunkIsNoLargerThanTheOptionInBytesExceptForOneLine() throws Exception {
        String line = "<http://e/s> <http://e/p> \"%s\" .\n";
        String small = line.formatted("x".repeat(100));
        Path file = Files.writeString(
                folder.resolve("d.nt"), small.repeat(20) + line.formatted("y".repeat(5000)) + small.repeat(3));
        List<SourceRecord> records = pollAll(task(file, Map.of("dump.chunk.bytes", "1024")));
        assertThat(records.stream().map(record -> statements(List.of(record)).size()))
                .containsExactly(7, 7, 6, 1, 3);
    }

    @Test
    void linesOfAMessageLogThatAreNoStatementsCountForNothing() throws Exception {
        Path file = Files.writeString(
                folder.resolve("d.nq"),
                "VERSION \"1.2-messages\"\n<http://e/s> <http://e/p> 'M' .\n".replace('\'', '"')
                        + "MESSAGE\n# a comment\n\n<http://e/s> <http://e/p> \"2\" .");
        assertThat(statements(pollAll(task(file, Map.of("dump.chunk.statements", "1")))))
                .hasSize(2);
    }

    /** Equal labels of two messages are two nodes; as one node the store would silently differ from the log. */
    @Test
    void aLogWithBlankNodesIsNoDumpUnlessTheOptionSaysSo() throws Exception {
        String text = "VERSION \"1.2-messages\"\n_:b <urn:p> <urn:o> .\nMESSAGE\n_:b <urn:p> <urn:q> .\n";
        Path file = Files.writeString(folder.resolve("d.nt"), text);
        RdfSourceTask task = task(file, Map.of());
        assertThatThrownBy(() -> pollAll(task)).hasMessageContaining("is a log of RDF Messages with blank nodes");
        assertThat(statements(pollAll(task(file, Map.of("dump.blank.node.labels.keep", "true")))))
                .hasSize(2);
        Path turtle = Files.writeString(folder.resolve("d.ttl"), text);
        RdfSourceTask other = task(turtle, Map.of());
        assertThatThrownBy(() -> pollAll(other)).hasMessageContaining("a log of several RDF Messages");
    }

    @ParameterizedTest
    @ValueSource(strings = {"d.nt", "d.ttl"})
    void anErrorNamesFileAndLineAndComesAfterTheChunksBefore(String name) throws Exception {
        String line = "<http://e/s> <http://e/p> \"%d\" .\n";
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 23; i++) {
            text.append(line.formatted(i));
        }
        Path file = Files.writeString(folder.resolve(name), text + "<http://e/s> broken\n" + line.formatted(99));
        RdfSourceTask task = task(file, Map.of("dump.chunk.statements", "5"));
        List<SourceRecord> before = pollUntil(20, task);
        assertThat(before).allSatisfy(record -> assertThat(offset(record)).containsEntry("complete", false));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> pollAll(task))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageStartingWith(file + ": line 24");
        }
    }

    @Test
    void aFileThatIsCutIsAnErrorAfterTheChunksBefore() throws Exception {
        byte[] whole = Files.readAllBytes(write("whole.nt.gz", dump(false)));
        Path file = Files.write(folder.resolve("d.nt.gz"), Arrays.copyOf(whole, whole.length - 9));
        assertThatThrownBy(() -> pollAll(task(file, Map.of("dump.chunk.statements", "5"))))
                .hasMessage(file + ": ends too early; the file is truncated");
        Path text =
                Files.write(folder.resolve("l.nt"), "<http://e/s> <http://e/p> \"\u00e9\" .\n".getBytes("ISO-8859-1"));
        assertThatThrownBy(() -> pollAll(task(text, Map.of()))).hasMessage(text + ": line 1: not UTF-8");
        Path empty = Files.writeString(folder.resolve("e.nt"), "# nothing\n");
        assertThatThrownBy(() -> pollAll(task(empty, Map.of()))).hasMessage(empty + ": the dump holds no statement");
    }

    @Test
    void aFileOfZstandardThatIsCutInAnyOfItsFramesIsAnError() throws Exception {
        String line = "<http://e/s> <http://e/p> \"%d\" .\n";
        byte[] first = zstd(line.formatted(1), true);
        byte[] second = zstd(line.formatted(2) + line.formatted(3).repeat(40_000), false);
        byte[] skipped = {0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3};
        byte[] whole = joined(first, skipped, second, zstd(line.formatted(4), true));
        Path file = Files.write(folder.resolve("d.nt.zst"), whole);
        assertThat(statements(pollAll(task(file, Map.of())))).hasSize(40_003);
        int border = first.length + skipped.length;
        for (int length : new int[] {
            3,
            first.length - 2,
            first.length + 1,
            border - 1,
            border + 2,
            border + 9,
            border + second.length - 1,
            whole.length - 3
        }) {
            Path cut = Files.write(folder.resolve("c" + length + ".nt.zst"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> pollAll(task(cut, Map.of())))
                    .as("%d bytes", length)
                    .hasMessage(cut + ": ends too early; the file is truncated");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "second-member-cut.nt.gz",
                "second-member-cut.nt.bz2",
                "second-member-cut.nt.zst",
                "second-frame-header-only.nt.zst"
            })
    void aFileOfTwoMembersOfWhichTheSecondIsCutIsAnError(String name) {
        Path file = SharedFolder.require("cases/" + name).normalize();
        assertThatThrownBy(() -> pollAll(task(file, Map.of())))
                .hasMessage(file + ": ends too early; the file is truncated");
    }

    private static byte[] zstd(String text, boolean checksum) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZstdCompressorOutputStream out = ZstdCompressorOutputStream.builder()
                .setOutputStream(bytes)
                .setChecksum(checksum)
                .get()) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"d.nt", "d.ttl.gz"})
    void aTaskDoesNotResumeInAnotherDump(String name) throws Exception {
        Path file = write(name, dump(false));
        offsets.store(pollAll(task(file, Map.of("dump.chunk.statements", "5"))).get(2));
        LinkedHashModel other = new LinkedHashModel();
        other.add(iri("s0"), iri("p"), TERMS.createLiteral("another"));
        other.addAll(dump(false));
        write(name, other);
        assertThatThrownBy(() -> pollAll(task(file, Map.of())))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("the dump is not the one of which")
                .hasMessageContaining("reset the connector's offsets");
        write(name, new LinkedHashModel(dump(false).stream().limit(2).toList()));
        assertThatThrownBy(() -> pollAll(task(file, Map.of())))
                .hasMessageContaining("the dump is not the one of which");
    }

    @Test
    void noMoreChunksAreHandedOutThanMayBeUnacknowledged() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            text.append("<http://e/s> <http://e/p> \"").append(i).append("\" .\n");
        }
        Path file = Files.writeString(folder.resolve("d.nt"), text);
        RdfSourceTask task = task(file, Map.of("dump.chunk.statements", "1", "dump.chunk.bytes", "4194304"));
        List<SourceRecord> handedOut = new ArrayList<>();
        for (List<SourceRecord> batch = task.poll(); batch != null; batch = task.poll()) {
            handedOut.addAll(batch);
        }
        assertThat(handedOut).hasSizeLessThan(10);
        handedOut.forEach(record -> task.commitRecord(record, null));
        assertThat(handedOut.size() + pollAll(task).size()).isEqualTo(200);
    }

    @Test
    void aChunkThatTheProducerWouldRefuseIsAnErrorAfterTheChunksBefore() throws Exception {
        String line = "<http://e/s> <http://e/p> \"%s\" .\n";
        Path file = Files.writeString(
                folder.resolve("d.nt"), line.formatted("1") + line.formatted("x".repeat(5000)) + line.formatted("2"));
        RdfSourceTask task =
                task(file, Map.of("dump.chunk.statements", "1", "producer.override.max.request.size", "4000"));
        assertThat(pollUntil(1, task)).hasSize(1);
        assertThatThrownBy(() -> pollAll(task))
                .isInstanceOf(ConnectException.class)
                .hasMessageStartingWith(file + ": statements 2 to 2: ")
                .hasMessageContaining("lower dump.chunk.bytes");
    }

    private static LinkedHashModel dump(boolean quads) {
        LinkedHashModel dump = new LinkedHashModel();
        dump.setNamespace("e", "http://e/");
        for (int i = 0; dump.size() < STATEMENTS; i++) {
            Resource graph = quads && i % 3 > 0 ? iri("g" + i % 3) : null;
            BNode node = TERMS.createBNode("n" + i % 5);
            dump.add(iri("s" + i / 4), iri("p"), TERMS.createLiteral("v" + i), graph);
            dump.add(node, iri("near"), TERMS.createBNode("n" + (i + 1) % 5), graph);
            dump.add(node, iri("q" + i), TERMS.createLiteral("é" + i, "fr"), graph);
        }
        return new LinkedHashModel(
                dump.getNamespaces(), dump.stream().limit(STATEMENTS).toList());
    }

    private static IRI iri(String name) {
        return TERMS.createIRI("http://e/" + name);
    }

    private Path write(String name, LinkedHashModel dump) throws IOException, CompressorException {
        String[] ends = name.toLowerCase(Locale.ROOT).split("\\.");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = ends.length == 2
                ? bytes
                : new CompressorStreamFactory().createCompressorOutputStream(COMPRESSIONS.get(ends[2]), bytes)) {
            Rio.write(dump, out, FORMATS.get(ends[1]));
        }
        return Files.write(folder.resolve(name), bytes.toByteArray());
    }

    private RdfSourceTask task(Path paths, Map<String, String> more) {
        Map<String, String> options = new HashMap<>(Map.of(
                "connector.class", "dev.velella.source.RdfSourceConnector",
                "source.type", "dump",
                "topic", "patches",
                "dump.paths", paths.toString()));
        options.putAll(more);
        RdfSourceTask task = new RdfSourceTask();
        task.initialize(offsets);
        task.start(options);
        tasks.add(task);
        return task;
    }

    private static List<SourceRecord> pollUntil(int statements, RdfSourceTask task) throws InterruptedException {
        List<SourceRecord> all = new ArrayList<>();
        while (statements(all).size() < statements) {
            List<SourceRecord> batch = task.poll();
            all.addAll(batch == null ? List.of() : batch);
        }
        return all;
    }

    private static List<SourceRecord> pollAll(RdfSourceTask task) throws InterruptedException {
        return pollFiles(1, task);
    }

    /** The records of so many files. */
    private static List<SourceRecord> pollFiles(int files, RdfSourceTask task) throws InterruptedException {
        List<SourceRecord> all = new ArrayList<>();
        int complete = 0;
        while (complete < files) {
            List<SourceRecord> batch = task.poll();
            for (SourceRecord record : batch == null ? List.<SourceRecord>of() : batch) {
                all.add(record);
                complete += Boolean.TRUE.equals(record.sourceOffset().get("complete")) ? 1 : 0;
                task.commitRecord(record, null);
            }
        }
        return all;
    }

    @SuppressWarnings("unchecked") // as the task makes it
    private static Map<String, Object> offset(SourceRecord record) {
        return (Map<String, Object>) record.sourceOffset();
    }

    private static List<Statement> statements(List<SourceRecord> records) {
        List<Statement> statements = new ArrayList<>();
        for (SourceRecord record : records) {
            RdfPatch patch = (RdfPatch) RdfStructs.toElement(record.value());
            for (PatchOperation row : patch.effectiveOperations()) {
                if (row instanceof PatchOperation.Add add) {
                    statements.add(add.statement());
                }
            }
        }
        return statements;
    }

    private static List<String> prefixes(List<SourceRecord> records) {
        return records.stream()
                .flatMap(record -> ((RdfPatch) RdfStructs.toElement(record.value())).operations().stream())
                .filter(PatchOperation.AddNamespace.class::isInstance)
                .map(row -> ((PatchOperation.AddNamespace) row).prefix())
                .toList();
    }

    private static List<String> nodes(List<Statement> statements) {
        return statements.stream()
                .flatMap(statement -> Stream.of(statement.getSubject(), statement.getObject()))
                .filter(BNode.class::isInstance)
                .map(node -> ((BNode) node).getID())
                .distinct()
                .collect(Collectors.toList());
    }
}
