package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Add;
import dev.velella.rdf.PatchOperation.AddNamespace;
import dev.velella.rdf.PatchOperation.Delete;
import dev.velella.rdf.PatchOperation.DeleteNamespace;
import dev.velella.rdf.PatchOperation.Header;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.error.PatchRefusedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

class NetEffectTest {
    private static final Statement A = Stream.statement("a", 1, null);
    private static final Statement B = Stream.statement("b", 1, null);

    private static NetEffect of(PatchOperation... rows) {
        NetEffect effect = new NetEffect();
        effect.follow(NetEffect.effectiveRows(new RdfPatch(List.of(rows))));
        return effect;
    }

    /** Few statements, so that the same one is often changed several times; the same triple in two graphs. */
    @Provide
    Arbitrary<Statement> statements() {
        return Combinators.combine(
                        Arbitraries.of("a", "b", "c"),
                        Arbitraries.integers().between(0, 1),
                        Arbitraries.of("", "urn:g"))
                .as((subject, object, graph) -> Stream.statement(subject, object, graph.isEmpty() ? null : graph));
    }

    @Provide
    Arbitrary<List<List<PatchOperation>>> patches() {
        Arbitrary<PatchOperation> row =
                statements().flatMap(statement -> Arbitraries.of(new Add(statement), new Delete(statement)));
        return row.list().ofMaxSize(6).list().ofMaxSize(6);
    }

    @Property(tries = 500)
    void leavesAnyStoreAsTheOperationsOneByOneDo(
            @ForAll("patches") List<List<PatchOperation>> patches, @ForAll("stores") Set<Statement> store) {
        Set<Statement> oneByOne = new HashSet<>(store);
        NetEffect effect = new NetEffect();
        for (List<PatchOperation> patch : patches) {
            for (PatchOperation row : patch) {
                if (row instanceof Add add) {
                    oneByOne.add(add.statement());
                } else if (row instanceof Delete delete) {
                    oneByOne.remove(delete.statement());
                }
            }
            effect.follow(NetEffect.effectiveRows(new RdfPatch(patch)));
        }

        Set<Statement> atOnce = new HashSet<>(store);
        effect.removes().forEach(atOnce::remove);
        atOnce.addAll(effect.adds());

        assertThat(atOnce).isEqualTo(oneByOne);
        assertThat(Collections.disjoint(effect.adds(), effect.removes())).isTrue();
        IRI graph = Stream.iri("urn:g");
        assertThat(effect.concerns(graph))
                .isEqualTo(java.util.stream.Stream.concat(effect.adds().stream(), effect.removes().stream())
                        .anyMatch(statement -> graph.equals(statement.getContext())));
    }

    /** One graph that belongs to a stream, and one that anybody may write to. */
    private static final List<String> GRAPHS = List.of("urn:velella:stream:k", "urn:g");

    @Provide
    Arbitrary<List<Set<Statement>>> states() {
        return Combinators.combine(
                        Arbitraries.of("a", "b", "c"), Arbitraries.integers().between(0, 1), Arbitraries.of(GRAPHS))
                .as(Stream::statement)
                .set()
                .ofMaxSize(6)
                .list()
                .ofMinSize(2)
                .ofMaxSize(6);
    }

    /** Between one state and the next: real changes only. In the graph of everybody, others have written too. */
    @Property(tries = 500)
    void whatOneProvedChangeTakesBackOfAnotherIsNotWritten(@ForAll("states") List<Set<Statement>> states) {
        NetEffect effect = new NetEffect();
        Set<Statement> oneByOne = new HashSet<>(states.get(0));
        Set<Statement> atOnce = new HashSet<>(states.get(0));
        Statement ofOthers = Stream.statement("a", 0, "urn:g");
        oneByOne.add(ofOthers);
        atOnce.add(ofOthers);
        for (int i = 1; i < states.size(); i++) {
            Set<Statement> before = states.get(i - 1);
            Set<Statement> after = states.get(i);
            List<PatchOperation> rows = new ArrayList<>();
            before.stream().filter(old -> !after.contains(old)).map(Delete::new).forEach(rows::add);
            after.stream()
                    .filter(fresh -> !before.contains(fresh))
                    .map(Add::new)
                    .forEach(rows::add);
            for (PatchOperation row : rows) {
                if (row instanceof Add add) {
                    oneByOne.add(add.statement());
                } else if (row instanceof Delete delete) {
                    oneByOne.remove(delete.statement());
                }
            }
            effect.follow(rows, true);
        }
        effect.removes().forEach(atOnce::remove);
        atOnce.addAll(effect.adds());

        assertThat(atOnce).isEqualTo(oneByOne);
        Set<Statement> first = states.get(0);
        Set<Statement> last = states.get(states.size() - 1);
        assertThat(effect.removes().stream().filter(NetEffectTest::isOwned)).allMatch(first::contains);
        assertThat(effect.adds().stream().filter(NetEffectTest::isOwned)).noneMatch(first::contains);
        assertThat(effect.adds().stream().filter(NetEffectTest::isOwned)).allMatch(last::contains);
    }

    private static boolean isOwned(Statement statement) {
        return statement.getContext().stringValue().equals(GRAPHS.get(0));
    }

    @Provide
    Arbitrary<Set<Statement>> stores() {
        return statements().set().ofMaxSize(8);
    }

    @Test
    void discardsWhatStandsBetweenBeginAndAbort() {
        NetEffect effect = of(
                Transaction.START,
                new Add(A),
                Transaction.COMMIT,
                Transaction.START,
                new Delete(A),
                new Add(B),
                Transaction.ABORT);

        assertThat(effect.adds()).containsExactly(A);
        assertThat(effect.removes()).isEmpty();
    }

    @Test
    void countsRowsOutsideTransactions() {
        NetEffect effect = of(
                new Header("id", Stream.iri("urn:id")),
                new Delete(B),
                Transaction.START,
                new Add(A),
                Transaction.COMMIT);

        assertThat(effect.adds()).containsExactly(A);
        assertThat(effect.removes()).containsExactly(B);
    }

    @Test
    void keepsTheFirstBindingOfAPrefixAndIgnoresRemovals() {
        NetEffect effect = of(
                new AddNamespace("ex", Stream.iri("urn:first:"), null),
                new AddNamespace("ex", Stream.iri("urn:second:"), null),
                new DeleteNamespace("ex", null, null));

        assertThat(effect.namespaces()).containsExactly(Map.entry("ex", "urn:first:"));
    }

    @Test
    void refusesNestedTransactions() {
        assertThatThrownBy(() -> of(Transaction.START, Transaction.START, Transaction.COMMIT))
                .isInstanceOf(PatchRefusedException.class)
                .hasMessageContaining("TX inside a transaction");
    }

    @Test
    void refusesAnEndWithoutBegin() {
        assertThatThrownBy(() -> of(new Add(A), Transaction.COMMIT)).hasMessageContaining("TC without TX");
        assertThatThrownBy(() -> of(new Add(A), Transaction.ABORT)).hasMessageContaining("TA without TX");
    }

    @Test
    void refusesABeginWithoutEnd() {
        assertThatThrownBy(() -> of(Transaction.START, new Add(A))).hasMessageContaining("TX without TC or TA");
    }
}
