package dev.velella.rdf;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Statements as a table of their terms. As a list, it makes a new statement object each time a statement is read. A
 * caller that needs only terms can read the {@link #cell cells}, so that no statements are made. {@link StatementArray} is for a
 * caller that reads statements.
 *
 * <p>Immutable; thread-safe if the factory is.
 */
public final class StatementTable extends AbstractList<Statement> implements RandomAccess {
    /** Number of cells of a statement: subject, predicate, object, context. */
    public static final int POSITIONS = 4;

    /** The position of subjects. */
    public static final int SUBJECT = 0;

    /** The position of predicates. */
    public static final int PREDICATE = 1;

    /** The position of objects. */
    public static final int OBJECT = 2;

    /** The position of contexts. */
    public static final int CONTEXT = 3;

    /**
     * The element type is Object, not a type of terms, because otherwise the JVM would check the type of each term that
     * is stored.
     */
    private final @Nullable Object[] cells;

    private final ValueFactory values;

    private StatementTable(@Nullable Object[] cells, ValueFactory values) {
        this.cells = cells;
        this.values = values;
    }

    /** A table of statements. If the collection is already a table, the same object, else a copy. */
    public static StatementTable of(Collection<Statement> statements) {
        if (statements instanceof StatementTable table) {
            return table;
        }
        if (statements instanceof FilledStatements filled) {
            return new StatementTable(filled.cells(), SimpleValueFactory.getInstance());
        }
        @Nullable Object[] cells = new Object[POSITIONS * statements.size()];
        int at = 0;
        for (Statement statement : statements) {
            cells[at] = statement.getSubject();
            cells[at + 1] = statement.getPredicate();
            cells[at + 2] = statement.getObject();
            cells[at + 3] = statement.getContext();
            at += POSITIONS;
        }
        return new StatementTable(cells, SimpleValueFactory.getInstance());
    }

    /** Collects statements; not thread-safe. */
    public static final class Builder implements StatementCollector {
        /** The builder drops its memory for more cells than this. */
        private static final int KEPT = 1 << 16;

        private static final int SMALLEST = 256;

        private final ValueFactory values;
        private @Nullable Object[] cells = new Object[SMALLEST];
        private int count;

        /**
         * Without statements.
         *
         * @param values makes a statement when it is read from the table
         */
        public Builder(ValueFactory values) {
            this.values = values;
        }

        @Override
        public void add(Resource subject, IRI predicate, Value object, @Nullable Resource context) {
            int at = count;
            if (at == cells.length) {
                cells = Arrays.copyOf(cells, at * 2);
            }
            cells[at] = subject;
            cells[at + 1] = predicate;
            cells[at + 2] = object;
            cells[at + 3] = context;
            count = at + POSITIONS;
        }

        @Override
        public void addAll(List<Statement> other, int from, int rows) {
            int length = POSITIONS * rows;
            if (count + length > cells.length) {
                cells = Arrays.copyOf(cells, Math.max(cells.length * 2, count + length));
            }
            System.arraycopy(((StatementTable) other).cells, POSITIONS * from, cells, count, length);
            count += length;
        }

        @Override
        public void addAll(List<Statement> other, int from, int rows, @Nullable Resource context) {
            int at = count + CONTEXT;
            addAll(other, from, rows);
            for (; at < count; at += POSITIONS) {
                cells[at] = context;
            }
        }

        @Override
        public int size() {
            return count / POSITIONS;
        }

        @Override
        public List<Statement> build() {
            return new StatementTable(Arrays.copyOf(cells, count), values);
        }

        @Override
        public void clear() {
            if (cells.length > KEPT) {
                cells = new Object[SMALLEST];
            } else {
                Arrays.fill(cells, 0, count, null);
            }
            count = 0;
        }
    }

    /**
     * A term, as an object, so that a caller that only compares it needs no check of its type.
     *
     * @param row number of the statement, from 0
     * @param position of the term; only the term at {@link #CONTEXT} may be null, for the default graph
     */
    public @Nullable Object cell(int row, int position) {
        return cells[POSITIONS * row + position];
    }

    @Override
    public Statement get(int row) {
        Objects.checkIndex(row, size());
        int at = POSITIONS * row;
        Resource subject = TermCasts.resource(Objects.requireNonNull(cells[at]));
        IRI predicate = TermCasts.iri(Objects.requireNonNull(cells[at + 1]));
        Value object = TermCasts.value(Objects.requireNonNull(cells[at + 2]));
        Object context = cells[at + 3];
        return context == null
                ? values.createStatement(subject, predicate, object)
                : values.createStatement(subject, predicate, object, TermCasts.resource(context));
    }

    @Override
    public int size() {
        return cells.length / POSITIONS;
    }
}
