package dev.velella.jelly;

import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/** Numbers the terms of one position of statements from 0, in the order in which they first appear. Not thread-safe. */
final class TermRanks {
    static final int SUBJECT = 0;
    static final int PREDICATE = 1;
    static final int OBJECT = 2;
    static final int GRAPH = 3;

    /** By rank. */
    private final @Nullable Value[] terms;

    private final int[] hashes;

    /** Rank + 1 by hash, open addressing; 0 is free. */
    private final int[] index;

    TermRanks(int statements) {
        terms = new Value[statements];
        hashes = new int[statements];
        index = new int[4 * Integer.highestOneBit(statements)];
    }

    @SuppressWarnings("ReferenceEquality") // a term that is another object is looked up
    int[] of(List<Statement> statements, int position) {
        Arrays.fill(index, 0);
        int[] ranks = new int[statements.size()];
        int count = 0;
        Value before = null;
        for (int i = 0; i < ranks.length; i++) {
            Value term = term(statements.get(i), position);
            if (i > 0 && term == before) {
                ranks[i] = ranks[i - 1];
                continue;
            }
            before = term;
            // The hash of a quoted triple may take very long, so each counts as a term of its own.
            ranks[i] = term != null && term.isTriple() ? count : rank(term, count);
            if (ranks[i] == count) {
                terms[count++] = term;
            }
        }
        return ranks;
    }

    /** The rank of a known term, or that number, which the term then has. */
    private int rank(@Nullable Value term, int next) {
        int hash = term == null ? 0 : term.hashCode();
        int mask = index.length - 1;
        int at = (hash ^ (hash >>> 15)) & mask;
        while (index[at] != 0) {
            int rank = index[at] - 1;
            if (hashes[rank] == hash && (term == null ? terms[rank] == null : term.equals(terms[rank]))) {
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
