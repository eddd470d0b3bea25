package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/** {@code velella convert} keeps the terms and statements of each format, and refuses those that the other format cannot have. */
class ConvertedTermsTest extends ConvertedFiles {
    private static final String QUADS = TRIPLES
            + """
            <http://example.org/s> <http://example.org/p> "plain" <http://example.org/g> .
            _:b1 <http://example.org/p> "x" _:b2 .
            <http://example.org/s> <http://example.org/p> "plain" _:b1 .
            """;

    private static final String QUOTED =
            """
            << <http://e/s> <http://e/p> "x"@en >> <http://e/q> <<( _:b1 <http://e/p> <<( <http://e/s> <http://e/p> <http://e/o> )>> )>> .
            <http://e/s> <http://e/p> <<( <http://e/s> <http://e/p> "1"^^<http://www.w3.org/2001/XMLSchema#int> )>> .
            """;

    /** A file of Jelly with statements that may have terms that no text can spell. */
    private Path jelly(List<Statement> statements) throws IOException {
        Path file = out("odd.jelly");
        try (JellyStreamWriter writer = new JellyStreamWriter(
                Files.newOutputStream(file),
                new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, false, 1),
                Limits.DEFAULT)) {
            writer.write(RdfGraph.of(statements));
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
                .map(ConvertedTermsTest::iris)
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
            assertThat(asLines(file(name, terms))).isEqualTo(terms);
            assertThat(asLines(file(name, quoted))).isEqualTo(terms);
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
        Path file = jelly(List.of(statement("a> <http://e/b", null)));

        assertThat(CommandRun.of("convert", file, out("a.nt")).fails(1).line())
                .startsWith(file + ": frame 0, row ")
                .contains("U+003E");
        CommandRun.of("convert", file, out("a.jelly")).succeeds();
    }

    @Test
    void blankNodeLabelsThatTextCannotSpellStayDifferent() throws IOException {
        List<String> labels =
                List.of("a b", "a.b", "1", "a.", "", "escaped-61", "a", "\u00FC", "\uD83D\uDE00", "a:b", "_-");
        List<Statement> statements = labels.stream()
                .map(label -> VALUES.createStatement(
                        VALUES.createBNode(label), VALUES.createIRI("http://e/p"), VALUES.createLiteral(label)))
                .toList();
        Path file = jelly(statements);
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
        Path file = jelly(List.of(VALUES.createStatement(
                VALUES.createBNode("a b"), VALUES.createIRI("http://e/p"), VALUES.createBNode("escaped-612062"))));

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
                .isEqualTo(bytes + ": line 1: not UTF-8");
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
}
