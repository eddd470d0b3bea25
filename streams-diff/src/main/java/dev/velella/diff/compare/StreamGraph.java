package dev.velella.diff.compare;

import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.TermCasts;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.AbstractIRI;
import org.jspecify.annotations.Nullable;

/**
 * The target graph of one stream. It keeps the terms of the statements in slots, which are numbered from 0, and an
 * index by hash.
 *
 * <p>The graph contains no statement twice (RDF4J equality). The order of the slots depends only on the changes made:
 * whoever makes the same changes to an equal graph gets the same slots. Therefore a stored change can name its deletes
 * by slot. The graph takes some 32 bytes a statement, in addition to the terms. Owned by
 * {@link dev.velella.diff.state.StreamStates StreamStates}; not thread-safe.
 */
public final class StreamGraph {
    private static final int FIELDS = 4;
    private static final int SMALLEST = 16;

    /**
     * Subject, predicate, object and context of each slot. The array has type {@code Object[]} because with a more
     * special type the JVM would check the type at each write.
     */
    private @Nullable Object[] terms;

    /** {@link GraphHash} of each slot. */
    private long[] hashes;

    /**
     * Table with open addressing: by hash, the slot plus 1; 0 is free. Its length is a power of two, and at least twice
     * the number of statements.
     */
    private int[] index;

    private int size;

    /** Name of the stream's graph; null if it is not known yet or there is none. */
    private @Nullable IRI name;

    /**
     * By label in the element compared last: the blank node of this graph that matching found for it. Only a hint: whoever
     * uses it compares the statements with this graph. No two labels lead to the same node.
     */
    private Map<String, BNode> nodes = Map.of();

    public StreamGraph() {
        this(SMALLEST);
    }

    private StreamGraph(int capacity) {
        terms = new Object[FIELDS * capacity];
        hashes = new long[capacity];
        index = new int[2 * Integer.highestOneBit(Math.max(capacity, SMALLEST) * 2 - 1)];
    }

    /**
     * Makes a graph of these statements, in their order.
     *
     * @throws IllegalArgumentException if the list contains a statement twice
     */
    public static StreamGraph of(List<Statement> statements) {
        StreamGraph graph = new StreamGraph(Math.max(SMALLEST, statements.size()));
        for (Statement statement : statements) {
            long hash = GraphHash.of(statement);
            if (graph.find(hash, statement) >= 0) {
                throw new IllegalArgumentException("a statement stands there twice: " + statement);
            }
            graph.append(statement, hash);
        }
        return graph;
    }

    public int size() {
        return size;
    }

    @Nullable
    IRI name() {
        return name;
    }

    void name(@Nullable IRI graphName) {
        name = graphName;
    }

    /** Notes which nodes of this graph the labels of an element stand for, for the next element. */
    public void nodes(Map<String, BNode> byLabel) {
        nodes = byLabel;
    }

    Map<String, BNode> nodes() {
        return nodes;
    }

    /** {@link GraphHash} of the graph: the sum of the hashes of all statements. */
    public long hash() {
        long sum = GraphHash.EMPTY;
        for (int slot = 0; slot < size; slot++) {
            sum += hashes[slot];
        }
        return sum;
    }

    public long hash(int slot) {
        return hashes[slot];
    }

    /**
     * The term of a slot by position: subject 0, predicate 1, object 2, context 3. A null context is the default graph.
     */
    @Nullable
    public Value term(int slot, int position) {
        return (Value) terms[FIELDS * slot + position];
    }

    /** Whether the {@link #term} of a slot is equal to the given term. */
    public boolean hasTerm(int slot, int position, @Nullable Value term) {
        Object there = terms[FIELDS * slot + position];
        return term == null ? there == null : term.equals(there);
    }

    /** Makes a new object for the statement of a slot. */
    @SuppressWarnings("NullAway") // only a context can be null
    public Statement statement(int slot) {
        int at = FIELDS * slot;
        return LightValueFactory.getInstance()
                .createStatement(
                        TermCasts.resource(terms[at]),
                        TermCasts.iri(terms[at + 1]),
                        TermCasts.value(terms[at + 2]),
                        TermCasts.context(terms[at + 3]));
    }

    /**
     * A view of all statements in the order of slots. Each statement is made when it is read. The view changes with the
     * graph.
     */
    public List<Statement> statements() {
        return new Statements();
    }

    private final class Statements extends AbstractList<Statement> implements RandomAccess {
        @Override
        public Statement get(int slot) {
            if (slot >= size) {
                throw new IndexOutOfBoundsException(slot);
            }
            return statement(slot);
        }

        @Override
        public int size() {
            return size;
        }
    }

    /**
     * Whether a slot holds the statement of these terms. If a term is equal but another object, the new object replaces
     * the old one, so that the next comparison finds the same object. Literals are not replaced, because they may keep
     * a whole frame in memory.
     */
    boolean holds(
            int slot,
            @Nullable Object subject,
            @Nullable Object predicate,
            @Nullable Object object,
            @Nullable Object context) {
        @Nullable Object[] known = terms;
        int at = FIELDS * slot;
        if (known[at + 1] == predicate && known[at] == subject && known[at + 3] == context) {
            Object there = known[at + 2];
            if (there == object) {
                return true;
            }
            if (object == null || !object.equals(there)) {
                return false;
            }
            if (object instanceof AbstractIRI) {
                known[at + 2] = object;
            }
            return true;
        }
        return holdsEqual(at, subject, predicate, object, context);
    }

