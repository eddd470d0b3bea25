package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertCommandTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** Terms of every kind that all formats can spell. */
    private static final String TRIPLES =
            """
            <http://example.org/s> <http://example.org/p> "plain" .
            <http://example.org/s> <http://example.org/p> "Gr\u00FC\u00DF \uD83D\uDE00 \\"quoted\\" \\\\ \\t \\n"@de-AT .
            <http://example.org/s> <http://example.org/p> "012"^^<http://www.w3.org/2001/XMLSchema#integer> .
            <http://example.org/s> <http://example.org/p> "1."^^<http://www.w3.org/2001/XMLSchema#decimal> .
            <http://example.org/s> <http://example.org/p> "+1.50e+05"^^<http://www.w3.org/2001/XMLSchema#double> .
            <http://example.org/s> <http://example.org/p> "1"^^<http://www.w3.org/2001/XMLSchema#boolean> .
            <http://example.org/s> <http://example.org/p> "true"^^<http://www.w3.org/2001/XMLSchema#boolean> .
            <http://example.org/s> <http://example.org/p> "no number"^^<http://www.w3.org/2001/XMLSchema#integer> .
            <http://example.org/a,b;c%20d~(e)!#x.y> <http://example.org/p> <urn:x:\u00E9> .
            <http://example.org/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/a/b/> .
            _:b1 <http://example.org/p> _:b2 .
            _:b2 <http://example.org/p> _:b1 .
            """;

    private static final String QUADS = TRIPLES
            + """
            <http://example.org/s> <http://example.org/p> "plain" <http://example.org/g> .
            _:b1 <http://example.org/p> "x" _:b2 .
            <http://example.org/s> <http://example.org/p> "plain" _:b1 .
            """;

    private static final String QUOTED =
            """
            << <http://e/s> <http://e/p> "x"@en >> <http://e/q> << _:b1 <http://e/p> << <http://e/s> <http://e/p> <http://e/o> >> >> .
            <http://e/s> <http://e/p> << <http://e/s> <http://e/p> "1"^^<http://www.w3.org/2001/XMLSchema#int> >> .
            """;

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Path out(String name) {
        return folder.resolve(name);
    }

    private static List<String> sorted(String lines) {
        return lines.lines().sorted().distinct().toList();
    }

    private String asLines(Path file) {
        return CommandRun.of("convert", file, "-", "--to", "nq").succeeds().text();
    }

    private static List<RdfGraph> frames(Path file) throws IOException {
        return frames(Files.readAllBytes(file));
    }

    private static List<RdfGraph> frames(byte[] jelly) throws IOException {
        List<RdfGraph> frames = new ArrayList<>();
        try (JellyStreamReader reader =
                new JellyStreamReader(new ByteArrayInputStream(jelly), VALUES, Limits.DEFAULT)) {
            for (RdfGraph frame = reader.next(); frame != null; frame = reader.next()) {
                frames.add(frame);
            }
        }
        return frames;
    }

    private static JellyOptions options(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                JellyStreamReader reader = new JellyStreamReader(in, VALUES, Limits.DEFAULT)) {
            reader.next();
            return reader.options().orElseThrow();
        }
    }

    private static Statement statement(String name, IRI graph) {
        return VALUES.createStatement(
                VALUES.createIRI("http://e/" + name),
                VALUES.createIRI("http://e/p"),
                VALUES.createLiteral(name),
                graph);
    }

    /** Three frames, of which one is empty, with metadata. */
    private Path threeFrames(JellyOptions options) throws IOException {
        Path file = out("frames.jelly");
        try (JellyStreamWriter writer = new JellyStreamWriter(Files.newOutputStream(file), options, Limits.DEFAULT)) {
            writer.write(
                    new RdfGraph(List.of(statement("a", null)), Map.of("e", "http://e/")),
                    Map.of("key", new byte[] {1, 2}));
            writer.write(RdfGraph.of(List.of()));
            writer.write(RdfGraph.of(List.of(statement("b", null), statement("c", null))));
        }
        return file;
    }

    @Test
    void everyFormatOfTriplesKeepsThemThroughEveryOther() throws IOException {
        Path lines = file("in.nt", TRIPLES);
        for (String first : List.of("nt", "nq", "ttl", "trig", "jelly", "rdf", "jsonld")) {
            Path middle = out("middle." + first);
            CommandRun.of("convert", lines, middle).succeeds();
            for (String second : List.of("nt", "nq", "ttl", "trig", "jelly", "rdf")) {
                Path end = out("end." + second);
                CommandRun.of("convert", middle, end).succeeds();
                String expected = first.equals("jsonld") ? relabelled(TRIPLES) : TRIPLES;
                assertThat(sorted(asLines(end))).as("%s to %s", first, second).isEqualTo(sorted(expected));
            }
        }
    }

    /** Processors of JSON-LD give labels of their own, in the order of the document, and languages in lower case. */
    private static String relabelled(String lines) {
        return lines.replace("_:b1", "_:b0").replace("_:b2", "_:b1").replace("@de-AT", "@de-at");
    }

    @Test
    void everyFormatOfQuadsKeepsThemThroughEveryOther() throws IOException {
        Path lines = file("in.nq", QUADS);
        for (String first : List.of("nq", "trig", "jelly")) {
            Path middle = out("middle." + first);
            CommandRun.of("convert", lines, middle).succeeds();
            for (String second : List.of("nq", "trig", "jelly")) {
                Path end = out("end." + second);
                CommandRun.of("convert", middle, end).succeeds();
                assertThat(sorted(asLines(end))).as("%s to %s", first, second).isEqualTo(sorted(QUADS));
            }
        }
    }

    @Test
    void namedGraphsGoIntoJsonLdAndBack() throws IOException {
        Path lines =
                file("in.nq", "<http://e/s> <http://e/p> \"x\" <http://e/g> .\n<http://e/s> <http://e/p> \"1\" .\n");
        CommandRun.of("convert", lines, out("a.jsonld")).succeeds();

        assertThat(sorted(asLines(out("a.jsonld")))).isEqualTo(sorted(Files.readString(lines)));
    }

    @Test
    void quotedTriplesGoThroughEveryFormatThatHasThem() throws IOException {
        Path lines = file("in.nt", QUOTED);
        for (String first : List.of("nt", "nq", "ttl", "trig", "jelly")) {
            Path middle = out("middle." + first);
            Object[] convert = first.equals("jelly")
                    ? new Object[] {"convert", lines, middle, "--rdf-star"}
                    : new Object[] {"convert", lines, middle};
            CommandRun.of(convert).succeeds();
            assertThat(sorted(asLines(middle))).as(first).isEqualTo(sorted(QUOTED));
        }
    }

    @Test
    void quotedTriplesAreRefusedWhereTheyHaveNoPlace() throws IOException {
        Path lines = file("in.nt", QUOTED);

        assertThat(CommandRun.of("convert", lines, out("a.rdf")).fails(1).line())
                .contains("RDF/XML has no quoted");
        assertThat(CommandRun.of("convert", lines, out("a.jsonld")).fails(1).line())
                .contains("JSON-LD has no quoted");
        assertThat(CommandRun.of("convert", lines, out("a.jelly")).fails(1).line())
                .startsWith(lines + ": cannot be written as Jelly: ");
        assertThat(left()).containsExactly("in.nt");
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void namedGraphsAreRefusedWhereTheyHaveNoPlace() throws IOException {
        Path quads = file("in.nq", QUADS);
        for (String target : List.of("nt", "ttl", "rdf")) {
            assertThat(CommandRun.of("convert", quads, out("out." + target))
                            .fails(1)
                            .line())
                    .startsWith(quads + ": cannot be written as ")
                    .contains("has no named graphs", "http://example.org/g");
        }
        assertThat(CommandRun.of("convert", quads, out("out.jelly"), "--physical-type", "triples")
                        .fails(1)
                        .line())
                .contains("TRIPLES");
        assertThat(left()).containsExactly("in.nq");
    }

    @Test
    void anExistingOutputStaysAsItIsWhenTheInputIsMalformed() throws IOException {
        Path bad = file("bad.nt", TRIPLES + "<http://e/s> <http://e/p .\n");
        Path target = file("out.jelly", "as before");

        assertThat(CommandRun.of("convert", bad, target).fails(1).line()).startsWith(bad + ": line 13, column ");
        assertThat(target).hasContent("as before");
        assertThat(left()).containsExactly("bad.nt", "out.jelly");
    }

    @Test
    void standardInputAndOutputAreStreams() {
        byte[] jelly = CommandRun.withInput(
                        TRIPLES.getBytes(StandardCharsets.UTF_8), "convert", "-", "-", "--from", "nt", "--to", "jelly")
                .succeeds()
                .bytes();
        String lines = CommandRun.withInput(jelly, "convert", "-", "-", "--from", "jelly", "--to", "nt")
                .succeeds()
                .text();

        assertThat(lines).isEqualTo(TRIPLES);
    }

    @Test
    void nothingComesOutWhenStandardInputIsMalformed() {
        assertThat(CommandRun.withInput(new byte[] {9, 9, 9}, "convert", "-", "-", "--from", "jelly", "--to", "nt")
                        .fails(1)
                        .line())
                .startsWith("standard input: frame 0, row -1, byte 0: ");
    }

    @Test
    void packedFilesAreReadAndWritten() throws IOException {
        Path packed = out("a.jelly.gz");
        CommandRun.of("convert", file("in.nt", TRIPLES), packed).succeeds();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
            assertThat(frames(in.readAllBytes())).hasSize(1);
        }
        CommandRun.of("convert", packed, out("b.nt.gz")).succeeds();

        assertThat(asLines(out("b.nt.gz"))).isEqualTo(TRIPLES);
    }

    @Test
    void aCutPackedFileIsMalformed() throws IOException {
        Path packed = out("a.nt.gz");
        CommandRun.of("convert", file("in.nt", TRIPLES), packed).succeeds();
        byte[] bytes = Files.readAllBytes(packed);
        Files.write(packed, java.util.Arrays.copyOf(bytes, bytes.length - 20));

        assertThat(CommandRun.of("convert", packed, out("b.nt")).fails(1).line())
                .startsWith(packed + ": cannot be read: ");
    }

    @Test
    void framesOptionsAndMetadataOfJellyAreKept() throws IOException {
        JellyOptions options = new JellyOptions(
                "name", PhysicalType.GRAPHS, LogicalType.NAMED_GRAPHS, new TableSizes(20, 3, 2), true, true, true, 2);
        Path file = threeFrames(options);
        CommandRun.of("convert", file, out("copy.jelly")).succeeds();

        assertThat(frames(out("copy.jelly"))).isEqualTo(frames(file));
        assertThat(options(out("copy.jelly"))).isEqualTo(options);
        try (InputStream in = Files.newInputStream(out("copy.jelly"));
                JellyStreamReader reader = new JellyStreamReader(in, VALUES, Limits.DEFAULT)) {
            reader.next();
            assertThat(reader.metadata()).containsOnlyKeys("key");
        }
    }

    @Test
    void optionsOnTheCommandLineComeBeforeThoseOfTheInput() throws IOException {
        Path file = threeFrames(new JellyOptions(PhysicalType.TRIPLES, TableSizes.BIG, false, 2));
        Path copy = out("copy.jelly");
        CommandRun.of(
                        "convert",
                        file,
                        copy,
                        "--physical-type",
                        "quads",
                        "--preset",
                        "small",
                        "--names",
                        "64",
                        "--stream-name",
                        "other",
                        "--no-namespaces",
                        "--rdf-star")
                .succeeds();

        assertThat(options(copy))
                .isEqualTo(new JellyOptions(
                        "other",
                        PhysicalType.QUADS,
                        LogicalType.DATASETS,
                        new TableSizes(64, 16, 16),
                        false,
                        true,
                        false,
                        1));
        assertThat(frames(copy)).hasSize(3);
    }

    @Test
    void framesAreCutAnewOnlyWhereTheyHaveNoMeaning() throws IOException {
        Path file = threeFrames(new JellyOptions(PhysicalType.TRIPLES, TableSizes.BIG, false, 2));

        assertThat(CommandRun.of("convert", file, out("a.jelly"), "--rows-per-frame", "2")
                        .fails(1)
                        .line())
                .contains("--logical-type");
        assertThat(CommandRun.of("convert", file, out("a.jelly"), "--no-delimited")
                        .fails(1)
                        .line())
                .contains("--no-delimited");
        CommandRun.of("convert", file, out("a.jelly"), "--rows-per-frame", "2", "--logical-type", "flat-triples")
                .succeeds();
        assertThat(frames(out("a.jelly")))
                .extracting(frame -> frame.statements().size())
                .containsExactly(2, 1);
        CommandRun.of("convert", file, out("b.jelly"), "--no-delimited", "--logical-type", "flat-triples")
                .succeeds();
        assertThat(frames(out("b.jelly")))
                .extracting(frame -> frame.statements().size())
                .containsExactly(3);
        assertThat(Files.readAllBytes(out("b.jelly"))).startsWith(0x0A);
    }

    @Test
    void theTypeOfTheStreamIsThatOfTheInputFormat() throws IOException {
        CommandRun.of("convert", file("in.nt", TRIPLES), out("a.jelly")).succeeds();
        assertThat(options(out("a.jelly")))
                .isEqualTo(new JellyOptions(
                        "", PhysicalType.TRIPLES, LogicalType.FLAT_TRIPLES, TableSizes.BIG, false, false, false, 1));

        CommandRun.of("convert", file("in.trig", "@prefix e: <http://e/> . e:g { e:s e:p e:o }"), out("b.jelly"))
                .succeeds();
        assertThat(options(out("b.jelly")))
                .isEqualTo(new JellyOptions(
                        "", PhysicalType.QUADS, LogicalType.FLAT_QUADS, TableSizes.BIG, false, false, true, 2));
        assertThat(frames(out("b.jelly")).get(0).namespaces()).containsEntry("e", "http://e/");
    }

    @Test
    void aTextIsCutIntoFramesOfTheRowsThatAreAskedFor() throws IOException {
        CommandRun.of("convert", file("in.nt", TRIPLES), out("a.jelly"), "--rows-per-frame", "5")
                .succeeds();

        assertThat(frames(out("a.jelly")))
                .extracting(frame -> frame.statements().size())
                .containsExactly(5, 5, 2);
    }

    @Test
    void namespacesGoIntoTurtle() throws IOException {
        Path file = threeFrames(new JellyOptions(PhysicalType.TRIPLES, TableSizes.BIG, false, 2));
        CommandRun.of("convert", file, out("a.ttl")).succeeds();

        assertThat(out("a.ttl")).content().contains("@prefix e: <http://e/> .", "e:a");
    }

    @Test
    void anEmptyInputGivesAnEmptyOutput() throws IOException {
        CommandRun.of("convert", file("in.nt", ""), out("a.jelly")).succeeds();
        CommandRun.of("convert", out("a.jelly"), out("b.trig")).succeeds();

        assertThat(frames(out("a.jelly"))).containsExactly(RdfGraph.of(List.of()));
        assertThat(asLines(out("b.trig"))).isEmpty();
    }

    @Test
    void jellyWithoutOptionsIsRefusedAsByInspect() throws IOException {
        for (byte[] content : new byte[][] {{}, {0}, {0, 0}}) {
            Path file = Files.write(out("a.jelly"), content);
            assertThat(CommandRun.of("convert", file, out("b.nq")).fails(1).line())
                    .isEqualTo(CommandRun.of("inspect", file).fails(1).line())
                    .endsWith("the stream ends without options: it is no Jelly");
            Path patches = Files.write(out("a.jellyp"), content);
            assertThat(CommandRun.of("convert", patches, out("b.rdfp")).fails(1).line())
                    .contains("without options");
        }
    }

    @Test
    void halfASurrogatePairAndATextWithoutItsLanguageAreErrorsInEveryFormat() throws IOException {
        String escape = "\\uD800";
        for (String name : List.of("a.nt", "a.nq", "a.ttl", "a.trig")) {
            Path half = file(name, "<http://e/s> <http://e/p> \"x" + escape + "\" .\n");
            assertThat(CommandRun.of("convert", half, out("b.nq")).fails(1).line())
                    .contains("x" + escape);
            Path text = file(
                    name,
                    "<http://e/s> <http://e/p> \"x\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString> .\n");
            assertThat(CommandRun.of("convert", text, out("b.nq")).fails(1).line())
                    .contains("rdf:langString without a language: \"x\"");
        }
        Path json = file("a.jsonld", "{\"http://e/p\":\"x" + escape + "\"}");
        assertThat(CommandRun.of("convert", json, out("b.nq")).fails(1).line()).contains("x" + escape);
        assertThat(out("b.nq")).doesNotExist();
    }

    @Test
    void annotationsAreStatementsAboutTheTripleBefore() throws IOException {
        String annotated = iris(":s :p :1, :2 {| :q :3 {| :r :4 |}, :5 ; :q :6 |}, :7 ; :z :8 {|:q :9|} .");
        List<String> statements = Stream.of(
                        ":s :p :1 .",
                        ":s :p :2 .",
                        "<< :s :p :2 >> :q :3 .",
                        "<< << :s :p :2 >> :q :3 >> :r :4 .",
                        "<< :s :p :2 >> :q :5 .",
                        "<< :s :p :2 >> :q :6 .",
                        ":s :p :7 .",
                        ":s :z :8 .",
                        "<< :s :z :8 >> :q :9 .")
                .map(ConvertCommandTest::iris)
                .toList();
        for (String name : List.of("a.ttl", "a.trig")) {
            assertThat(asLines(file(name, annotated)).lines()).containsExactlyInAnyOrderElementsOf(statements);
        }
        assertThat(asLines(file("b.trig", iris(":g { :s :p :2 {| :q :3 |} . }")))
                        .lines())
                .containsExactlyInAnyOrder(iris(":s :p :2 :g ."), iris("<< :s :p :2 >> :q :3 :g ."));
        Path open = file("c.trig", iris(":s :p\n :2 {| :q :3 } ."));
        assertThat(CommandRun.of("convert", open, out("c.nq")).fails(1).line()).startsWith(open + ": line 2");
    }

    private static String iris(String text) {
        return text.replaceAll(":(\\w+)", "<http://e/$1>");
    }

    @Test
    void quotedTriplesAreReadAsRdfStarAndRdf12SpellThem() throws IOException {
        String quoted = "<http://e/s> <http://e/p> << _:b1 <http://e/p> << <http://e/s> <http://e/p> \"x\" >> >> .\n";
        String terms = quoted.replace("<< ", "<<( ").replace(" >>", " )>>");
        for (String name : List.of("a.nt", "a.nq", "a.ttl", "a.trig")) {
            assertThat(asLines(file(name, terms))).isEqualTo(quoted);
            assertThat(asLines(file(name, quoted))).isEqualTo(quoted);
            CommandRun.of("convert", file(name, terms.replace(")>>", ">>")), out("b.nq"))
                    .fails(1);
            CommandRun.of("convert", file(name, terms.replace("_:b1", "\"b\"")), out("b.nq"))
                    .fails(1);
        }
    }

    @Test
    void aTermTooManyIsNamed() throws IOException {
        Path five = file("a.nq", "<http://e/s> <http://e/p> <http://e/o> <http://e/g> <http://e/x> .\n");
        assertThat(CommandRun.of("convert", five, out("b.nq")).fails(1).line())
                .endsWith("line 1, column 53: a statement has no more terms: expected its dot, not '<'");
    }

    @Test
    void termsThatNoTextCanSpellAreErrorsWithTheirPlace() throws IOException {
        Path file = out("odd.jelly");
        try (JellyStreamWriter writer = new JellyStreamWriter(
                Files.newOutputStream(file),
                new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, false, 1),
                Limits.DEFAULT)) {
            writer.write(RdfGraph.of(List.of(statement("a> <http://e/b", null))));
        }

        assertThat(CommandRun.of("convert", file, out("a.nt")).fails(1).line())
                .startsWith(file + ": frame 0, row ")
                .contains("U+003E");
        CommandRun.of("convert", file, out("a.jelly")).succeeds();
    }

    @Test
    void blankNodeLabelsThatTextCannotSpellStayDifferent() throws IOException {
        Path file = out("odd.jelly");
        List<String> labels =
                List.of("a b", "a.b", "1", "a.", "", "escaped-61", "a", "\u00FC", "\uD83D\uDE00", "a:b", "_-");
        List<Statement> statements = labels.stream()
                .map(label -> VALUES.createStatement(
                        VALUES.createBNode(label), VALUES.createIRI("http://e/p"), VALUES.createLiteral(label)))
                .toList();
        try (JellyStreamWriter writer = new JellyStreamWriter(
                Files.newOutputStream(file),
                new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, false, 1),
                Limits.DEFAULT)) {
            writer.write(RdfGraph.of(statements));
        }
        for (String format : List.of("nt", "ttl", "trig", "rdf")) {
            CommandRun.of("convert", file, out("a." + format)).succeeds();
            String lines = asLines(out("a." + format));
            assertThat(lines.lines().map(line -> line.split(" ")[0]))
                    .as(format)
                    .hasSize(labels.size())
                    .doesNotHaveDuplicates();
            assertThat(lines).as(format).contains("_:a.b <http://e/p> \"a.b\" .", "_:\u00FC ", "_:_- ");
        }
    }

    @Test
    void aLabelAndWhatReplacesAnotherAreNotMixedUp() throws IOException {
        Path file = out("odd.jelly");
        try (JellyStreamWriter writer = new JellyStreamWriter(
                Files.newOutputStream(file),
                new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, false, 1),
                Limits.DEFAULT)) {
            writer.write(RdfGraph.of(List.of(VALUES.createStatement(
                    VALUES.createBNode("a b"), VALUES.createIRI("http://e/p"), VALUES.createBNode("escaped-612062")))));
        }

        assertThat(CommandRun.of("convert", file, out("a.nt")).fails(1).line()).contains("escaped-612062");
    }

    @Test
    void nothingOutsideOfTheInputIsLoaded() throws IOException {
        Path secret = file("secret.txt", "secret");
        Path xml = file(
                "in.rdf",
                """
                <?xml version="1.0"?>
                <!DOCTYPE rdf:RDF [<!ENTITY own "http://e/"><!ENTITY file SYSTEM "%s">]>
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">
                <rdf:Description rdf:about="&own;s"><e:p>&file;</e:p></rdf:Description></rdf:RDF>
                """
                        .formatted(secret.toUri()));
        assertThat(CommandRun.of("convert", xml, out("a.nt")).fails(1).line()).startsWith(xml + ": ");

        Path type = file("in2.rdf", Files.readString(xml).replace("[<!ENTITY own", "SYSTEM \"x.dtd\" [<!ENTITY own"));
        CommandRun.of("convert", type, out("a.nt")).fails(1);

        Path json = file("in.jsonld", "{\"@context\": \"http://www.w3.org/ns/anno.jsonld\", \"@id\": \"http://e/s\"}");
        assertThat(CommandRun.of("convert", json, out("a.nt")).fails(1).line())
                .startsWith(json + ": ")
                .contains("anno.jsonld");
        assertThat(left()).containsExactly("in.jsonld", "in.rdf", "in2.rdf", "secret.txt");
    }

    @Test
    void entitiesThatTheDocumentDeclaresItselfAreRead() throws IOException {
        Path xml = file(
                "in.rdf",
                """
                <!DOCTYPE rdf:RDF [<!ENTITY own "http://e/">]>
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">
                <rdf:Description rdf:about="&own;s"><e:p rdf:resource="#x"/></rdf:Description></rdf:RDF>
                """);
        CommandRun.of("convert", xml, out("a.nt"), "--base", "http://b/").succeeds();

        assertThat(out("a.nt")).hasContent("<http://e/s> <http://e/p> <http://b/#x> .");
        assertThat(CommandRun.of("convert", xml, out("b.nt")).fails(1).line()).startsWith(xml + ": line 3, column ");
    }

    @Test
    void malformedTextIsOneLineWithItsPlace() throws IOException {
        Map<String, String> inputs = Map.of(
                "a.nt", "<http://e/s> <http://e/p> \"x\" <http://e/g> .",
                "b.nt", "<http://e/s> <http://e/p> \"x\"",
                "c.nq", "\n<http://e/s> <http://e/p> .",
                "d.ttl", "@prefix e: <http://e/> .\ne:s e:p ( 1 2",
                "e.trig", "@prefix e: <http://e/> .\ne:g { e:s }",
                "f.rdf", "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n<a",
                "g.ttl", "<s> <p> <o> .",
                "h.nt", "<< <http://e/s> <http://e/p> <http://e/o> > <http://e/p> \"x\" .",
                "i.nt", "<http://e/s> <http://e/p> \"x\"@e_n .");
        for (Map.Entry<String, String> input : inputs.entrySet()) {
            Path file = file(input.getKey(), input.getValue());
            assertThat(CommandRun.of("convert", file, out("out.nq")).fails(1).line())
                    .startsWith(file + ": line ");
        }
        Path deep = file("deep.ttl", "<http://e/s> <http://e/p> " + "(".repeat(200_000));
        assertThat(CommandRun.of("convert", deep, out("out.nq")).fails(1).line())
                .endsWith("it is nested deeper than the limit of 200 levels");
        Path json = file("a.jsonld", "{\"@id\":\n");
        assertThat(CommandRun.of("convert", json, out("out.nq")).fails(1).line())
                .startsWith(json + ": ");
        Path bytes = Files.write(
                out("latin.nt"), "<http://e/s> <http://e/p> \"\u00FC\" .".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(CommandRun.of("convert", bytes, out("out.nq")).fails(1).line())
                .isEqualTo(bytes + ": not UTF-8");
    }

    @Test
    void whatXmlCannotSpellIsRefused() throws IOException {
        for (String line : List.of(
                "<http://e/s> <http://e/p/> \"x\" .",
                "<http://e/s> <http://e/p> \"\\u0001\" .",
                "<http://e/s> <http://e/p> \"\\r\" .",
                "<http://e/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#li> \"x\" .")) {
            assertThat(CommandRun.of("convert", file("in.nt", line + "\n"), out("a.rdf"))
                            .fails(1)
                            .line())
                    .startsWith(out("in.nt") + ": cannot be written as RDF/XML: ");
        }
    }

    @Test
    void anInputThatIsNotThereIsNamed() {
        assertThat(CommandRun.of("convert", out("none.nt"), out("a.nq"))
                        .fails(1)
                        .line())
                .isEqualTo(out("none.nt") + ": no such file");
        assertThat(CommandRun.of("convert", folder, out("a.nq"), "--from", "nt")
                        .fails(1)
                        .line())
                .isEqualTo(folder + ": is a directory");
    }

    @Test
    void anOutputThatCannotBeWrittenIsNamed() throws IOException {
        Path in = file("in.nt", TRIPLES);
        assertThat(CommandRun.of("convert", in, out("no/such/a.nq")).fails(1).line())
                .startsWith(out("no/such/a.nq") + ": cannot be written: ");
        assertThat(CommandRun.of("convert", in, folder, "--to", "nq").fails(1).line())
                .isEqualTo(folder + ": is a directory");
    }

    @Test
    void aFileCanBeConvertedOntoItself() throws IOException {
        Path file = file("in.nt", TRIPLES);
        CommandRun.of("convert", file, file, "--to", "ttl").succeeds();
        CommandRun.of("convert", file, file, "--from", "ttl").succeeds();

        assertThat(sorted(Files.readString(file))).isEqualTo(sorted(TRIPLES));
    }

    @Test
    void aLinkGoesOnPointingToItsFile() throws IOException {
        Path link = Files.createSymbolicLink(out("link.nq"), file("real.nq", "old"));
        CommandRun.of("convert", file("in.nt", TRIPLES), link).succeeds();

        assertThat(link).isSymbolicLink();
        assertThat(out("real.nq")).hasContent(TRIPLES);
    }

    @Test
    void wrongUsageEndsWithStatusTwo() throws IOException {
        Path in = file("in.nt", TRIPLES);
        List<List<Object>> wrong = List.of(
                List.of(in),
                List.of(in, out("a")),
                List.of(in, out("a.txt")),
                List.of(in, "-"),
                List.of("-", out("a.nq")),
                List.of(in, out("a.rdfp")),
                List.of(out("a.jellyp"), out("a.jelly")),
                List.of(in, out("a.nq"), "--to", "nothing"),
                List.of(in, out("a.nq"), "--names", "10"),
                List.of(in, out("a.jelly"), "--names", "7"),
                List.of(in, out("a.jelly"), "--names", "x"),
                List.of(in, out("a.jelly"), "--prefixes", "-1"),
                List.of(in, out("a.jelly"), "--preset", "huge"),
                List.of(in, out("a.jelly"), "--physical-type", "frame"),
                List.of(in, out("a.jelly"), "--physical-type", "quads", "--logical-type", "graphs"),
                List.of(in, out("a.jelly"), "--rows-per-frame", "0"),
                List.of(in, out("a.jelly"), "--rows-per-frame", "1", "--no-delimited"),
                List.of(in, out("a.jelly"), "--patch-type", "flat"),
                List.of(out("a.rdfp"), out("a.jellyp"), "--logical-type", "graphs"),
                List.of(in, out("a.jelly"), "--unknown"));
        for (List<Object> arguments : wrong) {
            List<Object> all = new ArrayList<>(List.of("convert"));
            all.addAll(arguments);
            assertThat(CommandRun.of(all.toArray()).fails(2).line())
                    .as("%s", arguments)
                    .startsWith("velella: ")
                    .endsWith("(see velella convert --help)");
        }
        assertThat(left()).containsExactly("in.nt");
    }

    @Test
    void boundsOfTheInputAreOptions() throws IOException {
        Path file = file("in.nt", "<http://e/s> <http://e/p> \"x\" .\n".repeat(3));
        CommandRun.of("convert", file, out("out.nq"), "--max-statements", "3").succeeds();
        assertThat(CommandRun.of("convert", file, out("no.nq"), "--max-statements", "2")
                        .fails(1)
                        .line())
                .endsWith("more than the limit of 2 statements");
        assertThat(CommandRun.of("convert", file, out("no.nq"), "--max-bytes", "10")
                        .fails(1)
                        .line())
                .endsWith("more than the limit of 10 bytes");
        Path deep = file("deep.ttl", "<http://e/s> <http://e/p> ((1)) .");
        CommandRun.of("convert", deep, out("out.nq"), "--max-depth", "2").succeeds();
        assertThat(CommandRun.of("convert", deep, out("no.nq"), "--max-depth", "1")
                        .fails(1)
                        .line())
                .endsWith("deeper than the limit of 1 levels");
        Path json = file("a.jsonld", "{\"@id\":\"http://e/s\",\"http://e/p\":123456}");
        assertThat(CommandRun.of("convert", json, out("no.nq"), "--max-digits", "5")
                        .fails(1)
                        .line())
                .endsWith("longer than the limit of 5 characters");
        assertThat(CommandRun.of("convert", file, out("no.nq"), "--max-seconds", "0")
                        .fails(2)
                        .line())
                .contains("at least 1");
        assertThat(CommandRun.of("convert", file("e.ttl", "<n:><n:>(. "), out("no.nq"))
                        .fails(1)
                        .line())
                .endsWith("a number without a digit");
        assertThat(out("no.nq")).doesNotExist();
    }

    @Test
    void helpNamesEveryOption() {
        assertThat(CommandRun.of("convert", "--help").succeeds().text())
                .contains("IN", "OUT", "--from", "--to", "--base", "--preset", "--[no-]delimited", "--patch-type");
        assertThat(CommandRun.of("--help").succeeds().text()).contains("convert", "inspect", "quickstart", "diff-app");
    }
}
