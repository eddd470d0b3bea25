package dev.velella.diff.blank;

import static dev.velella.diff.blank.Graphs.VALUES;
import static dev.velella.diff.blank.Graphs.aligned;
import static dev.velella.diff.blank.Graphs.difference;
import static dev.velella.diff.blank.Graphs.disguised;
import static dev.velella.diff.blank.Graphs.iri;
import static dev.velella.diff.blank.Graphs.node;
import static dev.velella.diff.blank.Graphs.renamed;
import static dev.velella.diff.blank.Graphs.set;
import static dev.velella.diff.blank.Graphs.triple;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

class BlankNodeMatchingTest {

    @Test
    void aGraphWithoutBlankNodesIsGivenBackAsItIs() {
        Set<Statement> next = Set.of(triple(iri("a"), "p", iri("b")));
        StableIds ids = new StableIds("s", 0);

        Aligned aligned = BlankNodeMatching.align(Set.of(triple(node("x"), "p", iri("b"))), next, ids, 0);

        assertThat(aligned).isEqualTo(new Aligned(next, 0, 0, false, 0, Map.of()));
        assertThat(aligned.statements()).isSameAs(next);
        assertThat(ids.counter()).isZero();
    }

    @Test
    void nodesOfTheFirstGraphGetIdsInTheirOrder() {
        Set<Statement> next = set(List.of(triple(node("x"), "p", node("y")), triple(node("y"), "p", iri("b"))));

        Aligned aligned = aligned(List.of(), next);

        assertThat(aligned.statements())
                .containsExactly(triple(node("ks-1"), "p", node("ks-2")), triple(node("ks-2"), "p", iri("b")));
        assertThat(aligned.fresh()).isEqualTo(2);
        assertThat(aligned.matched()).isZero();
    }

    @Test
    void statementsAndTermsWithoutChangedLabelsAreTheSameObjects() {
        Statement ground = triple(iri("a"), "p", iri("b"));
        Statement kept = triple(node("k"), "name", VALUES.createLiteral("kept"));
        List<Statement> next = List.of(ground, triple(node("other"), "p", iri("c")), kept);

        Aligned aligned = aligned(List.of(triple(node("k"), "name", VALUES.createLiteral("kept"))), next);

        List<Statement> statements = new ArrayList<>(aligned.statements());
        assertThat(statements.get(0)).isSameAs(ground);
        assertThat(statements.get(2)).isSameAs(kept);
    }

    @Test
    void keptLabelsCostNoStep() {
        Set<Statement> previous = new LinkedHashSet<>();
        for (int i = 0; i < 30; i++) {
            for (int j = 0; j < 30; j++) {
                previous.add(triple(node("n" + i), "p", node("n" + j)));
            }
        }
        Aligned aligned = aligned(previous, set(previous), 0);

        assertThat(aligned.limited()).isFalse();
        assertThat(aligned.work()).isZero();
        assertThat(aligned.matched()).isEqualTo(30);
    }

    @Test
    void aChangedLiteralIsOneChange() {
        Set<Statement> previous = readings(20, 0);
        Set<Statement> next = disguised(readings(20, 0), 1);
        Set<Statement> changed = disguised(readings(20, 7), 2);

        assertThat(difference(previous, aligned(previous, next).statements())).isZero();
        assertThat(difference(previous, aligned(previous, changed).statements()))
                .isEqualTo(2 * 20);
    }

