package dev.velella.rdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class ElementKindTest {
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
        assertThat(ElementKind.of(element())).isEqualTo(ElementKind.GRAPH);
        assertThat(ElementKind.of(element(TRIPLE, ABOUT_B))).isEqualTo(ElementKind.GRAPH);
        assertThat(ElementKind.graphName(element(TRIPLE))).isEmpty();
    }

    @Test
    void oneGraphNameAndStatementsAboutItIsANamedGraphInAnyOrder() {
        assertThat(ElementKind.of(element(IN_A))).isEqualTo(ElementKind.NAMED_GRAPH);
        assertThat(ElementKind.of(element(TRIPLE, IN_A))).isEqualTo(ElementKind.NAMED_GRAPH);
        assertThat(ElementKind.of(element(IN_A, TRIPLE, IN_A))).isEqualTo(ElementKind.NAMED_GRAPH);
        assertThat(ElementKind.graphName(element(TRIPLE, IN_A))).contains(A);
    }

    @Test
    void aBlankNodeCanNameAGraph() {
        Resource name = VALUES.createBNode("g");
        RdfGraph element = element(VALUES.createStatement(name, A, A), VALUES.createStatement(A, A, A, name));
        assertThat(ElementKind.of(element)).isEqualTo(ElementKind.NAMED_GRAPH);
        assertThat(ElementKind.graphName(element)).contains(name);
    }

    @Test
    void twoGraphNamesAreADataset() {
        assertThat(ElementKind.of(element(IN_A, IN_B))).isEqualTo(ElementKind.DATASET);
        assertThat(ElementKind.graphName(element(IN_A, IN_B))).isEmpty();
    }

    @Test
    void aDefaultGraphStatementAboutSomethingElseMakesADataset() {
        assertThat(ElementKind.of(element(IN_A, ABOUT_B))).isEqualTo(ElementKind.DATASET);
        assertThat(ElementKind.of(element(ABOUT_B, IN_A))).isEqualTo(ElementKind.DATASET);
    }
}
