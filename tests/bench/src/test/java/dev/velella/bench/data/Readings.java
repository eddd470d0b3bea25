package dev.velella.bench.data;

import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/** Named graphs of a station's readings, five statements each, as SOSA has them. Values and times are new in each graph. */
public final class Readings {
    private static final int STATEMENTS_OF_A_READING = 5;
    private static final String SOSA = "http://www.w3.org/ns/sosa/";

    private final ValueFactory values = SimpleValueFactory.getInstance();
    private final Random random = new Random(1);
    private int number;

    /** @param statements a multiple of five */
    RdfGraph next(int statements) {
        int station = number % 10;
        String base = "http://example.org/station/" + station;
        IRI graph = values.createIRI(base + "/" + number++);
        List<Statement> all = new ArrayList<>();
        for (int i = 0; i < statements / STATEMENTS_OF_A_READING; i++) {
            Resource reading = values.createIRI(base + "/reading/" + i);
            add(all, reading, RDF.TYPE, values.createIRI(SOSA, "Observation"), graph);
            add(all, reading, sosa("madeBySensor"), values.createIRI(base + "/sensor/" + i), graph);
            add(all, reading, sosa("observedProperty"), values.createIRI(base + "/property/" + i % 8), graph);
            Value value = values.createLiteral(Integer.toString(random.nextInt(10_000)), XSD.DECIMAL);
            add(all, reading, sosa("hasSimpleResult"), value, graph);
            String second = String.format("%02d", number % 60);
            Value time = values.createLiteral("2026-11-25T12:" + number / 60 % 60 + ":" + second + "Z", XSD.DATETIME);
            add(all, reading, sosa("resultTime"), time, graph);
        }
        return RdfGraph.of(all);
    }

    /** The next graphs, each of so many statements. */
    public List<RdfGraph> next(int statements, int count) {
        List<RdfGraph> graphs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            graphs.add(next(statements));
        }
        return graphs;
    }

    private IRI sosa(String name) {
        return values.createIRI(SOSA, name);
    }

    private void add(List<Statement> all, Resource subject, IRI predicate, Value object, IRI graph) {
        all.add(values.createStatement(subject, predicate, object, graph));
    }

    /** The key that the gRPC server gives such a graph. */
    public static String key(RdfGraph graph) {
        String name = graph.graphName().orElseThrow().stringValue();
        return name.substring(0, name.lastIndexOf('/'));
    }
}
