package dev.velella.jelly.write;

import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the different terms at one position of statements from 0, in the order in which they first appear. Keeps no
 * terms after a call. Not thread-safe.
 */
final class TermRanks {
    static final int SUBJECT = 0;
    static final int PREDICATE = 1;
    static final int OBJECT = 2;
    static final int GRAPH = 3;
    static final int POSITIONS = 4;

    /** The terms, by rank. */
    private final @Nullable Object[] terms;

    private final int[] hashes;

    /** Rank + 1, by hash. Open addressing; 0 is an empty place. */
    private final int[] index;

    /** @param most most statements of a call */
    TermRanks(int most) {
        terms = new Object[most];
        hashes = new int[most];
        index = new int[4 * Integer.highestOneBit(most)];
    }

    /**
     * Computes the ranks at one position.
     *
     * @param ranks takes the rank of each statement's term
     */
    @SuppressWarnings("ReferenceEquality") // a term that is another object is looked up
    void of(List<Statement> statements, int position, int[] ranks) {
        int count = 0;
        Value before = null;
        int mask = 4 * Integer.highestOneBit(statements.size()) - 1;
        Arrays.fill(index, 0, mask + 1, 0);
        for (int i = 0; i < statements.size(); i++) {
            Value term = term(statements.get(i), position);
            if (i > 0 && term == before) {
                ranks[i] = ranks[i - 1];
                continue;
            }
            before = term;
            // The hash of a quoted triple may take very long. Therefore each quoted triple counts as a term of its own.
            ranks[i] = term != null && term.isTriple() ? count : rank(term, count, mask);
            if (ranks[i] == count) {
                terms[count++] = term;
            }
        }
        Arrays.fill(terms, 0, count, null);
    }

    /** The rank of a term. A term that is not known yet gets the number {@code next} as its rank. */
    @SuppressWarnings("ReferenceEquality")
    private int rank(@Nullable Value term, int next, int mask) {
        int hash = term == null ? 0 : term.hashCode();
        int at = (hash ^ (hash >>> 15)) & mask;
        while (index[at] != 0) {
            int rank = index[at] - 1;
            Object there = terms[rank];
            if (there == term || (hashes[rank] == hash && term != null && term.equals(there))) {
                return rank;
            }
            at = (at + 1) & mask;
        }
        index[at] = next + 1;
        hashes[next] = hash;
        return next;
    }

    private static @Nullable Value term(Statement statement, int position) {
        return switch (position) {
            case SUBJECT -> statement.getSubject();
            case PREDICATE -> statement.getPredicate();
            case OBJECT -> statement.getObject();
            default -> statement.getContext();
        };
    }
}
