package dev.velella.sink.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.sink.store.Stream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.iteration.CloseableIteratorIteration;
import org.eclipse.rdf4j.common.order.StatementOrder;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.RDFStarTripleSource;
import org.eclipse.rdf4j.query.algebra.evaluation.util.ValueComparator;
import org.junit.jupiter.api.Test;

/** Ordered reading is tested here, because a MemoryStore does not offer it. */
class HidingTripleSourceTest {
    private static final Statement DEFAULT = Stream.statement("a", 1, null);
    private static final Statement OF_STREAM = Stream.statement("a", 1, "urn:velella:stream:a");
    private static final List<Statement> ALL = List.of(
            Stream.statement("a", 1, "urn:velella:system"),
            DEFAULT,
            Stream.statement("a", 1, "urn:velella:staging"),
            OF_STREAM);

    private final HidingTripleSource source = new HidingTripleSource(new OrderedSource(), QueryBudget.current());

    private static List<Statement> list(CloseableIteration<? extends Statement> statements) {
        List<Statement> list = new ArrayList<>();
        try (statements) {
            statements.forEachRemaining(list::add);
        }
        return list;
    }

    @Test
    void hidesReservedGraphsInAnyOrder() {
        assertThat(list(source.getStatements(null, null, null))).containsExactly(DEFAULT, OF_STREAM);
        assertThat(list(source.getStatements(StatementOrder.S, null, null, null)))
                .containsExactly(DEFAULT, OF_STREAM);
    }

    @Test
    void offersTheOrdersOfTheStore() {
        assertThat(source.getSupportedOrders(null, null, null)).containsExactly(StatementOrder.S);
        assertThat(source.getComparator()).isInstanceOf(ValueComparator.class);
    }

    private static final class OrderedSource implements RDFStarTripleSource {
        @Override
        public CloseableIteration<? extends Statement> getStatements(Resource s, IRI p, Value o, Resource... contexts) {
            return new CloseableIteratorIteration<>(ALL.iterator());
        }

        @Override
        public CloseableIteration<? extends Statement> getStatements(
                StatementOrder order, Resource s, IRI p, Value o, Resource... contexts) {
            return getStatements(s, p, o, contexts);
        }

        @Override
        public Set<StatementOrder> getSupportedOrders(Resource s, IRI p, Value o, Resource... contexts) {
            return Set.of(StatementOrder.S);
        }

        @Override
        public Comparator<Value> getComparator() {
            return new ValueComparator();
        }

        @Override
        public CloseableIteration<? extends Triple> getRdfStarTriples(Resource s, IRI p, Value o) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ValueFactory getValueFactory() {
            return SimpleValueFactory.getInstance();
        }
    }
}
