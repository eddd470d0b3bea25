package dev.velella.sink.embedded;

import dev.velella.sink.query.HidingStrategyFactory;
import dev.velella.sink.versions.StoreHistory;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.iteration.CloseableIteratorIteration;
import org.eclipse.rdf4j.common.iteration.EmptyIteration;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Namespace;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.algebra.QueryRoot;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.EvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.EvaluationStrategyFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.RDFStarTripleSource;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.repository.Repository;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.base.RepositoryConnectionWrapper;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.SailConnection;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.SailReadOnlyException;
import org.eclipse.rdf4j.sail.helpers.AbstractSail;
import org.eclipse.rdf4j.sail.helpers.AbstractSailConnection;
import org.jspecify.annotations.Nullable;

/**
 * A store as it was after one commit, for RDF4J. It can only be read. It has no prefixes, because prefixes have no
 * history.
 */
final class AsOfSail extends AbstractSail {
    private final RDFStarTripleSource statements;
    private final EvaluationStatistics statistics;
    private final EvaluationStrategyFactory strategies;

    private AsOfSail(
            RDFStarTripleSource statements, EvaluationStatistics statistics, EvaluationStrategyFactory strategies) {
        this.statements = statements;
        this.statistics = statistics;
        this.strategies = strategies;
        setSupportedIsolationLevels(IsolationLevels.SERIALIZABLE, IsolationLevels.NONE);
    }

    /**
     * Opens a connection to the statements of a commit.
     *
     * @param reading closed together with the connection
     * @param statistics statistics of the present store, by which queries are planned
     * @param strategies makes the strategy of each query
     */
    static RepositoryConnection connect(
            StoreHistory.Reading reading, EvaluationStatistics statistics, HidingStrategyFactory strategies) {
        SailRepository repository = new SailRepository(new AsOfSail(reading.statements(), statistics, strategies));
        repository.init();
        return new Connection(repository, repository.getConnection(), reading);
    }

    @Override
    protected void shutDownInternal() {
        // the statements belong to the reading
    }

    @Override
    protected SailConnection getConnectionInternal() {
        return new Reader();
    }

    @Override
    public boolean isWritable() {
        return false;
    }

    @Override
    public ValueFactory getValueFactory() {
        return statements.getValueFactory();
    }

    private static final class Connection extends RepositoryConnectionWrapper {
        private final StoreHistory.Reading reading;

        Connection(Repository repository, RepositoryConnection connection, StoreHistory.Reading reading) {
            super(repository, connection);
            this.reading = reading;
        }

        @Override
        public void close() {
            try {
                super.close();
            } finally {
                reading.close();
            }
        }
    }

    private final class Reader extends AbstractSailConnection {
        Reader() {
            super(AsOfSail.this);
        }

        @Override
        protected CloseableIteration<? extends BindingSet> evaluateInternal(
                TupleExpr query, @Nullable Dataset dataset, BindingSet bindings, boolean includeInferred) {
            TupleExpr root = query.clone();
            if (!(root instanceof QueryRoot)) {
                root = new QueryRoot(root);
            }
            EvaluationStrategy strategy = strategies.createEvaluationStrategy(dataset, statements, statistics);
            TupleExpr planned = strategy.optimize(root, statistics, bindings);
            return strategy.precompile(planned).evaluate(bindings);
        }

        @Override
        protected CloseableIteration<? extends Resource> getContextIDsInternal() {
            Set<Resource> graphs = new HashSet<>();
            try (CloseableIteration<? extends Statement> all = statements.getStatements(null, null, null)) {
                while (all.hasNext()) {
                    Resource graph = all.next().getContext();
                    if (graph != null) {
                        graphs.add(graph);
                    }
                }
            }
            return new CloseableIteratorIteration<>(graphs.iterator());
        }

        @Override
        protected CloseableIteration<? extends Statement> getStatementsInternal(
                @Nullable Resource subject,
                @Nullable IRI predicate,
                @Nullable Value object,
                boolean includeInferred,
                Resource... contexts) {
            return statements.getStatements(subject, predicate, object, contexts);
        }

        @Override
        protected long sizeInternal(Resource... contexts) {
            long size = 0;
            try (CloseableIteration<? extends Statement> all = statements.getStatements(null, null, null, contexts)) {
                for (; all.hasNext(); size++) {
                    all.next();
                }
            }
            return size;
        }

        @Override
        protected CloseableIteration<? extends Namespace> getNamespacesInternal() {
            return new EmptyIteration<>();
        }

        @Override
        protected @Nullable String getNamespaceInternal(String prefix) {
            return null;
        }

        @Override
        protected void startTransactionInternal() {
            // what is read does not change
        }

        @Override
        protected void commitInternal() {
            // nothing was written
        }

        @Override
        protected void rollbackInternal() {
            // nothing was written
        }

        @Override
        protected void closeInternal() {
            // the statements belong to the reading
        }

        @Override
        protected void addStatementInternal(Resource subject, IRI predicate, Value object, Resource... contexts) {
            throw readOnly();
        }

        @Override
        protected void removeStatementsInternal(
                @Nullable Resource subject, @Nullable IRI predicate, @Nullable Value object, Resource... contexts) {
            throw readOnly();
        }

        @Override
        protected void clearInternal(Resource... contexts) {
            throw readOnly();
        }

        @Override
        protected void setNamespaceInternal(String prefix, String name) {
            throw readOnly();
        }

        @Override
        protected void removeNamespaceInternal(String prefix) {
            throw readOnly();
        }

        @Override
        protected void clearNamespacesInternal() {
            throw readOnly();
        }

        private SailException readOnly() {
            return new SailReadOnlyException("an earlier commit of a store cannot be changed");
        }
    }
}
