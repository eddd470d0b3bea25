package dev.velella.source.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.DocumentReader;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShapesGateTest {
    private static final String SHAPES =
            """
            @prefix sh: <http://www.w3.org/ns/shacl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
            <urn:shape> a sh:NodeShape ; sh:targetClass <urn:Reading> ;
              sh:property [ sh:path <urn:value> ; sh:minCount 1 ; sh:datatype xsd:decimal ; sh:maxInclusive 100 ] .
            """;

    @Test
    void whatConformsGoesThroughAndTheRestIsRefusedWithItsReport() {
        try (ShapesGate gate = new ShapesGate(SHAPES)) {
            assertThatCode(() -> gate.check(graph("<urn:r> a <urn:Reading> ; <urn:value> 30.5 .")))
                    .doesNotThrowAnyException();
            assertThatCode(() -> gate.check(graph("<urn:other> <urn:p> 1 ."))).doesNotThrowAnyException();
            assertThatThrownBy(() -> gate.check(graph("<urn:r> a <urn:Reading> ; <urn:value> 130.5 .")))
                    .isInstanceOfSatisfying(PayloadException.class, e -> {
                        assertThat(e.kind()).isEqualTo(RefusalReason.SHAPES);
                        assertThat(e.getMessage())
                                .isEqualTo("does not conform to shacl.shapes, 1 result:"
                                        + " sh:MaxInclusiveConstraintComponent at urn:r");
                        assertThat(graph(e.report()).statements()).isNotEmpty();
                    });
            assertThatThrownBy(() -> gate.check(graph("<urn:r> a <urn:Reading> .")))
                    .hasMessageContaining("sh:MinCountConstraintComponent at urn:r");
        }
    }

    @Test
    void namedGraphsAreSeenAsOneGraph() {
        try (ShapesGate gate = new ShapesGate(SHAPES)) {
            assertThatThrownBy(() -> gate.check(graph("<urn:g> { <urn:r> a <urn:Reading> ; <urn:value> \"x\" . }")))
                    .hasMessageContaining("sh:DatatypeConstraintComponent");
            assertThatCode(() -> gate.check(
                            graph("<urn:g> { <urn:r> a <urn:Reading> . } <urn:h> { <urn:r> <urn:value> 1.0 . }")))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aLongReportIsCut() {
        String many = IntStream.range(0, 200)
                .mapToObj(i -> "<urn:r" + i + "> a <urn:Reading> .")
                .collect(Collectors.joining("\n"));
        try (ShapesGate gate = new ShapesGate(SHAPES)) {
            assertThatThrownBy(() -> gate.check(graph(many)))
                    .isInstanceOfSatisfying(
                            PayloadException.class, e -> assertThat(e.report()).hasSize(ShapesGate.LONGEST_REPORT + 1));
        }
    }

    @Test
    void shapesThatCannotBeUsedAreRefused() {
        assertThatThrownBy(() -> new ShapesGate("nonsense"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not Turtle: line 1");
        assertThatThrownBy(() -> new ShapesGate("<urn:a> <urn:b> <urn:c> ."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds no shape");
    }

    private static RdfGraph graph(String trig) {
        return new DocumentReader(Limits.DEFAULT).readGraph(DocumentFormat.TRIG, trig.getBytes(StandardCharsets.UTF_8));
    }
}
