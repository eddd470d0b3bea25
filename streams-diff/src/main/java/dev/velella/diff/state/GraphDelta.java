package dev.velella.diff.state;

import dev.velella.diff.compare.RollingDiff;
import dev.velella.diff.compare.SharedTerms;
import dev.velella.diff.compare.StreamChange;
import dev.velella.diff.compare.StreamGraph;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.GraphHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * A change of a graph as bytes, in terms of the graph before it: deletes are slots, and a term of an add is where it is
 * in that graph, or is written out.
 *
 * <p>As bytes: number of deletes, and for each how many slots lie between it and the one before; number of adds, and for
 * each one octet, two bits a term from the subject on, and what these want. {@link #SAME}: the term that the statement
 * has whose slot the add takes, or for an appended one the add before. {@link #SLOT}: slot times 4 plus position.
 * {@link #KNOWN}: the number of a term written before. {@link #NEW}: the term, see {@link DeltaTerms}. The default graph
 * is a known term of number 0.
 */
final class GraphDelta {
    private static final int SAME = 0;
    private static final int SLOT = 1;
    private static final int KNOWN = 2;
    private static final int NEW = 3;

    private static final int POSITIONS = 4;

    /** Slots in which terms of adds are looked for, so that a delta of a large graph does not cost its size. */
    private static final int SEARCHED = 256;

    private final StreamGraph graph;
    private final DeltaTerms terms = new DeltaTerms();

    private final int[] references = new int[POSITIONS];

    /** Where the terms of the first slots are; null until one is looked for. */
    private @Nullable Map<Value, Integer> places;

    private GraphDelta(StreamGraph graph) {
        this.graph = graph;
    }

    /** Writes a change of this graph, which has not been made yet. */
    static void write(StreamGraph graph, StreamChange change, StateOutput out) {
        new GraphDelta(graph).write(change, out);
    }

    /**
     * Reads a change of this graph.
     *
     * @param hash of the graph
     * @throws IllegalArgumentException if the bytes are not one
     */
    static StreamChange read(StreamGraph graph, long hash, StateInput in) {
        return new GraphDelta(graph).read(hash, in);
    }

    private void write(StreamChange change, StateOutput out) {
        int[] deleted = change.deleted();
        out.number(deleted.length);
        int next = 0;
        for (int slot : deleted) {
            out.number(slot - next);
            next = slot + 1;
        }
        List<Statement> adds = change.diff().adds();
        out.number(adds.size());
        Statement before = null;
        for (int i = 0; i < adds.size(); i++) {
            Statement add = adds.get(i);
            writeAdd(add, i < deleted.length ? deleted[i] : -1, before, out);
            before = add;
        }
    }

    @SuppressWarnings("NullAway") // only a context can be null, and null is known
    private void writeAdd(Statement add, int slot, @Nullable Statement before, StateOutput out) {
        int forms = 0;
        for (int position = 0; position < POSITIONS; position++) {
            Value term = term(add, position);
            if (isSame(term, slot, before, position)) {
                continue;
            }
            int form = KNOWN;
            references[position] = 0;
            if (term != null) {
                references[position] = terms.number(term) + 1;
                if (references[position] == 0) {
                    references[position] = position == 2 && term.isLiteral() ? -1 : place(term);
                    form = references[position] < 0 ? NEW : SLOT;
                }
            }
            forms |= form << (2 * position);
        }
        out.octet(forms);
        for (int position = 0; position < POSITIONS; position++) {
            Value term = term(add, position);
            switch ((forms >> (2 * position)) & 3) {
                case SLOT, KNOWN -> out.number(references[position]);
                case NEW -> terms.write(term, out);
                default -> {}
            }
        }
    }

    private boolean isSame(@Nullable Value term, int slot, @Nullable Statement before, int position) {
        if (term != null && !SharedTerms.isShared(term)) {
            return false;
        }
        return slot >= 0
                ? graph.hasTerm(slot, position, term)
                : before != null && Objects.equals(term, term(before, position));
    }

    private static @Nullable Value term(Statement statement, int position) {
        return switch (position) {
            case 0 -> statement.getSubject();
            case 1 -> statement.getPredicate();
            case 2 -> statement.getObject();
            default -> statement.getContext();
        };
    }

    /** Slot times 4 plus position of an IRI or blank node of the first slots; -1 if it is not there. */
    private int place(Value term) {
        if (!term.isResource() || term.isTriple()) {
            return -1;
        }
        Map<Value, Integer> known = places;
        if (known == null) {
            known = new HashMap<>();
            for (int slot = 0; slot < Math.min(graph.size(), SEARCHED); slot++) {
                for (int position = 0; position < POSITIONS; position++) {
                    Value there = graph.term(slot, position);
                    if (there != null && there.isResource() && !there.isTriple()) {
                        known.putIfAbsent(there, POSITIONS * slot + position);
                    }
                }
            }
            places = known;
        }
        return known.getOrDefault(term, -1);
    }

    private StreamChange read(long hash, StateInput in) {
        int[] deleted = new int[in.below(graph.size() + 1L)];
        List<Statement> deletes = new ArrayList<>(deleted.length);
        long hashAfter = hash;
        int next = 0;
        for (int i = 0; i < deleted.length; i++) {
            int slot = next + in.below((long) graph.size() - next);
            deleted[i] = slot;
            deletes.add(graph.statement(slot));
            hashAfter -= graph.hash(slot);
            next = slot + 1;
        }
        int count = in.below(in.left());
        List<Statement> adds = new ArrayList<>(count);
        long[] hashes = new long[count];
        for (int i = 0; i < count; i++) {
            Statement add = readAdd(i < deleted.length ? deleted[i] : -1, i == 0 ? null : adds.get(i - 1), in);
            adds.add(add);
            hashes[i] = GraphHash.of(add);
            hashAfter += hashes[i];
        }
        return new StreamChange(new RollingDiff(deletes, adds), deleted, hashes, hashAfter, null);
    }

    private Statement readAdd(int slot, @Nullable Statement before, StateInput in) {
        int forms = in.octet();
        @Nullable Value[] read = new Value[POSITIONS];
        for (int position = 0; position < POSITIONS; position++) {
            read[position] = switch ((forms >> (2 * position)) & 3) {
                case SAME -> same(slot, before, position);
                case SLOT -> {
                    int place = in.below((long) POSITIONS * graph.size());
                    yield graph.term(place / POSITIONS, place % POSITIONS);
                }
                case KNOWN -> terms.known(in);
                default -> terms.read(in);
            };
        }
        if (read[0] instanceof Resource subject
                && read[1] instanceof IRI predicate
                && read[2] != null
                && (read[3] == null || read[3] instanceof Resource)) {
            return LightValueFactory.getInstance().createStatement(subject, predicate, read[2], (Resource) read[3]);
        }
        throw new IllegalArgumentException("an add of other terms than a statement can have");
    }

    private @Nullable Value same(int slot, @Nullable Statement before, int position) {
        if (slot >= 0) {
            return graph.term(slot, position);
        } else if (before == null) {
            throw new IllegalArgumentException("a term as in the add before, but there is none");
        }
        return term(before, position);
    }
}
