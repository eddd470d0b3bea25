package dev.velella.shapes;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.iteration.CloseableIteratorIteration;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Statements;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.query.algebra.evaluation.TripleSource;
import org.jspecify.annotations.Nullable;

/**
 * The data of one validation: a graph, and the statements that are known beside it. They count as one graph; names of graphs do not matter.
 *
 * @param fixed known beside the graph; a node that is only there has no violations, unless a shape names it
 * @param clock called now and then; may throw to end what takes too long
 */
record ShapeData(StatementIndex graph, StatementIndex fixed, Runnable clock) implements TripleSource {

    /** Whether a statement of the graph is about the node. */
    boolean isInGraph(Value node) {
        return fixed.statements().isEmpty()
                || (node instanceof Resource subject
                        && graph.candidates(subject, null, null).stream()
                                .anyMatch(each -> subject.equals(each.getSubject())))
                || graph.candidates(null, null, node).stream().anyMatch(each -> node.equals(each.getObject()));
    }

    Set<Value> objects(Value node, IRI predicate) {
        return node instanceof Resource subject ? ends(subject, predicate, null, Statement::getObject) : Set.of();
    }

    Set<Value> subjects(IRI predicate, @Nullable Value object) {
        return ends(null, predicate, object, Statement::getSubject);
    }

    /** The ends of the statements with these terms; a null term is any term. */
    Set<Value> ends(@Nullable Resource subject, IRI predicate, @Nullable Value object, Function<Statement, Value> end) {
        Set<Value> found = new LinkedHashSet<>();
        matching(subject, predicate, object, each -> found.add(end.apply(each)));
        return found;
    }

    /** Property and value of the statements of a subject, each once. */
    Set<List<Value>> properties(Resource subject) {
        Set<List<Value>> found = new LinkedHashSet<>();
        matching(subject, null, null, each -> found.add(List.of(each.getPredicate(), each.getObject())));
        return found;
    }

    /** Finds the statements with these terms; a null term is any term. A statement may come more than once. */
    void matching(
            @Nullable Resource subject, @Nullable IRI predicate, @Nullable Value object, Consumer<Statement> found) {
        clock.run();
        for (StatementIndex part : List.of(graph, fixed)) {
            // statements of a subject are few: an index of predicates for them alone would cost more
            for (Statement each : part.candidates(subject, subject == null ? predicate : null, object)) {
                if ((predicate == null || predicate.equals(each.getPredicate()))
                        && (subject == null || subject.equals(each.getSubject()))
                        && (object == null || object.equals(each.getObject()))) {
                    found.accept(each);
                }
            }
        }
    }

    /** The statements as the default graph of a query; there is no other. */
    @Override
    public CloseableIteration<? extends Statement> getStatements(
            @Nullable Resource subject, @Nullable IRI predicate, @Nullable Value object, @Nullable Resource... graphs) {
        Set<Statement> found = new LinkedHashSet<>();
        if (graphs.length == 0) {
            matching(
                    subject,
                    predicate,
                    object,
                    each -> found.add(
                            Statements.statement(each.getSubject(), each.getPredicate(), each.getObject(), null)));
        }
        return new CloseableIteratorIteration<>(found.iterator());
    }

    @Override
    public ValueFactory getValueFactory() {
        return SimpleValueFactory.getInstance();
    }

    boolean isInstance(Value node, Value type) {
        Set<Value> types = objects(node, RDF.TYPE);
        return types.contains(type)
                || reached(types, each -> objects(each, RDFS.SUBCLASSOF)).contains(type);
    }

    /** All instances of a class and of the classes below it. */
    Set<Value> instances(Value type) {
        Set<Value> found = new LinkedHashSet<>();
        reached(Set.of(type), each -> subjects(RDFS.SUBCLASSOF, each))
                .forEach(each -> found.addAll(subjects(RDF.TYPE, each)));
        return found;
    }

    /** These nodes, and all that steps lead to from them. */
    static Set<Value> reached(Collection<Value> from, Function<Value, Set<Value>> step) {
        Set<Value> nodes = new LinkedHashSet<>(from);
        Deque<Value> open = new ArrayDeque<>(nodes);
        while (!open.isEmpty()) {
            for (Value each : step.apply(open.remove())) {
                if (nodes.add(each)) {
                    open.add(each);
                }
            }
        }
        return nodes;
    }
}
