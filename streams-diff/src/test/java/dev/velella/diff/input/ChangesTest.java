package dev.velella.diff.input;

import static dev.velella.diff.DiffPipe.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.DiffPipe;
import dev.velella.diff.Rdf;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangesTest {
    private static final String KEY = "http://example.org/Q1";
    private static final IRI GRAPH = Rdf.VALUES.createIRI(KEY);

    /** A change: a patch, a whole graph, or an end. */
    private record Change(long version, long time, Set<Statement> deletes, Set<Statement> adds, boolean isWhole) {
        void applyTo(Set<Statement> graph) {
            if (isWhole) {
                graph.clear();
            }
            graph.removeAll(deletes);
            graph.addAll(adds);
        }
    }

    private static Statement statement(int number) {
        return Rdf.VALUES.createStatement(
                GRAPH, Rdf.VALUES.createIRI("http://example.org/p"), Rdf.VALUES.createLiteral("value " + number));
    }

    private static Set<Statement> some(Random random, int most) {
        Set<Statement> some = new LinkedHashSet<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            some.add(statement(random.nextInt(12)));
        }
        return some;
    }

    private static List<Change> changes(Random random, int count) {
        List<Change> changes = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            int kind = random.nextInt(10);
            Set<Statement> adds = kind == 0 ? Set.of() : some(random, 4);
            Set<Statement> deletes = kind < 2 ? Set.of() : some(random, 3);
            // Two changes in a row have the same version, as an edit and the deletion of its page have.
            changes.add(new Change((i + 1) / 2, 1000 + 10L * i, deletes, adds, kind < 2));
        }
        return changes;
    }

    /** Each change moves by a few places at most, and some come twice. */
    private static List<Change> disordered(List<Change> changes, Random random) {
        record At(int place, Change change) {}
        List<At> all = new ArrayList<>();
        for (int i = 0; i < changes.size(); i++) {
            all.add(new At(i + random.nextInt(6), changes.get(i)));
            if (random.nextInt(4) == 0) {
                all.add(new At(i + random.nextInt(6), changes.get(i)));
            }
        }
        Collections.shuffle(all, random);
        all.sort(Comparator.comparingInt(At::place));
        return all.stream().map(At::change).toList();
    }

    private static void send(DiffPipe pipe, Change change) {
        String version = "v" + change.version() + "." + change.time();
        byte[] frame = null;
        if (!change.isWhole()) {
            frame = new JellyPatchEncoder(JellyPatchOptions.frame(TableSizes.BIG, false), Limits.DEFAULT)
                    .encode(RdfPatch.change(change.deletes(), change.adds()));
        } else if (!change.adds().isEmpty()) {
            frame = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT)
                    .encode(RdfGraph.of(List.copyOf(change.adds())));
        }
        pipe.sendFrame(
                bytes(KEY),
                frame,
                DiffPipe.NOW,
                "velella.change",
                version,
                "event-time",
                String.valueOf(change.time()));
    }

    private static Set<Statement> built(List<DiffPipe.Out> patches) {
        Set<Statement> graph = new HashSet<>();
        long number = 0;
        for (DiffPipe.Out out : patches) {
            assertThat(out.position().number()).isEqualTo(++number);
            for (PatchOperation row : out.patch().operations()) {
                if (row instanceof PatchOperation.Add add) {
                    assertThat(add.statement().getContext()).isEqualTo(GRAPH);
                    assertThat(graph.add(plain(add.statement()))).isTrue();
                } else if (row instanceof PatchOperation.Delete delete) {
                    assertThat(graph.remove(plain(delete.statement()))).isTrue();
                }
            }
        }
        return graph;
    }

    private static Statement plain(Statement statement) {
        return Rdf.VALUES.createStatement(statement.getSubject(), statement.getPredicate(), statement.getObject());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void changesInAnyOrderAndRepeatedLeadToTheGraphOfTheirVersions(long seed) {
        Random random = new Random(seed);
        List<Change> changes = changes(random, 100);
        Set<Statement> expected = new HashSet<>();
        changes.forEach(change -> change.applyTo(expected));
        try (DiffPipe pipe = new DiffPipe("velella.changes.remembered", "16")) {
            disordered(changes, random).forEach(change -> send(pipe, change));
            assertThat(built(pipe.readAll())).isEqualTo(expected);
        }
    }

    @Test
    void changeThatIsOlderThanAllThatAreRememberedIsLate() {
        try (DiffPipe pipe = new DiffPipe("velella.changes.remembered", "2")) {
            for (int i = 2; i <= 5; i++) {
                send(pipe, new Change(i, i, Set.of(), Set.of(statement(i)), false));
            }
            send(pipe, new Change(1, 1, Set.of(), Set.of(statement(1)), false));
            assertThat(built(pipe.readAll()))
                    .containsExactlyInAnyOrder(statement(2), statement(3), statement(4), statement(5));
            assertThat(pipe.total("late-total")).isEqualTo(1);
        }
    }

    @Test
    void patchesAreRefusedWithoutVersionAndWithBlankNodes() {
        byte[] blank = new JellyPatchEncoder(JellyPatchOptions.frame(TableSizes.BIG, false), Limits.DEFAULT)
                .encode(RdfPatch.change(
                        Set.of(),
                        Set.of(Rdf.VALUES.createStatement(
                                Rdf.VALUES.createBNode("b"),
                                Rdf.VALUES.createIRI("http://example.org/p"),
                                Rdf.VALUES.createLiteral("x")))));
        try (DiffPipe pipe = new DiffPipe(
                "velella.changes.remembered",
                "2",
                "velella.on.error",
                "dead-letter",
                "velella.dead.letter.topic",
                "dead")) {
            pipe.sendFrame(bytes(KEY), blank, DiffPipe.NOW);
            pipe.sendFrame(bytes(KEY), blank, DiffPipe.NOW, "velella.change", "v1.1");
            pipe.sendFrame(bytes(KEY), blank, DiffPipe.NOW, "velella.change", "first");
            assertThat(pipe.isEmpty()).isTrue();
            assertThat(pipe.readAll("dead"))
                    .extracting(record -> DiffPipe.headers(record).get("velella.error.exception.message"))
                    .satisfiesExactly(
                            first -> assertThat(first).contains("without the header velella.change"),
                            second -> assertThat(second).contains("blank node"),
                            third -> assertThat(third).contains("vNUMBER.TIME"));
        }
    }
}
