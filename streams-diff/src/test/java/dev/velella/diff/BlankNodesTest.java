package dev.velella.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blank nodes through the whole topology, where every element brings labels of its own. */
class BlankNodesTest {
    /** A station with two results, each a blank node. */
    private static RdfGraph element(String labels, int first, int second) {
        List<Statement> statements = new ArrayList<>();
        statements.add(Rdf.triple("station", "type", "Sensor"));
        result(statements, labels + 1, "temperature", first);
        result(statements, labels + 2, "humidity", second);
        return RdfGraph.of(statements);
    }

    private static void result(List<Statement> statements, String label, String property, int value) {
        BNode node = Rdf.VALUES.createBNode(label);
        statements.add(Rdf.VALUES.createStatement(Rdf.iri("station"), Rdf.iri(property), node));
        statements.add(Rdf.VALUES.createStatement(node, Rdf.iri("value"), Rdf.VALUES.createLiteral(value)));
        statements.add(Rdf.VALUES.createStatement(node, Rdf.iri("unit"), Rdf.iri(property + "Unit")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1000"})
    void onlyWhatChangedIsInAPatchWhateverTheLabels(String cached) {
        try (DiffPipe pipe = new DiffPipe("velella.cache.max.statements", cached)) {
            pipe.send("s", element("a", 20, 50), DiffPipe.NOW);
            pipe.send("s", element("b", 20, 50), DiffPipe.NOW);
            pipe.send("s", element("c", 21, 50), DiffPipe.NOW);
            pipe.send("s", element("d", 21, 51), DiffPipe.NOW);

            List<DiffPipe.Out> patches = pipe.readAll();
            assertThat(patches).hasSize(3);
            assertThat(patches.get(0).adds()).hasSize(7);
            for (DiffPipe.Out patch : patches.subList(1, 3)) {
                assertThat(patch.deletes()).hasSize(1);
                assertThat(patch.adds()).hasSize(1);
                assertThat(patch.adds().get(0).getSubject())
                        .isEqualTo(patch.deletes().get(0).getSubject());
            }
            assertThat(patches.get(1).adds().get(0).getSubject())
                    .isNotEqualTo(patches.get(2).adds().get(0).getSubject());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1000"})
    void anIdIsGivenOnceInTheLifeOfAStreamAndToOneStreamOnly(String cached) {
        try (DiffPipe pipe = new DiffPipe("velella.cache.max.statements", cached)) {
            List<BNode> given = new ArrayList<>();
            for (String key : List.of("s", "t", "s")) {
                pipe.send(key, element("x", 1, 2), DiffPipe.NOW);
                given.addAll(nodes(pipe.read()));
                pipe.end(key, DiffPipe.NOW);
                pipe.read();
            }
            assertThat(given).hasSize(6).doesNotHaveDuplicates();
        }
    }

    private static List<BNode> nodes(DiffPipe.Out patch) {
        return patch.adds().stream()
                .map(Statement::getSubject)
                .filter(BNode.class::isInstance)
                .map(BNode.class::cast)
                .distinct()
                .toList();
    }

    @Test
    void labelsAreComparedWhereTheSenderKeepsThem() {
        try (DiffPipe pipe = new DiffPipe("velella.blank.nodes", "keep")) {
            pipe.send("s", element("a", 20, 50), DiffPipe.NOW);
            pipe.send("s", element("b", 20, 50), DiffPipe.NOW);

            assertThat(nodes(pipe.read())).extracting(BNode::getID).containsExactly("a1", "a2");
            assertThat(pipe.read().deletes()).hasSize(6);
        }
    }

    @Test
    void elementThatIsTooHardIsCountedAndItsPatchIsRight() {
        try (DiffPipe pipe = new DiffPipe("velella.blank.nodes.max.steps", "0")) {
            pipe.send("s", clique("a", 40, 1), DiffPipe.NOW);
            assertThat(pipe.total("blank-node-fall-backs-total")).isZero();
            RdfGraph next = clique("b", 40, 2);
            List<Statement> more = new ArrayList<>(next.statements());
            more.add(Rdf.triple("station", "type", "Sensor"));
            pipe.send("s", RdfGraph.of(more), DiffPipe.NOW);

            assertThat(pipe.total("blank-node-fall-backs-total")).isOne();
            DiffPipe.Out first = pipe.read();
            DiffPipe.Out second = pipe.read();
            assertThat(first.adds()).hasSize(40 * 39);
            assertThat(first.adds()).containsAll(second.deletes());
            assertThat(second.adds()).hasSize(second.deletes().size() + 1);
        }
    }

    private static RdfGraph clique(String labels, int size, long seed) {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                if (i != j) {
                    statements.add(Rdf.VALUES.createStatement(
                            Rdf.VALUES.createBNode(labels + i), Rdf.iri("knows"), Rdf.VALUES.createBNode(labels + j)));
                }
            }
        }
        Collections.shuffle(statements, new Random(seed));
        return RdfGraph.of(statements);
    }
}
