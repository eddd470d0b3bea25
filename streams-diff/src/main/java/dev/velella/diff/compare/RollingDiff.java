package dev.velella.diff.compare;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;

/**
 * The changes that turn one set of statements into another. Only real changes count, so no statement is both deleted
 * and added.
 *
 * <p>Two statements are equal as in RDF4J: by subject, predicate, object and context; the case of language tags does
 * not count. The cost is one look-up for each statement of both sets. Immutable and thread-safe.
 *
 * @param deletes statements of the first set that are not in the second set, in the order of the first set
 * @param adds statements of the second set that are not in the first set, in the order of the second set
 */
public record RollingDiff(List<Statement> deletes, List<Statement> adds) {

    /** No change. */
    public static final RollingDiff NONE = new RollingDiff(List.of(), List.of());

    /** Keeps unmodifiable views of both arguments. */
    public RollingDiff {
        deletes = Collections.unmodifiableList(deletes);
        adds = Collections.unmodifiableList(adds);
    }

    /** Computes the change from one set to the next. */
    public static RollingDiff between(Set<Statement> previous, Set<Statement> next) {
        return new RollingDiff(missing(previous, next), missing(next, previous));
    }

    private static List<Statement> missing(Set<Statement> from, Set<Statement> in) {
        List<Statement> missing = new ArrayList<>();
        for (Statement statement : from) {
            if (!in.contains(statement)) {
                missing.add(statement);
            }
        }
        return missing;
    }

    /** Whether both sets are equal. */
    public boolean isEmpty() {
        return deletes.isEmpty() && adds.isEmpty();
    }

    /**
     * Computes the {@link GraphHash} of the second set from the hash of the first set. The cost is one hash for each
     * change.
     */
    public long hashAfter(long hashBefore) {
        return hashBefore - GraphHash.ofSet(deletes) + GraphHash.ofSet(adds);
    }

    /** The change as one transaction, deletes before adds. */
    public RdfPatch toPatch() {
        return RdfPatch.change(deletes, adds);
    }
}
