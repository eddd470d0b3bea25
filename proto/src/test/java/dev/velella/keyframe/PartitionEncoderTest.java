package dev.velella.keyframe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

/** Streams that share a partition share tables: what one puts there must not stop another. */
class PartitionEncoderTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int TABLES = 100_000;

    private final PartitionEncoder encoder = new PartitionEncoder(
            new EncoderSettings(
                    JellyOptions.TOPIC,
                    JellyPatchOptions.TOPIC,
                    StatementOrder.GIVEN,
                    new Limits(4096, 1024, 256, 1 << 20, 10_000, 1 << 20, TABLES, 32, Integer.MAX_VALUE)),
            KeyFrameInterval.DEFAULT);

    @Test
    void aGraphThatDoesNotFitBesideWhatTheTablesHoldBeginsANewStream() {
        StatefulFrame first = encoder.encode(RdfGraph.of(statements("a")));
        StatefulFrame second = encoder.encode(RdfGraph.of(statements("b")));
        assertThat(second.header().isKeyFrame()).isTrue();
        assertThat(second.header().stream()).isNotEqualTo(first.header().stream());
        StatefulFrame third = encoder.encode(RdfGraph.of(statements("b")));
        assertThat(third.header().stream()).isEqualTo(second.header().stream());
        assertThat(third.header().isKeyFrame()).isFalse();
    }

    @Test
    void aPatchToo() {
        StatefulFrame first = encoder.encode(patch("a"));
        StatefulFrame second = encoder.encode(patch("b"));
        assertThat(second.header().isKeyFrame()).isTrue();
        assertThat(second.header().stream()).isNotEqualTo(first.header().stream());
    }

    @Test
    void whatFitsIntoNoStreamIsRefused() {
        encoder.encode(RdfGraph.of(statements("a")));
        List<Statement> both = new ArrayList<>(statements("b"));
        both.addAll(statements("c"));
        assertThatThrownBy(() -> encoder.encode(RdfGraph.of(both)))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining("lookup tables");
        assertThat(encoder.encode(RdfGraph.of(statements("d"))).header().isKeyFrame())
                .isTrue();
    }

    private static RdfPatch patch(String name) {
        List<PatchOperation> operations = new ArrayList<>();
        statements(name).forEach(statement -> operations.add(new PatchOperation.Add(statement)));
        return new RdfPatch(operations);
    }

    /** More than half of what the tables may hold. */
    private static List<Statement> statements(String name) {
        List<Statement> statements = new ArrayList<>();
        IRI predicate = VALUES.createIRI("urn:p");
        for (int i = 0; i < 60; i++) {
            statements.add(VALUES.createStatement(
                    VALUES.createIRI("http://e/" + name + i + "x".repeat(1_000)), predicate, predicate));
        }
        return statements;
    }
}
