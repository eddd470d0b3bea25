package dev.velella.diff.options;

/** What becomes of the namespaces of elements: option {@code namespaces}. */
public enum NamespacePolicy {
    /** They are left out; they have no part in the meaning of a graph. */
    DROP,
    /** Those that are new or changed in a stream are in its next patch. */
    KEEP
}
