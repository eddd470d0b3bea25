package dev.velella.rdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class GraphShapeTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI A = VALUES.createIRI("a:a");
    private static final IRI B = VALUES.createIRI("a:b");

    private static final Statement TRIPLE = VALUES.createStatement(A, A, A);
    private static final Statement IN_A = VALUES.createStatement(B, A, A, A);
    private static final Statement IN_B = VALUES.createStatement(B, A, A, B);
    private static final Statement ABOUT_B = VALUES.createStatement(B, A, A);

    private static RdfGraph element(Statement... statements) {
        return RdfGraph.of(List.of(statements));
    }

    @Test
    void anElementOfTriplesOrOfNothingIsAGraph() {
        assertThat(GraphShape.of(element())).isEqualTo(GraphShape.GRAPH);
        assertThat(GraphShape.of(element(TRIPLE, ABOUT_B))).isEqualTo(GraphShape.GRAPH);
        assertThat(element(TRIPLE).graphName()).isEmpty();
    }

    @Test
    void oneGraphNameAndStatementsAboutItIsANamedGraphInAnyOrder() {
        assertThat(GraphShape.of(element(IN_A))).isEqualTo(GraphShape.NAMED_GRAPH);
        assertThat(GraphShape.of(element(TRIPLE, IN_A))).isEqualTo(GraphShape.NAMED_GRAPH);
        assertThat(GraphShape.of(element(IN_A, TRIPLE, IN_A))).isEqualTo(GraphShape.NAMED_GRAPH);
        assertThat(element(TRIPLE, IN_A).graphName()).contains(A);
    }

    @Test
    void aBlankNodeCanNameAGraph() {
        Resource name = VALUES.createBNode("g");
        RdfGraph element = element(VALUES.createStatement(name, A, A), VALUES.createStatement(A, A, A, name));
        assertThat(GraphShape.of(element)).isEqualTo(GraphShape.NAMED_GRAPH);
        assertThat(element.graphName()).contains(name);
    }

    @Test
    void twoGraphNamesAreADataset() {
        assertThat(GraphShape.of(element(IN_A, IN_B))).isEqualTo(GraphShape.DATASET);
        assertThat(element(IN_A, IN_B).graphName()).isEmpty();
    }

    @Test
    void aDefaultGraphStatementAboutSomethingElseMakesADataset() {
        assertThat(GraphShape.of(element(IN_A, ABOUT_B))).isEqualTo(GraphShape.DATASET);
        assertThat(GraphShape.of(element(ABOUT_B, IN_A))).isEqualTo(GraphShape.DATASET);
    }
}
