package dev.velella.diff.frame;

import static dev.velella.diff.DiffPipe.NOW;
import static dev.velella.diff.Rdf.VALUES;
import static dev.velella.diff.Rdf.graph;
import static dev.velella.diff.Rdf.iri;
import static dev.velella.diff.Rdf.quad;
import static dev.velella.diff.Rdf.reading;
import static dev.velella.diff.Rdf.triple;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.DiffPipe;
import dev.velella.diff.element.InputElement;
import dev.velella.diff.options.NamespacePolicy;
import dev.velella.diff.options.PatchHeaders;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.AddNamespace;
import dev.velella.rdf.PatchOperation.Header;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;

/** RDF Patch headers and namespaces in patches. */
class PatchRowsTest {
    private static final long FIRST = NOW - 10_000;
    private static final RdfPatch CHANGE = RdfPatch.change(List.of(), List.of(triple("s", "p", "o")));

    private static Header header(String key, org.eclipse.rdf4j.model.Value value) {
        return new Header(key, value);
    }

    @Test
    void headersNameThePatchTheOneBeforeTheElementItsTimeAndItsRecord() {
        RdfGraph element = graph(quad("s", "p", "o", "g7"), triple("g7", "at", "t"));
        try (DiffPipe pipe = new DiffPipe("velella.patch.headers", "full")) {
            pipe.send("a/b", reading(1), FIRST);
            pipe.send("a/b", element, FIRST + 1);
            assertThat(pipe.read().patch().operations())
                    .startsWith(
                            header("id", VALUES.createIRI("urn:velella:patch:a%2Fb:1")),
                            header("time", VALUES.createLiteral("2023-11-14T22:13:10Z", XSD.DATETIME)),
                            header("input", VALUES.createLiteral("graphs-0@0")),
                            Transaction.START);
            assertThat(pipe.read().patch().operations())
                    .startsWith(
                            header("id", VALUES.createIRI("urn:velella:patch:a%2Fb:2")),
                            header("prev", VALUES.createIRI("urn:velella:patch:a%2Fb:1")),
                            header("element", iri("g7")),
                            header("time", VALUES.createLiteral("2023-11-14T22:13:10.001Z", XSD.DATETIME)),
                            header("input", VALUES.createLiteral("graphs-0@1")),
                            Transaction.START);
        }
    }

    @Test
    void patchHasNoHeadersAndNoNamespacesUnlessTheyAreConfigured() {
        PatchRows rows = new PatchRows(PatchHeaders.NONE, NamespacePolicy.DROP);
        assertThat(rows.around(CHANGE, "a", 1, element(Map.of("ex", "http://example.org/")), null))
                .isSameAs(CHANGE);
    }

    @Test
    void namespacesThatAreNewOrChangedInAStreamAreAddedInTheTransaction() {
        PatchRows rows = new PatchRows(PatchHeaders.NONE, NamespacePolicy.KEEP);
        InputElement first = element(Map.of("ex", "http://example.org/", "", "urn:a:", "bad", "no iri"));
        assertThat(rows.around(CHANGE, "a", 1, first, null).operations())
                .startsWith(Transaction.START, added("", "urn:a:"), added("ex", "http://example.org/"))
                .endsWith(Transaction.COMMIT)
                .hasSize(5);
        // What was not written is written with the next patch.
        assertThat(rows.around(CHANGE, "a", 1, first, null).operations()).hasSize(5);
        rows.wrote(first);
        assertThat(rows.around(CHANGE, "a", 2, first, null)).isSameAs(CHANGE);
        assertThat(rows.around(CHANGE, "a", 2, element(Map.of("ex", "urn:b:")), null)
                        .operations())
                .startsWith(Transaction.START, added("ex", "urn:b:"))
                .hasSize(4);
        assertThat(rows.around(CHANGE, "b", 1, first, null).operations()).hasSize(5);
    }

    private static InputElement element(Map<String, String> namespaces) {
        return new InputElement("a", new RdfGraph(List.of(triple("s", "p", "o")), namespaces), FIRST, false);
    }

    private static PatchOperation added(String prefix, String namespace) {
        return new AddNamespace(prefix, VALUES.createIRI(namespace), null);
    }
}
