package dev.velella.converter;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/** A graph and a patch with every kind of term and row. */
public final class Rdf {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private Rdf() {}

    static IRI iri(String name) {
        return VALUES.createIRI("http://example.org/" + name);
    }

    public static List<Statement> statements() {
        return List.of(
                VALUES.createStatement(iri("s"), iri("p"), iri("o")),
                VALUES.createStatement(iri("s"), iri("p"), VALUES.createLiteral("plain \"quoted\"\n"), iri("g")),
                VALUES.createStatement(
                        VALUES.createBNode("b1"), iri("p"), VALUES.createLiteral("moin", "nds"), iri("g")),
                VALUES.createStatement(
                        iri("s"), iri("p"), VALUES.createLiteral("1.50", XSD.DECIMAL), VALUES.createBNode("g1")));
    }

    public static Statement quoting() {
        return VALUES.createStatement(
                VALUES.createTriple(iri("s"), iri("p"), VALUES.createLiteral("quoted")), iri("p"), iri("o"));
    }

    public static RdfGraph graph() {
        return new RdfGraph(statements(), Map.of("ex", "http://example.org/", "", "http://example.org/empty#"));
    }

    public static RdfPatch patch() {
        List<Statement> statements = statements();
        return new RdfPatch(List.of(
                new PatchOperation.Header("id", VALUES.createIRI("urn:uuid:0b2f6a3e-9b7c-4b9d-8f6a-0c9b1f1e2d3c")),
                PatchOperation.Transaction.START,
                new PatchOperation.AddNamespace("ex", iri(""), null),
                new PatchOperation.DeleteNamespace("old", null, iri("g")),
                new PatchOperation.Delete(statements.get(0)),
                new PatchOperation.Delete(statements.get(1)),
                new PatchOperation.Add(statements.get(2)),
                new PatchOperation.Add(statements.get(3)),
                PatchOperation.Transaction.COMMIT,
                PatchOperation.Transaction.START,
                PatchOperation.Transaction.ABORT));
    }
}
