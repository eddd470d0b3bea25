package dev.velella.view.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/** A set of facts that can be found by each of their terms, in the order in which they were added. Not thread-safe. */
final class Facts {
    private final Set<Fact> all = new HashSet<>();
    private final List<Fact> order = new ArrayList<>();
    private final Map<Value, OfPredicate> predicates = new HashMap<>();
    private final Map<Value, List<Fact>> subjects = new HashMap<>();
    private final Map<Value, List<Fact>> objects = new HashMap<>();

    /** The facts of one predicate. */
    private static final class OfPredicate {
        final List<Fact> all = new ArrayList<>();
        final Map<Value, List<Fact>> subjects = new HashMap<>();
        final Map<Value, List<Fact>> objects = new HashMap<>();
    }

    boolean contains(Fact fact) {
        return all.contains(fact);
    }

    List<Fact> all() {
        return order;
    }

    boolean add(Fact fact) {
        if (!all.add(fact)) {
            return false;
        }
        order.add(fact);
        OfPredicate same = predicates.computeIfAbsent(fact.predicate(), none -> new OfPredicate());
        same.all.add(fact);
        put(same.subjects, fact.subject(), fact);
        put(same.objects, fact.object(), fact);
        put(subjects, fact.subject(), fact);
        put(objects, fact.object(), fact);
        return true;
    }

    private static void put(Map<Value, List<Fact>> index, Value term, Fact fact) {
        index.computeIfAbsent(term, none -> new ArrayList<>(2)).add(fact);
    }

    /** A list that holds each fact of these terms; others may be in it too. */
    List<Fact> candidates(@Nullable Value subject, @Nullable Value predicate, @Nullable Value object) {
        if (predicate == null) {
            return subject != null
                    ? subjects.getOrDefault(subject, List.of())
                    : object != null ? objects.getOrDefault(object, List.of()) : order;
        }
        OfPredicate same = predicates.get(predicate);
        if (same == null) {
            return List.of();
        }
        return subject != null
                ? same.subjects.getOrDefault(subject, List.of())
                : object != null ? same.objects.getOrDefault(object, List.of()) : same.all;
    }
}
