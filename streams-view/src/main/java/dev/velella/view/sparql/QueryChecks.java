package dev.velella.view.sparql;

import dev.velella.view.data.AskedData;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewRefusedException;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.BNodeGenerator;
import org.eclipse.rdf4j.query.algebra.BindingSetAssignment;
import org.eclipse.rdf4j.query.algebra.Distinct;
import org.eclipse.rdf4j.query.algebra.Extension;
import org.eclipse.rdf4j.query.algebra.Filter;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.Group;
import org.eclipse.rdf4j.query.algebra.GroupConcat;
import org.eclipse.rdf4j.query.algebra.Order;
import org.eclipse.rdf4j.query.algebra.Projection;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.Reduced;
import org.eclipse.rdf4j.query.algebra.Sample;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.Slice;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.TripleRef;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.UnaryTupleOperator;
import org.eclipse.rdf4j.query.algebra.ValueConstant;
import org.eclipse.rdf4j.query.algebra.ValueExprTripleRef;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.evaluation.function.FunctionRegistry;
import org.eclipse.rdf4j.query.algebra.evaluation.function.datetime.Now;
import org.eclipse.rdf4j.query.algebra.evaluation.function.numeric.Rand;
import org.eclipse.rdf4j.query.algebra.evaluation.function.rdfterm.STRUUID;
import org.eclipse.rdf4j.query.algebra.evaluation.function.rdfterm.UUID;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what could answer the same graph in two ways, and puts {@link EventTime} into the place of {@code NOW()}. Used
 * once for a query.
 */
public final class QueryChecks extends AbstractQueryModelVisitor<ViewRefusedException> {
    private final String view;
    private boolean readsNow;
    private boolean readsPrevious;

    /**
     * Checks for one query.
     *
     * @param view name of the view
     */
    public QueryChecks(String view) {
        this.view = view;
    }

    /** Whether the query has {@code NOW()}. */
    public boolean readsNow() {
        return readsNow;
    }

    /** Whether the query names the graph of the answer before. */
    public boolean readsPrevious() {
        return readsPrevious;
    }

    private ViewRefusedException refused(Refusal reason, String why) {
        return new ViewRefusedException(reason, view, "query", why);
    }

    @Override
    public void meet(Service node) {
        throw refused(Refusal.SERVICE, "SERVICE asks somebody else, whose answer may change at any time");
    }

    @Override
    public void meet(Sample node) {
        throw refused(Refusal.SAMPLE, "SAMPLE takes any value of the group; take MIN or MAX");
    }

    @Override
    public void meet(GroupConcat node) {
        Group group = group(node);
        if (group == null || !isOrdered(group.getArg(), group.getArg().getBindingNames())) {
            throw refused(
                    Refusal.GROUP_CONCAT,
                    "GROUP_CONCAT joins values in any order; group a sub-select with ORDER BY of all its variables");
        }
        super.meet(node);
    }

    @Override
    public void meet(Slice node) {
        if (!isOrdered(node.getArg(), node.getArg().getBindingNames())) {
            throw refused(
                    Refusal.SLICE,
                    "LIMIT or OFFSET takes any of the rows that ORDER BY does not tell apart; order by all variables");
        }
        super.meet(node);
    }

    /** Whether the rows come in an order in which only equal rows can change places. */
    private static boolean isOrdered(TupleExpr rows, Set<String> variables) {
        QueryModelNode node = rows;
        while (node instanceof Distinct
                || node instanceof Projection
                || node instanceof Reduced
                || node instanceof Slice
                || node instanceof Extension) {
            node = ((UnaryTupleOperator) node).getArg();
        }
        if (!(node instanceof Order order)) {
            return false;
        }
        Set<String> told = new HashSet<>();
        order.getElements().forEach(each -> {
            if (each.getExpr() instanceof Var variable) {
                told.add(variable.getName());
            }
        });
        return variables.stream().allMatch(name -> told.contains(name) || name.startsWith("_const"));
    }

    @Override
    public void meet(Reduced node) {
        throw refused(Refusal.REDUCED, "REDUCED may keep or drop equal rows; write DISTINCT");
    }

    @Override
    public void meet(BNodeGenerator node) {
        if (node.getNodeIdExpr() == null) {
            throw refused(Refusal.BNODE, "BNODE() makes another node each time; give it an argument, or make an IRI");
        }
        super.meet(node);
    }

    @Override
    public void meet(FunctionCall node) {
        var function = FunctionRegistry.getInstance()
                .get(node.getURI())
                .orElseThrow(() -> refused(Refusal.FUNCTION, "the function " + node.getURI() + " is not known"));
        if (function instanceof Rand) {
            throw refused(Refusal.RAND, "RAND() differs each time");
        }
        if (function instanceof UUID) {
            throw refused(Refusal.UUID, "UUID() differs each time; make an IRI of the terms of the row");
        }
        if (function instanceof STRUUID) {
            throw refused(Refusal.STRUUID, "STRUUID() differs each time; make a text of the terms of the row");
        }
        if (function.mustReturnDifferentResult()) {
            throw refused(Refusal.FUNCTION, "the function " + node.getURI() + " differs each time");
        }
        super.meet(node);
        if (function instanceof Now) {
            readsNow = true;
            node.replaceWith(new EventTime());
        }
    }

    @Override
    public void meet(TripleRef node) {
        throw refused(
                Refusal.UNSUPPORTED, "a triple in << >> is no term of RDF 1.1; write the statements that describe it");
    }

    @Override
    public void meet(ValueExprTripleRef node) {
        throw refused(
                Refusal.UNSUPPORTED, "a triple in << >> is no term of RDF 1.1; write the statements that describe it");
    }

    @Override
    public void meet(StatementPattern node) {
        Var graph = node.getContextVar();
        readsPrevious |= graph != null && AskedData.PREVIOUS.equals(graph.getValue());
        super.meet(node);
    }

    /** {@code GRAPH ?g} goes through the graphs of the data, so a variable would reach the answer before only now and then. */
    @Override
    public void meet(ValueConstant node) {
        checkIsNotPrevious(node.getValue());
    }

    @Override
    public void meet(BindingSetAssignment node) {
        node.getBindingSets().forEach(each -> each.forEach(binding -> checkIsNotPrevious(binding.getValue())));
        super.meet(node);
    }

    /** Checks a graph of FROM or FROM NAMED, or a value. */
    void checkIsNotPrevious(@Nullable Value value) {
        if (AskedData.PREVIOUS.equals(value)) {
            throw refused(
                    Refusal.PREVIOUS,
                    "<" + AskedData.PREVIOUS + "> is read as GRAPH <" + AskedData.PREVIOUS
                            + "> { … } only, and is no value or graph of FROM");
        }
    }

    /** The group whose values the operator joins: above it, or below the extension that repeats it. */
    private static @Nullable Group group(GroupConcat node) {
        for (QueryModelNode at = node.getParentNode(); at != null; at = at.getParentNode()) {
            QueryModelNode below = at;
            while (below instanceof Extension || below instanceof Filter) {
                below = ((UnaryTupleOperator) below).getArg();
            }
            if (below instanceof Group group) {
                return group;
            }
        }
        return null;
    }
}
