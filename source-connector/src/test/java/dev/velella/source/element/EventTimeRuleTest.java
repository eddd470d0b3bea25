package dev.velella.source.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.fixture.SharedFolder;
import dev.velella.graph.ElementException;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTimeRuleTest {
    private static final ValueFactory V = SimpleValueFactory.getInstance();
    private static final IRI AT = V.createIRI("urn:x:at");
    private static final IRI GRAPH = V.createIRI("urn:x:g");
    private static final EventTimeRule RULE = new EventTimeRule(AT, EventTimeRule.Format.DATE_TIME);

    @ParameterizedTest
    @CsvSource({
        "2023-01-02T15:36:37.065535, 2023-01-02T15:36:37.065Z",
        "2023-01-02T15:36:37Z, 2023-01-02T15:36:37Z",
        "2023-01-02T15:36:37.5+02:00, 2023-01-02T13:36:37.5Z",
        "2023-01-02T24:00:00, 2023-01-03T00:00:00Z",
        "1969-12-31T23:59:59.999-00:30, 1970-01-01T00:29:59.999Z"
    })
    void timeIsThatOfTheDefaultGraphStatementAboutTheGraphName(String text, Instant expected) {
        RdfGraph element = element(V.createLiteral(text, XSD.DATETIME));
        assertThat(RULE.timeOf(element, GRAPH)).isEqualTo(expected.toEpochMilli());
    }

    @Test
    void otherStatementsSayNoTime() {
        Value time = V.createLiteral("2023-01-02T15:36:37Z", XSD.DATETIME);
        RdfGraph element = RdfGraph.of(List.of(
                V.createStatement(GRAPH, AT, time, GRAPH),
                V.createStatement(AT, AT, time),
                V.createStatement(GRAPH, GRAPH, time)));
        assertThat(RULE.timeOf(element, GRAPH)).isNull();
        assertThat(RULE.timeOf(element(time), null)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "2023-13-02T15:36:37Z", ""})
    void timeThatIsNoneIsAnError(String text) {
        assertThatThrownBy(() -> RULE.timeOf(element(V.createLiteral(text, XSD.DATETIME)), GRAPH))
                .isInstanceOf(ElementException.class)
                .hasMessageStartingWith("the element's time (temporal.property) is not an xsd:dateTime: ");
    }

    @Test
    void eachCaseOfATimeHasItsRightAnswer() throws IOException {
        Map<String, String> times = Map.of("no-zone", "2026-11-28T22:40:00Z", "year-zero", "0000-01-01T00:00:00Z");
        int seen = 0;
        for (String line : Files.readAllLines(SharedFolder.require("cases/temporal.jsonl"))) {
            JsonNode row = new ObjectMapper().readTree(line);
            if (!row.has("lexical")) {
                continue;
            }
            seen++;
            RdfGraph element = element(V.createLiteral(row.path("lexical").asText(), XSD.DATETIME));
            String expected = times.get(row.path("name").asText());
            if (expected == null) {
                assertThatThrownBy(() -> RULE.timeOf(element, GRAPH))
                        .as(line)
                        .isInstanceOf(ElementException.class)
                        .hasMessageContaining("is not an xsd:dateTime");
            } else {
                assertThat(RULE.timeOf(element, GRAPH))
                        .as(line)
                        .isEqualTo(Instant.parse(expected).toEpochMilli());
            }
        }
        assertThat(seen).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource({
        "EPOCH_SECONDS, 1796000000, integer, 1796000000000",
        "EPOCH_SECONDS, 1796000000.1239, decimal, 1796000000123",
        "EPOCH_SECONDS, 1.796E9, double, 1796000000000",
        "EPOCH_SECONDS, -0.0001, decimal, -1",
        "EPOCH_MILLISECONDS, 1796000000123, long, 1796000000123",
        "EPOCH_MILLISECONDS, 1796000000123.9, decimal, 1796000000123"
    })
    void aTimeMayBeANumberWhereTheOptionsSaySo(EventTimeRule.Format format, String text, String type, long expected) {
        IRI datatype = V.createIRI(XSD.NAMESPACE, type);
        RdfGraph element = element(V.createLiteral(text, datatype));
        assertThat(new EventTimeRule(AT, format).timeOf(element, GRAPH)).isEqualTo(expected);
        assertThatThrownBy(() -> RULE.timeOf(element, GRAPH)).hasMessageContaining("temporal.format");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-28T22:40:00Z, dateTime",
        "1796000000, string",
        "1796000000, dateTime",
        "NaN, double",
        "x, integer",
        "1e30, double",
        "1e999999999, double"
    })
    void andThenNothingElseIsOne(String text, String type) {
        IRI datatype = V.createIRI(XSD.NAMESPACE, type);
        for (EventTimeRule.Format format :
                List.of(EventTimeRule.Format.EPOCH_SECONDS, EventTimeRule.Format.EPOCH_MILLISECONDS)) {
            assertThatThrownBy(
                            () -> new EventTimeRule(AT, format).timeOf(element(V.createLiteral(text, datatype)), GRAPH))
                    .isInstanceOf(ElementException.class)
                    .hasMessageContaining("is not a number of");
        }
    }

    @Test
    void timeOfAnotherTypeIsAnError() {
        assertThatThrownBy(() -> RULE.timeOf(element(V.createLiteral("2023-01-02", XSD.DATE)), GRAPH))
                .isInstanceOf(ElementException.class);
        assertThatThrownBy(() -> RULE.timeOf(element(GRAPH), GRAPH)).isInstanceOf(ElementException.class);
    }

    @Test
    void twoDifferentTimesAreAnErrorAndARepeatIsNot() {
        Value one = V.createLiteral("2023-01-02T15:36:37Z", XSD.DATETIME);
        Value two = V.createLiteral("2023-01-02T15:36:38Z", XSD.DATETIME);
        assertThat(RULE.timeOf(element(one, one), GRAPH)).isNotNull();
        assertThatThrownBy(() -> RULE.timeOf(element(one, two), GRAPH))
                .isInstanceOf(ElementException.class)
                .hasMessageContaining("more than one time");
    }

    private static RdfGraph element(Value... times) {
        List<Statement> statements = new ArrayList<>();
        for (Value time : times) {
            statements.add(V.createStatement(GRAPH, AT, time));
        }
        statements.add(V.createStatement(AT, AT, AT, GRAPH));
        return RdfGraph.of(statements);
    }
}