    /** Observations without names: a blank node that links a sensor with a blank result of a value. */
    private static Set<Statement> readings(int count, int offset) {
        Set<Statement> statements = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            statements.add(triple(node("o" + i), "sensor", iri("sensor" + i)));
            statements.add(triple(node("o" + i), "result", node("r" + i)));
            statements.add(triple(node("r" + i), "unit", iri("degree")));
            statements.add(triple(node("r" + i), "value", i + offset));
        }
        return statements;
    }

    @Test
    void aLiteralThatIsAnIdentifierWinsOverTheShape() {
        List<Statement> previous = List.of(
                triple(node("a"), "name", VALUES.createLiteral("a")),
                triple(node("a"), "value", 1),
                triple(node("b"), "name", VALUES.createLiteral("b")),
                triple(node("b"), "value", 2),
                triple(node("b"), "note", VALUES.createLiteral("x")));
        List<Statement> next = List.of(
                triple(node("1"), "name", VALUES.createLiteral("a")),
                triple(node("1"), "value", 3),
                triple(node("1"), "note", VALUES.createLiteral("y")),
                triple(node("2"), "name", VALUES.createLiteral("b")),
                triple(node("2"), "value", 4));

        assertThat(aligned(previous, next).statements())
                .contains(
                        triple(node("a"), "name", VALUES.createLiteral("a")),
                        triple(node("b"), "name", VALUES.createLiteral("b")));
    }

    @Test
    void aListThatLosesAnItemLosesOneCell() {
        Set<Statement> previous = list("c", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        Set<Statement> next = list("d", 0, 1, 2, 3, 5, 6, 7, 8, 9);

        assertThat(difference(previous, aligned(previous, next).statements())).isEqualTo(4);
    }

    @Test
    void aLongListOfEqualItemsIsFollowedStepByStep() {
        int[] items = new int[20_000];
        Set<Statement> previous = list("c", items);

        Aligned aligned = aligned(previous, list("d", items));

        assertThat(difference(previous, aligned.statements())).isZero();
        assertThat(aligned.work()).isLessThan(40L * items.length);
    }

    private static Set<Statement> list(String labels, int... items) {
        Set<Statement> statements = new LinkedHashSet<>();
        statements.add(triple(iri("thing"), "list", node(labels + 0)));
        for (int i = 0; i < items.length; i++) {
            BNode cell = node(labels + i);
            statements.add(triple(cell, "first", items[i]));
            statements.add(triple(cell, "rest", i + 1 < items.length ? node(labels + (i + 1)) : iri("nil")));
        }
        return statements;
    }

    @Test
    void nodesWithoutAnySharedStatementKeepTheirPlaceInStructures() {
        List<Statement> previous = List.of(
                triple(node("a"), "p", node("b")), triple(node("b"), "value", 1), triple(node("c"), "other", 5));
        List<Statement> next = List.of(
                triple(node("z"), "other", 6), triple(node("x"), "p", node("y")), triple(node("y"), "value", 2));

        assertThat(aligned(previous, next).statements())
                .containsExactly(
                        triple(node("c"), "other", 6),
                        triple(node("a"), "p", node("b")),
                        triple(node("b"), "value", 2));
    }

    @Test
    void aStatementMoreOrLessDoesNotMakeANodeANewOne() {
        Set<Statement> previous = new LinkedHashSet<>();
        Set<Statement> next = new LinkedHashSet<>();
        for (int i = 0; i < 40; i++) {
            for (String p : List.of("p", "q")) {
                previous.add(triple(node("a" + i), p, iri("v" + i / 2)));
                next.add(triple(node("b" + i), p, iri("v" + i / 2)));
            }
            previous.add(triple(node("a" + i), "even", iri("e" + i % 2)));
            next.add(triple(node("b" + i), i % 3 == 0 ? "more" : "even", iri("e" + i % 2)));
        }
        assertThat(difference(previous, aligned(previous, next).statements())).isEqualTo(2 * 14);
    }

    @Test
    void placesInQuotedTriplesAndGraphNamesCount() {
        Set<Statement> previous = new LinkedHashSet<>();
        for (int i = 0; i < 5; i++) {
            var quoted = VALUES.createTriple(node("s" + i), iri("p"), iri("o" + i));
            var outer = VALUES.createTriple(iri("who"), iri("says"), quoted);
            previous.add(VALUES.createStatement(outer, iri("since"), VALUES.createLiteral(i), node("g" + i)));
            previous.add(triple(node("g" + i), "type", iri("Graph")));
        }
        Set<Statement> next = disguised(previous, 3);

        Aligned aligned = aligned(previous, next);

        assertThat(difference(previous, aligned.statements())).isZero();
        assertThat(aligned.matched()).isEqualTo(10);
    }

    @Test
    void newNodesNeverTakeALabelOfThePreviousGraph() {
        List<Statement> previous = List.of(triple(node("ks-1"), "p", iri("a")), triple(node("ks-2"), "p", iri("b")));
        List<Statement> next = List.of(
                triple(node("ks-1"), "p", iri("b")),
                triple(node("ks-2"), "q", node("ks-3")),
                triple(node("ks-3"), "r", iri("c")),
                triple(iri("x"), "q", node("ks-4")));

        assertThat(aligned(previous, next).statements())
                .contains(triple(node("ks-2"), "p", iri("b")))
                .doesNotContain(triple(node("ks-1"), "p", iri("a")));
    }

    @Test
    void anIdOnceGivenStaysThroughManyElements() {
        StableIds ids = new StableIds("s", 0);
        Set<Statement> state = Set.of();
        Set<String> labels = Set.of();
        for (int element = 0; element < 30; element++) {
            int step = element;
            Aligned aligned = BlankNodeMatching.align(
                    state, disguised(readings(10, step), step), ids, BlankNodeMatching.DEFAULT_WORK_LIMIT);
            Set<String> now = Graphs.labels(aligned.statements());
            if (element > 0) {
                assertThat(now).isEqualTo(labels);
                assertThat(difference(state, aligned.statements())).isEqualTo(20);
            }
            state = aligned.statementSet();
            labels = now;
        }
        assertThat(ids.counter()).isEqualTo(20);
    }

    @Test
    void theResultDoesNotDependOnLabels() {
        Set<Statement> previous = readings(10, 0);
        Set<Statement> next = readings(12, 1);

        assertThat(aligned(previous, renamed(next, label -> "z" + label.hashCode() + label)))
                .usingRecursiveComparison()
                .ignoringFields("nodes")
                .isEqualTo(aligned(previous, next));
    }
}
