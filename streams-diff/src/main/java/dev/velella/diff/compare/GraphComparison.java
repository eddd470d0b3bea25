package dev.velella.diff.compare;

import dev.velella.graph.TargetGraph;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StatementTable;
import dev.velella.rdf.TermCasts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.AbstractIRI;
import org.eclipse.rdf4j.model.base.AbstractLiteral;
import org.jspecify.annotations.Nullable;

/**
 * Compares the graph of a stream with its next one, in time proportional to both.
 *
 * <p>Elements of a stream mostly list their statements in the same order, and the decoder mostly returns the same
 * objects for the same terms. Therefore each statement is first compared with the slot after the last match. If it
 * matches, no object is made for it. All other statements are hashed and looked up. For every order of statements the
 * result is the same as the result of {@link RollingDiff#between}.
 *
 * <p>The object keeps nothing between two comparisons except memory that is used again. Not thread-safe.
 */
public final class GraphComparison {
    /**
     * Maximum length of the arrays that are kept for the next comparison. After a large graph, longer arrays are
     * dropped.
     */
    private static final int KEPT = 1 << 16;

    private static final int SMALLEST = 256;

    private static final Map<String, BNode> NO_NODES = Map.of();

    private final TargetGraph target;

    /** By slot: number of the last comparison in which the slot was matched. */
    private int[] met = new int[SMALLEST];

    /** By place in the next graph: the slot, or -1 minus the number in {@link #open}. */
    private int[] order = new int[SMALLEST];

    private int comparison;
    private int count;
    private int matched;
    private int cursor;

    /** A slot that the cursor has skipped; -1 if there is none. */
    private int passed;

    /** Statements that were not found at the expected slots. */
    private final List<Statement> open = new ArrayList<>();

    /**
     * The last literals of open statements. The element type is Object, because otherwise the JVM would check the type of each
     * literal that is stored.
     */
    private final @Nullable Object[] literals = new Object[4];

    private int nextLiteral;

    /** By label: the blank node of the graph before; empty if blank nodes are compared as they are. */
    private Map<String, BNode> known = NO_NODES;

    /** Whether the element has a blank node that is not known. */
    private boolean isUnknown;

    public GraphComparison(TargetGraph target) {
        this.target = target;
    }

    /**
     * Computes the change from a stream's graph to the graph of an element.
     *
     * @param hash hash of the previous graph
     * @throws dev.velella.graph.UnfitElementException under the same conditions as {@link TargetGraph#statements}
     */
    public StreamChange between(StreamGraph previous, long hash, String key, RdfGraph element) {
        compare(previous, key, element, NO_NODES);
        return end(previous, hash);
    }

    /**
     * Computes the change, like {@link #between(StreamGraph, long, String, RdfGraph)}, with the labels that blank nodes had
     * in the element before. Elements of many devices have the same labels each time: then the nodes need not be matched.
     *
     * @return null if the element has a label that the element before did not have, or a quoted triple
     */
    public @Nullable StreamChange betweenLabelled(StreamGraph previous, long hash, String key, RdfGraph element) {
        if (previous.nodes().isEmpty()) {
            return null;
        }
        compare(previous, key, element, previous.nodes());
        return isUnknown ? null : end(previous, hash);
    }

    /** Compares rows until one has a blank node that is not among these, if there are any. */
    private void compare(StreamGraph previous, String key, RdfGraph element, Map<String, BNode> nodes) {
        TargetGraph.Move move = target.move(key, element, previous.name());
        IRI graph = move.graph();
        previous.name(graph);
        StatementTable next = StatementTable.of(element.statements());
        begin(previous, next.size(), nodes);
        for (int row = 0; row < next.size() && !isUnknown; row++) {
            Object subject = next.cell(row, StatementTable.SUBJECT);
            Object context = next.cell(row, StatementTable.CONTEXT);
            if (context == null && move.isNamed()) {
                if (move.drops()) {
                    continue;
                }
                subject = graph == null ? subject : graph;
            } else if (context != null && graph == null) {
                move.check((Resource) context);
            }
            compare(previous, next, row, subject, graph == null ? context : graph);
        }
    }

    /** Computes the change from a stream's graph to these statements. The collection may contain a statement twice. */
    public StreamChange between(StreamGraph previous, long hash, Collection<Statement> statements) {
        StatementTable next = StatementTable.of(statements);
        begin(previous, next.size(), NO_NODES);
        for (int row = 0; row < next.size(); row++) {
            Object subject = next.cell(row, StatementTable.SUBJECT);
            compare(previous, next, row, subject, next.cell(row, StatementTable.CONTEXT));
        }
        return end(previous, hash);
    }

    private void begin(StreamGraph previous, int next, Map<String, BNode> nodes) {
        known = nodes;
        isUnknown = false;
        if (++comparison == Integer.MAX_VALUE) {
            Arrays.fill(met, 0);
            comparison = 1;
        }
        if (met.length < previous.size()) {
            met = new int[Math.max(previous.size(), 2 * met.length)];
        }
        if (order.length < next) {
            order = new int[Math.max(next, 2 * order.length)];
        }
        open.clear();
        count = 0;
        matched = 0;
        cursor = 0;
        passed = -1;
    }

