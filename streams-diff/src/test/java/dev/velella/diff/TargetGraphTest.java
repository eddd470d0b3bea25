package dev.velella.diff;

import static dev.velella.diff.Rdf.VALUES;
import static dev.velella.diff.Rdf.graph;
import static dev.velella.diff.Rdf.iri;
import static dev.velella.diff.Rdf.quad;
import static dev.velella.diff.Rdf.triple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.graph.ElementType;
import dev.velella.graph.GraphPolicy;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.graph.TemporalStatement;
import dev.velella.graph.UnfitElementException;
import dev.velella.rdf.RdfGraph;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetGraphTest {
    private static final String TEMPLATE = GraphSettings.DEFAULT_TEMPLATE;
    private static final RdfGraph NAMED =
            graph(triple("g/1", "atTime", "t1"), quad("s", "p", "o", "g/1"), quad("s", "about", "g/1", "g/1"));
    private static final RdfGraph DATASET = graph(quad("s", "p", "o", "g1"), quad("s", "p", "o", "g2"));

    private static GraphSettings settings(GraphPolicy policy, TemporalStatement temporal, ElementType type) {
        return new GraphSettings(policy, TEMPLATE, iri("fixed"), temporal, type);
    }

    private static TargetGraph target(GraphPolicy policy, TemporalStatement temporal) {
        return TargetGraph.of(settings(policy, temporal, ElementType.AUTO));
    }

    private static String name(String template, String key) {
        GraphSettings settings =
                new GraphSettings(GraphPolicy.PER_STREAM, template, null, TemporalStatement.KEEP, ElementType.AUTO);
        return TargetGraph.of(settings).graphName(key).stringValue();
    }

    private static Statement in(IRI graph, Statement s) {
        return VALUES.createStatement(s.getSubject(), s.getPredicate(), s.getObject(), graph);
    }

    @Test
    void triplesMoveToTheGraphOfTheStream() {
        IRI own = VALUES.createIRI("urn:velella:stream:ibs_1");
        assertThat(TargetGraph.of(GraphSettings.DEFAULT)
                        .statements("ibs_1", graph(triple("s", "p", "o"), triple("s", "p", "o2"))))
                .containsExactly(in(own, triple("s", "p", "o")), in(own, triple("s", "p", "o2")));
    }

    @Test
    void statementsAboutTheGraphNameAreSaidOfTheStableName() {
        IRI own = VALUES.createIRI("urn:velella:stream:k");
        assertThat(TargetGraph.of(GraphSettings.DEFAULT).statements("k", NAMED))
                .containsExactly(
                        VALUES.createStatement(own, iri("atTime"), iri("t1"), own),
                        in(own, triple("s", "p", "o")),
                        in(own, triple("s", "about", "g/1")));
    }

    @Test
    void statementsAboutTheGraphNameAreLeftOutWhenDropped() {
        IRI own = VALUES.createIRI("urn:velella:stream:k");
        assertThat(target(GraphPolicy.PER_STREAM, TemporalStatement.DROP).statements("k", NAMED))
                .containsExactly(in(own, triple("s", "p", "o")), in(own, triple("s", "about", "g/1")));
    }

    @Test
    void fixedPolicyPutsEveryStreamIntoOneGraph() {
        TargetGraph target = target(GraphPolicy.FIXED, TemporalStatement.KEEP);
        assertThat(target.graphName("a")).isEqualTo(target.graphName("b")).isEqualTo(iri("fixed"));
        assertThat(target.statements("a", NAMED))
                .contains(VALUES.createStatement(iri("fixed"), iri("atTime"), iri("t1"), iri("fixed")));
    }

    @Test
    void keepPolicyLeavesStatementsAsTheyAre() {
        assertThat(target(GraphPolicy.KEEP, TemporalStatement.KEEP).statements("k", NAMED))
                .containsExactlyElementsOf(NAMED.statements());
        assertThat(target(GraphPolicy.KEEP, TemporalStatement.KEEP).statements("k", DATASET))
                .containsExactlyElementsOf(DATASET.statements());
    }

    @Test
    void keepPolicyDropsOnlyTheStatementsOfANamedGraphElement() {
        TargetGraph target = target(GraphPolicy.KEEP, TemporalStatement.DROP);
        assertThat(target.statements("k", NAMED))
                .containsExactly(quad("s", "p", "o", "g/1"), quad("s", "about", "g/1", "g/1"));
        assertThat(target.statements("k", graph(triple("s", "p", "o")))).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = GraphPolicy.class,
            names = {"PER_STREAM", "FIXED"})
    void datasetsNeedKeepPolicy(GraphPolicy policy) {
        assertThatThrownBy(() -> target(policy, TemporalStatement.KEEP).statements("k", DATASET))
                .isInstanceOf(UnfitElementException.class)
                .hasMessageContaining("graph.policy=keep");
    }

    @Test
    void repeatedStatementsCountOnce() {
        assertThat(TargetGraph.of(GraphSettings.DEFAULT)
                        .statements("k", graph(triple("s", "p", "o"), triple("s", "p", "o"))))
                .hasSize(1);
    }

    @Test
    void elementOfAnotherTypeThanConfiguredIsAnError() {
        TargetGraph graphs =
                TargetGraph.of(settings(GraphPolicy.PER_STREAM, TemporalStatement.KEEP, ElementType.GRAPH));
        TargetGraph named =
                TargetGraph.of(settings(GraphPolicy.PER_STREAM, TemporalStatement.KEEP, ElementType.NAMED_GRAPH));
        assertThatThrownBy(() -> graphs.statements("k", NAMED))
                .hasMessage("the element is a named-graph, but element.type=graph is configured");
        assertThatThrownBy(() -> named.statements("k", graph(triple("s", "p", "o"))))
                .hasMessage("the element is a graph, but element.type=named-graph is configured");
        assertThatThrownBy(() -> named.statements("k", DATASET)).isInstanceOf(UnfitElementException.class);
        assertThat(named.statements("k", graph())).isEmpty();
    }

    @Test
    void datasetTypeTakesEveryElementAsItStands() {
        TargetGraph target = TargetGraph.of(settings(GraphPolicy.KEEP, TemporalStatement.DROP, ElementType.DATASET));
        assertThat(target.statements("k", NAMED)).containsExactlyElementsOf(NAMED.statements());
    }

    @ParameterizedTest
    @CsvSource({
        "ibs_1, urn:velella:stream:ibs_1",
        "a b/c?d#e, urn:velella:stream:a%20b%2Fc%3Fd%23e",
        "A-z.0_9~, urn:velella:stream:A-z.0_9~",
        "wörld, urn:velella:stream:w%C3%B6rld",
        "😀, urn:velella:stream:%F0%9F%98%80",
        "a%20b, urn:velella:stream:a%2520b",
        "https://example.org/s/1, https://example.org/s/1",
        "urn:dev:mac:0024befffe804ff1, urn:dev:mac:0024befffe804ff1",
        "http://a b, urn:velella:stream:http%3A%2F%2Fa%20b",
        "x:<y>, urn:velella:stream:x%3A%3Cy%3E",
        "urn:velella:system, urn:velella:stream:urn%3Avelella%3Asystem",
        "URN:Velella:stream:a, urn:velella:stream:URN%3AVelella%3Astream%3Aa",
        "urn:velella:stream:a, urn:velella:stream:urn%3Avelella%3Astream%3Aa"
    })
    void defaultTemplateNamesTheGraphAfterTheKey(String key, String graph) {
        assertThat(name(TEMPLATE, key)).isEqualTo(graph);
    }

    @Test
    void ownTemplateEncodesIrisToo() {
        assertThat(name("http://example.org/{key}/now", "urn:a:b")).isEqualTo("http://example.org/urn%3Aa%3Ab/now");
    }

    @ParameterizedTest
    @ValueSource(strings = {"urn:velella:stream:", "{key}", "no iri {key}", "urn:velella:{key}", "http://a b/{key}"})
    void templatesThatCannotNameAStreamsGraphAreRefused(String template) {
        assertThatIllegalArgumentException().isThrownBy(() -> name(template, "k"));
    }

    @Test
    void keptDataMayNotNameASystemGraph() {
        Statement system = VALUES.createStatement(iri("s"), iri("p"), iri("o"), VALUES.createIRI("urn:velella:system"));
        assertThatThrownBy(
                        () -> target(GraphPolicy.KEEP, TemporalStatement.KEEP).statements("k", graph(system)))
                .isInstanceOf(UnfitElementException.class)
                .hasMessageContaining("reserved");
    }

    @Test
    void fixedPolicyNeedsAGraphThatIsNotReserved() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new GraphSettings(GraphPolicy.FIXED, TEMPLATE, null, TemporalStatement.KEEP, ElementType.AUTO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GraphSettings(
                        GraphPolicy.FIXED,
                        TEMPLATE,
                        VALUES.createIRI("urn:velella:system"),
                        TemporalStatement.KEEP,
                        ElementType.AUTO));
    }

    @Test
    void datasetTypeNeedsKeepPolicy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(GraphPolicy.PER_STREAM, TemporalStatement.KEEP, ElementType.DATASET));
    }

    @Test
    void keepPolicyHasNoGraphName() {
        assertThatThrownBy(
                        () -> target(GraphPolicy.KEEP, TemporalStatement.KEEP).graphName("k"))
                .isInstanceOf(IllegalStateException.class);
    }
}
