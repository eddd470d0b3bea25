package dev.velella.verify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.jspecify.annotations.Nullable;

/**
 * What a store holds and what it should hold, as one set of statements, each with two marks: so a store that is right
 * costs the memory of its statements once. Equality is RDF4J's. Not thread-safe.
 */
public final class StateDifference {
    private static final byte STORED = 1;
    private static final byte EXPECTED = 2;

    private static final Comparator<Statement> ORDER = Comparator.comparing((Statement s) -> text(s.getContext()))
            .thenComparing(s -> text(s.getSubject()))
            .thenComparing(s -> text(s.getPredicate()))
            .thenComparing(s -> text(s.getObject()));

    private final Map<Statement, Byte> marks = new HashMap<>();
    private final Set<Statement> contested = new HashSet<>();

    private static String text(@Nullable Value value) {
        return value == null ? "" : value.toString();
    }

    /** The store holds a statement. */
    public void store(Statement statement) {
        marks.merge(statement, STORED, (a, b) -> (byte) (a | b));
    }

    /** Forgets what the store holds, to read it again. */
    void forgetStored() {
        marks.replaceAll((statement, mark) -> (byte) (mark & EXPECTED));
        marks.values().removeIf(mark -> mark == 0);
    }

    /** The store should hold a statement; returns whether that is new. */
    public boolean expect(Statement statement) {
        byte before = marks.getOrDefault(statement, (byte) 0);
        marks.put(statement, (byte) (before | EXPECTED));
        return (before & EXPECTED) == 0;
    }

    /** The store should not hold a statement; returns whether it should have. */
    boolean unexpect(Statement statement) {
        byte before = marks.getOrDefault(statement, (byte) 0);
        if (before == EXPECTED) {
            marks.remove(statement);
        } else if (before != 0) {
            marks.put(statement, STORED);
        }
        return (before & EXPECTED) != 0;
    }

    /** What the store should hold of a statement depends on an order that nobody knows any more. */
    void contest(Statement statement) {
        contested.add(statement);
    }

    /** Number of statements that the store should hold. */
    public long expected() {
        return marks.values().stream().filter(mark -> (mark & EXPECTED) != 0).count();
    }

    /** What the store holds of a graph, without the name of the graph; null is the default graph. */
    public Model storedIn(@Nullable Resource graph) {
        return in(graph, STORED);
    }

    /** What the store should hold of a graph, without the name of the graph; null is the default graph. */
    public Model expectedIn(@Nullable Resource graph) {
        return in(graph, EXPECTED);
    }

    private Model in(@Nullable Resource graph, byte wanted) {
        Model model = new LinkedHashModel();
        marks.forEach((statement, mark) -> {
            if ((mark & wanted) != 0 && Objects.equals(statement.getContext(), graph)) {
                model.add(statement.getSubject(), statement.getPredicate(), statement.getObject());
            }
        });
        return model;
    }

    /** Statements that are too many, in order. */
    public List<Statement> deletes(Predicate<Statement> within) {
        return only(STORED, statement -> !contested.contains(statement) && within.test(statement));
    }

    /** Statements that are missing, in order. */
    public List<Statement> adds() {
        return only(EXPECTED, statement -> !contested.contains(statement));
    }

    /** Differing statements that nobody can say anything about. */
    long undecided() {
        return contested.stream()
                .filter(statement -> {
                    byte mark = marks.getOrDefault(statement, (byte) 0);
                    return mark == STORED || mark == EXPECTED;
                })
                .count();
    }

    private List<Statement> only(byte mark, Predicate<Statement> wanted) {
        List<Statement> found = new ArrayList<>();
        marks.forEach((statement, is) -> {
            if (is == mark && wanted.test(statement)) {
                found.add(statement);
            }
        });
        found.sort(ORDER);
        return found;
    }
}
