package dev.velella.bench.serve;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/**
 * Streams of small graphs, such as sensors have: eight statements in the graph of the stream, of which two change with each
 * version. Everything follows from the number of a stream and of a version (from 1). Stateless.
 */
final class ServeStreams {
    /** Statements of a graph. */
    static final int STATEMENTS = 8;

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String SENSOR = "http://example.org/building/sensor/";

    private ServeStreams() {}

    static String key(int stream) {
        return "sensor-%07d".formatted(stream);
    }

    static int stream(String key) {
        return Integer.parseInt(key.substring("sensor-".length()));
    }

    /** The patch that leads to a version. */
    static RdfPatch patch(int stream, int version) {
        return version == 1
                ? RdfPatch.change(List.of(), graph(stream, 1))
                : RdfPatch.change(changing(stream, version - 1), changing(stream, version));
    }

    /** Number and hash of a version. */
    static PatchPosition position(int stream, int version) {
        return new PatchPosition(version, GraphHash.ofSet(new HashSet<>(graph(stream, version))), false);
    }

    static List<Statement> graph(int stream, int version) {
        IRI sensor = VALUES.createIRI(SENSOR, "s" + stream);
        List<Statement> graph = new ArrayList<>(changing(stream, version));
        graph.add(statement(stream, RDF.TYPE, sosa("Sensor")));
        graph.add(statement(stream, RDFS.LABEL, VALUES.createLiteral("Sensor " + stream, "en")));
        graph.add(statement(
                stream, sosa("isHostedBy"), VALUES.createIRI("http://example.org/building/room/", "r" + stream / 20)));
        graph.add(statement(
                stream, sosa("observes"), VALUES.createIRI("http://example.org/property/", "p" + stream % 7)));
        graph.add(statement(
                stream,
                VALUES.createIRI("http://example.org/property/", "serial"),
                VALUES.createLiteral(Long.toHexString(stream * 0x9E3779B97F4A7C15L))));
        graph.add(VALUES.createStatement(
                sensor,
                VALUES.createIRI("http://example.org/property/", "unit"),
                VALUES.createIRI("http://qudt.org/vocab/unit/", stream % 2 == 0 ? "DEG_C" : "PERCENT"),
                VALUES.createIRI("urn:velella:stream:", key(stream))));
        return graph;
    }

    private static List<Statement> changing(int stream, int version) {
        long minute = 60L * version + stream % 60;
        return List.of(
                statement(
                        stream,
                        sosa("hasSimpleResult"),
                        VALUES.createLiteral((stream * 31 + version * 7) % 1000 / 10.0)),
                statement(
                        stream,
                        sosa("resultTime"),
                        VALUES.createLiteral(
                                java.time.Instant.ofEpochSecond(1_700_000_000L + minute)
                                        .toString(),
                                XSD.DATETIME)));
    }

    private static IRI sosa(String name) {
        return VALUES.createIRI("http://www.w3.org/ns/sosa/", name);
    }

    private static Statement statement(int stream, IRI property, Value object) {
        return VALUES.createStatement(
                VALUES.createIRI(SENSOR, "s" + stream),
                property,
                object,
                VALUES.createIRI("urn:velella:stream:", key(stream)));
    }
}
