package dev.velella.diff.blank;

import static dev.velella.diff.blank.Graphs.VALUES;
import static dev.velella.diff.blank.Graphs.iri;
import static dev.velella.diff.blank.Graphs.node;
import static dev.velella.diff.blank.Graphs.renamed;
import static dev.velella.diff.blank.Graphs.triple;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

class GraphIsomorphismTest {
    /** RDF4J's own check says "no" for about a third of the labels. */
    private static final Set<Statement> LOOPS = new LinkedHashSet<>(List.of(
            triple(node("a"), "p", node("a")),
            triple(node("a"), "p", 1),
            triple(node("c"), "p", node("c")),
            triple(node("d"), "p", node("f")),
            triple(node("e"), "p", node("b")),
            triple(node("f"), "p", node("d")),
            triple(iri("s"), "p", node("a"))));

    @Test
    void aRenamedGraphIsTheSameWhateverTheLabels() {
        for (int i = 0; i < 500; i++) {
            String prefix = "x" + i * 7919;
            assertThat(GraphIsomorphism.between(LOOPS, renamed(LOOPS, label -> prefix + label)))
                    .as(prefix)
                    .isTrue();
        }
    }

    @Test
    void anotherEdgeIsAnotherGraph() {
        Set<Statement> other = new LinkedHashSet<>(LOOPS);
        other.remove(triple(node("f"), "p", node("d")));
        other.add(triple(node("f"), "p", node("b")));
        assertThat(GraphIsomorphism.between(LOOPS, renamed(other, label -> "x" + label)))
                .isFalse();
        assertThat(GraphIsomorphism.between(LOOPS, LOOPS.stream().limit(6).toList()))
                .isFalse();
    }

    @Test
    void namesOfGraphsCount() {
        Statement one = VALUES.createStatement(node("a"), iri("p"), node("b"), node("g"));
        Statement same = VALUES.createStatement(node("x"), iri("p"), node("y"), node("z"));
        Statement other = VALUES.createStatement(node("x"), iri("p"), node("y"), node("x"));
        assertThat(GraphIsomorphism.between(List.of(one), List.of(same))).isTrue();
        assertThat(GraphIsomorphism.between(List.of(one), List.of(other))).isFalse();
    }
}
