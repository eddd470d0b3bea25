package dev.velella.document.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that the grammar reads in one way, next to what they say as N-Quads. */
class TurtleParserTest {
    private static final String PREFIXES = "PREFIX : <u:> @prefix x.y: <u:x#> . ";
    private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

    private final DocumentReader documents = new DocumentReader(Limits.DEFAULT);

    private List<Statement> read(DocumentFormat format, String text) {
        return documents
                .readGraph(format, text.getBytes(StandardCharsets.UTF_8))
                .statements();
    }

    /** In the N-Quads {@code u:s} stands for {@code <u:s>}, and a number for xsd:integer. */
    private void assertReads(DocumentFormat format, String text, String quads) {
        StringBuilder lines = new StringBuilder();
        for (String quad : quads.split(" \\. ?")) {
            for (String term : quad.strip().split(" ")) {
                String spelled = term.replaceFirst("^rdf:", RDF);
                boolean isIri = spelled.startsWith("u:") || spelled.startsWith("http:");
                lines.append(isIri ? "<" + spelled + "> " : spelled.matches("[0-9]+") ? integer(spelled) : term + " ");
            }
            lines.append(".\n");
        }
        Set<Statement> expected =
                quads.isBlank() ? Set.of() : Set.copyOf(read(DocumentFormat.N_QUADS, lines.toString()));
        Set<Statement> read = Set.copyOf(read(format, PREFIXES + text));
        assertThat(read).hasSameSizeAs(expected);
        assertThat(Models.isomorphic(read, expected)).as("%s is %s", text, read).isTrue();
    }

