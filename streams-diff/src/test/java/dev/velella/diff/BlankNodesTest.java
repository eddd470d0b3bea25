package dev.velella.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
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

    /** Without the labels of the element before, these two graphs are too hard to match. */
    @Test
    void nodesWhoseLabelsAndStatementsStayAreNotMatched() {
        try (DiffPipe pipe = new DiffPipe("velella.blank.nodes.max.steps", "0")) {
            pipe.send("s", clique("a", 40, 1), DiffPipe.NOW);
            List<Statement> more = new ArrayList<>(clique("a", 40, 2).statements());
            more.add(Rdf.triple("station", "type", "Sensor"));
            pipe.send("s", RdfGraph.of(more), DiffPipe.NOW);

            assertThat(pipe.read().adds()).hasSize(40 * 39);
            DiffPipe.Out second = pipe.read();
            assertThat(second.deletes()).isEmpty();
            assertThat(second.adds()).hasSize(1);
            assertThat(pipe.total("blank-node-fall-backs-total")).isZero();
        }
    }

    /** An app without memory of labels reads the state back for each element, and must write the same patches. */
    @Test
    void whateverHappensToLabelsThePatchesAreThoseOfMatching() {
        for (int seed = 0; seed < 300; seed++) {
            try (DiffPipe remembers = new DiffPipe();
                    DiffPipe forgets = new DiffPipe("velella.cache.max.statements", "0")) {
                Random random = new Random(seed);
                List<Statement> last = new ArrayList<>();
                for (int i = 6 + random.nextInt(12); i > 0; i--) {
                    last.add(anyStatement(random));
                }
                for (int element = 0; element < 12; element++) {
                    RdfGraph graph = RdfGraph.of(last);
                    remembers.send("s", graph, DiffPipe.NOW);
                    forgets.send("s", graph, DiffPipe.NOW);
                    last = changed(last, random);
                }
                List<DiffPipe.Out> patches = remembers.readAll();
                List<DiffPipe.Out> expected = forgets.readAll();
                assertThat(patches).hasSameSizeAs(expected);
                for (int i = 0; i < patches.size(); i++) {
                    assertThat(patches.get(i).adds())
                            .as("adds of patch %d, seed %d", i, seed)
                            .containsExactlyInAnyOrderElementsOf(expected.get(i).adds());
                    assertThat(patches.get(i).deletes())
                            .as("deletes of patch %d, seed %d", i, seed)
                            .containsExactlyInAnyOrderElementsOf(expected.get(i).deletes());
                    assertThat(patches.get(i).position())
                            .isEqualTo(expected.get(i).position());
                }
            }
        }
    }

    private static Statement anyStatement(Random random) {
        Resource subject = random.nextInt(3) == 0 ? Rdf.iri("s" + random.nextInt(3)) : anyNode(random);
        Value object =
                switch (random.nextInt(3)) {
                    case 0 -> anyNode(random);
                    case 1 -> Rdf.VALUES.createLiteral(random.nextInt(3));
                    default -> Rdf.iri("o" + random.nextInt(3));
                };
        return Rdf.VALUES.createStatement(subject, Rdf.iri("p" + random.nextInt(3)), object);
    }

    private static BNode anyNode(Random random) {
        return Rdf.VALUES.createBNode(anyLabel(random));
    }

    /** Now and then a label is spelled like an id of the stream. */
    private static String anyLabel(Random random) {
        return random.nextInt(4) == 0 ? "ks-" + (1 + random.nextInt(4)) : "n" + random.nextInt(5);
    }

    /** The next element: other statements, other labels, or both. Some labels change places, and some nodes become one. */
    private static List<Statement> changed(List<Statement> last, Random random) {
        List<Statement> next = new ArrayList<>(last);
        switch (random.nextInt(10)) {
            case 5 -> next.remove(random.nextInt(next.size()));
            case 6 -> { // a node of the same kind, so that there are some to mistake for each other
                String label = anyLabel(random);
                for (Statement st : last) {
                    if (st.getSubject() instanceof BNode) {
                        next.add(labelled(st, any -> label));
                    }
                }
            }
            case 0 -> next.set(random.nextInt(next.size()), anyStatement(random));
            case 1 -> next.add(anyStatement(random));
            case 2 -> Collections.shuffle(next, random);
            case 3 -> {
                String one = anyLabel(random);
                String other = anyLabel(random);
                next.replaceAll(
                        st -> labelled(st, label -> label.equals(one) ? other : label.equals(other) ? one : label));
            }
            case 4 -> {
                String from = anyLabel(random);
                String to = anyLabel(random);
                next.replaceAll(st -> labelled(st, label -> label.equals(from) ? to : label));
            }
            default -> next.add(Rdf.triple("s", "time", "t" + random.nextInt(4)));
        }
        return next;
    }

    private static Statement labelled(Statement st, UnaryOperator<String> labels) {
        Resource subject = st.getSubject() instanceof BNode node
                ? Rdf.VALUES.createBNode(labels.apply(node.getID()))
                : st.getSubject();
        Value object = st.getObject() instanceof BNode node
                ? Rdf.VALUES.createBNode(labels.apply(node.getID()))
                : st.getObject();
        return Rdf.VALUES.createStatement(subject, st.getPredicate(), object);
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
