package dev.velella.diff;

import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.eclipse.rdf4j.rio.nquads.NQuadsParser;

/** Short ways to write RDF in tests. */
public final class Rdf {
    public static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private Rdf() {}

    public static IRI iri(String local) {
        return VALUES.createIRI("http://example.org/" + local);
    }

    public static Statement triple(String s, String p, String o) {
        return VALUES.createStatement(iri(s), iri(p), iri(o));
    }

    public static Statement quad(String s, String p, String o, String g) {
        return VALUES.createStatement(iri(s), iri(p), iri(o), iri(g));
    }

    public static Statement statement(String s, String p, Value o) {
        return VALUES.createStatement(iri(s), iri(p), o);
    }

    public static RdfGraph graph(Statement... statements) {
        return RdfGraph.of(List.of(statements));
    }

    /** A graph that differs from another one only by its value. */
    public static RdfGraph reading(int value) {
        return graph(triple("station", "type", "Sensor"), statement("station", "value", VALUES.createLiteral(value)));
    }

    public static List<Statement> nquads(String text) {
        StatementCollector collector = new StatementCollector();
        NQuadsParser parser = new NQuadsParser();
        parser.setPreserveBNodeIDs(true);
        parser.setRDFHandler(collector);
        try {
            parser.parse(new StringReader(text), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(collector.getStatements());
    }
}
