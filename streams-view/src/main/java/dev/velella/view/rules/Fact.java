package dev.velella.view.rules;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * A triple that is given or inferred. Rule sets that ship may infer what is no statement of RDF, on the way to others.
 * Immutable.
 */
final class Fact {
    private final Value subject;
    private final Value predicate;
    private final Value object;
    private final boolean given;
    private final int hash;

    /** @param given whether it is in the data */
    Fact(Value subject, Value predicate, Value object, boolean given) {
        this.subject = subject;
        this.predicate = predicate;
        this.object = object;
        this.given = given;
        hash = (subject.hashCode() * 31 + predicate.hashCode()) * 31 + object.hashCode();
    }

    Value subject() {
        return subject;
    }

    Value predicate() {
        return predicate;
    }

    Value object() {
        return object;
    }

    boolean isGiven() {
        return given;
    }

    boolean isStatement() {
        return subject instanceof Resource && predicate instanceof IRI;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Fact fact
                && fact.hash == hash
                && fact.subject.equals(subject)
                && fact.predicate.equals(predicate)
                && fact.object.equals(object);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return subject + " " + predicate + " " + object;
    }
}
