package dev.velella.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.RdfGraph;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyRuleTest {
    private static final ValueFactory V = SimpleValueFactory.getInstance();
    private static final IRI SENSOR = V.createIRI("urn:x:Sensor");

    @ParameterizedTest
    @CsvSource({
        "https://assist-iot.eu/pilot2_rdf/graph/ws/ibs_1/2023-01-02T15%3A36%3A37.065535,"
                + " https://assist-iot.eu/pilot2_rdf/graph/ws/ibs_1",
        "http://e/stations#7, http://e/stations",
        "http://e/a/b#c, http://e/a/b",
        "http://e/a/, http://e/a",
        "http://e/a, http://e",
        "urn:station/7, urn:station"
    })
    void keyIsTheGraphNameWithoutItsLastSegment(String graphName, String key) {
        assertThat(key(KeySource.GRAPH_NAME, named(V.createIRI(graphName)))).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"urn:uuid:5", "http://e", "x:/a"})
    void graphNameWithoutSegmentsGivesNoKey(String graphName) {
        assertThatThrownBy(() -> key(KeySource.AUTO, named(V.createIRI(graphName))))
                .isInstanceOf(ElementException.class)
                .hasMessageContaining("<" + graphName + ">")
                .hasMessageContaining("key.pattern");
    }

    @Test
    void keyMayBeFoundByAPattern() {
        KeyRule rule = new KeyRule(KeySource.AUTO, Pattern.compile("ws/([a-z]+_\\d+)/"), null, "c");
        IRI name = V.createIRI("http://e/ws/ibs_12/now");
        assertThat(rule.keyOf(named(name), name)).isEqualTo("ibs_12");
    }

    @Test
    void elementThatIsNoNamedGraphHasTheConstantAsItsKey() {
        RdfGraph triples = RdfGraph.of(List.of(V.createStatement(SENSOR, RDF.TYPE, SENSOR)));
        assertThat(key(KeySource.AUTO, triples)).isEqualTo("constant");
        assertThat(key(KeySource.CONSTANT, named(V.createIRI("http://e/a/b")))).isEqualTo("constant");
        assertThatThrownBy(() -> key(KeySource.GRAPH_NAME, triples))
                .isInstanceOf(ElementException.class)
                .hasMessageStartingWith("no key: the element is not a named graph");
    }

    @Test
    void blankNodeAsGraphNameGivesNoKey() {
        assertThatThrownBy(() -> key(KeySource.AUTO, named(V.createBNode("g"))))
                .isInstanceOf(ElementException.class)
                .hasMessageStartingWith("no key: the graph name is a blank node");
    }

    @Test
    void keyMayBeTheOneSubjectOfAType() {
        IRI one = V.createIRI("urn:x:one");
        IRI two = V.createIRI("urn:x:two");
        RdfGraph element = RdfGraph.of(List.of(
                V.createStatement(two, RDF.TYPE, two),
                V.createStatement(one, RDF.TYPE, SENSOR, two),
                V.createStatement(one, RDF.TYPE, SENSOR)));
        assertThat(key(KeySource.SUBJECT_TYPE, element)).isEqualTo("urn:x:one");
        RdfGraph both = RdfGraph.of(
                List.of(V.createStatement(one, RDF.TYPE, SENSOR), V.createStatement(two, RDF.TYPE, SENSOR)));
        assertThatThrownBy(() -> key(KeySource.SUBJECT_TYPE, both))
                .isInstanceOf(ElementException.class)
                .hasMessageContaining("more than one subject of type <urn:x:Sensor>");
        assertThatThrownBy(() -> key(KeySource.SUBJECT_TYPE, RdfGraph.of(List.of())))
                .isInstanceOf(ElementException.class)
                .hasMessageContaining("no subject of type <urn:x:Sensor>");
    }

    private static String key(KeySource source, RdfGraph element) {
        KeyRule rule = new KeyRule(source, Pattern.compile(KeyRule.DEFAULT_PATTERN), SENSOR, "constant");
        return rule.keyOf(element, element.graphName().orElse(null));
    }

    private static RdfGraph named(Resource name) {
        return RdfGraph.of(List.of(V.createStatement(SENSOR, RDF.TYPE, SENSOR, name)));
    }
}
