package dev.velella.tests.soak;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.jspecify.annotations.Nullable;

/**
 * What a device sends: its number, its time, and sensors of which some have changed. The literals are canonical, so that every
 * store keeps them as they are.
 */
final class SoakReading {
    static final String NUMBER = "urn:soak:number";
    static final String TIME = "urn:soak:time";

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int SENSORS = 8;

    private SoakReading() {}

    static IRI device(String device) {
        return VALUES.createIRI("urn:soak:device:", device);
    }

    /** Graph of the device's stream in a store. */
    static IRI graphOfStream(String device) {
        return VALUES.createIRI("urn:velella:stream:", device);
    }

    static List<Statement> statements(String device, long number, Instant time, @Nullable IRI graph) {
        IRI subject = device(device);
        List<Statement> statements = new ArrayList<>();
        statements.add(VALUES.createStatement(
                subject, VALUES.createIRI(NUMBER), VALUES.createLiteral(Long.toString(number), XSD.INTEGER), graph));
        statements.add(VALUES.createStatement(
                subject, VALUES.createIRI(TIME), VALUES.createLiteral(time.toString(), XSD.DATETIME), graph));
        for (int i = 0; i < SENSORS; i++) {
            IRI sensor = VALUES.createIRI("urn:soak:sensor:", device + ":" + i);
            statements.add(VALUES.createStatement(subject, VALUES.createIRI("urn:soak:hosts"), sensor, graph));
            // A sensor changes every other, third, fourth ... time, so that patches differ in size.
            long value = number / (i + 2);
            statements.add(VALUES.createStatement(
                    sensor,
                    VALUES.createIRI("urn:soak:value"),
                    VALUES.createLiteral(Long.toString(value), XSD.INTEGER),
                    graph));
            if (value % 3 != 0) {
                statements.add(VALUES.createStatement(
                        sensor, VALUES.createIRI("urn:soak:state"), VALUES.createLiteral("state " + value % 3), graph));
            }
        }
        return statements;
    }
}
