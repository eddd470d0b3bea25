package dev.velella.diff.options;

/** Which RDF Patch headers a patch has: option {@code patch.headers}. */
public enum PatchHeaders {
    /** No headers. The header of the record has the number and the hash. */
    NONE,
    /** The rows id, prev, element, time and input, for logs of patches that are read without Kafka. */
    FULL
}
