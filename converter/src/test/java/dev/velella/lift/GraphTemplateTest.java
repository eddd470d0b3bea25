package dev.velella.lift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.GraphShape;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StatementTable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class GraphTemplateTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final ReadingLimits LIMITS = ReadingLimits.ofElement(1 << 20, 10_000);

    private static final String TEMPLATE =
            """
            @prefix x: <urn:x:> .
            <urn:g:{/d}:{/t}> x:at "{/t}" .
            <urn:g:{/d}:{/t}> { <urn:d:{/d}> a x:Device ; x:name <urn:d:{/d}/name> ; x:t "{/t}" ; x:a "{/a}" ;
                x:same "{/a}" ; x:b "b {/b}" ; x:part [ x:is "{/b}" ; x:of <urn:d:{/d}> ] . }
            """;

    private static RdfGraph read(GraphTemplate template, String json) {
        return template.read(
                new Payload("t", json.getBytes(StandardCharsets.UTF_8), "application/json", Instant.EPOCH));
    }

    private static IRI iri(String text) {
        return VALUES.createIRI(text);
    }

    /** The statements that the template must give, but for the two about its blank node. */
    private static Set<Statement> expected(String d, String t, String a, String b) {
        IRI graph = iri("urn:g:" + d + ":" + t);
        IRI device = iri("urn:d:" + d);
        Set<Statement> expected = new HashSet<>();
        expected.add(VALUES.createStatement(graph, iri("urn:x:at"), VALUES.createLiteral(t)));
        expected.add(VALUES.createStatement(
                device, iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#type"), iri("urn:x:Device"), graph));
        expected.add(VALUES.createStatement(device, iri("urn:x:name"), iri("urn:d:" + d + "/name"), graph));
        expected.add(VALUES.createStatement(device, iri("urn:x:t"), VALUES.createLiteral(t), graph));
        if (a != null) {
            expected.add(VALUES.createStatement(device, iri("urn:x:a"), VALUES.createLiteral(a), graph));
            expected.add(VALUES.createStatement(device, iri("urn:x:same"), VALUES.createLiteral(a), graph));
        }
        if (b != null) {
            expected.add(VALUES.createStatement(device, iri("urn:x:b"), VALUES.createLiteral("b " + b), graph));
        }
        return expected;
    }

    /** Devices take turns and often miss values. So terms are remembered and forgotten, and each set of statements comes. */
    @Test
    void eachMessageGivesTheStatementsOfItsOwnValues() {
        GraphTemplate template = new GraphTemplate(TEMPLATE, LIMITS);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            String d = "d" + random.nextInt(i < 10_000 ? 30 : 100_000);
            String t = "t" + random.nextInt(1_000_000);
            String a = random.nextInt(4) == 0 ? null : "a" + random.nextInt(3);
            String b = random.nextInt(4) == 0 ? null : "b" + random.nextInt(3);
            String json = "{\"d\":\"%s\",\"t\":\"%s\"%s%s}"
                    .formatted(d, t, a == null ? "" : ",\"a\":\"" + a + "\"", b == null ? "" : ",\"b\":\"" + b + "\"");
            RdfGraph graph = read(template, json);
            List<Statement> named = new ArrayList<>(graph.statements());
            assertThat(StatementTable.of(graph.statements())).isEqualTo(named);
            assertThat(named.removeIf(statement -> statement.getSubject().isBNode()))
                    .isTrue();
            named.removeIf(statement -> statement.getObject().isBNode());
            assertThat(new HashSet<>(named)).as(json).isEqualTo(expected(d, t, a, b));
            assertThat(named).as(json).hasSameSizeAs(expected(d, t, a, b));
            assertThat(graph.graphName()).contains(iri("urn:g:" + d + ":" + t));
            assertThat(GraphShape.of(RdfGraph.of(new ArrayList<>(graph.statements()))))
                    .isEqualTo(GraphShape.of(graph));
            assertThat(graph.defaultGraph()).hasSize(1);
        }
    }

    @Test
    void graphsOfOneKindShareTheirTemplate() {
        GraphTemplate template = new GraphTemplate(TEMPLATE, LIMITS);
        String whole = "{\"d\":1,\"t\":%d,\"a\":2,\"b\":3}";
        String part = "{\"d\":1,\"t\":%d,\"b\":3}";
        assertThat(templateOf(read(template, whole.formatted(1))))
                .isSameAs(templateOf(read(template, whole.formatted(2))))
                .isSameAs(templateOf(read(template, "[" + whole.formatted(3) + "]")))
                .isNotSameAs(templateOf(read(template, part.formatted(4))));
        assertThat(templateOf(read(template, part.formatted(5))))
                .isSameAs(templateOf(read(template, part.formatted(6))));
    }

    private static Object templateOf(RdfGraph graph) {
        return ((FilledStatements) graph.statements()).template();
    }

    /** RFC 6901: an index has no zero in front, and {@code ~01} stands for {@code ~1}. */
    @Test
    void pointersAreReadToTheLetter() {
        GraphTemplate template = new GraphTemplate("<urn:s> <urn:a> \"{/l/01}\" ; <urn:b> \"{/a~01}\" .", LIMITS);
        assertThat(read(template, "{\"l\":[1,2],\"a~1\":3,\"a/\":4,\"a~01\":5}").statements())
                .extracting(statement -> statement.getObject().stringValue())
                .containsExactly("3");
        assertThat(read(template, "{\"l\":{\"01\":6}}").statements())
                .extracting(statement -> statement.getObject().stringValue())
                .containsExactly("6");
    }

    @Test
    void theMemoryOfTermsIsBounded() {
        TermMemory memory = new TermMemory();
        Value[] terms = {VALUES.createLiteral("x")};
        int last = 17; // of these sizes, more than are kept
        for (int i = 0; i <= last; i++) {
            memory.put(i, new TermMemory.Made(terms, 1 << 16));
        }
        assertThat(memory.find(0)).isNull();
        assertThat(memory.find(last)).isNotNull();
        memory.put("long", new TermMemory.Made(terms, 1 + (1 << 16)));
        assertThat(memory.find("long")).isNull();
    }

    @Test
    void rememberedTermsCountAgainstTheLimit() {
        GraphTemplate template = new GraphTemplate(TEMPLATE, ReadingLimits.ofElement(400, 9));
        String json = "{\"d\":\"" + "d".repeat(400) + "\",\"t\":1,\"a\":\"%s\"}";
        assertThat(read(template, json.formatted("a")).statements()).hasSize(8);
        assertThat(read(template, json.formatted("b")).statements()).hasSize(8);
        assertThatThrownBy(() -> read(template, json.formatted("c".repeat(500))))
                .isInstanceOf(DocumentLimitException.class)
                .hasMessageContaining("characters");
    }

    @Test
    void eachItemOfAnArrayHasItsOwnBlankNode() {
        GraphTemplate template = new GraphTemplate(TEMPLATE, LIMITS);
        RdfGraph graph = read(template, "[{\"d\":1,\"t\":1,\"a\":2,\"b\":3},{\"d\":2,\"t\":1,\"a\":2,\"b\":3}]");
        assertThat(graph.statements().stream()
                        .map(Statement::getSubject)
                        .filter(subject -> subject.isBNode())
                        .distinct())
                .hasSize(2);
    }

    @Test
    void limitsHoldForTermsThatAreRemembered() {
        GraphTemplate template = new GraphTemplate(TEMPLATE, ReadingLimits.ofElement(400, 9));
        String json = "{\"d\":\"%s\",\"t\":1,\"a\":1}";
        assertThat(read(template, json.formatted("d")).statements()).hasSize(8);
        assertThatThrownBy(() -> read(template, "{\"d\":\"d\",\"t\":1,\"a\":1,\"b\":1}"))
                .isInstanceOf(DocumentLimitException.class)
                .hasMessageContaining("statements");
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> read(template, json.formatted("x".repeat(3_000))))
                    .isInstanceOf(DocumentLimitException.class)
                    .hasMessageContaining("characters");
        }
    }
}
