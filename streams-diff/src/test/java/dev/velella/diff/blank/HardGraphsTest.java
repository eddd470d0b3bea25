package dev.velella.diff.blank;

import static dev.velella.diff.blank.Graphs.aligned;
import static dev.velella.diff.blank.Graphs.difference;
import static dev.velella.diff.blank.Graphs.disguised;
import static dev.velella.diff.blank.Graphs.iri;
import static dev.velella.diff.blank.Graphs.node;
import static dev.velella.diff.blank.Graphs.triple;
import static dev.velella.diff.blank.Graphs.undirected;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/** Graphs in which nothing around a node tells it from the others. */
class HardGraphsTest {

    private static Set<Statement> clique(int size) {
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                edges.add(new int[] {i, j});
            }
        }
        return undirected(edges.toArray(int[][]::new));
    }

    /** Every node has three neighbours, drawn at random. */
    private static Set<Statement> threeRegular(int size, long seed) {
        Random random = new Random(seed);
        while (true) {
            List<Integer> ends = new ArrayList<>();
            for (int i = 0; i < 3 * size; i++) {
                ends.add(i / 3);
            }
            Collections.shuffle(ends, random);
            Set<List<Integer>> edges = new HashSet<>();
            for (int i = 0; i < ends.size(); i += 2) {
                int a = Math.min(ends.get(i), ends.get(i + 1));
                int b = Math.max(ends.get(i), ends.get(i + 1));
                if (a != b) {
                    edges.add(List.of(a, b));
                }
            }
            if (edges.size() > 3 * size / 2 - 6) {
                return undirected(
                        edges.stream().map(e -> new int[] {e.get(0), e.get(1)}).toArray(int[][]::new));
            }
        }
    }

    private static Set<Statement> prism(int size) {
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            edges.add(new int[] {i, (i + 1) % size});
            edges.add(new int[] {size + i, size + (i + 1) % size});
            edges.add(new int[] {i, size + i});
        }
        return undirected(edges.toArray(int[][]::new));
    }

    private static void isEmpty(Set<Statement> graph) {
        Aligned aligned = aligned(graph, disguised(graph, 11));
        assertThat(aligned.limited()).isFalse();
        assertThat(difference(graph, aligned.statements())).isZero();
    }

    @Test
    void equalCliquesHaveNoDifference() {
        isEmpty(clique(20));
    }

    @Test
    void equalRegularGraphsHaveNoDifference() {
        isEmpty(prism(40));
        for (int seed = 0; seed < 5; seed++) {
            isEmpty(threeRegular(200, seed));
        }
    }

    @Test
    void manyEqualPartsHaveNoDifference() {
        Set<Statement> graph = new LinkedHashSet<>();
        for (int i = 0; i < 1_000; i++) {
            for (int j = 0; j < 3; j++) {
                graph.add(triple(node("n" + i + "_" + j), "next", node("n" + i + "_" + (j + 1) % 3)));
            }
        }
        isEmpty(graph);
    }

    @Test
    void manyEqualNodesAreMatchedInOrder() {
        Set<Statement> two = new LinkedHashSet<>();
        for (int i = 0; i < 2_000; i++) {
            two.add(triple(node("n" + i), "type", iri("Thing")));
        }
        isEmpty(two);

        Set<Statement> less = new LinkedHashSet<>(new ArrayList<>(two).subList(0, 1_990));
        Aligned fewer = aligned(two, disguised(less, 1));
        Aligned more = aligned(less, disguised(two, 1));

        assertThat(fewer.limited()).isFalse();
        assertThat(difference(two, fewer.statements())).isEqualTo(10);
        assertThat(difference(less, more.statements())).isEqualTo(10);
        assertThat(fewer.work()).isLessThan(100_000);
    }

    @Test
    void manyNodesThatAllChangeTheirValueStayTheSameNodes() {
        Set<Statement> previous = new LinkedHashSet<>();
        Set<Statement> next = new LinkedHashSet<>();
        for (int i = 0; i < 2_000; i++) {
            previous.add(triple(node("n" + i), "type", iri("Thing")));
            previous.add(triple(node("n" + i), "value", i));
            next.add(triple(node("n" + i), "type", iri("Thing")));
            next.add(triple(node("n" + i), "value", 10_000 + i));
        }
        Aligned aligned = aligned(previous, disguised(next, 5));

        assertThat(aligned.matched()).isEqualTo(2_000);
        assertThat(difference(previous, aligned.statements())).isEqualTo(4_000);
        assertThat(aligned.work()).isLessThan(200_000);
    }

    @Test
    void aChangedCliqueDiffersByLittle() {
        Set<Statement> previous = clique(20);
        List<Statement> some = new ArrayList<>(previous);
        Set<Statement> next = disguised(some.subList(0, some.size() - 2), 4);

        assertThat(difference(previous, aligned(previous, next).statements())).isEqualTo(2);
    }

    @Test
    void atTheLimitTheDiffIsRightThoughLarger() {
        Set<Statement> graph = threeRegular(400, 1);

        Aligned aligned = aligned(graph, disguised(graph, 9), 10_000);

        assertThat(aligned.limited()).isTrue();
        assertThat(aligned.work()).isLessThan(10_000 + 4 * 2_400);
        assertThat(aligned.matched() + aligned.fresh()).isEqualTo(400);
    }

    @Test
    void atTheLimitKeptLabelsAreStillUsed() {
        Set<Statement> graph = clique(30);
        Set<Statement> next = new LinkedHashSet<>(graph);
        next.add(triple(iri("x"), "knows", node("n3")));

        Aligned aligned = aligned(graph, next, 0);

        assertThat(aligned.limited()).isTrue();
        assertThat(difference(graph, aligned.statements())).isLessThan(70);
    }
}
