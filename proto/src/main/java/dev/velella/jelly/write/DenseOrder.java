package dev.velella.jelly.write;

import dev.velella.rdf.BoundedMap;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Add;
import dev.velella.rdf.PatchOperation.Delete;
import dev.velella.rdf.StatementTemplate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.rdf4j.model.Statement;

/**
 * Orders statements so that many terms are equal to the term before.
 *
 * <p>Some data repeats subjects (descriptions of things). Other data repeats predicates with their objects (many small
 * things of one kind). Therefore there are three candidates: the given order, groups by graph, subject and predicate,
 * and groups by graph, predicate and object. The candidate that repeats the most terms is taken; if two are equal, the
 * given order. Groups stand in the order in which their terms first appear, because ids that count up are short.
 *
 * <p>The order depends only on the places where terms repeat, not on the terms. These places are mostly the same from
 * one patch of a stream to the next. Therefore the last orders are remembered with these places. The object uses its
 * memory again for each call; not thread-safe.
 */
public final class DenseOrder {
    private static final int[] AS_IT_IS = {};

    /** The object drops its memory for more statements than this. */
    private static final int KEPT = 1024;

    /** Number of orders that are remembered: one for deletes and one for adds. */
    private static final int REMEMBERED = 2;

    /** Number of templates whose orders are remembered. */
    private static final int TEMPLATES = 64;

    private final List<Pattern> remembered = new ArrayList<>(REMEMBERED);
    private final Map<StatementTemplate, StatementTemplate> templates = new BoundedMap<>(TEMPLATES);
    private TermRanks ranks = new TermRanks(16);
    private Pattern pattern = new Pattern(16);
    private int statements;

    /** Position of the first statement of each rank, while statements are sorted. */
    private int[] starts = {};

    /** Ranks of the terms of each statement by position, and the order that results from them. */
    private static final class Pattern {
        private final int[][] ranks;
        private int[] order = AS_IT_IS;

        Pattern(int capacity) {
            ranks = new int[TermRanks.POSITIONS][capacity];
        }

        int capacity() {
            return ranks[0].length;
        }

        boolean isSame(Pattern other, int statements) {
            if (capacity() != statements) {
                return false;
            }
            for (int position = 0; position < ranks.length; position++) {
                if (!Arrays.equals(ranks[position], 0, statements, other.ranks[position], 0, statements)) {
                    return false;
                }
            }
            return true;
        }

        Pattern copy(int statements) {
            Pattern copy = new Pattern(statements);
            for (int position = 0; position < ranks.length; position++) {
                System.arraycopy(ranks[position], 0, copy.ranks[position], 0, statements);
            }
            copy.order = order;
            return copy;
        }
    }

    /**
     * Goes through the rows of a patch. Adds that follow each other come in this order, and so do deletes that follow
     * each other. No add changes places with a delete or with any other row, because their order has a meaning.
     */
    public void forEach(List<PatchOperation> operations, Consumer<PatchOperation> action) {
        List<Statement> run = new ArrayList<>();
        int next;
        for (int from = 0; from < operations.size(); from = next) {
            next = from;
            if (operations.get(from) instanceof Add) {
                while (next < operations.size() && operations.get(next) instanceof Add add) {
                    run.add(add.statement());
                    next++;
                }
            } else {
                while (next < operations.size() && operations.get(next) instanceof Delete delete) {
                    run.add(delete.statement());
                    next++;
                }
            }
            next = Math.max(next, from + 1);
            int[] order = permutation(run);
            run.clear();
            for (int i = from; i < next; i++) {
                action.accept(operations.get(order.length == 0 ? i : from + order[i - from]));
            }
        }
    }

    /**
     * The statements in another order; the same list if the order does not change. A template has one order, that of the first
     * graph that is made of it, because its statements repeat the same constants in each graph.
     */
    public List<Statement> of(List<Statement> given) {
        if (given instanceof FilledStatements filled) {
            return filled.in(templates.computeIfAbsent(filled.template(), template -> ordered(template, filled)));
        }
        int[] order = permutation(given);
        if (order.length == 0) {
            return given;
        }
        List<Statement> ordered = new ArrayList<>(order.length);
        for (int i : order) {
            ordered.add(given.get(i));
        }
        return ordered;
    }

    private StatementTemplate ordered(StatementTemplate template, FilledStatements first) {
        int[] order = permutation(first);
        return order.length == 0 ? template : template.inOrder(order);
    }

    /**
     * Positions, in the given list, of the statements in their new order; must not be changed. Empty if the order does
     * not change.
     */
    int[] permutation(List<Statement> given) {
        statements = given.size();
        if (statements < 3) {
            return AS_IT_IS;
        }
        if (pattern.capacity() < statements) {
            int capacity = Math.max(statements, 2 * pattern.capacity());
            pattern = new Pattern(capacity);
            ranks = new TermRanks(capacity);
        }
        for (int position = 0; position < TermRanks.POSITIONS; position++) {
            ranks.of(given, position, pattern.ranks[position]);
        }
        for (Pattern known : remembered) {
            if (known.isSame(pattern, statements)) {
                return known.order;
            }
        }
        int[] order = best();
        if (statements <= KEPT) {
            remember(order);
        } else {
            pattern = new Pattern(16);
            ranks = new TermRanks(16);
            starts = new int[0];
        }
        return order;
    }

    private void remember(int[] order) {
        pattern.order = order;
        if (remembered.size() == REMEMBERED) {
            remembered.remove(0);
        }
        remembered.add(pattern.copy(statements));
    }

    private int[] best() {
        if (starts.length <= statements) {
            starts = new int[statements + 1];
        }
        int[] graphs = pattern.ranks[TermRanks.GRAPH];
        int[] subjects = pattern.ranks[TermRanks.SUBJECT];
        int[] predicates = pattern.ranks[TermRanks.PREDICATE];
        int[] objects = pattern.ranks[TermRanks.OBJECT];
        int[] given = new int[statements];
        Arrays.setAll(given, i -> i);
        int[] bySubject = sort(sort(sort(given, predicates), subjects), graphs);
        int[] byPredicate = sort(sort(sort(given, objects), predicates), graphs);
        int most = repeated(given);
        int[] best = AS_IT_IS;
        for (int[] order : List.of(bySubject, byPredicate)) {
            int repeated = repeated(order);
            best = repeated > most ? order : best;
            most = Math.max(most, repeated);
        }
        return best;
    }

    /** Sorts by rank. The sort is stable. */
    private int[] sort(int[] order, int[] by) {
        int ordered = 1;
        while (ordered < order.length && by[order[ordered - 1]] <= by[order[ordered]]) {
            ordered++;
        }
        if (ordered == order.length) {
            return order;
        }
        Arrays.fill(starts, 0, statements + 1, 0);
        for (int i : order) {
            starts[by[i] + 1]++;
        }
        for (int rank = 1; rank <= statements; rank++) {
            starts[rank] += starts[rank - 1];
        }
        int[] sorted = new int[order.length];
        for (int i : order) {
            sorted[starts[by[i]]++] = i;
        }
        return sorted;
    }

    /** Number of terms that are equal to the term of the same position in the statement before. */
    private int repeated(int[] order) {
        int count = 0;
        for (int[] by : pattern.ranks) {
            for (int n = 1; n < order.length; n++) {
                count += by[order[n]] == by[order[n - 1]] ? 1 : 0;
            }
        }
        return count;
    }
}
