package dev.velella.sink.versions;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.iteration.CloseableIteratorIteration;
import org.eclipse.rdf4j.common.iteration.EmptyIteration;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.RDFStarTripleSource;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a store as of one commit, for the evaluation of queries. Nothing that is written later changes what
 * it says. Used by the thread of the query.
 */
public final class AsOfStatements implements RDFStarTripleSource {
    private final Versions versions;
    private final TermIds terms;
    private final long commit;

    /** @param commit a finished commit, which must be kept while this object is used */
    public AsOfStatements(Versions versions, TermIds terms, long commit) {
        this.versions = versions;
        this.terms = terms;
        this.commit = commit;
    }

    @Override
    public CloseableIteration<? extends Statement> getStatements(
            @Nullable Resource subject, @Nullable IRI predicate, @Nullable Value object, Resource... contexts) {
        long[] pattern = {TermIds.UNKNOWN, TermIds.UNKNOWN, TermIds.UNKNOWN, TermIds.UNKNOWN};
        if (!bind(pattern, 0, subject) || !bind(pattern, 1, predicate) || !bind(pattern, 2, object)) {
            return new EmptyIteration<>();
        }
        if (contexts.length == 0) {
            return new Found(List.of(pattern));
        }
        List<long[]> patterns = new ArrayList<>(contexts.length);
        Set<Long> graphs = new HashSet<>();
        for (Resource context : contexts) {
            long[] inGraph = pattern.clone();
            inGraph[3] = TermIds.DEFAULT_GRAPH;
            if (bind(inGraph, 3, context) && graphs.add(inGraph[3])) {
                patterns.add(inGraph);
            }
        }
        return patterns.isEmpty() ? new EmptyIteration<>() : new Found(patterns);
    }

    /** Sets a term of a pattern. Returns false if no statement can have it. */
    private boolean bind(long[] pattern, int term, @Nullable Value value) {
        if (value == null) {
            return true;
        }
        pattern[term] = terms.find(value);
        return pattern[term] != TermIds.UNKNOWN;
    }

    /** The triple terms that statements of the commit contain. */
    @Override
    public CloseableIteration<? extends Triple> getRdfStarTriples(
            @Nullable Resource subject, @Nullable IRI predicate, @Nullable Value object) {
        Set<Triple> found = new HashSet<>();
        try (CloseableIteration<? extends Statement> all = getStatements(null, null, null)) {
            while (all.hasNext()) {
                Statement statement = all.next();
                collect(statement.getSubject(), found);
                collect(statement.getObject(), found);
            }
        }
        found.removeIf(triple -> !isMatch(subject, triple.getSubject())
                || !isMatch(predicate, triple.getPredicate())
                || !isMatch(object, triple.getObject()));
        return new CloseableIteratorIteration<>(found.iterator());
    }

    private static boolean isMatch(@Nullable Value wanted, Value found) {
        return wanted == null || wanted.equals(found);
    }

    private static void collect(Value term, Set<Triple> found) {
        if (term instanceof Triple triple && found.add(triple)) {
            collect(triple.getSubject(), found);
            collect(triple.getObject(), found);
        }
    }

    @Override
    public ValueFactory getValueFactory() {
        return terms.values();
    }

    /** The statements of one pattern after the other. */
    private final class Found implements CloseableIteration<Statement> {
        private final List<long[]> patterns;
        private int pattern;
        private MatchingVersions rows;
        private boolean isAhead;
        private boolean ended;

        Found(List<long[]> patterns) {
            this.patterns = patterns;
            this.rows = versions.scan(commit, patterns.get(0));
        }

        @Override
        public boolean hasNext() {
            while (!isAhead && !ended) {
                isAhead = rows.next();
                if (!isAhead) {
                    pattern++;
                    ended = pattern >= patterns.size();
                    if (!ended) {
                        rows = versions.scan(commit, patterns.get(pattern));
                    }
                }
            }
            return isAhead;
        }

        @Override
        public Statement next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            isAhead = false;
            long graph = rows.term(3);
            return terms.values()
                    .createStatement(
                            (Resource) terms.term(rows.term(0)),
                            (IRI) terms.term(rows.term(1)),
                            terms.term(rows.term(2)),
                            graph == TermIds.DEFAULT_GRAPH ? null : (Resource) terms.term(graph));
        }

        @Override
        public void remove() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            isAhead = false;
            ended = true;
        }
    }
}
