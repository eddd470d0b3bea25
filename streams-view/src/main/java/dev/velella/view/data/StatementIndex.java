package dev.velella.view.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Statements that can be found by each of their terms. An index is made when it is first asked for; lists keep the order
 * of the statements. Not thread-safe before {@link #indexed}, which makes all of them.
 */
final class StatementIndex {
    private final List<Statement> all;
    private @Nullable Map<Value, List<Statement>> subjects;
    private @Nullable Map<Value, List<Statement>> predicates;
    private @Nullable Map<Value, List<Statement>> objects;

    StatementIndex(Collection<Statement> statements) {
        all = List.copyOf(statements);
    }

    List<Statement> all() {
        return all;
    }

    StatementIndex indexed() {
        subjects();
        predicates();
        objects();
        return this;
    }

    /** A list that holds each statement of these terms; others may be in it too. */
    List<Statement> candidates(@Nullable Resource subject, @Nullable IRI predicate, @Nullable Value object) {
        List<Statement> found = all;
        if (subject != null) {
            found = subjects().getOrDefault(subject, List.of());
        }
        if (object != null && found.size() > 4) {
            found = shorter(found, objects().getOrDefault(object, List.of()));
        }
        if (predicate != null && found.size() > 4) {
            found = shorter(found, predicates().getOrDefault(predicate, List.of()));
        }
        return found;
    }

    private static List<Statement> shorter(List<Statement> one, List<Statement> other) {
        return other.size() < one.size() ? other : one;
    }

    private Map<Value, List<Statement>> subjects() {
        Map<Value, List<Statement>> made = subjects;
        if (made == null) {
            made = new HashMap<>();
            for (Statement each : all) {
                add(made, each.getSubject(), each);
            }
            subjects = made;
        }
        return made;
    }

    private Map<Value, List<Statement>> predicates() {
        Map<Value, List<Statement>> made = predicates;
        if (made == null) {
            made = new HashMap<>();
            for (Statement each : all) {
                add(made, each.getPredicate(), each);
            }
            predicates = made;
        }
        return made;
    }

    private Map<Value, List<Statement>> objects() {
        Map<Value, List<Statement>> made = objects;
        if (made == null) {
            made = new HashMap<>();
            for (Statement each : all) {
                add(made, each.getObject(), each);
            }
            objects = made;
        }
        return made;
    }

    private static void add(Map<Value, List<Statement>> index, Value term, Statement statement) {
        index.computeIfAbsent(term, none -> new ArrayList<>(2)).add(statement);
    }
}
