package dev.velella.sink.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.sink.error.PatchRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class CheckedIrisTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI A = VALUES.createIRI("http://example.org/a");
    private static final IRI B = VALUES.createIRI("http://example.org/b");
    private static final IRI P = VALUES.createIRI("http://example.org/p");
    private static final IRI BAD = VALUES.createIRI("http://example.org/bad");

    private final List<IRI> checked = new ArrayList<>();
    private final CheckedIris iris = new CheckedIris(iri -> {
        checked.add(iri);
        if (iri.equals(BAD)) {
            throw new PatchRefusedException("bad");
        }
    });
    private final Consumer<Value> terms = term -> {
        if (term instanceof IRI iri) {
            iris.check(iri);
        }
    };

    private static Statement statement(IRI subject, IRI predicate, IRI object, IRI graph) {
        return VALUES.createStatement(subject, predicate, object, graph);
    }

    private void assertRefused(Statement statement) {
        assertThatThrownBy(() -> iris.check(statement, terms)).isInstanceOf(PatchRefusedException.class);
    }

    @Test
    void everyIriIsCheckedOnceAndForgottenByNoOther() {
        for (int i = 0; i < 3; i++) {
            iris.check(statement(A, P, B, B), terms);
            iris.check(statement(B, P, A, A), terms);
        }
        assertThat(checked).containsExactlyInAnyOrder(A, P, B);
    }

    @Test
    void whatIsRefusedOnceIsRefusedAgainWhereverItStands() {
        for (int i = 0; i < 2; i++) {
            assertRefused(statement(BAD, P, A, B));
            assertRefused(statement(A, BAD, A, B));
            assertRefused(statement(A, P, BAD, B));
            assertRefused(statement(A, P, A, BAD));
        }
        iris.check(statement(A, P, A, B), terms);
        iris.check(VALUES.createStatement(A, P, A), terms);
    }
}
