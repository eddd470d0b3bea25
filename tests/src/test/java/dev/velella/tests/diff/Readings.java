package dev.velella.tests.diff;

import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** Graphs of stations, each told by its station and number, and each another than the one before. */
final class Readings {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String NS = "https://example.org/reading#";
    private static final int SENSORS = 5;

    private Readings() {}

    /** Key of a station. */
    static String key(int station) {
        return "station-" + station;
    }

    /**
     * The graph of a station.
     *
     * @param number from 1
     */
    static RdfGraph graph(String key, long number) {
        return RdfGraph.of(statements(key, number, null));
    }

    /** What the patches of a station have to lead to. */
    static Set<Statement> target(String key, long number) {
        return Set.copyOf(statements(key, number, VALUES.createIRI("urn:velella:stream:" + key)));
    }

    private static List<Statement> statements(String key, long number, @Nullable IRI graph) {
        List<Statement> statements = new ArrayList<>();
        IRI station = VALUES.createIRI(NS, key);
        statements.add(
                VALUES.createStatement(station, VALUES.createIRI(NS, "number"), VALUES.createLiteral(number), graph));
        for (int i = 0; i < SENSORS; i++) {
            IRI sensor = VALUES.createIRI(NS, key + "/sensor" + i);
            statements.add(VALUES.createStatement(station, VALUES.createIRI(NS, "hosts"), sensor, graph));
            // A sensor changes every other, third, fourth ... time, so that patches differ in size.
            long value = number / (i + 2);
            statements.add(VALUES.createStatement(
                    sensor, VALUES.createIRI(NS, "value"), VALUES.createLiteral((double) value), graph));
            if (value % 3 != 0) {
                statements.add(VALUES.createStatement(
                        sensor, VALUES.createIRI(NS, "state"), VALUES.createLiteral("state " + value % 3), graph));
            }
        }
        return statements;
    }
}
