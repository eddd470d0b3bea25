package dev.velella.jelly;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/**
 * An order of statements in which terms repeat from one to the next.
 *
 * <p>Some data repeats subjects (descriptions of things), other data predicates with their objects (many small things of
 * one kind). So statements are grouped by graph, subject and predicate, and also by graph, predicate and object; of
 * these and the order given, the one that repeats the most terms is taken, the one given first when they tie. Groups
 * stand in the order in which their terms first appear, because ids that count up are short.
 */
final class DenseOrder {
    private static final int[] AS_IT_IS = {};

    private final int statements;
    private final int[] graphs;
    private final int[] subjects;
    private final int[] predicates;
    private final int[] objects;

    /** Where each rank starts while statements are sorted. */
    private final int[] starts;

    private DenseOrder(List<Statement> statements) {
        this.statements = statements.size();
        TermRanks ranks = new TermRanks(statements.size());
        graphs = ranks.of(statements, TermRanks.GRAPH);
        subjects = ranks.of(statements, TermRanks.SUBJECT);
        predicates = ranks.of(statements, TermRanks.PREDICATE);
        objects = ranks.of(statements, TermRanks.OBJECT);
        starts = new int[statements.size() + 1];
    }

    /** The statements in another order, or the same list. */
    static List<Statement> of(List<Statement> statements) {
        int[] order = permutation(statements);
        if (order.length == 0) {
            return statements;
        }
        List<Statement> ordered = new ArrayList<>(order.length);
        for (int i : order) {
            ordered.add(statements.get(i));
        }
        return ordered;
    }

    /** Where each statement of the order stands in the list; empty where the list stays as it is. */
    static int[] permutation(List<Statement> statements) {
        return statements.size() < 3 ? AS_IT_IS : new DenseOrder(statements).best();
    }

    private int[] best() {
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
    private int[] sort(int[] order, int[] ranks) {
        int ordered = 1;
        while (ordered < order.length && ranks[order[ordered - 1]] <= ranks[order[ordered]]) {
            ordered++;
        }
        if (ordered == order.length) {
            return order;
        }
        Arrays.fill(starts, 0);
        for (int i : order) {
            starts[ranks[i] + 1]++;
        }
        for (int rank = 1; rank < starts.length; rank++) {
            starts[rank] += starts[rank - 1];
        }
        int[] sorted = new int[order.length];
        for (int i : order) {
            sorted[starts[ranks[i]]++] = i;
        }
        return sorted;
    }

    /** Terms that are equal to the term of the same position in the statement before. */
    private int repeated(int[] order) {
        int count = 0;
        for (int n = 1; n < order.length; n++) {
            int i = order[n];
            int before = order[n - 1];
            count += (graphs[i] == graphs[before] ? 1 : 0)
                    + (subjects[i] == subjects[before] ? 1 : 0)
                    + (predicates[i] == predicates[before] ? 1 : 0)
                    + (objects[i] == objects[before] ? 1 : 0);
        }
        return count;
    }
}
