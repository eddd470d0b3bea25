package dev.velella.source.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.graph.ElementException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.trustyuri.rdf.RdfHasher;
import net.trustyuri.rdf.RdfPreprocessor;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

/** The hash is the one that the library of the specification's author computes. */
class TrustyHashTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String CODE = "RAq2P3suae730r_PPkfdmBhBIpqNO6763sJ0yMQWm6xVg";

    @Property(tries = 300)
    void theHashIsTheOneOfTheLibrary(@ForAll("statements") List<Statement> statements) {
        assertThat(TrustyHash.of(statements, CODE))
                .isEqualTo(RdfHasher.makeArtifactCode(RdfPreprocessor.run(statements, CODE)));
    }

    @Test
    void onlyTheEndOfAnIriIsItsCode() {
        assertThat(TrustyHash.artifactCode("https://w3id.org/np/" + CODE)).isEqualTo(CODE);
        assertThat(TrustyHash.artifactCode("http://example.org/r1." + CODE)).isEqualTo(CODE);
        assertThat(TrustyHash.artifactCode("http://example.org/r1." + CODE + "#head"))
                .isNull();
        assertThat(TrustyHash.artifactCode("http://example.org/r1" + CODE)).isNull();
        assertThat(TrustyHash.artifactCode("http://example.org/FA" + CODE.substring(2)))
                .isNull();
        assertThat(TrustyHash.artifactCode("http://example.org/" + CODE.substring(0, 44)))
                .isNull();
    }

    @Test
    void blankNodesAndQuotedTriplesHaveNoHash() {
        IRI iri = VALUES.createIRI("http://example.org/a");
        assertThatThrownBy(
                        () -> TrustyHash.of(List.of(VALUES.createStatement(iri, iri, VALUES.createBNode("b"))), CODE))
                .isInstanceOf(ElementException.class)
                .hasMessage("a trusty URI cannot cover blank node _:b");
        assertThatThrownBy(() -> TrustyHash.of(
                        List.of(VALUES.createStatement(iri, iri, VALUES.createTriple(iri, iri, iri))), CODE))
                .isInstanceOf(ElementException.class)
                .hasMessageContaining("a trusty URI cannot cover quoted triple");
    }

    @Provide
    Arbitrary<List<Statement>> statements() {
        Arbitrary<IRI> iris = Arbitraries.of(
                        "http://example.org/" + CODE,
                        "http://example.org/" + CODE + "#a",
                        "http://example.org/" + CODE + "#b",
                        "http://example.org/a",
                        "http://example.org/ä",
                        "http://example.net/" + CODE.substring(0, 44))
                .map(VALUES::createIRI);
        Arbitrary<String> texts =
                Arbitraries.of("", "a", "b", "B", " a", "a\nb", "a\\nb", "\\", "\"", "\r\t", "ä", "\uffee", "1");
        Arbitrary<Value> objects = Arbitraries.oneOf(
                iris.map(iri -> (Value) iri),
                texts.map(VALUES::createLiteral),
                Combinators.combine(texts, Arbitraries.of("en", "EN", "de-AT", "zz"))
                        .as(VALUES::createLiteral),
                Combinators.combine(texts, iris).as((text, type) -> VALUES.createLiteral(text, type)));
        Arbitrary<Resource> graphs = iris.map(iri -> (Resource) iri).injectNull(0.2);
        return Combinators.combine(iris, iris, objects, graphs)
                .as((s, p, o, g) -> VALUES.createStatement(s, p, o, g))
                .list()
                .ofMaxSize(30);
    }
}
