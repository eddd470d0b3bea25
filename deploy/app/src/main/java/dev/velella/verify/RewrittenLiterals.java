package dev.velella.verify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.jspecify.annotations.Nullable;

/**
 * The differences of a store that come from the way in which the store keeps literals: a statement is missing, and the store has one
 * in its place that differs in the form of the literal only. No repair can change them. Not thread-safe.
 */
final class RewrittenLiterals {
    private final List<String> sameValue = new ArrayList<>();
    private final List<String> nearestValue = new ArrayList<>();

    /** All of a statement but its object. */
    private record Place(Resource subject, IRI predicate, @Nullable Resource graph) {
        static Place of(Statement statement) {
            return new Place(statement.getSubject(), statement.getPredicate(), statement.getContext());
        }
    }

    private RewrittenLiterals() {}

    /** None. */
    static RewrittenLiterals none() {
        return new RewrittenLiterals();
    }

    /**
     * Takes the statements that differ in the form of their literal out of the differences.
     *
     * @param deletes what the store has and should not have; changed by this
     * @param adds what the store lacks; changed by this
     * @param stored what the store has; read once
     */
    static RewrittenLiterals takeFrom(List<Statement> deletes, List<Statement> adds, Stream<Statement> stored) {
        RewrittenLiterals found = new RewrittenLiterals();
        Map<Place, List<Statement>> there = new HashMap<>();
        adds.stream()
                .filter(missing -> missing.getObject().isLiteral())
                .forEach(missing -> there.put(Place.of(missing), new ArrayList<>()));
        stored.filter(statement -> statement.getObject().isLiteral()).forEach(statement -> {
            List<Statement> at = there.get(Place.of(statement));
            if (at != null) {
                at.add(statement);
            }
        });
        Set<Statement> explained = new HashSet<>();
        for (LiteralForm form : List.of(LiteralForm.SAME_VALUE, LiteralForm.NEAREST_VALUE)) {
            adds.removeIf(missing -> found.explains(missing, form, there, explained));
        }
        deletes.removeIf(explained::contains);
        return found;
    }

    private boolean explains(
            Statement missing, LiteralForm form, Map<Place, List<Statement>> there, Set<Statement> explained) {
        if (!(missing.getObject() instanceof Literal written)) {
            return false;
        }
        for (Statement candidate : there.getOrDefault(Place.of(missing), List.of())) {
            if (LiteralForm.of(written, (Literal) candidate.getObject()) == form) {
                explained.add(candidate);
                String is = NTriplesUtil.toNTriplesString(written) + ", which the store gives as "
                        + NTriplesUtil.toNTriplesString(candidate.getObject());
                if (form == LiteralForm.SAME_VALUE) {
                    sameValue.add(is);
                } else {
                    nearestValue.add(NTriplesUtil.toNTriplesString(missing.getSubject()) + " "
                            + NTriplesUtil.toNTriplesString(missing.getPredicate()) + " " + is);
                }
                return true;
            }
        }
        return false;
    }

    /** Number of literals that have the same value in the store. */
    long sameValue() {
        return sameValue.size();
    }

    /** Number of literals that have another value in the store. */
    long nearestValue() {
        return nearestValue.size();
    }

    /** Says what was found. Other values are problems. */
    void tell(Report report) {
        if (!sameValue.isEmpty()) {
            report.say("written otherwise by the store, with the same value: " + sameValue.size()
                    + " literals, for example " + sameValue.get(0));
        }
        if (!nearestValue.isEmpty()) {
            report.say("changed by the store, which cannot hold the value: " + nearestValue.size()
                    + " literals; no repair mends them, only a store that keeps literals as they are");
            nearestValue.forEach(report::problem);
        }
    }
}
