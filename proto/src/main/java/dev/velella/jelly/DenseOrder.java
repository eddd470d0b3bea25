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
    private final List<Statement> statements;
    private final int[] graphs;
    private final int[] subjects;
    private final int[] predicates;
    private final int[] objects;

    /** Where each rank starts while statements are sorted. */
    private final int[] starts;

    private DenseOrder(List<Statement> statements) {
        this.statements = statements;
        TermRanks ranks = new TermRanks(statements.size());
        graphs = ranks.of(statements, TermRanks.GRAPH);
        subjects = ranks.of(statements, TermRanks.SUBJECT);
        predicates = ranks.of(statements, TermRanks.PREDICATE);
        objects = ranks.of(statements, TermRanks.OBJECT);
        starts = new int[statements.size() + 1];
    }

    /** The statements in another order, or the same list. */
    static List<Statement> of(List<Statement> statements) {
        return statements.size() < 3 ? statements : new DenseOrder(statements).best();
    }

    private List<Statement> best() {
        int[] given = new int[statements.size()];
        Arrays.setAll(given, i -> i);
        int[] bySubject = sort(sort(sort(given, predicates), subjects), graphs);
        int[] byPredicate = sort(sort(sort(given, objects), predicates), graphs);
        int[] best = given;
        for (int[] order : List.of(bySubject, byPredicate)) {
            best = repeated(order) > repeated(best) ? order : best;
        }
        List<Statement> ordered = new ArrayList<>(best.length);
        for (int i : best) {
            ordered.add(statements.get(i));
        }
        return ordered;
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