    private void compare(
            StreamGraph previous, StatementTable next, int row, @Nullable Object subject, @Nullable Object context) {
        Object predicate = next.cell(row, StatementTable.PREDICATE);
        Object object = next.cell(row, StatementTable.OBJECT);
        if (!known.isEmpty()) {
            compare(previous, node(subject), predicate, node(object), node(context));
        } else {
            compare(previous, subject, predicate, object, context);
        }
    }

    /** A term of the element as a term of the graph before: a blank node is the one that its label stands for. */
    private @Nullable Object node(@Nullable Object term) {
        if (term == null || term instanceof AbstractIRI || term instanceof AbstractLiteral) {
            return term;
        }
        if (term instanceof BNode labelled) {
            BNode node = known.get(labelled.getID());
            isUnknown |= node == null;
            return node == null ? term : node;
        }
        isUnknown |= term instanceof Triple; // it may hold blank nodes
        return term;
    }

    private void compare(
            StreamGraph previous,
            @Nullable Object subject,
            @Nullable Object predicate,
            @Nullable Object object,
            @Nullable Object context) {
        int at = cursor;
        int size = previous.size();
        if (at < size && previous.holds(at, subject, predicate, object, context)) {
            meet(at);
            cursor = at + 1;
            return;
        }
        // Here the element may have one statement less than before, or one more.
        if (at + 1 < size && previous.holds(at + 1, subject, predicate, object, context)) {
            meet(at + 1);
            passed = at;
            cursor = at + 2;
            return;
        }
        int back = passed;
        if (back >= 0 && met[back] != comparison && previous.holds(back, subject, predicate, object, context)) {
            meet(back);
            passed = -1;
            cursor = back + 1;
            return;
        }
        passed = at < size ? at : -1;
        cursor = Math.min(at + 1, size);
        order[count++] = -1 - open.size();
        open.add(LightValueFactory.getInstance()
                .createStatement(
                        TermCasts.resource(Objects.requireNonNull(subject)),
                        TermCasts.iri(Objects.requireNonNull(predicate)),
                        shared(TermCasts.value(Objects.requireNonNull(object))),
                        TermCasts.context(context)));
    }

    /**
     * Returns one object for a literal that occurs several times in the element, such as its time. The literal is then
     * hashed only once.
     */
    private Value shared(Value object) {
        if (!object.isLiteral() || !SharedTerms.isShared(object)) {
            return object;
        }
        for (int i = 0; i < literals.length; i++) {
            Object known = literals[i];
            if (known != null && object.equals(known)) {
                return TermCasts.literal(known);
            }
        }
        literals[nextLiteral] = object;
        nextLiteral = (nextLiteral + 1) % literals.length;
        return object;
    }

    /**
     * Marks a slot as matched. The slot at the cursor may already be matched, because of an earlier statement that was
     * one slot ahead.
     */
    private void meet(int slot) {
        if (met[slot] != comparison) {
            met[slot] = comparison;
            matched++;
            order[count++] = slot;
        }
    }

    private StreamChange end(StreamGraph previous, long hash) {
        int found = matched;
        Adds adds = new Adds(open.size());
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (order[i] >= 0) {
                order[kept++] = order[i];
                continue;
            }
            Statement statement = open.get(-1 - order[i]);
            long statementHash = GraphHash.of(statement);
            int slot = previous.find(statementHash, statement);
            if (slot >= 0 && met[slot] != comparison) {
                met[slot] = comparison;
                matched++;
                order[kept++] = slot;
            } else if (slot < 0 && adds.add(statement, statementHash)) {
                order[kept++] = -adds.statements.size();
            }
        }
        int moved = matched - found;
        int[] deleted = new int[previous.size() - matched];
        List<Statement> deletes = new ArrayList<>(deleted.length);
        long hashAfter = hash;
        for (int slot = 0; deletes.size() < deleted.length; slot++) {
            if (met[slot] != comparison) {
                deleted[deletes.size()] = slot;
                deletes.add(previous.statement(slot));
                hashAfter -= previous.hash(slot);
            }
        }
        for (int i = 0; i < adds.statements.size(); i++) {
            hashAfter += adds.hashes[i];
        }
        int[] elementOrder = moved > kept / 8 ? Arrays.copyOf(order, kept) : null;
        open.clear();
        Arrays.fill(literals, null);
        if (met.length > KEPT) {
            met = new int[SMALLEST];
        }
        if (order.length > KEPT) {
            order = new int[SMALLEST];
        }
        return new StreamChange(
                new RollingDiff(deletes, adds.statements), deleted, adds.hashes, hashAfter, elementOrder);
    }

    /** The new statements, each once. */
    private static final class Adds {
        final List<Statement> statements;
        final long[] hashes;

        /** Table with open addressing: by hash, the number of a statement plus 1; 0 is free. */
        private final int[] index;

        Adds(int most) {
            statements = new ArrayList<>(most);
            hashes = new long[most];
            index = new int[most == 0 ? 1 : 4 * Integer.highestOneBit(most)];
        }

        boolean add(Statement statement, long hash) {
            int mask = index.length - 1;
            int at = (int) hash & mask;
            for (; index[at] != 0; at = (at + 1) & mask) {
                int known = index[at] - 1;
                if (hashes[known] == hash && statements.get(known).equals(statement)) {
                    return false;
                }
            }
            hashes[statements.size()] = hash;
            statements.add(statement);
            index[at] = statements.size();
            return true;
        }
    }
}