    private boolean holdsEqual(
            int at,
            @Nullable Object subject,
            @Nullable Object predicate,
            @Nullable Object object,
            @Nullable Object context) {
        if (!Objects.equals(predicate, terms[at + 1])
                || !Objects.equals(subject, terms[at])
                || !Objects.equals(object, terms[at + 2])
                || !Objects.equals(context, terms[at + 3])) {
            return false;
        }
        terms[at + 1] = predicate;
        if (subject instanceof AbstractIRI) {
            terms[at] = subject;
        }
        if (object instanceof AbstractIRI) {
            terms[at + 2] = object;
        }
        terms[at + 3] = context;
        return true;
    }

    /** The slot of a statement with this hash; -1 if the graph does not contain it. */
    int find(long hash, Statement statement) {
        int mask = index.length - 1;
        for (int at = (int) hash & mask; index[at] != 0; at = (at + 1) & mask) {
            int slot = index[at] - 1;
            if (hashes[slot] == hash
                    && holdsEqual(
                            FIELDS * slot,
                            statement.getSubject(),
                            statement.getPredicate(),
                            statement.getObject(),
                            statement.getContext())) {
                return slot;
            }
        }
        return -1;
    }

    /**
     * Applies a change that was computed for this graph. Slots change in three steps:
     * <ol>
     * <li>the first adds take the slots of the deletes, in ascending order;
     * <li>further adds are appended;
     * <li>slots that are still free are filled with the last statements of the graph, the highest free slot first.
     * </ol>
     */
    public void apply(StreamChange change) {
        int[] deleted = change.deleted();
        List<Statement> adds = change.diff().adds();
        for (int slot : deleted) {
            unlink(slot);
        }
        int replaced = Math.min(deleted.length, adds.size());
        for (int i = 0; i < replaced; i++) {
            put(deleted[i], adds.get(i), change.addHash(i));
            link(deleted[i]);
        }
        for (int i = replaced; i < adds.size(); i++) {
            append(adds.get(i), change.addHash(i));
        }
        for (int i = deleted.length - 1; i >= replaced; i--) {
            fill(deleted[i]);
        }
    }

    /**
     * Makes a new graph: this graph after a change. Its statements are in the order of the element if the change knows
     * it.
     */
    public StreamGraph after(StreamChange change) {
        int[] order = change.order();
        StreamGraph next =
                new StreamGraph(Math.max(SMALLEST, size + change.diff().adds().size()));
        next.name = name;
        next.nodes = nodes;
        if (order == null) {
            System.arraycopy(terms, 0, next.terms, 0, FIELDS * size);
            System.arraycopy(hashes, 0, next.hashes, 0, size);
            for (int slot = 0; slot < size; slot++) {
                next.link(slot);
            }
            next.size = size;
            next.apply(change);
            return next;
        }
        for (int from : order) {
            if (from < 0) {
                next.append(change.diff().adds().get(-1 - from), change.addHash(-1 - from));
            } else {
                next.grow();
                System.arraycopy(terms, FIELDS * from, next.terms, FIELDS * next.size, FIELDS);
                next.hashes[next.size] = hashes[from];
                next.link(next.size++);
            }
        }
        return next;
    }

    private void append(Statement statement, long hash) {
        grow();
        put(size, statement, hash);
        link(size++);
    }

    private void put(int slot, Statement statement, long hash) {
        int at = FIELDS * slot;
        terms[at] = statement.getSubject();
        terms[at + 1] = statement.getPredicate();
        terms[at + 2] = statement.getObject();
        terms[at + 3] = statement.getContext();
        hashes[slot] = hash;
    }

    /** Fills a free slot with the last statement. No add has taken the slot, and the slot is not in the index. */
    private void fill(int slot) {
        int last = --size;
        if (slot != last) {
            unlink(last);
            System.arraycopy(terms, FIELDS * last, terms, FIELDS * slot, FIELDS);
            hashes[slot] = hashes[last];
            link(slot);
        }
        Arrays.fill(terms, FIELDS * last, FIELDS * last + FIELDS, null);
    }

    private void grow() {
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * size);
            terms = Arrays.copyOf(terms, 2 * FIELDS * size);
        }
        if (2 * (size + 1) > index.length) {
            index = new int[2 * index.length];
            for (int slot = 0; slot < size; slot++) {
                link(slot);
            }
        }
    }

    private void link(int slot) {
        int mask = index.length - 1;
        int at = (int) hashes[slot] & mask;
        while (index[at] != 0) {
            at = (at + 1) & mask;
        }
        index[at] = slot + 1;
    }

    /** Removes a slot from the index and moves back the entries that were displaced behind it. */
    private void unlink(int slot) {
        int mask = index.length - 1;
        int free = (int) hashes[slot] & mask;
        while (index[free] != slot + 1) {
            free = (free + 1) & mask;
        }
        for (int at = (free + 1) & mask; index[at] != 0; at = (at + 1) & mask) {
            int home = (int) hashes[index[at] - 1] & mask;
            if (((at - home) & mask) >= ((at - free) & mask)) {
                index[free] = index[at];
                free = at;
            }
        }
        index[free] = 0;
    }
}
