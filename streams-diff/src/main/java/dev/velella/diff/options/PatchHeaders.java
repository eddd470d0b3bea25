package dev.velella.diff.options;

/** Which RDF Patch headers a patch has: option {@code patch.headers}. */
public enum PatchHeaders {
    /** None; number and hash are in the record's header. */
    NONE,
    /** Rows of id, prev, element, time and input, for logs of patches that are read without Kafka. */
    FULL
}
