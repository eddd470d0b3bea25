package dev.velella.sink.store;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * What remains of the operations of several patches, in order: the last operation of each statement, and the first
 * binding of each prefix. Removing {@link #removes()} and then adding {@link #adds()} leaves any store as the operations
 * one by one would: no statement is in both.
 *
 * <p>Statements are the same when RDF4J says so, context included. Removals of prefixes have no effect, because a
 * repository has one prefix table for all streams. Not thread-safe.
 */
public final class NetEffect {
    private final Map<Statement, Fate> fates = new LinkedHashMap<>();
    private final Map<String, String> namespaces = new LinkedHashMap<>();
    private final Set<@Nullable Resource> graphs = new HashSet<>();
    private @Nullable Resource lastGraph;

    /** The first and the last operation of one statement. */
    private enum Fate {
        ADDED,
        DELETED,
        /** Added, in the end deleted. */
        PASSING,
        /** Deleted, in the end added again. */
        RESTORED;

        boolean isPresent() {
            return this == ADDED || this == RESTORED;
        }

        static Fate of(@Nullable Fate before, boolean adds) {
            if (before == null) {
                return adds ? ADDED : DELETED;
            }
            boolean addedFirst = before == ADDED || before == PASSING;
            return adds ? (addedFirst ? ADDED : RESTORED) : (addedFirst ? PASSING : DELETED);
        }
    }

    /**
     * The rows of a patch that have an effect: A, D, PA and PD, in order, without those of transactions that are
     * aborted. Rows outside TX and TC count.
     *
     * @throws PatchRefusedException if transactions are nested, not begun or not ended
     */
    public static List<PatchOperation> effectiveRows(RdfPatch patch) {
        List<PatchOperation> rows = new ArrayList<>(patch.operations().size());
        int begin = -1;
        for (PatchOperation row : patch.operations()) {
            if (row == PatchOperation.Transaction.START) {
                require(begin < 0, "TX inside a transaction");
                begin = rows.size();
            } else if (row instanceof PatchOperation.Transaction end) {
                require(begin >= 0, (end == PatchOperation.Transaction.COMMIT ? "TC" : "TA") + " without TX");
                if (end == PatchOperation.Transaction.ABORT) {
                    rows.subList(begin, rows.size()).clear();
                }
                begin = -1;
            } else if (!(row instanceof PatchOperation.Header)) {
                rows.add(row);
            }
        }
        require(begin < 0, "TX without TC or TA");
        return rows;
    }

    private static void require(boolean balanced, String fault) {
        if (!balanced) {
            throw new PatchRefusedException(RefusalReason.MALFORMED, "the patch is malformed: " + fault);
        }
    }

    /** Takes in the next operations; only A, D, PA and PD have an effect. */
    void follow(List<PatchOperation> rows) {
        for (PatchOperation row : rows) {
            if (row instanceof PatchOperation.Add add) {
                note(add.statement().getContext());
                fates.compute(add.statement(), (unused, before) -> Fate.of(before, true));
            } else if (row instanceof PatchOperation.Delete delete) {
                note(delete.statement().getContext());
                fates.compute(delete.statement(), (unused, before) -> Fate.of(before, false));
            } else if (row instanceof PatchOperation.AddNamespace namespace) {
                namespaces.putIfAbsent(namespace.prefix(), namespace.namespace().stringValue());
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // spares most look-ups: the statements of a patch mostly share the object
    private void note(@Nullable Resource graph) {
        if (graph != lastGraph || graphs.isEmpty()) {
            graphs.add(graph);
            lastGraph = graph;
        }
    }

    /** Whether any operation was on a statement of that graph. */
    boolean concerns(Resource graph) {
        return graphs.contains(graph);
    }

    /** Statements to be absent at the end, each once. */
    public List<Statement> removes() {
        return withPresence(false);
    }

    /** Statements to be present at the end, each once. */
    public List<Statement> adds() {
        return withPresence(true);
    }

    /** Prefixes to be bound where the repository does not have them: prefix without colon to IRI. */
    public Map<String, String> namespaces() {
        return Collections.unmodifiableMap(namespaces);
    }

    /**
     * What a store would change that every patch really changes: a statement that is deleted first was there, and one that
     * is added first was not.
     */
    public Changes expected() {
        long removed = 0;
        long added = 0;
        for (Fate fate : fates.values()) {
            removed += fate == Fate.DELETED ? 1 : 0;
            added += fate == Fate.ADDED ? 1 : 0;
        }
        return new Changes(removed, added);
    }

    /** Number of statements that are to be removed or added. */
    public int size() {
        return fates.size();
    }

    private List<Statement> withPresence(boolean wanted) {
        List<Statement> statements = new ArrayList<>();
        fates.forEach((statement, fate) -> {
            if (fate.isPresent() == wanted) {
                statements.add(statement);
            }
        });
        return statements;
    }
}
