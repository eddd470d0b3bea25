package dev.velella.outbox;

import dev.velella.capture.OutboxTerms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.iteration.FilterIteration;
import org.eclipse.rdf4j.common.order.StatementOrder;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.explanation.Explanation;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.helpers.NotifyingSailConnectionWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose reserved graph answers requests for the outbox, and is not seen otherwise. Owned by its user, and as thread-safe
 * as the connection inside.
 */
abstract class OutboxReader extends NotifyingSailConnectionWrapper {
    static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();

    private final OutboxGraph graph;

    OutboxReader(NotifyingSailConnection connection, OutboxGraph graph) {
        super(connection);
        this.graph = graph;
    }

    /** The reserved graph. */
    OutboxGraph graph() {
        return graph;
    }

    /** Gives the connection inside the changes of the transaction that it does not have, before something is read. */
    abstract void show();

    /** The explicit statements of a pattern as the transaction sees them, except statements of the reserved graph. */
    List<Statement> matching(
            @Nullable Resource subject,
            @Nullable IRI predicate,
            @Nullable Value object,
            @Nullable Resource... contexts) {
        show();
        List<Statement> found = new ArrayList<>();
        try (CloseableIteration<? extends Statement> all =
                super.getStatements(subject, predicate, object, false, contexts)) {
            while (all.hasNext()) {
                Statement statement = all.next();
                if (!OutboxTerms.GRAPH.equals(statement.getContext())) {
                    found.add(VALUES.createStatement(
                            statement.getSubject(),
                            statement.getPredicate(),
                            statement.getObject(),
                            statement.getContext()));
                }
            }
        }
        WholeReading.check();
        return found;
    }

    @Override
    public CloseableIteration<? extends Statement> getStatements(
            @Nullable Resource subject,
            @Nullable IRI predicate,
            @Nullable Value object,
            boolean includeInferred,
            @Nullable Resource... contexts) {
        if (isReserved(contexts)) {
            return graph.read(subject);
        }
        show();
        return visible(super.getStatements(subject, predicate, object, includeInferred, contexts), contexts);
    }

    @Override
    public CloseableIteration<? extends Statement> getStatements(
            StatementOrder order,
            @Nullable Resource subject,
            @Nullable IRI predicate,
            @Nullable Value object,
            boolean includeInferred,
            @Nullable Resource... contexts) {
        show();
        return visible(super.getStatements(order, subject, predicate, object, includeInferred, contexts), contexts);
    }

    /** A reading that names no graph leaves the reserved one out. */
    private static CloseableIteration<? extends Statement> visible(
            CloseableIteration<? extends Statement> all, @Nullable Resource... contexts) {
        return contexts.length > 0 ? all : new Visible(all);
    }

    @Override
    public CloseableIteration<? extends Resource> getContextIDs() {
        show();
        return new FilterIteration<Resource>(super.getContextIDs()) {
            @Override
            protected boolean accept(Resource context) {
                return !OutboxTerms.GRAPH.equals(context);
            }

            @Override
            protected void handleClose() {
                // the iteration inside is closed by the one around it
            }
        };
    }

    @Override
    public long size(@Nullable Resource... contexts) {
        show();
        return contexts.length == 0 ? super.size() - super.size(OutboxTerms.GRAPH) : super.size(contexts);
    }

    @Override
    public long size(@Nullable Resource context) {
        show();
        return super.size(context);
    }

    @Override
    public boolean hasStatement(
            @Nullable Resource subject,
            @Nullable IRI predicate,
            @Nullable Value object,
            boolean includeInferred,
            @Nullable Resource... contexts) {
        show();
        return super.hasStatement(subject, predicate, object, includeInferred, contexts);
    }

    @Override
    public CloseableIteration<? extends BindingSet> evaluate(
            TupleExpr query, @Nullable Dataset dataset, BindingSet bindings, boolean includeInferred) {
        show();
        return super.evaluate(query, dataset, bindings, includeInferred);
    }

    @Override
    public Explanation explain(
            Explanation.Level level,
            TupleExpr query,
            @Nullable Dataset dataset,
            BindingSet bindings,
            boolean includeInferred,
            int timeoutSeconds) {
        show();
        return super.explain(level, query, dataset, bindings, includeInferred, timeoutSeconds);
    }

    static boolean isReserved(@Nullable Resource... contexts) {
        return contexts.length == 1 && Objects.equals(Arrays.asList(contexts).get(0), OutboxTerms.GRAPH);
    }

    /** Leaves out the statements of the reserved graph. */
    private static final class Visible extends FilterIteration<Statement> {
        Visible(CloseableIteration<? extends Statement> all) {
            super(all);
        }

        @Override
        protected boolean accept(Statement statement) {
            return !OutboxTerms.GRAPH.equals(statement.getContext());
        }

        @Override
        protected void handleClose() {
            // the iteration inside is closed by the one around it
        }
    }
}
