package dev.velella.diff.options;

/** Whether patches contain the namespaces of elements: option {@code namespaces}. */
public enum NamespacePolicy {
    /** Namespaces are left out, because they are no part of the meaning of a graph. */
    DROP,
    /** Namespaces that are new or changed in a stream are written into its next patch. */
    KEEP
}
