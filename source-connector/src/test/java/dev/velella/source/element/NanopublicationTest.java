package dev.velella.source.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.DocumentReader;
import dev.velella.document.format.DocumentFormat;
import dev.velella.fixture.Nanopublications;
import dev.velella.fixture.SharedFolder;
import dev.velella.graph.ElementException;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.junit.jupiter.api.Test;

class NanopublicationTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final List<Statement> ONE = Nanopublications.of(1);
    private static final IRI NAME = Nanopublications.nameOf(ONE);

    @Test
    void publicationsAreAcceptedInAnyOrder() {
        for (int i = 0; i < 200; i++) {
            List<Statement> publication = new ArrayList<>(Nanopublications.of(i));
            IRI name = Nanopublications.nameOf(publication);
            Collections.shuffle(publication, new Random(i));
            assertThat(Nanopublication.check(RdfGraph.of(publication))).isEqualTo(name);
        }
    }

    @Test
    void aStatementLessOrChangedIsFound() {
        for (Statement lost : ONE) {
            assertRefused(without(lost::equals));
        }
        Statement label = ONE.stream()
                .filter(statement -> statement.getPredicate().equals(RDFS.LABEL))
                .findFirst()
                .orElseThrow();
        List<Statement> changed = without(label::equals);
        changed.add(VALUES.createStatement(
                label.getSubject(), RDFS.LABEL, VALUES.createLiteral("another", "en"), label.getContext()));
        assertRefused(changed, "nanopublication <" + NAME + "> was changed or is not complete");
    }

    @Test
    void aPublicationThatNamesItselfInAnotherNamespaceIsCheckedToTheLastLetter() throws IOException {
        assertThat(Nanopublication.check(shared("nanopub-custom-namespace.nq")))
                .hasToString("https://w3id.org/np/RAhiiGc1P9WYqboHnikCJjKZAsSIqLOX7NAGCFRqt63d4");
        RdfGraph changed = shared("nanopub-custom-namespace-changed.nq");
        assertThatThrownBy(() -> Nanopublication.check(changed))
                .isInstanceOf(ElementException.class)
                .hasMessageContaining("was changed or is not complete");
    }

    private static RdfGraph shared(String name) throws IOException {
        byte[] document = Files.readAllBytes(SharedFolder.require("cases/" + name));
        return new DocumentReader(Limits.DEFAULT).readGraph(DocumentFormat.N_QUADS, document);
    }

    @Test
    void theMessageSaysWhatIsMissing() {
        assertRefused(without(st -> st.getObject().equals(Nanopublications.type())), "declares no nanopublication");
        assertRefused(
                without(st -> st.getPredicate().getLocalName().equals("hasProvenance")),
                "the head of nanopublication <" + NAME + "> has no np:hasProvenance");
        assertRefused(
                without(st -> st.getContext().stringValue().endsWith("#assertion")),
                "its graph " + NAME + "#assertion (hasAssertion) is empty");
    }

    @Test
    void moreThanTheFourGraphsIsRefused() {
        assertRefused(
                with(VALUES.createStatement(NAME, RDFS.LABEL, NAME, VALUES.createIRI("urn:fifth"))), "outside its");
        assertRefused(with(VALUES.createStatement(NAME, RDFS.LABEL, NAME)), "outside its four graphs");
        assertRefused(
                with(VALUES.createStatement(NAME, RDF.TYPE, Nanopublications.type(), VALUES.createIRI("urn:fifth"))),
                "declares two nanopublications");
    }

    @Test
    void anIriWithoutHashIsRefused() {
        List<Statement> others = new ArrayList<>();
        for (Statement statement : ONE) {
            others.add(VALUES.createStatement(
                    statement.getSubject().equals(NAME) ? VALUES.createIRI("urn:mine") : statement.getSubject(),
                    statement.getPredicate(),
                    statement.getObject(),
                    statement.getContext()));
        }
        assertRefused(others, "<urn:mine> is no trusty URI");
    }

    private static List<Statement> without(Predicate<Statement> lost) {
        List<Statement> left = new ArrayList<>(ONE);
        left.removeIf(lost);
        return left;
    }

    private static List<Statement> with(Statement more) {
        List<Statement> all = new ArrayList<>(ONE);
        all.add(more);
        return all;
    }

    private static void assertRefused(List<Statement> statements) {
        assertRefused(statements, "nanopublication");
    }

    private static void assertRefused(List<Statement> statements, String message) {
        assertThatThrownBy(() -> Nanopublication.check(RdfGraph.of(statements)))
                .isInstanceOf(ElementException.class)
                .hasMessageContaining(message);
    }
}
