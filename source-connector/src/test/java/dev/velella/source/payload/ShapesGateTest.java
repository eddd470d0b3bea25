package dev.velella.source.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.mqtt.lane.CostlyRule;
import dev.velella.source.mqtt.lane.MessageLanes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.util.Models;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShapesGateTest {
    private static final String PREFIXES =
            "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n";
    private static final String SHAPES = PREFIXES
            + """
            <urn:shape> a sh:NodeShape ; sh:targetClass <urn:Reading> ;
              sh:property [ sh:path <urn:value> ; sh:minCount 1 ; sh:datatype xsd:decimal ; sh:maxInclusive 100 ] .
            """;

    @Test
    void whatConformsGoesThroughAndTheRestIsRefusedWithItsReport() {
        ShapesGate gate = gate(SHAPES);
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

    @Test
    void namedGraphsAreSeenAsOneGraph() {
        ShapesGate gate = gate(SHAPES);
        assertThatThrownBy(() -> gate.check(graph("<urn:g> { <urn:r> a <urn:Reading> ; <urn:value> \"x\" . }")))
                .hasMessageContaining("sh:DatatypeConstraintComponent");
        assertThatCode(() -> gate.check(
                        graph("<urn:g> { <urn:r> a <urn:Reading> . } <urn:h> { <urn:r> <urn:value> 1.0 . }")))
                .doesNotThrowAnyException();
    }

    @Test
    void valuesOfTwoTypesAreMoreThanOne() {
        ShapesGate gate = gate(
                PREFIXES
                        + "<urn:shape> sh:targetSubjectsOf <urn:value> ; sh:property [ sh:path <urn:value> ; sh:maxCount 1 ] .");
        for (String values : List.of("\"text3\" , \"hi\"@en", "5 , \"hi\"@en", "\"5\" , 5", "<urn:v> , 5")) {
            assertThatThrownBy(() -> gate.check(graph("<urn:r> <urn:value> " + values + " .")))
                    .as(values)
                    .hasMessageContaining("sh:MaxCountConstraintComponent at urn:r");
        }
        assertThatCode(() -> gate.check(graph("<urn:g> { <urn:r> <urn:value> 5 } <urn:h> { <urn:r> <urn:value> 5 }")))
                .doesNotThrowAnyException();
    }

    @Test
    void theReportNamesShapeNodePathValueAndMessage() {
        ShapesGate gate = gate(PREFIXES
                + "<urn:shape> sh:targetClass <urn:Reading> ; sh:property [ sh:path ( [ sh:inversePath <urn:of> ] <urn:value> ) ;"
                + " sh:maxInclusive 100 ; sh:severity sh:Warning ; sh:message \"too hot\"@en ] .");
        assertThatThrownBy(() ->
                        gate.check(graph("<urn:r> a <urn:Reading> . <urn:v> <urn:of> <urn:r> ; <urn:value> 130 .")))
                .isInstanceOfSatisfying(PayloadException.class, e -> {
                    Model report = new LinkedHashModel(graph(e.report()).statements());
                    Model expected = new LinkedHashModel(graph(PREFIXES
                                    + "[] a sh:ValidationReport ; sh:conforms false ; sh:result [ a sh:ValidationResult ;"
                                    + " sh:focusNode <urn:r> ; sh:resultPath ( [ sh:inversePath <urn:of> ] <urn:value> ) ;"
                                    + " sh:value 130 ; sh:sourceConstraintComponent sh:MaxInclusiveConstraintComponent ;"
                                    + " sh:sourceShape <urn:shape> ; sh:resultSeverity sh:Warning ;"
                                    + " sh:resultMessage \"too hot\"@en ] .")
                            .statements());
                    assertThat(Models.isomorphic(report, expected))
                            .as(e.report())
                            .isTrue();
                });
    }

    @Test
    void aQueryOfAShapeRefusesWithWhatItFound() {
        ShapesGate gate = gate(
                PREFIXES
                        + """
                <urn:names> sh:declare [ sh:prefix "x" ; sh:namespace "urn:x:"^^xsd:anyURI ] .
                <urn:shape> sh:targetSubjectsOf <urn:x:max> ; sh:property [ sh:path <urn:x:value> ; sh:sparql [
                  sh:prefixes <urn:names> ; sh:message "above its maximum"@en ;
                  sh:select "SELECT $this ?value { $this $PATH ?value ; x:max ?max FILTER (?value > ?max) }" ] ] .
                """);
        assertThatCode(() -> gate.check(graph("<urn:r> <urn:x:value> 1 ; <urn:x:max> 2 .")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> gate.check(graph("<urn:r> <urn:x:value> 3, 1 ; <urn:x:max> 2 .")))
                .hasMessageEndingWith("1 result: sh:SPARQLConstraintComponent at urn:r")
                .isInstanceOfSatisfying(PayloadException.class, e -> assertThat(e.report())
                        .contains(
                                "sh:value 3;",
                                "sh:resultPath <urn:x:value>",
                                "\"above its maximum\"@en",
                                "sh:sourceShape <urn:shape>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sh:target [ a <urn:T> ] | sh:target is not offered",
                "sh:rule [] | sh:rule is not offered",
                "sh:property [ sh:path <urn:p> ; sh:minCuont 1 ] | sh:minCuont is not offered",
                "<http://datashapes.org/dash#hasValueIn> () | dash#hasValueIn is not offered",
                "<http://rdf4j.org/shacl-extensions#targetShape> [] | targetShape is not offered",
                "<http://www.w3.org/2002/07/owl#imports> <urn:o> | put all shapes into this text",
                "sh:entailment <urn:e> | sh:entailment is not offered",
                "sh:sparql [ sh:select 'SELECT $this { $this ?p ?o MINUS { $this a ?o } }' ] | sh:sparql may have no MINUS",
                "sh:sparql [ sh:select 'SELECT $this { << $this ?p ?o >> ?q ?r }' ] | sh:sparql may have no",
                "sh:sparql [ sh:select 'SELECT' ] | sh:sparql is no SPARQL query",
                "sh:sparql [] | sh:sparql needs sh:select",
            })
    void whatHasNoMeaningHereIsRefusedByName(String given) {
        String[] parts = given.split(" \\| ");
        assertThatThrownBy(() -> gate(PREFIXES + "<urn:shape> sh:targetClass <urn:C> ; " + parts[0] + " ."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("urn:shape: ")
                .hasMessageContaining(parts[1]);
    }

    @Test
    void classesOfTheTextAreClassesOfTheElement() {
        ShapesGate gate = gate(SHAPES + "<urn:Late> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <urn:Reading> .");
        assertThatThrownBy(() -> gate.check(graph("<urn:r> a <urn:Late> .")))
                .hasMessageContaining("sh:MinCountConstraintComponent at urn:r");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sh:pattern '(.*a){20}b$'",
                "sh:sparql [ sh:select 'SELECT $this { FILTER(!regex($this, \"(.*a){20}b$\")) }' ]",
            })
    void anExpressionThatReadsATextForYearsEndsWithTheTimeOfThePayload(String constraint) {
        ShapesGate gate = new ShapesGate(
                PREFIXES + "<urn:shape> sh:targetObjectsOf <urn:value> ; " + constraint + " .",
                MessageLanes.quickLimits(ReadingLimits.ofElement(1 << 20, 1000), CostlyRule.DEFAULT));
        assertThatThrownBy(() -> gate.check(graph("<urn:r> <urn:value> \"" + "a".repeat(60) + "!\" .")))
                .isInstanceOfSatisfying(
                        PayloadException.class, e -> assertThat(e.kind()).isEqualTo(RefusalReason.SHAPES))
                .hasMessageStartingWith("cannot be validated (shacl.shapes): it takes more processor time")
                .hasCauseInstanceOf(DocumentLimitException.class); // so it goes into the lane of costly messages
    }

    @Test
    void aLongReportIsCut() {
        String many = IntStream.range(0, 200)
                .mapToObj(i -> "<urn:r" + i + "> a <urn:Reading> .")
                .collect(Collectors.joining("\n"));
        ShapesGate gate = gate(SHAPES);
        assertThatThrownBy(() -> gate.check(graph(many)))
                .isInstanceOfSatisfying(
                        PayloadException.class, e -> assertThat(e.report()).hasSize(ShapesGate.LONGEST_REPORT + 1));
    }

    @Test
    void shapesThatCannotBeUsedAreRefused() {
        assertThatThrownBy(() -> gate("nonsense"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not Turtle: line 1");
        assertThatThrownBy(() -> gate("<urn:a> <urn:b> <urn:c> ."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no shape");
    }

    private static ShapesGate gate(String shapes) {
        return new ShapesGate(shapes, ReadingLimits.ofElement(1 << 20, 1000));
    }

    private static RdfGraph graph(String trig) {
        return new DocumentReader(Limits.DEFAULT).readGraph(DocumentFormat.TRIG, trig.getBytes(StandardCharsets.UTF_8));
    }
}
