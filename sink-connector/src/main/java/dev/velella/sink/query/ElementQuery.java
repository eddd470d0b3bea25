package dev.velella.sink.query;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.iteration.CloseableIteratorIteration;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.MalformedQueryException;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.query.algebra.QueryRoot;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.TripleSource;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.eclipse.rdf4j.query.impl.MapBindingSet;
import org.eclipse.rdf4j.query.parser.ParsedQuery;
import org.eclipse.rdf4j.query.parser.ParsedTupleQuery;
import org.eclipse.rdf4j.query.parser.sparql.SPARQLParser;

/**
 * A SELECT query over the statements of one element, within a budget of time and memory. Patterns without GRAPH match
 * the statements of all graphs. Other services are not asked. Immutable, and used by one thread at a time.
 */
public final class ElementQuery {
    private static final String BASE = "urn:velella:query:";
    private static final long TIMEOUT_MS = 5_000;
    private static final long MEMORY_BYTES = 64L << 20;

    private final ParsedTupleQuery query;
    private final QueryMemory memory = new QueryMemory(MEMORY_BYTES);

    private ElementQuery(ParsedTupleQuery query) {
        this.query = query;
    }

    /**
     * Reads a query.
     *
     * @throws IllegalArgumentException if it is no SELECT query, or asks a service
     */
    public static ElementQuery parse(String text) {
        ParsedQuery parsed;
        try {
            parsed = new SPARQLParser().parseQuery(text, BASE);
        } catch (MalformedQueryException e) {
            throw new IllegalArgumentException("is not SPARQL: " + e.getMessage(), e);
        }
        if (!(parsed instanceof ParsedTupleQuery select)) {
            throw new IllegalArgumentException("is not a SELECT query");
        }
        select.getTupleExpr().visit(new AbstractQueryModelVisitor<IllegalArgumentException>() {
            @Override
            public void meet(Service node) {
                throw new IllegalArgumentException("asks a service (SERVICE): only the element itself can be asked");
            }
        });
        return new ElementQuery(select);
    }

    /** Names of the variables in its rows. */
    public Set<String> variables() {
        return Set.copyOf(query.getTupleExpr().getBindingNames());
    }

    /**
     * The rows for an element.
     *
     * @param given values of variables that are known before
     * @param most maximum number of rows
     * @throws QueryEvaluationException if the query fails or needs too much time or memory, or there are more rows
     */
    public List<Map<String, Value>> rows(Collection<Statement> element, Map<String, Value> given, int most) {
        MapBindingSet bindings = new MapBindingSet(given.size());
        given.forEach(bindings::addBinding);
        try (QueryBudget budget = QueryBudget.begin(memory, TIMEOUT_MS, TIMEOUT_MS)) {
            EvaluationStatistics statistics = new EvaluationStatistics();
            BudgetStrategy strategy = new BudgetStrategy(
                    budget, new ElementSource(new LinkedHashModel(element)), query.getDataset(), null, statistics);
            TupleExpr expression = query.getTupleExpr().clone();
            if (!(expression instanceof QueryRoot)) {
                expression = new QueryRoot(expression);
            }
            strategy.optimize(expression, statistics, bindings);
            List<Map<String, Value>> rows = new ArrayList<>();
            try (CloseableIteration<BindingSet> found =
                    strategy.precompile(expression).evaluate(bindings)) {
                while (found.hasNext()) {
                    if (rows.size() == most) {
                        throw new QueryEvaluationException("more than " + most + " rows");
                    }
                    Map<String, Value> row = new LinkedHashMap<>();
                    found.next().forEach(binding -> row.put(binding.getName(), binding.getValue()));
                    rows.add(row);
                }
            }
            return rows;
        }
    }

    /** The statements of an element, for the evaluation. */
    private record ElementSource(Model statements) implements TripleSource {
        @Override
        public CloseableIteration<? extends Statement> getStatements(
                Resource subject, IRI predicate, Value object, Resource... contexts) {
            return new CloseableIteratorIteration<>(statements
                    .getStatements(subject, predicate, object, contexts)
                    .iterator());
        }

        @Override
        public ValueFactory getValueFactory() {
            return SimpleValueFactory.getInstance();
        }
    }
}