    private static String integer(String number) {
        return "\"" + number + "\"^^<http://www.w3.org/2001/XMLSchema#integer> ";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            :s :p 1. [ a :C ] .                   | u:s u:p 1 . _:b rdf:type u:C
            :s :p 1. [ a :C ] :q 2 .              | u:s u:p 1 . _:b rdf:type u:C . _:b u:q 2
            :s :p 1. [:p[:q 2]].                  | u:s u:p 1 . _:b u:p _:c . _:c u:q 2
            :s :p 1. (2) :q 3 .                   | u:s u:p 1 . _:b rdf:first 2 . _:b rdf:rest rdf:nil . _:b u:q 3
            :s :p 1. () :q () .                   | u:s u:p 1 . rdf:nil u:q rdf:nil
            :g { :s :p 1. [ a :C ] }              | u:s u:p 1 u:g . _:b rdf:type u:C u:g
            :s :p 1. { [ a :C ] }                 | u:s u:p 1 . _:b rdf:type u:C
            :s :p 1. :g { (2) :q 3 }              | u:s u:p 1 . _:b rdf:first 2 u:g . _:b rdf:rest rdf:nil u:g . _:b u:q 3 u:g
            :s :p 1. [] { :s :p 2 } [] :p 3 .     | u:s u:p 1 . u:s u:p 2 _:g . _:b u:p 3
            { :s :p _:o.} { _:o :q :s }           | u:s u:p _:o . _:o u:q u:s
            { :s :p 123.} { :s :p 5. }            | u:s u:p 123 . u:s u:p 5
            :g { :s :p true.} :h { :s :p x.y:a.}  | u:s u:p "true"^^<http://www.w3.org/2001/XMLSchema#boolean> u:g . u:s u:p u:x#a u:h
            { :s :p "x"@en} { :s :p "y"@en-GB.}   | u:s u:p "x"@en . u:s u:p "y"@en-GB
            GRAPH<u:g>{:s :p 1} graph[]{:s :p 2}  | u:s u:p 1 u:g . u:s u:p 2 _:b
            GRAPH _:g{:s :p 1}_:g :p 2 .          | u:s u:p 1 _:g . _:g u:p 2
            PREFIX base:<u:b>base:s base:p 1 .    | u:bs u:bp 1
            PREFIX graphs:<u:b>graphs:s :p 1 .    | u:bs u:p 1
            PREFIX prefixed:<u:b>prefixed:s :p 1. | u:bs u:p 1
            PREFIX 𐐀:<u:b>𐐀:s :p <u:𐐀> .        | u:bs u:p u:𐐀
            :g{}{}[]{}                            |
            """)
    void readsTrig(String text, String quads) {
        assertReads(DocumentFormat.TRIG, text, quads == null ? "" : quads);
    }

    @ParameterizedTest
    @EnumSource(
            value = DocumentFormat.class,
            names = {"TURTLE", "TRIG"})
    void readsWhatIsSpelledTightly(DocumentFormat format) {
        assertReads(format, ":s a<u:C>;:p _:o,_:o.:s :q 1.", "u:s rdf:type u:C . u:s u:p _:o . u:s u:q 1");
        assertReads(
                format,
                ":s a[:p 1],(2).",
                "u:s rdf:type _:b . _:b u:p 1 . u:s rdf:type _:c . _:c rdf:first 2 ." + " _:c rdf:rest rdf:nil");
        assertReads(format, ":s :p _:a..b. _:a.b.c :p :d.e.", "u:s u:p _:a..b . _:a.b.c u:p u:d.e");
        assertReads(format, ":s:t ::p ::: . :s.t :p:: :o.", "u:s:t u::p u::: . u:s.t u:p:: u:o");
    }

    @Test
    void readsTheRestOfTheGrammar() {
        String xsd = "^^<http://www.w3.org/2001/XMLSchema#";
        DocumentFormat format = DocumentFormat.TURTLE;
        assertReads(
                format,
                ":s :p 1.5,1.5.:s :p 1.e5,.5,-.5E-1,+1e0.",
                "u:s u:p \"1.5\"" + xsd + "decimal> . u:s u:p \"1.5\"" + xsd + "decimal> . u:s u:p \"1.e5\"" + xsd
                        + "double> . u:s u:p \".5\"" + xsd + "decimal> . u:s u:p \"-.5E-1\"" + xsd
                        + "double> . u:s u:p \"+1e0\"" + xsd + "double>");
        assertReads(
                format,
                ":s :p 'a'@en,\"b\" @de#c\n,'''c'd''e\\''''^^ :t,\"\"\"f\n\"\"\",\"\",'' . ",
                "u:s u:p \"a\"@en . u:s u:p \"b\"@de . u:s u:p \"c'd''e'\"^^<u:t> . u:s u:p \"f\\n\" . u:s u:p \"\" ."
                        + " u:s u:p \"\"");
        assertReads(
                format,
                ":s :\\%zz :a%4a,:\\.,:a\\.,:\\-.",
                "u:s u:%zz u:a%4a . u:s u:%zz u:. . u:s u:%zz u:a. ." + " u:s u:%zz u:-");
        assertReads(
                format,
                "@base<http://h/a/b?q#f>.<c>:p<>,<#x>,<?y>,</d>,<../e>,<//i>.BASE<d/>:s :p<e>,<x:y>,<f?a:b/../c>.",
                "http://h/a/c u:p http://h/a/b?q . http://h/a/c u:p http://h/a/b?q#x . http://h/a/c u:p http://h/a/b?y ."
                        + " http://h/a/c u:p http://h/d . http://h/a/c u:p http://h/e . http://h/a/c u:p http://i ."
                        + " u:s u:p http://h/a/d/e . u:s u:p <x:y> . u:s u:p http://h/a/d/f?a:b/../c");
        assertReads(format, ":s:p :q 1;;;:r 2;.", "u:s:p u:q 1 . u:s:p u:r 2");
        assertReads(
                format,
                "VERSION \"1.2\" @version '1.1'. :s :p <<( :a :b \"c\" )>> .",
                "u:s u:p <<( <u:a> <u:b> \"c\" )>>");
        assertReads(
                format, ":s :p 1{|:q 2;|},3.", "u:s u:p 1 . <<( <u:s> <u:p> " + integer("1") + ")>> u:q 2 . u:s u:p 3");
    }

    /** An annotation tells of the triple before it, also where other statements come between. */
    @Test
    void anAnnotationBehindABlankNodeIsOfItsTriple() {
        for (DocumentFormat format : List.of(DocumentFormat.TURTLE, DocumentFormat.TRIG)) {
            List<Statement> read = read(format, PREFIXES + ":s :p [ :q 1 ] {| :r 2 |} .");
            assertThat(read).hasSize(3);
            assertThat(read.get(2).getSubject()).isInstanceOfSatisfying(Triple.class, triple -> {
                assertThat(triple.getPredicate()).isEqualTo(read.get(0).getPredicate());
                assertThat(triple.getObject()).isEqualTo(read.get(0).getObject());
            });
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ":s :p 1 :o 2 .",
                ":s :p :o :s2 :p :o .",
                ":s :p (1.) .",
                ":s :p 1. .",
                ":s :p :a.. ",
                ":s :p :a..",
                "[] .",
                "() .",
                "[] :p 1 :q 2 .",
                "[ :p 1 ] [ :p 2 ] .",
                ":s :p \"\"\"a\"\"\"\" .",
                ":s :p \"a\nb\" .",
                ":s :p :a\\x .",
                ":s :p :a%4 .",
                ":s :p _:.a .",
                ":s :p _:-a .",
                ":s :p -a:b .",
                ":s :p <a b> .",
                ":s :p \"\\x\" .",
                ":s :p \"\\u12G4\" .",
                ":s :p \"\\U00110000\" .",
                ":s :p 'a",
                ":s :p <u:a",
                ":s :p",
                ":s 1 2 .",
                "1 :p 2 .",
                ":s _:p 2 .",
                ":s true 1 .",
                ":s :p truth .",
                ":s :p y:b .",
                "@prefixa : <u:> .",
                "@PREFIX z: <u:> .",
                "@prefix z : <u:> .",
                "@prefix z: <u:>",
                "@foo .",
                ":s :p \"x\"@ .",
                ":s :p \"x\"@1 .",
                ":s :p \"x\"@en- .",
                ":s :p \"x\"^<u:t> .",
                ":s :p <c> .",
                "BASE <c>",
                ":s :p 1 ~ :r .",
                "VERSION '3'",
                ":s :p \"x\"@en--ltr .",
                "<<:s :p :o> :p 1 .",
                ":s :p 1 {| :q 1 } ."
            })
    void refusesWhatTheGrammarDoesNotAllow(String text) {
        for (DocumentFormat format : List.of(DocumentFormat.TURTLE, DocumentFormat.TRIG)) {
            assertThatThrownBy(() -> read(format, PREFIXES + text))
                    .isInstanceOf(MalformedDocumentException.class)
                    .hasMessageMatching("(?s)line \\d+, column \\d+: .*");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ":g { :s :p 1 } .", ":g { :s :p 1", "{ :s :p 1 :q 2 }", "GRAPH { :s :p 1 }", "GRAPH :g :s :p 1 .",
                        "{ { } }",
                "(1) { :s :p 1 }", "[ :p 1 ] { :s :p 1 }", "<<:s :p 1>> { :s :p 1 }", ":g { . }", ":g { :s :p 1 . . }",
                        "}",
                "GRAPH [ :p 1 ] { }", "GRAPH \"g\" { }"
            })
    void refusesWhatTheGrammarOfTrigDoesNotAllow(String text) {
        assertThatThrownBy(() -> read(DocumentFormat.TRIG, PREFIXES + text))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageMatching("(?s)line \\d+, column \\d+: .*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            <?xml version="1.0"?><rdf:RDF/>  | line 1, column 1: this is XML, not Turtle; RDF/XML has the name rdfxml
            <rdf:RDF xmlns:rdf="x">          | line 1, column 1: this is XML, not Turtle
            {"@id": "u:a"}                   | line 1, column 1: this is JSON, not Turtle; JSON-LD has the name jsonld
            {<u:s> <u:p> 1}                  | line 1, column 1: Turtle has no named graphs; is this TriG?
            <s> <u:p> 1 .                    | column 4: not an absolute IRI, and no base is given for relative ones: <s>
            <u:s> foaf:name 1 .              | line 1, column 12: the prefix foaf: is not declared
            <u:s> <u:p> "x"@en--ltr .        | a literal with a base direction, which RDF4J cannot hold: "x"@en--
            <u:s> <u:p> 1                    | column 14: expected '.' at the end of a statement, but the text ends
            <u:s> <u:p> 1 <u:q> .            | column 15: expected '.' at the end of a statement, found '<'
            """)
    void errorsSayWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> read(DocumentFormat.TURTLE, text)).hasMessageContaining(message);
    }

    /** Names, strings and white space lie across the ends of the buffer; places of errors are still right. */
    @Test
    void aTokenMayBeLongerThanTheBuffer() {
        String name = "n.".repeat(10_000) + "n";
        String text = PREFIXES + "\n" + ":" + name + " :p '''" + "a\n".repeat(10_000) + "''' , _:" + name + "."
                + " ".repeat(10_000);
        List<Statement> read = read(DocumentFormat.TURTLE, text);
        assertThat(read).hasSize(2);
        assertThat(read.get(0).getSubject().stringValue()).isEqualTo("u:" + name);
        assertThat(read.get(0).getObject().stringValue()).isEqualTo("a\n".repeat(10_000));
        assertThat(read.get(1).getObject().stringValue()).isEqualTo(name);
        assertThatThrownBy(() -> read(DocumentFormat.TURTLE, text + "!"))
                .hasMessageStartingWith(
                        "line 10002, column " + ("''' , _:" + name + "." + " ".repeat(10_000) + "!").length() + ": ");
    }

    @Test
    void resolvesRelativeIrisAgainstTheGivenBase() throws IOException {
        List<Statement> read = new ArrayList<>();
        new RdfTextReader(DocumentFormat.TRIG, "http://h/a/")
                .read(
                        new ByteArrayInputStream("<s><p><o>.".getBytes(StandardCharsets.UTF_8)),
                        new StatementCollector(read));
        assertThat(read)
                .singleElement()
                .satisfies(st -> assertThat(st.getObject().stringValue()).isEqualTo("http://h/a/o"));
    }
}
