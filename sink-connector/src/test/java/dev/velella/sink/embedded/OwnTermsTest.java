package dev.velella.sink.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class OwnTermsTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final Map<Value, Value> store = new HashMap<>();
    private int asked;
    private final OwnTerms terms = new OwnTerms(term -> {
        asked++;
        return store.get(term);
    });

    @Test
    void whatTheStoreGetsIsFoundOnceItIsWritten() {
        Value iri = VALUES.createIRI("http://example.org/a");
        assertThat(terms.of(iri)).isNull();
        assertThat(terms.of(iri)).isNull();
        assertThat(asked).isEqualTo(1);
        Value own = VALUES.createIRI("http://example.org/a");
        store.put(own, own);
        terms.written();
        assertThat(terms.of(iri)).isSameAs(own);
        assertThat(terms.of(iri)).isSameAs(own);
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void manyMoreIrisThanAreRememberedAreAllFound() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 40_000; i++) {
                Value own = store.computeIfAbsent(VALUES.createIRI("http://example.org/" + i), iri -> iri);
                assertThat(terms.of(VALUES.createIRI("http://example.org/" + i)))
                        .isSameAs(own);
            }
        }
    }

    @Test
    void literalsAreAskedForEachTime() {
        Value literal = VALUES.createLiteral("a");
        assertThat(terms.of(literal)).isNull();
        store.put(literal, literal);
        assertThat(terms.of(literal)).isSameAs(literal);
    }
}
