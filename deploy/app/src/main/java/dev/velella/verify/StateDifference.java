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
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.jspecify.annotations.Nullable;

/**
 * The statements that a store holds and the statements that it should hold. They are kept as one set with two marks for
 * each statement. Therefore a correct store costs the memory of its statements only once. Equality of statements is
 * RDF4J's. Not thread-safe.
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

    /** Marks a statement that the store holds. */
    public void store(Statement statement) {
        marks.merge(statement, STORED, (a, b) -> (byte) (a | b));
    }

    /** Forgets the statements that the store holds, so that it can be read again. */
    void forgetStored() {
        marks.replaceAll((statement, mark) -> (byte) (mark & EXPECTED));
        marks.values().removeIf(mark -> mark == 0);
    }

    /** Marks a statement that the store should hold; true if it was not marked before. */
    public boolean expect(Statement statement) {
        byte before = marks.getOrDefault(statement, (byte) 0);
        marks.put(statement, (byte) (before | EXPECTED));
        return (before & EXPECTED) == 0;
    }

    /** Unmarks a statement that the store should not hold; true if it was marked before. */
    boolean unexpect(Statement statement) {
        byte before = marks.getOrDefault(statement, (byte) 0);
        if (before == EXPECTED) {
            marks.remove(statement);
        } else if (before != 0) {
            marks.put(statement, STORED);
        }
        return (before & EXPECTED) != 0;
    }

    /**
     * Marks a statement as contested: whether the store should hold it depends on an order that is not known any more.
     */
    void contest(Statement statement) {
        contested.add(statement);
    }

    /** Number of statements that the store should hold. */
    public long expected() {
        return marks.values().stream().filter(mark -> (mark & EXPECTED) != 0).count();
    }

    /** The statements of a graph that the store holds, without the name of the graph; null is the default graph. */
    public Model storedIn(@Nullable Resource graph) {
        return in(graph, STORED);
    }

    /**
     * The statements of a graph that the store should hold, without the name of the graph; null is the default graph.
     */
    public Model expectedIn(@Nullable Resource graph) {
        return in(graph, EXPECTED);
    }

    /** All statements that the store holds, in no order. */
    Stream<Statement> stored() {
        return marks.entrySet().stream()
                .filter(entry -> (entry.getValue() & STORED) != 0)
                .map(Map.Entry::getKey);
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

    /** The sorted statements that the store should not hold. */
    public List<Statement> deletes(Predicate<Statement> within) {
        return only(STORED, statement -> !contested.contains(statement) && within.test(statement));
    }

    /** The sorted statements that are missing. */
    public List<Statement> adds() {
        return only(EXPECTED, statement -> !contested.contains(statement));
    }

    /** Number of statements that differ and are contested. */
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
