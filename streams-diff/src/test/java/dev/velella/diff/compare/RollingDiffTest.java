package dev.velella.diff.compare;

import static dev.velella.diff.Rdf.VALUES;
import static dev.velella.diff.Rdf.iri;
import static dev.velella.diff.Rdf.quad;
import static dev.velella.diff.Rdf.statement;
import static dev.velella.diff.Rdf.triple;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.junit.jupiter.api.Test;

public class RollingDiffTest {

    @Property(tries = 300)
    void appliedToTheFirstSetGivesTheSecond(
            @ForAll("sets") Set<Statement> first, @ForAll("sets") Set<Statement> second) {
        RollingDiff diff = RollingDiff.between(first, second);
        assertThat(applied(diff.toPatch(), first)).isEqualTo(second);
    }

    @Property(tries = 300)
    void holdsRealChangesOnly(@ForAll("sets") Set<Statement> first, @ForAll("sets") Set<Statement> second) {
        RollingDiff diff = RollingDiff.between(first, second);
        assertThat(diff.deletes()).allMatch(s -> first.contains(s) && !second.contains(s));
        assertThat(diff.adds()).allMatch(s -> second.contains(s) && !first.contains(s));
        assertThat(diff.isEmpty()).isEqualTo(first.equals(second));
    }

    @Property(tries = 300)
    void hashFollowsTheChanges(@ForAll("sets") Set<Statement> first, @ForAll("sets") Set<Statement> second) {
        RollingDiff diff = RollingDiff.between(first, second);
        assertThat(diff.hashAfter(GraphHash.ofSet(first))).isEqualTo(GraphHash.ofSet(second));
    }

    @Provide
    Arbitrary<Set<Statement>> sets() {
        Arbitrary<Value> objects = Arbitraries.of(
                iri("a"),
                iri("b"),
                VALUES.createBNode("b0"),
                VALUES.createLiteral("1"),
                VALUES.createLiteral(1),
                VALUES.createLiteral("x", "en"),
                VALUES.createLiteral("x", "EN"),
                VALUES.createLiteral("x", "de"));
        Arbitrary<Statement> statements = Combinators.combine(
                        Arbitraries.of("s", "t"), objects, Arbitraries.of("", "g", "h"))
                .as((s, o, g) -> VALUES.createStatement(iri(s), iri("p"), o, g.isEmpty() ? null : iri(g)));
        return statements.list().ofMaxSize(20).map(LinkedHashSet::new);
    }

    @Test
    void keepsTheOrderOfItsSets() {
        Statement a = triple("a", "p", "o");
        Statement b = triple("b", "p", "o");
        Statement c = triple("c", "p", "o");
        Statement d = triple("d", "p", "o");
        RollingDiff diff = RollingDiff.between(new LinkedHashSet<>(List.of(b, a)), new LinkedHashSet<>(List.of(d, c)));
        assertThat(diff.deletes()).containsExactly(b, a);
        assertThat(diff.adds()).containsExactly(d, c);
    }

    @Test
    void contextIsPartOfAStatement() {
        RollingDiff diff = RollingDiff.between(Set.of(quad("s", "p", "o", "g1")), Set.of(quad("s", "p", "o", "g2")));
        assertThat(diff.deletes()).hasSize(1);
        assertThat(diff.adds()).hasSize(1);
    }

    @Test
    void languageTagsAreComparedInAnyCase() {
        Statement lower = statement("s", "p", VALUES.createLiteral("x", "en-gb"));
        Statement upper = statement("s", "p", VALUES.createLiteral("x", "en-GB"));
        assertThat(RollingDiff.between(Set.of(lower), Set.of(upper)).isEmpty()).isTrue();
        assertThat(GraphHash.of(lower)).isEqualTo(GraphHash.of(upper));
    }

    @Test
    void lexicalFormsOfOneValueDiffer() {
        Statement one = statement("s", "p", VALUES.createLiteral("1.0", iri("decimal")));
        Statement other = statement("s", "p", VALUES.createLiteral("1.00", iri("decimal")));
        assertThat(RollingDiff.between(Set.of(one), Set.of(other)).isEmpty()).isFalse();
    }

    @Test
    void deletesComeBeforeAddsInOneTransaction() {
        Statement a = triple("a", "p", "o");
        Statement b = triple("b", "p", "o");
        assertThat(RollingDiff.between(Set.of(a), Set.of(b)).toPatch().operations())
                .containsExactly(
                        PatchOperation.Transaction.START,
                        new PatchOperation.Delete(a),
                        new PatchOperation.Add(b),
                        PatchOperation.Transaction.COMMIT);
    }

    /** Applies row by row, in order. */
    public static Set<Statement> applied(RdfPatch patch, Set<Statement> to) {
        Set<Statement> result = new LinkedHashSet<>(to);
        for (PatchOperation row : patch.operations()) {
            if (row instanceof PatchOperation.Add add) {
                result.add(add.statement());
            } else if (row instanceof PatchOperation.Delete delete) {
                result.remove(delete.statement());
            }
        }
        return result;
    }
}
