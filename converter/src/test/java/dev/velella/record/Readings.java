package dev.velella.record;

import dev.velella.frame.PartitionStamp;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** Graphs and patches that share terms, and headers of records. */
public final class Readings {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private Readings() {}

    public static RdfGraph graph(int number) {
        return RdfGraph.of(List.of(
                statement("station/" + number % 7, "value", number),
                statement("station/" + number % 7, "sensor" + number % 3, number / 2)));
    }

    public static RdfPatch patch(int number) {
        return RdfPatch.change(graph(number).statements(), graph(number + 1).statements());
    }

    private static Statement statement(String subject, String predicate, int value) {
        return VALUES.createStatement(
                VALUES.createIRI("http://example.org/" + subject),
                VALUES.createIRI("http://example.org/v#" + predicate),
                VALUES.createLiteral(value),
                VALUES.createIRI("http://example.org/g"));
    }

    /** Headers with a stamp. */
    public static Headers stamped(PartitionStamp stamp) {
        return new RecordHeaders().add(PartitionStamp.HEADER, stamp.toBytes());
    }

    /** Text of the only header of a name; null where there is none. */
    public static @Nullable String text(Headers headers, String name) {
        String text = null;
        for (Header header : headers.headers(name)) {
            if (text != null) {
                throw new AssertionError("several headers " + name);
            }
            text = new String(header.value(), StandardCharsets.US_ASCII);
        }
        return text;
    }
}
