package dev.velella.diff.compare;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;

/**
 * What turns one set of statements into another: only real changes, so that nothing is both deleted and added.
 *
 * <p>Statements are compared as RDF4J does: subject, predicate, object and context, language tags in any case. Cost is
 * one look-up a statement of both sets. Immutable and thread-safe.
 *
 * @param deletes statements of the first set that are not in the second, in the order of the first
 * @param adds statements of the second set that are not in the first, in the order of the second
 */
public record RollingDiff(List<Statement> deletes, List<Statement> adds) {

    /** No change. */
    public static final RollingDiff NONE = new RollingDiff(List.of(), List.of());

    /** Takes unmodifiable views of both arguments. */
    public RollingDiff {
        deletes = Collections.unmodifiableList(deletes);
        adds = Collections.unmodifiableList(adds);
    }

    /** The change from one set to the next. */
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

    /** {@link GraphHash} of the second set, from that of the first; costs one hash a change. */
    public long hashAfter(long hashBefore) {
        return hashBefore - GraphHash.ofSet(deletes) + GraphHash.ofSet(adds);
    }

    /** The change as one transaction, deletes before adds. */
    public RdfPatch toPatch() {
        return RdfPatch.change(deletes, adds);
    }
}
