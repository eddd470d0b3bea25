package dev.velella.shapes;

import java.util.Set;
import java.util.regex.Matcher;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.MalformedQueryException;
import org.eclipse.rdf4j.query.algebra.BindingSetAssignment;
import org.eclipse.rdf4j.query.algebra.Difference;
import org.eclipse.rdf4j.query.algebra.ExtensionElem;
import org.eclipse.rdf4j.query.algebra.Projection;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.TripleRef;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.eclipse.rdf4j.query.impl.EmptyBindingSet;
import org.eclipse.rdf4j.query.parser.sparql.SPARQLParser;
import org.jspecify.annotations.Nullable;

/** A SELECT query of SPARQL, of which each solution for a focus node is a violation. Immutable. */
final class SparqlConstraint implements Constraint.Check {
    private final TupleExpr query;

    /**
     * Reads a query.
     *
     * @param path what stands in the place of {@code $PATH}; null in a node shape
     * @throws IllegalArgumentException if it is no query, or has what SHACL forbids where variables are bound before
     */
    SparqlConstraint(String select, @Nullable ShapePath path) {
        String inPlace = path == null ? "$0" : Matcher.quoteReplacement(path.toString());
        try {
            query = new SPARQLParser()
                    .parseQuery(select.replaceAll("[?$]PATH\\b", inPlace), null)
                    .getTupleExpr();
        } catch (MalformedQueryException e) {
            throw new IllegalArgumentException("is no SPARQL query: " + e.getMessage(), e);
        }
        query.visit(new AbstractQueryModelVisitor<IllegalArgumentException>() {
            @Override
            protected void meetNode(QueryModelNode node) {
                if (node instanceof Difference
                        || node instanceof Service
                        || node instanceof BindingSetAssignment
                        || node instanceof TripleRef
                        || (node instanceof ExtensionElem named
                                && named.getName().equals("this"))
                        || (node instanceof Projection inner
                                && !inner.getBindingNames().contains("this"))
                        || (node instanceof Var other
                                && Set.of("shapesGraph", "currentShape", "PATH").contains(other.getName()))) {
                    throw new IllegalArgumentException(
                            "may have no MINUS, VALUES, SERVICE, << >>, AS ?this, SELECT without ?this,"
                                    + " $shapesGraph, $currentShape, or, in a node shape, $PATH");
                }
                super.meetNode(node);
            }
        });
    }

    @Override
    public void of(Constraint.Case given) {
        TupleExpr bound = query.clone();
        bound.visit(new AbstractQueryModelVisitor<RuntimeException>() {
            @Override
            public void meet(Var variable) {
                if (variable.getName().equals("this")) {
                    variable.replaceWith(new Var("this", given.focus()));
                }
            }
        });
        ShapePath path = given.shape().path();
        TimedStrategy strategy =
                new TimedStrategy(given.data(), null, given.data().clock());
        try (CloseableIteration<BindingSet> solutions =
                strategy.precompile(bound).evaluate(EmptyBindingSet.getInstance())) {
            while (solutions.hasNext()) {
                given.data().clock().run();
                BindingSet each = solutions.next();
                Value value = each.getValue("value");
                given.violated(
                        each.getValue("path") instanceof IRI property ? new ShapePath.Step(property, false) : path,
                        value == null && path == null ? given.focus() : value);
            }
        }
    }
}
