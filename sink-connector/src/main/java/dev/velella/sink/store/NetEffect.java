package dev.velella.sink.store;

import dev.velella.letter.RefusalReason;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.error.PatchRefusedException;
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
 * The combined effect of the operations of several patches, in order: the last operation on each statement, and the
 * first binding of each prefix. To remove {@link #removes()} and then to add {@link #adds()} has the same result in
 * every store as the single operations. No statement is in both lists.
 *
 * <p>Some operations are <em>proved</em> to be real changes: a deleted statement is in the store, and an added
 * statement is not. Such an operation and its opposite cancel each other, and nothing is written. The result is the
 * same as with the single operations in every store for which the proof holds.
 *
 * <p>Two statements are the same if they are equal in RDF4J and have the same context. Removals of prefixes have no
 * effect, because a repository has one prefix table for all streams. Not thread-safe.
 */
public final class NetEffect {
    private final Map<Statement, Fate> fates = new LinkedHashMap<>();
    private final Map<String, String> namespaces = new LinkedHashMap<>();
    private final Set<@Nullable Resource> graphs = new HashSet<>();
    private @Nullable Resource lastGraph;
    private boolean isLastOwned;

    /** The first and the last operation of one statement. */
    private enum Fate {
        ADDED,
        DELETED,
        /** The statement is added. It is proven that it was not in the store. */
        NEW,
        /** The statement is deleted. It is proven that it was in the store. */
        GONE,
        /** The statement is first added and in the end deleted. */
        PASSING,
        /** The statement is first deleted and in the end added again. */
        RESTORED;

        boolean isPresent() {
            return this == ADDED || this == NEW || this == RESTORED;
        }

        /** The fate after one more operation; null if the operations cancel each other. */
        @Nullable
        Fate then(boolean adds) {
            return switch (this) {
                case ADDED, PASSING -> adds ? ADDED : PASSING;
                case DELETED, RESTORED -> adds ? RESTORED : DELETED;
                case NEW -> adds ? NEW : null;
                case GONE -> adds ? null : GONE;
            };
        }
    }

    /**
     * The rows of a patch that have an effect: A, D, PA and PD, in order. Rows of aborted transactions are left out.
     * Rows outside TX and TC count.
     *
     * @throws PatchRefusedException if transactions are nested, not begun or not ended
     */
    public static List<PatchOperation> effectiveRows(RdfPatch patch) {
        try {
            return patch.effectiveOperations();
        } catch (IllegalArgumentException e) {
            throw new PatchRefusedException(RefusalReason.MALFORMED, "the patch is malformed: " + e.getMessage());
        }
    }

    /** Takes in the next operations. They are not proved. Only A, D, PA and PD have an effect. */
    public void follow(List<PatchOperation> rows) {
        follow(rows, false);
    }

    /**
     * Takes in the next operations.
     *
     * @param proved whether the operations on graphs that only one stream writes to ({@link ReservedGraphs#isOwned})
     *     are proved to be real changes
     */
    public void follow(List<PatchOperation> rows, boolean proved) {
        for (PatchOperation row : rows) {
            if (row instanceof PatchOperation.Add add) {
                note(add.statement().getContext());
                Fate first = proved && isLastOwned ? Fate.NEW : Fate.ADDED;
                fates.compute(add.statement(), (unused, before) -> before == null ? first : before.then(true));
            } else if (row instanceof PatchOperation.Delete delete) {
                note(delete.statement().getContext());
                Fate first = proved && isLastOwned ? Fate.GONE : Fate.DELETED;
                fates.compute(delete.statement(), (unused, before) -> before == null ? first : before.then(false));
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
            isLastOwned = ReservedGraphs.isOwned(graph);
        }
    }

    /** Whether any operation concerns a statement of a graph. */
    public boolean concerns(Resource graph) {
        return graphs.contains(graph);
    }

    /** Statements that must be absent at the end, each once. */
    public List<Statement> removes() {
        return withPresence(false);
    }

    /** Statements that must be present at the end, each once. */
    public List<Statement> adds() {
        return withPresence(true);
    }

    /** Prefixes to bind if the repository does not have them yet: prefix without colon to IRI. */
    public Map<String, String> namespaces() {
        return Collections.unmodifiableMap(namespaces);
    }

    /**
     * The numbers of changed statements, if all operations are real changes: a statement that is first deleted was in
     * the store, and a statement that is first added was not.
     */
    public Changes expected() {
        long removed = 0;
        long added = 0;
        for (Fate fate : fates.values()) {
            removed += fate == Fate.DELETED || fate == Fate.GONE ? 1 : 0;
            added += fate == Fate.ADDED || fate == Fate.NEW ? 1 : 0;
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
