package dev.velella.rdf;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Statements with open terms, for many elements that differ only in those terms. A statement is four places in a list of
 * terms. A term of this list is a constant, or open until the template is filled.
 *
 * <p>Equal only to itself, so that encoders can remember a template. Immutable and thread-safe.
 */
public final class StatementTemplate {
    /** Stands for the place of a context that is missing: the default graph. */
    public static final int DEFAULT_GRAPH = -1;

    private final int[] places;
    private final @Nullable Value[] constants;
    private final @Nullable OpenTerm[] open;

    /** Uses of each term as subject, predicate and object. */
    private final int[] uses;

    /** Uses of each term as context. */
    private final int[] contexts;

    private final int[] openTerms;
    private final int[] defaultGraphRows;
    private final @Nullable GraphShape shape;

    private final Map<TermMeasure, Sums> sums = new ConcurrentHashMap<>();

    /**
     * The sums of a measure.
     *
     * @param constants over all uses of all constants
     * @param open over all uses of each open term, with the value that it had last; any thread may replace a sum
     */
    @SuppressWarnings("ArrayRecordComponent") // private
    private record Sums(long constants, @Nullable Sum[] open) {}

    /** The sum over all uses of one term. */
    private record Sum(Value term, long sum) {}

    /**
     * A template.
     *
     * @param constants the terms; null for an open one. Terms at different places are not equal
     * @param open the kind of each open term; null for a constant
     * @param places the places of each statement's subject, predicate, object and context, one statement after the other;
     *     {@link #DEFAULT_GRAPH} for a context that is missing
     */
    public StatementTemplate(@Nullable Value[] constants, @Nullable OpenTerm[] open, int[] places) {
        for (int term = 0; term < constants.length; term++) {
            if ((constants[term] == null) == (open[term] == null)) {
                throw new IllegalArgumentException("a term is either constant or open: " + term);
            }
        }
        this.constants = constants.clone();
        this.open = open.clone();
        this.places = places.clone();
        uses = new int[constants.length];
        contexts = new int[constants.length];
        int[] rows = new int[rows()];
        int inDefaultGraph = 0;
        for (int row = 0; row < rows(); row++) {
            uses[place(row, StatementTable.SUBJECT)]++;
            uses[place(row, StatementTable.PREDICATE)]++;
            uses[place(row, StatementTable.OBJECT)]++;
            int context = place(row, StatementTable.CONTEXT);
            if (context == DEFAULT_GRAPH) {
                rows[inDefaultGraph++] = row;
            } else {
                contexts[context]++;
            }
        }
        defaultGraphRows = Arrays.copyOf(rows, inDefaultGraph);
        openTerms = IntStream.range(0, constants.length)
                .filter(term -> open[term] != null)
                .toArray();
        shape = certainShape();
    }

    /** The shape, if it is the same for all values of the open terms. */
    private @Nullable GraphShape certainShape() {
        if (defaultGraphRows.length == rows()) {
            return GraphShape.GRAPH;
        }
        int name = DEFAULT_GRAPH;
        for (int row = 0; row < rows(); row++) {
            int context = place(row, StatementTable.CONTEXT);
            int mustBeName = context == DEFAULT_GRAPH ? place(row, StatementTable.SUBJECT) : context;
            if (name != DEFAULT_GRAPH && mustBeName != name) {
                return null;
            }
            name = mustBeName;
        }
        return GraphShape.NAMED_GRAPH;
    }

    /** Number of statements. */
    public int rows() {
        return places.length / StatementTable.POSITIONS;
    }

    /** Number of terms, constant and open. */
    public int terms() {
        return constants.length;
    }

    /**
     * The place of a term.
     *
     * @param position of the term in the statement, as in {@link StatementTable}
     */
    public int place(int row, int position) {
        return places[StatementTable.POSITIONS * row + position];
    }

    /** The constant at a place; null if the term is open. */
    public @Nullable Value constant(int place) {
        return constants[place];
    }

    /** The kind of the open term at a place; null if the term is constant. */
    public @Nullable OpenTerm open(int place) {
        return open[place];
    }

    /** Number of uses of a term in all statements. */
    public int uses(int place) {
        return uses[place] + contexts[place];
    }

    /** The shape of all elements of this template; null if it depends on the values of the open terms. */
    public @Nullable GraphShape shape() {
        return shape;
    }

    /** The statements that are in the default graph; must not be changed. */
    int[] defaultGraphRows() {
        return defaultGraphRows;
    }

    /**
     * The statements with these terms.
     *
     * @param terms the term of each place; constants as they are in the template. Must not be changed afterwards
     * @throws IllegalArgumentException if a term is missing, is another constant, or is of another kind
     */
    public FilledStatements fill(Value[] terms) {
        return new FilledStatements(this, terms);
    }

    /**
     * The same statements in another order.
     *
     * @param order the present positions of the statements, in their new order
     */
    public StatementTemplate inOrder(int[] order) {
        int[] ordered = new int[places.length];
        for (int row = 0; row < order.length; row++) {
            System.arraycopy(
                    places,
                    order[row] * StatementTable.POSITIONS,
                    ordered,
                    row * StatementTable.POSITIONS,
                    StatementTable.POSITIONS);
        }
        return new StatementTemplate(constants, open, ordered);
    }

    /** The sum over all uses of all terms. */
    @SuppressWarnings("ReferenceEquality") // another object is measured
    long sum(Value[] terms, TermMeasure measure) {
        Sums known = sums.get(measure);
        if (known == null) {
            known = new Sums(sumOfConstants(measure), new @Nullable Sum[openTerms.length]);
            sums.put(measure, known);
        }
        long sum = known.constants;
        for (int i = 0; i < openTerms.length; i++) {
            Value term = terms[openTerms[i]];
            Sum last = known.open[i];
            if (last == null || last.term != term) {
                last = new Sum(term, sum(openTerms[i], term, measure));
                known.open[i] = last;
            }
            sum += last.sum;
        }
        return sum;
    }

    private long sumOfConstants(TermMeasure measure) {
        long sum = 0;
        for (int term = 0; term < constants.length; term++) {
            Value constant = constants[term];
            if (constant != null) {
                sum += sum(term, constant, measure);
            }
        }
        return sum;
    }

    private long sum(int place, Value term, TermMeasure measure) {
        long sum = uses[place] == 0 ? 0 : uses[place] * measure.of(term, false);
        return contexts[place] == 0 ? sum : sum + contexts[place] * measure.of(term, true);
    }
}
