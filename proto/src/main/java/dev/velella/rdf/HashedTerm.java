package dev.velella.rdf;

/** A term that keeps its part of {@link GraphHash}, so that what recurs is hashed once. */
public interface HashedTerm {
    /** The hash of this term, the same as of any equal term. */
    long termHash();
}
