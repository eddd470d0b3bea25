package dev.velella.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayInputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentReaderTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI S = VALUES.createIRI("http://x/s");
    private static final IRI P = VALUES.createIRI("http://x/p");

    private final DocumentReader documents = new DocumentReader(Limits.DEFAULT);

    static Stream<Arguments> documents() {
        Statement triple = VALUES.createStatement(S, P, VALUES.createLiteral("moin", "nds"));
        Statement quad =
                VALUES.createStatement(S, P, VALUES.createLiteral("moin", "nds"), VALUES.createIRI("http://x/g"));
        return Stream.of(
                Arguments.of(DocumentFormat.TURTLE, "@prefix x: <http://x/> . x:s x:p \"moin\"@nds .", triple),
                Arguments.of(DocumentFormat.TRIG, "@prefix x: <http://x/> . x:g { x:s x:p \"moin\"@nds }", quad),
                Arguments.of(DocumentFormat.N_TRIPLES, "<http://x/s> <http://x/p> \"moin\"@nds .", triple),
                Arguments.of(DocumentFormat.N_QUADS, "<http://x/s> <http://x/p> \"moin\"@nds <http://x/g> .", quad),
                Arguments.of(
                        DocumentFormat.JSON_LD,
                        "{\"@context\":{\"x\":\"http://x/\"},\"@id\":\"x:g\",\"@graph\":{\"@id\":\"x:s\",\"x:p\":"
                                + "{\"@value\":\"moin\",\"@language\":\"nds\"}}}",
                        quad),
                Arguments.of(
                        DocumentFormat.RDF_XML,
                        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='http://x/'>"
                                + "<rdf:Description rdf:about='http://x/s'><x:p xml:lang='nds'>moin</x:p>"
                                + "</rdf:Description></rdf:RDF>",
                        triple));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void readsAGraphOfEveryFormat(DocumentFormat format, String document, Statement expected) {
        RdfGraph graph = documents.readGraph(format, utf8(document));
        assertThat(graph.statements()).containsExactly(expected);
        assertThat(graph.statements().get(0).getContext()).isEqualTo(expected.getContext());
    }

    @Test
    void keepsNamespacesLabelsAndOrder() {
        RdfGraph graph = documents.readGraph(
                DocumentFormat.TURTLE, utf8("@prefix x: <http://x/> . _:b-1 x:p x:s . x:s x:p _:b-1, _:a_ü ."));
        assertThat(graph.namespaces()).isEqualTo(Map.of("x", "http://x/"));
        assertThat(graph.statements())
                .containsExactly(
                        VALUES.createStatement(VALUES.createBNode("b-1"), P, S),
                        VALUES.createStatement(S, P, VALUES.createBNode("b-1")),
                        VALUES.createStatement(S, P, VALUES.createBNode("a_ü")));
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                Arguments.of(DocumentFormat.TURTLE, "@prefix x: <http://x/> .\n x:s x:p ; .oops", "line 2"),
                Arguments.of(DocumentFormat.TURTLE, "<s> <http://x/p> 1 .", "line 1"),
                Arguments.of(DocumentFormat.TURTLE, "<http://x/s> foaf:name 1 .", "line 1"),
                Arguments.of(DocumentFormat.N_TRIPLES, "\n<http://x/s> <http://x/p> <o> .", "line 2"),
                Arguments.of(DocumentFormat.N_QUADS, "<http://x/s> <http://x/p> \"a\" <g> .", "line 1"),
                Arguments.of(DocumentFormat.N_TRIPLES, "<http://x/s> <http://x/p> <http://x/a b> .", "line 1"),
                Arguments.of(DocumentFormat.JSON_LD, "{\n\"@id\": oops}", "line"),
                Arguments.of(DocumentFormat.JSON_LD, "{\"@id\":\"s\",\"http://x/p\":1}", "not an absolute IRI: s"),
                Arguments.of(
                        DocumentFormat.JSON_LD,
                        "{\"@id\":\"http://x/s\",\"http://x/p\":{\"@id\":\"\"}}",
                        "not an absolute IRI"),
                Arguments.of(
                        DocumentFormat.JSON_LD,
                        "{\"@context\":\"http://localhost:1/c\",\"http://x/p\":1}",
                        "contexts outside"),
                Arguments.of(
                        DocumentFormat.RDF_XML,
                        "<!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><rdf:RDF"
                                + " xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
                                + " xmlns:x='http://x/'><rdf:Description rdf:about='http://x/s'><x:p>&e;</x:p>"
                                + "</rdf:Description></rdf:RDF>",
                        "external"),
                Arguments.of(
                        DocumentFormat.RDF_XML,
                        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='http://x/'>"
                                + "<rdf:Description rdf:about='s'><x:p>1</x:p></rdf:Description></rdf:RDF>",
                        "absolute"));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void refusesWhatIsMalformedRelativeOrElsewhere(DocumentFormat format, String document, String message) {
        assertThatThrownBy(() -> documents.readGraph(format, utf8(document)))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"N_TRIPLES", "N_QUADS"})
    void linesHaveTripleTermsAndAVersion(String format) {
        String document = " VERSION \"1.2\" # of RDF\n<http://x/s> <http://x/p> <<(<http://x/s><http://x/p>\"o\")>>.";
        Statement expected = VALUES.createStatement(S, P, VALUES.createTriple(S, P, VALUES.createLiteral("o")));
        RdfGraph graph = documents.readGraph(DocumentFormat.valueOf(format), utf8(document));
        assertThat(graph.statements()).containsExactly(expected);
        String subject = "<< <http://x/s> <http://x/p> <<( <http://x/s> <http://x/p> \"o\" )>> >> <http://x/p> ";
        String line = subject + "<<( <http://x/s> <http://x/p> \"o\" )>> .\n";
        assertThat(DocumentWriter.write(
                        DocumentFormat.valueOf(format),
                        documents.readGraph(DocumentFormat.valueOf(format), utf8(line))))
                .isEqualTo(line);
    }

    @ParameterizedTest
    @EnumSource(names = {"TURTLE", "TRIG", "N_TRIPLES", "N_QUADS"})
    void aDirectionIsRefusedByName(DocumentFormat format) {
        assertThatThrownBy(() -> documents.readGraph(format, utf8("<http://x/s> <http://x/p> \"o\"@ar--rtl .")))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageContaining("base direction");
        String type = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString>";
        assertThatThrownBy(() -> documents.readGraph(format, utf8("<http://x/s> <http://x/p> \"o\"^^" + type + " .")))
                .hasMessageContaining("rdf:dirLangString");
    }

    @ParameterizedTest
    @CsvSource({"TURTLE, <\\ud800>", "TURTLE, <a\\udc00>", "TRIG, <\\ud800>", "TURTLE, <\\ud800\\ud800>"})
    void halfASurrogatePairInARelativeIriIsRefused(DocumentFormat format, String iri) {
        for (String document :
                new String[] {iri + " <http://x/p> 1 .", "@prefix x: " + iri + " . x:a <http://x/p> 1 ."}) {
            assertThatThrownBy(() -> new RdfTextReader(format, "http://b/")
                            .read(new ByteArrayInputStream(utf8(document)), new AbstractRDFHandler() {}))
                    .isInstanceOf(MalformedDocumentException.class)
                    .hasMessageContaining("half a surrogate pair");
        }
    }

    @Test
    void refusesWhatIsNotUtf8() {
        byte[] latin1 = "<http://x/s> <http://x/p> \"ä\" .".getBytes(StandardCharsets.ISO_8859_1);
        for (DocumentFormat format : List.of(DocumentFormat.TURTLE, DocumentFormat.N_QUADS)) {
            assertThatThrownBy(() -> documents.readGraph(format, latin1))
                    .isInstanceOf(MalformedDocumentException.class)
                    .hasMessageContaining("UTF-8");
        }
    }

    @Test
    void readsOnePatchAndNoMore() {
        String add = "A <http://x/s> <http://x/p> <_:b> .\n";
        RdfPatch patch = (RdfPatch) documents.read(DocumentFormat.RDF_PATCH, utf8("TX .\n" + add + "TC .\n"));
        assertThat(patch.operations())
                .containsExactly(
                        PatchOperation.Transaction.START,
                        new PatchOperation.Add(VALUES.createStatement(S, P, VALUES.createBNode("b"))),
                        PatchOperation.Transaction.COMMIT);
        assertThat(documents.read(DocumentFormat.RDF_PATCH, new byte[0]).rowCount())
                .isZero();
        assertThatThrownBy(() -> documents.read(DocumentFormat.RDF_PATCH, utf8(add + "Z .\n" + add)))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageContaining("more than one patch");
        assertThatThrownBy(() -> documents.read(DocumentFormat.RDF_PATCH, utf8(add + "A <http://x/s> <p> 1 .\n")))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageStartingWith("line 2, column ")
                .hasMessageContaining("relative");
        assertThatThrownBy(() -> documents.read(DocumentFormat.RDF_PATCH, utf8("A <http://x/s> <http://x/{}> 1 .\n")))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageContaining("in an IRI");
    }

    @Test
    void holdsDocumentsToTheLimitsOfFrames() {
        Limits small = new Limits(4096, 1024, 256, 1000, 3, 500, 1 << 20, 2, Integer.MAX_VALUE);
        DocumentReader limited = new DocumentReader(small);
        String line = "<http://x/s> <http://x/p> <http://x/o> .\n";
        assertThat(limited.readGraph(DocumentFormat.N_QUADS, utf8(line.repeat(3)))
                        .statements())
                .hasSize(3);
        assertThatThrownBy(() -> limited.readGraph(DocumentFormat.N_QUADS, utf8(line.repeat(4))))
                .hasMessageContaining("3 statements");
        assertThatThrownBy(() -> limited.readGraph(DocumentFormat.N_QUADS, utf8("#".repeat(1001))))
                .hasMessageContaining("1000 bytes");
        assertThatThrownBy(() -> limited.read(DocumentFormat.RDF_PATCH, utf8("TX .\nTC .\nTX .\nTC .\n")))
                .hasMessageContaining("3 rows");
    }

    @Test
    void aLongIriBehindAShortNameIsNotMultipliedWithoutBound() {
        DocumentReader limited = new DocumentReader(
                new Limits(4096, 1024, 256, 100_000, 10_000_000, 50_000, 1 << 20, 2, Integer.MAX_VALUE));
        String prefix = "@prefix x: <http://x/" + "y".repeat(30_000) + "> .\n";
        assertThat(limited.readGraph(DocumentFormat.TURTLE, utf8(prefix + "x:a x:b x:c .\n"))
                        .statements())
                .hasSize(1);
        assertThatThrownBy(
                        () -> limited.readGraph(DocumentFormat.TURTLE, utf8(prefix + "x:a x:b x:c .\n".repeat(4000))))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageContaining("characters together");
    }

    @Test
    void aContextThatMakesLongIrisOfShortTermsIsRefusedBeforeItIsExpanded() {
        DocumentReader limited = new DocumentReader(
                new Limits(4096, 1024, 256, 100_000, 10_000_000, 50_000, 1 << 20, 2, Integer.MAX_VALUE));
        String nodes = "{\"t:a\":1},".repeat(3000);
        StringBuilder chain = new StringBuilder("\"t0\":\"http://x/" + "y".repeat(400) + "\"");
        for (int i = 1; i < 50; i++) {
            chain.append(",\"t")
                    .append(i)
                    .append("\":\"t")
                    .append(i - 1)
                    .append(":")
                    .append("y".repeat(400))
                    .append("\"");
        }
        for (String context : List.of(
                "{\"t\":\"http://x/" + "y".repeat(30_000) + "\"}",
                "[{\"a\":{\"@id\":\"http://x\"}},{\"t\":{\"@id\":\"http://x/" + "y".repeat(30_000) + "\"}}]",
                "{\"@vocab\":\"http://x/" + "y".repeat(30_000) + "\"}",
                "{" + chain + ",\"t\":\"t49:\"}",
                "{\"u\":{\"@id\":\"http://x\",\"@context\":{\"t\":\"http://x/" + "y".repeat(30_000) + "\"}}}")) {
            String document = "{\"@context\":" + context + ",\"@graph\":[" + nodes + "{}]}";
            assertThatThrownBy(() -> limited.readGraph(DocumentFormat.JSON_LD, utf8(document)))
                    .isInstanceOf(MalformedDocumentException.class)
                    .hasMessageContaining("characters together, as its context makes them");
        }
        String usual = "{\"@context\":{\"t\":\"http://x/" + "y".repeat(500) + "#\"},\"@graph\":["
                + "{\"t:a\":1},".repeat(100) + "{}]}";
        assertThat(limited.readGraph(DocumentFormat.JSON_LD, utf8(usual)).statements())
                .hasSize(100);
    }

    @Test
    void readsJsonLdInAThreadOfAnotherPluginThatHasALibraryOfJsonItself(@TempDir Path plugin) throws Exception {
        Path services = Files.createDirectories(plugin.resolve("META-INF/services"));
        Files.writeString(services.resolve("jakarta.json.spi.JsonProvider"), "some.other.JsonProvider");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        URL[] path = {plugin.toUri().toURL()};
        try (URLClassLoader foreign = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(foreign);
            RdfGraph graph = documents.readGraph(
                    DocumentFormat.JSON_LD, utf8("{\"@id\":\"http://x/s\",\"http://x/p\":{\"@id\":\"http://x/s\"}}"));
            assertThat(graph.statements()).containsExactly(VALUES.createStatement(S, P, S));
            assertThat(thread.getContextClassLoader()).isSameAs(foreign);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
