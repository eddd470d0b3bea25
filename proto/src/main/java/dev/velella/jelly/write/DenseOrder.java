package dev.velella.jelly.write;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Add;
import dev.velella.rdf.PatchOperation.Delete;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.rdf4j.model.Statement;

/**
 * An order of statements in which terms repeat from one to the next.
 *
 * <p>Some data repeats subjects (descriptions of things), other data predicates with their objects (many small things of
 * one kind). So statements are grouped by graph, subject and predicate, and also by graph, predicate and object; of
 * these and the order given, the one that repeats the most terms is taken, the one given first when they tie. Groups
 * stand in the order in which their terms first appear, because ids that count up are short.
 *
 * <p>What the order depends on is where terms repeat, not which terms they are; that is mostly the same from one patch of a
 * stream to the next. So the last orders are remembered by it. Uses its memory again; not thread-safe.
 */
public final class DenseOrder {
    private static final int[] AS_IT_IS = {};

    /** Memory for more statements is let go. */
    private static final int KEPT = 1024;

    /** Orders that are remembered: of deletes and of adds. */
    private static final int REMEMBERED = 2;

    private final List<Pattern> remembered = new ArrayList<>(REMEMBERED);
    private TermRanks ranks = new TermRanks(16);
    private Pattern pattern = new Pattern(16);
    private int statements;

    /** Where each rank starts while statements are sorted. */
    private int[] starts = {};

    /** Ranks of the terms of each statement by position, and the order that follows from them. */
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
     * Goes through the rows of a patch, adds that follow each other in this order, and deletes that follow each other. No
     * add changes places with a delete or with any other row, because there order is meaning.
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

    /** The statements in another order, or the same list. */
    List<Statement> of(List<Statement> given) {
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

    /** Where each statement of the order stands in the list, not to be changed; empty where the list stays as it is. */
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

    /** Sorts by rank, stable. */
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

    /** Terms that are equal to the term of the same position in the statement before. */
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
