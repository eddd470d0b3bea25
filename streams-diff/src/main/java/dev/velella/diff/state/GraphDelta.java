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
 * The byte format for a change of a graph. The format refers to the graph before the change: a delete is a slot, and a
 * term of an add is a place in that graph or is written out.
 *
 * <p>The bytes are: the number of deletes, and for each delete the number of slots between it and the delete before;
 * the number of adds, and for each add one octet and its data. The octet has two bits for each term, beginning with the
 * subject:
 * <ul>
 * <li>{@link #SAME}: no data. The term is equal to the term of the statement whose slot the add takes. For an appended
 *     add, it is equal to the term of the add before.
 * <li>{@link #SLOT}: the data is slot times 4 plus position.
 * <li>{@link #KNOWN}: the data is the number of a term that was written before. The default graph is known term 0.
 * <li>{@link #NEW}: the data is the term, see {@link DeltaTerms}.
 * </ul>
 */
final class GraphDelta {
    private static final int SAME = 0;
    private static final int SLOT = 1;
    private static final int KNOWN = 2;
    private static final int NEW = 3;

    private static final int POSITIONS = 4;

    /**
     * Number of slots, from the first, in which the terms of adds are searched. The bound keeps the cost of a delta
     * independent of the size of the graph.
     */
    private static final int SEARCHED = 256;

    private final StreamGraph graph;
    private final DeltaTerms terms = new DeltaTerms();

    private final int[] references = new int[POSITIONS];

    /** The places of the terms in the first slots; null until the first search. */
    private @Nullable Map<Value, Integer> places;

    private GraphDelta(StreamGraph graph) {
        this.graph = graph;
    }

    /** Writes a change of this graph. The change must not yet be applied. */
    static void write(StreamGraph graph, StreamChange change, StateOutput out) {
        new GraphDelta(graph).write(change, out);
    }

    /**
     * Reads a change of this graph.
     *
     * @param hash hash of the graph
     * @throws IllegalArgumentException if the bytes are not a change of this graph
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

    /** The place of an IRI or blank node, as slot times 4 plus position; -1 if the first slots do not contain it. */
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
