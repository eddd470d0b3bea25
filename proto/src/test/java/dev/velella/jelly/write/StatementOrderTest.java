package dev.velella.jelly.write;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.RdfArbitraries;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Add;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.junit.jupiter.api.Test;

/** The dense order changes nothing but the order, and makes frames smaller where terms repeat. */
class StatementOrderTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    @Provide
    Arbitrary<RdfGraph> graphs() {
        return RdfArbitraries.graphs(RdfArbitraries.quads(true, 2));
    }

    @Provide
    Arbitrary<RdfPatch> patches() {
        return RdfArbitraries.patches(1);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 200)
    void aGraphKeepsItsStatements(@ForAll("graphs") RdfGraph graph) {
        DenseOrder order = new DenseOrder();
        List<Statement> ordered = order.of(graph.statements());
        assertThat(ordered).containsExactlyInAnyOrderElementsOf(graph.statements());
        assertThat(order.of(graph.statements())).isEqualTo(ordered);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 200)
    void aPatchKeepsItsRowsAndNoAddPassesADelete(@ForAll("patches") RdfPatch patch) {
        List<PatchOperation> ordered = new ArrayList<>();
        new DenseOrder().forEach(patch.operations(), ordered::add);
        assertThat(ordered).hasSameSizeAs(patch.operations());
        int start = 0;
        List<PatchOperation> rows = patch.operations();
        while (start < rows.size()) {
            Class<?> kind = rows.get(start).getClass();
            int end = start + 1;
            while (end < rows.size() && rows.get(end).getClass() == kind) {
                end++;
            }
            List<PatchOperation> run = ordered.subList(start, end);
            if (kind == Add.class || kind == PatchOperation.Delete.class) {
                assertThat(run).containsExactlyInAnyOrderElementsOf(rows.subList(start, end));
            } else {
                assertThat(run).isEqualTo(rows.subList(start, end));
            }
            start = end;
        }
    }

    @Test
    void manySmallThingsOfOneKindAreGroupedByPredicateAndObject() {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            IRI thing = iri("thing" + i);
            statements.add(triple(thing, iri("type"), iri("Thing")));
            statements.add(triple(thing, iri("place"), iri("here")));
            statements.add(triple(thing, iri("size"), VALUES.createLiteral(i)));
        }
        RdfGraph graph = RdfGraph.of(statements);
        JellyOptions options = new JellyOptions(PhysicalType.TRIPLES, TableSizes.BIG, false, 1);
        byte[] given = new JellyGraphEncoder(options, LIMITS).encode(graph);
        byte[] dense = new JellyGraphEncoder(options, StatementOrder.DENSE, LIMITS).encode(graph);
        assertThat(dense.length).isLessThan(given.length * 9 / 10);
        assertThat(new JellyGraphDecoder(VALUES, LIMITS).decode(dense).statements())
                .containsExactlyInAnyOrderElementsOf(statements)
                .isEqualTo(new DenseOrder().of(statements));
    }

    @Test
    void descriptionsOfThingsThatWereMixedUpAreGroupedBySubject() {
        List<Statement> statements = new ArrayList<>();
        for (int p = 0; p < 10; p++) {
            for (int s = 0; s < 4; s++) {
                statements.add(triple(iri("s" + s), iri("p" + s + "-" + p), VALUES.createLiteral(s * 10 + p)));
            }
        }
        List<Statement> ordered = new DenseOrder().of(statements);
        for (int i = 0; i < 40; i++) {
            assertThat(ordered.get(i).getSubject()).isEqualTo(iri("s" + i / 10));
            assertThat(ordered.get(i).getPredicate()).isEqualTo(iri("p" + i / 10 + "-" + i % 10));
        }
    }

    private static IRI iri(String name) {
        return VALUES.createIRI("http://example.org/" + name);
    }

    private static Statement triple(IRI subject, IRI predicate, Value object) {
        return VALUES.createStatement(subject, predicate, object);
    }
}
