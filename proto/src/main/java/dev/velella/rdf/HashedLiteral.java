package dev.velella.rdf;

import org.eclipse.rdf4j.model.base.AbstractLiteral;

/** A literal that keeps its part of {@link GraphHash}, so that a literal that is used again is hashed once. */
public abstract class HashedLiteral extends AbstractLiteral {
    private static final long serialVersionUID = 1L;

    /** Hash of the literal, as {@link GraphHash#ofLiteral}. */
    public abstract long termHash();
}
