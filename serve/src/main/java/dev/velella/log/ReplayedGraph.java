package dev.velella.log;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The graph of one stream, as its patches and snapshots build it. Owns the statements and the position in the chain of
 * patches.
 *
 * <p>After each record the hash of the statements is the hash of the position. A record that does not follow is an
 * exception, and changes nothing. Not thread-safe.
 *
 * <p>A stream begins with a snapshot, with patch 1, or with a patch of another number that leads from the empty graph to
 * the hash that it announces. Patches without a number are applied unchecked, unless the stream has a position. A stream
 * has ended if it has no statements; its numbers go on if it comes back.
 */
public final class ReplayedGraph {
    private static final int MOST_REMEMBERED = 250;

    private final Set<Statement> statements = new HashSet<>();
    private @Nullable PatchPosition position;

    /** Hash and change of the last patches, by number, the oldest first. */
    private final Map<Long, Applied> recent = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Applied> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    private record Applied(long hash, long change) {}

    /** The effect of a record. */
    public enum Effect {
        /** The record is the next one of its stream. */
        APPLIED,
        /** The record was applied before, and changed nothing. Copies of topics contain such repeats. */
        REPEATED,
        /** The record is older than the snapshot from which the stream began, and changed nothing. */
        COVERED
    }

    /**
     * Begins the stream anew with a snapshot. A snapshot without a value (the stream has ended) gives the empty graph.
     *
     * @throws LogException if the record is no snapshot, or does not hold the graph that it announces
     */
    public void begin(LogRecord snapshot) {
        RdfGraph graph = snapshot.snapshot();
        Set<Statement> whole = graph == null ? Set.of() : new HashSet<>(graph.statements());
        PatchPosition announced = snapshot.position();
        long hash = GraphHash.ofSet(whole);
        if (announced != null && announced.hash() != hash) {
            throw new LogException(snapshot.place() + ": the snapshot has the hash " + GraphHash.format(hash)
                    + " and announces " + GraphHash.format(announced.hash()));
        }
        statements.clear();
        statements.addAll(whole);
        recent.clear();
        position = announced == null ? null : new PatchPosition(announced.number(), hash, true);
    }

    /**
     * Takes the next patch.
     *
     * @throws LogException if the record is no patch, or does not follow the last one
     */
    public Effect apply(LogRecord record) {
        List<PatchOperation> rows = rows(record);
        PatchPosition announced = record.position();
        if (announced == null) {
            if (position != null) {
                throw broken(
                        record,
                        "expected a patch with number " + PatchChain.next(position)
                                + ", found a patch without the header that numbers it");
            }
            change(rows);
            return Effect.APPLIED;
        }
        if (announced.snapshot()) {
            throw broken(record, "a snapshot among the patches");
        }
        long change = PatchChain.change(rows);
        Optional<String> breach = PatchChain.breach(before(announced), announced, change);
        if (breach.isPresent()) {
            return repeated(record, announced, change, breach.get());
        }
        if (position == null && !statements.isEmpty()) {
            throw broken(record, "a patch with a number after patches without");
        }
        change(rows);
        position = announced;
        recent.put(announced.number(), new Applied(announced.hash(), change));
        return Effect.APPLIED;
    }

    /** The position from which a patch must follow. A stream may begin with any number, from the empty graph. */
    private @Nullable PatchPosition before(PatchPosition announced) {
        return position == null && announced.number() > 1
                ? new PatchPosition(announced.number() - 1, GraphHash.EMPTY, false)
                : position;
    }

    private Effect repeated(LogRecord record, PatchPosition announced, long change, String breach) {
        PatchPosition at = position;
        if (at == null) {
            throw new LogException(record.place() + ": the stream " + record.key() + " begins with patch "
                    + announced.number()
                    + ", and that patch does not lead from the empty graph to its hash: the patches"
                    + " before it are gone, and no snapshot covers them");
        }
        boolean isLast = announced.number() == at.number() && announced.hash() == at.hash();
        if (at.snapshot() && (isLast || announced.number() < at.number())) {
            return Effect.COVERED;
        }
        if (isLast || new Applied(announced.hash(), change).equals(recent.get(announced.number()))) {
            return Effect.REPEATED;
        }
        throw broken(record, breach);
    }

    private static List<PatchOperation> rows(LogRecord record) {
        try {
            return record.patch().effectiveOperations();
        } catch (IllegalArgumentException e) {
            throw new LogException(record.place() + ": the patch is malformed: " + e.getMessage(), e);
        }
    }

    private void change(List<PatchOperation> rows) {
        for (PatchOperation row : rows) {
            if (row instanceof PatchOperation.Add add) {
                statements.add(add.statement());
            } else if (row instanceof PatchOperation.Delete delete) {
                statements.remove(delete.statement());
            }
        }
    }

    private static LogException broken(LogRecord record, String reason) {
        return new LogException(
                record.place() + ": the chain of patches of stream " + record.key() + " is broken: " + reason);
    }

    /** The statements as they are now: a view that changes with the next record. */
    public Set<Statement> statements() {
        return Collections.unmodifiableSet(statements);
    }

    /** A copy of the statements. */
    public List<Statement> copy() {
        return new ArrayList<>(statements);
    }

    /** The position of the last record; null before the first, and for a stream without numbers. */
    public @Nullable PatchPosition position() {
        return position;
    }

    /** Whether the stream has no statements: it has ended, or not begun. */
    public boolean isEmpty() {
        return statements.isEmpty();
    }
}
