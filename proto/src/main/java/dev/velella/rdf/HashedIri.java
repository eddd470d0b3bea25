package dev.velella.rdf;

import org.eclipse.rdf4j.model.base.AbstractIRI;

/** An IRI that keeps its part of {@link GraphHash}, so that an IRI that is used again is hashed once. */
public abstract class HashedIri extends AbstractIRI {
    private static final long serialVersionUID = 1L;

    /** Hash of the IRI, as {@link GraphHash#ofIri}. */
    public abstract long termHash();
}
