package dev.velella.view.sparql;

import dev.velella.view.data.NodeLabels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.algebra.BNodeGenerator;
import org.eclipse.rdf4j.query.algebra.DescribeOperator;
import org.eclipse.rdf4j.query.algebra.Extension;
import org.eclipse.rdf4j.query.algebra.ExtensionElem;
import org.eclipse.rdf4j.query.algebra.MultiProjection;
import org.eclipse.rdf4j.query.algebra.Projection;
import org.eclipse.rdf4j.query.algebra.ProjectionElem;
import org.eclipse.rdf4j.query.algebra.ProjectionElemList;
import org.eclipse.rdf4j.query.algebra.QueryRoot;
import org.eclipse.rdf4j.query.algebra.Reduced;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.UnaryTupleOperator;
import org.eclipse.rdf4j.query.algebra.ValueConstant;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.jspecify.annotations.Nullable;

/**
 * The template of a CONSTRUCT query. A blank node that stands in it gets a name that follows from the view, from its place
 * and from the solution, so the same solution gives the same node each time. Immutable.
 *
 * @param pattern the part of the query that finds solutions
 * @param triples the triples of the template
 * @param variables all variables of the pattern, in the order of the query
 * @param nodes number of blank nodes in the template
 */
public record Template(String view, TupleExpr pattern, List<Triple> triples, List<String> variables, int nodes) {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** A triple of terms. */
    public record Triple(Term subject, Term predicate, Term object) {}

    /**
     * A term of the template: a constant, a variable, or a blank node of the template.
     *
     * @param node number of the blank node; -1 for the others
     */
    public record Term(@Nullable Value constant, @Nullable String variable, int node) {}

    static boolean isDescription(TupleExpr query) {
        boolean[] found = {false};
        query.visit(new AbstractQueryModelVisitor<RuntimeException>() {
            @Override
            public void meet(DescribeOperator node) {
                found[0] = true;
            }
        });
        return found[0];
    }

    /** Takes the algebra of a CONSTRUCT query apart, as RDF4J's parser makes it. */
    public static Template of(String view, TupleExpr query) {
        TupleExpr node = query;
        while (node instanceof QueryRoot || node instanceof Reduced) {
            node = ((UnaryTupleOperator) node).getArg();
        }
        List<ProjectionElemList> lists = node instanceof MultiProjection many
                ? many.getProjections()
                : List.of(((Projection) node).getProjectionElemList());
        TupleExpr pattern = ((UnaryTupleOperator) node).getArg();
        Map<String, Term> made = new HashMap<>();
        int nodes = 0;
        if (pattern instanceof Extension extension
                && extension.getElements().stream().allMatch(Template::isOfTemplate)) {
            for (ExtensionElem element : extension.getElements()) {
                ValueExpr expression = element.getExpr();
                if (expression instanceof ValueConstant constant) {
                    made.put(element.getName(), new Term(constant.getValue(), null, -1));
                } else if (expression instanceof BNodeGenerator) {
                    made.put(element.getName(), new Term(null, null, nodes++));
                }
            }
            pattern = extension.getArg();
        }
        List<Triple> triples = new ArrayList<>();
        for (ProjectionElemList list : lists) {
            List<ProjectionElem> elements = list.getElements();
            triples.add(
                    new Triple(term(made, elements.get(0)), term(made, elements.get(1)), term(made, elements.get(2))));
        }
        Set<String> variables = new LinkedHashSet<>();
        pattern.visit(new AbstractQueryModelVisitor<RuntimeException>() {
            @Override
            public void meet(Var variable) {
                if (!variable.hasValue()) {
                    variables.add(variable.getName());
                }
            }

            @Override
            public void meet(ProjectionElem element) {
                element.getProjectionAlias().ifPresentOrElse(variables::add, () -> variables.add(element.getName()));
            }

            @Override
            public void meet(ExtensionElem element) {
                variables.add(element.getName());
                super.meet(element);
            }
        });
        variables.retainAll(pattern.getBindingNames());
        pattern.setParentNode(null);
        return new Template(view, pattern, List.copyOf(triples), List.copyOf(variables), nodes);
    }

    private static boolean isOfTemplate(ExtensionElem element) {
        ValueExpr expression = element.getExpr();
        String name = element.getName();
        return (expression instanceof ValueConstant && name.startsWith("_const"))
                || (expression instanceof BNodeGenerator made
                        && made.getNodeIdExpr() == null
                        && name.startsWith("_anon"))
                || (expression instanceof Var variable && variable.getName().equals(name));
    }

    private static Term term(Map<String, Term> made, ProjectionElem element) {
        return made.getOrDefault(element.getName(), new Term(null, element.getName(), -1));
    }

    /** The statements for these solutions, each once; a triple that lacks a term, or has a wrong one, is left out. */
    Set<Statement> fill(List<BindingSet> solutions) {
        Set<Statement> graph = new LinkedHashSet<>();
        Map<String, Integer> times = new HashMap<>();
        for (BindingSet solution : solutions) {
            String key = nodes == 0 ? "" : key(solution);
            int time = nodes == 0 ? 0 : times.merge(key, 1, Integer::sum);
            Value[] blank = new Value[nodes];
            for (Triple triple : triples) {
                Value subject = value(triple.subject(), solution, key, time, blank);
                Value predicate = value(triple.predicate(), solution, key, time, blank);
                Value object = value(triple.object(), solution, key, time, blank);
                if (subject instanceof Resource resource && predicate instanceof IRI iri && object != null) {
                    graph.add(VALUES.createStatement(resource, iri, object));
                }
            }
        }
        return graph;
    }

    private @Nullable Value value(Term term, BindingSet solution, String key, int time, Value[] blank) {
        if (term.node() < 0) {
            return term.variable() == null ? term.constant() : solution.getValue(term.variable());
        }
        if (blank[term.node()] == null) {
            blank[term.node()] =
                    VALUES.createBNode(NodeLabels.of(view + '\n' + term.node() + '\n' + time + '\n' + key));
        }
        return blank[term.node()];
    }

    /** All values of a solution as text. */
    private String key(BindingSet solution) {
        StringBuilder text = new StringBuilder();
        for (String variable : variables) {
            Value value = solution.getValue(variable);
            String term = value == null ? "" : value.toString();
            text.append(term.length()).append(' ').append(term).append('\n');
        }
        return text.toString();
    }
}
