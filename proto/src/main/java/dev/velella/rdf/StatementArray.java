package dev.velella.rdf;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Statements that are made once, for a caller that reads them all. Lists may share statements. {@link StatementTable} is for a caller
 * that reads terms.
 *
 * <p>Immutable; thread-safe.
 */
public final class StatementArray extends AbstractList<Statement> implements RandomAccess {
    private final Statement[] statements;

    private StatementArray(Statement[] statements) {
        this.statements = statements;
    }

    /** Collects statements; not thread-safe. */
    public static final class Builder implements StatementCollector {
        /** The builder drops its memory for more statements than this. */
        private static final int KEPT = 1 << 14;

        private static final int SMALLEST = 64;

        private final ValueFactory values;
        private @Nullable Statement[] made = new Statement[SMALLEST];
        private int count;

        /**
         * Without statements.
         *
         * @param values makes the statements
         */
        public Builder(ValueFactory values) {
            this.values = values;
        }

        @Override
        public void add(Resource subject, IRI predicate, Value object, @Nullable Resource context) {
            makeRoom(1);
            made[count] = statement(subject, predicate, object, context);
            count++;
        }

        private Statement statement(Resource subject, IRI predicate, Value object, @Nullable Resource context) {
            return context == null
                    ? values.createStatement(subject, predicate, object)
                    : values.createStatement(subject, predicate, object, context);
        }

        @Override
        public void addAll(List<Statement> other, int from, int rows) {
            makeRoom(rows);
            System.arraycopy(((StatementArray) other).statements, from, made, count, rows);
            count += rows;
        }

        @Override
        public void addAll(List<Statement> other, int from, int rows, @Nullable Resource context) {
            for (Statement st : other.subList(from, from + rows)) {
                add(st.getSubject(), st.getPredicate(), st.getObject(), context);
            }
        }

        private void makeRoom(int more) {
            if (count + more > made.length) {
                made = Arrays.copyOf(made, Math.max(2 * made.length, count + more));
            }
        }

        @Override
        public int size() {
            return count;
        }

        @Override
        @SuppressWarnings("NullAway") // there are no nulls before the count
        public List<Statement> build() {
            return new StatementArray(Arrays.copyOf(made, count));
        }

        @Override
        public void clear() {
            if (made.length > KEPT) {
                made = new Statement[SMALLEST];
            } else {
                Arrays.fill(made, 0, count, null);
            }
            count = 0;
        }
    }

    @Override
    public Statement get(int row) {
        return statements[row];
    }

    @Override
    public int size() {
        return statements.length;
    }
}
