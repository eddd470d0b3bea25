package dev.velella.shapes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Statements that can be found by each of their terms. An index is made when it is first asked for; lists keep the order
 * of the statements. Not thread-safe before {@link #indexed}, which makes all of them.
 */
public class StatementIndex {
    private final List<Statement> all;
    private final ByTerm subjects = new ByTerm(Statement::getSubject);
    private final ByTerm predicates = new ByTerm(Statement::getPredicate);
    private final ByTerm objects = new ByTerm(Statement::getObject);

    /** @param statements copied */
    public StatementIndex(Collection<Statement> statements) {
        all = List.copyOf(statements);
    }

    /** All statements, in order. */
    public final List<Statement> statements() {
        return all;
    }

    /** Makes all indexes. From here on it is thread-safe. */
    protected final void indexed() {
        subjects.lists();
        predicates.lists();
        objects.lists();
    }

    /** A list that holds each statement of these terms, in any graph; others may be in it too. A null term is any term. */
    public final List<Statement> candidates(
            @Nullable Resource subject, @Nullable IRI predicate, @Nullable Value object) {
        List<Statement> found = all;
        if (subject != null) {
            found = subjects.lists().getOrDefault(subject, List.of());
        }
        if (object != null && found.size() > 4) {
            found = shorter(found, objects.lists().getOrDefault(object, List.of()));
        }
        if (predicate != null && found.size() > 4) {
            found = shorter(found, predicates.lists().getOrDefault(predicate, List.of()));
        }
        return found;
    }

    private static List<Statement> shorter(List<Statement> one, List<Statement> other) {
        return other.size() < one.size() ? other : one;
    }

    private final class ByTerm {
        private final Function<Statement, Value> term;
        private @Nullable Map<Value, List<Statement>> lists;

        ByTerm(Function<Statement, Value> term) {
            this.term = term;
        }

        Map<Value, List<Statement>> lists() {
            if (lists == null) {
                lists = new HashMap<>();
                for (Statement each : all) {
                    lists.computeIfAbsent(term.apply(each), none -> new ArrayList<>(2))
                            .add(each);
                }
            }
            return lists;
        }
    }
}
