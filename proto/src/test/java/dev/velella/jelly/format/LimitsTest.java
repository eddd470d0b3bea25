package dev.velella.jelly.format;

import static dev.velella.jelly.Bytes.entry;
import static dev.velella.jelly.Bytes.iri;
import static dev.velella.jelly.Bytes.message;
import static dev.velella.jelly.Bytes.rdfOptions;
import static dev.velella.jelly.Bytes.spo;
import static dev.velella.jelly.Bytes.triplesFrame;
import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.Bytes;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.junit.jupiter.api.Test;

/** Each limit holds on the reading side and on the writing side. */
class LimitsTest {
    private static final JellyOptions OPTIONS =
            new JellyOptions(PhysicalType.TRIPLES, new TableSizes(16, 4, 2), false, 1);

    private static Limits limits(int frameBytes, int rows, int stringBytes, int tableBytes) {
        return new Limits(16, 4, 2, frameBytes, rows, stringBytes, tableBytes, 4, Integer.MAX_VALUE);
    }

    private static void assertReadRefused(Limits limits, Bytes frame, String reason) {
        assertThatThrownBy(() -> new JellyGraphDecoder(VALUES, limits).decode(frame.array()))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining(reason);
    }

    private static void assertWriteRefused(Limits limits, List<Statement> statements, String reason) {
        JellyGraphEncoder encoder = new JellyGraphEncoder(OPTIONS, limits);
        assertThatThrownBy(() -> encoder.encode(RdfGraph.of(statements)))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining(reason);
        RdfGraph small = RdfGraph.of(List.of(statement(VALUES.createIRI("a:o"))));
        assertThat(new JellyGraphDecoder(VALUES, limits).decode(encoder.encode(small)))
                .as("the encoder stays usable")
                .isEqualTo(small);
    }

    private static Statement statement(Value object) {
        return VALUES.createStatement(VALUES.createIRI("a:s"), VALUES.createIRI("a:p"), object);
    }

    @Test
    void framesAreNotLongerThanTheLimit() {
        Limits limits = limits(200, 100, 1000, 1000);
        assertReadRefused(limits, triplesFrame().append(new byte[200]), "longer than the limit of 200");
        assertWriteRefused(
                limits, List.of(statement(VALUES.createLiteral("x".repeat(200)))), "longer than the limit of 200");
    }

    @Test
    void framesHaveNoMoreRowsThanTheLimit() {
        Limits limits = limits(1000, 7, 1000, 1000);
        assertThat(new JellyGraphDecoder(VALUES, limits)
                        .decode(triplesFrame().row(2, spo()).row(2, message()).array())
                        .statements())
                .hasSize(2);
        assertReadRefused(
                limits, triplesFrame().row(2, spo()).row(2, message()).row(2, message()), "more rows in a frame");
        List<Statement> many = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            many.add(statement(VALUES.createLiteral("x" + i)));
        }
        assertWriteRefused(limits, many, "more rows");
    }

    @Test
    void stringsAreNotLongerThanTheLimitInBytes() {
        Limits limits = limits(1000, 100, 20, 1000);
        assertReadRefused(limits, triplesFrame().row(9, entry(0, "x".repeat(21))), "longer than the limit of 20");
        assertWriteRefused(
                limits, List.of(statement(VALUES.createLiteral("x".repeat(21)))), "longer than the limit of 20");
        assertWriteRefused(
                limits, List.of(statement(VALUES.createLiteral("ü".repeat(11)))), "longer than the limit of 20");
        assertWriteRefused(limits, List.of(statement(VALUES.createBNode("b".repeat(21)))), "limit of 20");
        assertWriteRefused(limits, List.of(statement(VALUES.createIRI("a:" + "i".repeat(21)))), "limit of 20");
    }

    @Test
    void tablesHoldNoMoreBytesThanTheLimit() {
        Limits limits = limits(10_000, 100, 1000, 100);
        Bytes frame = message().row(1, rdfOptions(1, 16, 4, 2)).row(9, entry(1, "x".repeat(60)));
        Bytes overwritten = message().append(frame.array()).row(9, entry(1, "y".repeat(60)));
        assertThat(new JellyGraphDecoder(VALUES, limits)
                        .decode(overwritten.array())
                        .statements())
                .isEmpty();
        assertReadRefused(limits, frame.row(10, entry(0, "ü".repeat(21))), "lookup tables");
        assertWriteRefused(
                limits,
                List.of(
                        statement(VALUES.createIRI("a:" + "x".repeat(60))),
                        statement(VALUES.createIRI("a:" + "y".repeat(60)))),
                "lookup tables");
    }

    @Test
    void aLongPrefixCannotMultiplyTheMemoryOfAFrame() {
        Limits limits = limits(10_000, 1000, 2000, 10_000);
        Bytes frame = message().row(1, rdfOptions(1, 16, 4, 2)).row(10, entry(0, "p:" + "x".repeat(1900)));
        for (int i = 0; i < 16; i++) {
            frame.row(9, entry(0, "n" + i));
        }
        for (int i = 0; i < 100; i++) {
            frame.row(10, entry(1, "p:" + "x".repeat(i)));
        }
        assertThat(new JellyGraphDecoder(VALUES, limits).decode(frame.array()).statements())
                .isEmpty();
        Bytes expanding = message().row(1, rdfOptions(1, 16, 4, 2));
        expanding.row(10, entry(1, "p:" + "x".repeat(1900))).row(10, entry(2, "q:" + "x".repeat(1900)));
        for (int i = 0; i < 16; i++) {
            expanding.row(9, entry(0, "n" + i));
        }
        for (int i = 0; i < 12; i++) {
            expanding.row(
                    2,
                    message()
                            .message(1, iri(1, i + 1))
                            .message(5, iri(2, i + 2))
                            .message(9, iri(1, i + 3)));
        }
        assertReadRefused(limits, expanding, "more memory than the limits allow");
    }

    @Test
    void tablesAboveTheLimitsAreRefusedAtOnce() {
        assertThatThrownBy(() -> new JellyGraphEncoder(JellyOptions.TOPIC, limits(1000, 1000, 1000, 1000)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JellyPatchEncoder(
                        JellyPatchOptions.frame(TableSizes.BIG, false), limits(1000, 1000, 1000, 1000)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
