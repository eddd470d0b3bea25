package dev.velella.diff.compare;

import static dev.velella.diff.Rdf.VALUES;
import static dev.velella.diff.Rdf.iri;
import static dev.velella.diff.Rdf.triple;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.DiffPipe;
import dev.velella.graph.TargetGraph;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.junit.jupiter.api.Test;

public class GraphComparisonTest {
    private static final JellyOptions STAR = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2);

    private final GraphComparison comparison = new GraphComparison(
            TargetGraph.of(DiffPipe.config("velella.graph.policy", "keep").graphSettings()));

    /** Any order, repeated statements, and every other graph through the codec, so that terms are other objects. */
    @Property(tries = 500)
    void changesAreThoseOfPlainSets(@ForAll("streams") List<List<Statement>> stream) {
        JellyGraphEncoder encoder = new JellyGraphEncoder(STAR, Limits.DEFAULT);
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
        StreamGraph graph = new StreamGraph();
        long hash = GraphHash.EMPTY;
        Set<Statement> previous = Set.of();
        for (int i = 0; i < stream.size(); i++) {
            RdfGraph element = RdfGraph.of(stream.get(i));
            if (i % 2 == 0) {
                element = i % 4 == 0
                        ? decoder.decodeKeyFrame(encoder.encodeKeyFrame(element))
                        : decoder.decodeNext(encoder.encodeNext(element));
            }
            Set<Statement> next = new LinkedHashSet<>(element.statements());
            StreamChange change = comparison.between(graph, hash, "k", element);
            RollingDiff plain = RollingDiff.between(previous, next);
            assertThat(change.diff().deletes()).doesNotHaveDuplicates().hasSameElementsAs(plain.deletes());
            assertThat(change.diff().adds()).doesNotHaveDuplicates().hasSameElementsAs(plain.adds());
            assertThat(change.diff().deletes()).hasSameSizeAs(plain.deletes());
            assertThat(change.diff().adds()).hasSameSizeAs(plain.adds());
            assertThat(change.hashAfter()).isEqualTo(GraphHash.ofSet(next));

            StreamGraph whole = graph.after(change);
            graph.apply(change);
            hash = change.hashAfter();
            if (i % 3 == 0) {
                graph = whole;
            }
            assertThat(graph.hash()).isEqualTo(hash);
            assertThat(whole.hash()).isEqualTo(hash);
            assertThat(new HashSet<>(graph.statements())).isEqualTo(next);
            assertThat(graph.statements()).hasSameSizeAs(next);
            for (Statement statement : next) {
                assertThat(graph.find(GraphHash.of(statement), statement)).isNotNegative();
            }
            previous = next;
        }
    }

    @Provide
    public static Arbitrary<List<List<Statement>>> streams() {
        Arbitrary<Value> objects = Arbitraries.of(
                iri("a"),
                iri("b"),
                VALUES.createBNode("b0"),
                VALUES.createLiteral("1"),
                VALUES.createLiteral(1),
                VALUES.createLiteral("\u00fc"),
                VALUES.createLiteral("1", iri("unit")),
                VALUES.createLiteral("x", "en"),
                VALUES.createLiteral("x", "EN"),
                VALUES.createTriple(iri("s"), iri("p"), VALUES.createLiteral("x", "en")),
                VALUES.createTriple(VALUES.createBNode("b0"), iri("p"), iri("o")));
        Arbitrary<Resource> subjects = Arbitraries.of(
                iri("s"), iri("t"), VALUES.createBNode("b0"), VALUES.createTriple(iri("s"), iri("p"), iri("o")));
        Arbitrary<Statement> statements = Combinators.combine(
                        subjects, Arbitraries.of("p", "q"), objects, Arbitraries.of("", "g", "h"))
                .as((s, p, o, g) -> VALUES.createStatement(s, iri(p), o, g.isEmpty() ? null : iri(g)));
        return statements.list().ofMaxSize(40).list().ofMinSize(2).ofMaxSize(8);
    }

    @Test
    void oneValueThatChangesTakesTheSlotOfTheOneBefore() {
        StreamGraph graph =
                StreamGraph.of(List.of(triple("a", "p", "1"), triple("b", "p", "1"), triple("c", "p", "1")));
        StreamChange change = comparison.between(
                graph, graph.hash(), List.of(triple("a", "p", "1"), triple("b", "p", "2"), triple("c", "p", "1")));
        assertThat(change.deleted()).containsExactly(1);
        graph.apply(change);
        assertThat(graph.statements())
                .containsExactly(triple("a", "p", "1"), triple("b", "p", "2"), triple("c", "p", "1"));
    }

    @Test
    void anotherOrderIsNoChangeAndIsTakenOverWithTheNextBase() {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            statements.add(triple("s" + i, "p", "o"));
        }
        StreamGraph graph = StreamGraph.of(statements);
        List<Statement> reversed = new ArrayList<>(statements);
        java.util.Collections.reverse(reversed);
        assertThat(comparison.between(graph, graph.hash(), reversed).isEmpty()).isTrue();
        reversed.add(triple("new", "p", "o"));
        StreamChange change = comparison.between(graph, graph.hash(), reversed);
        assertThat(change.deleted()).isEmpty();
        assertThat(graph.after(change).statements()).isEqualTo(reversed);
    }
}
