package dev.velella.source.rdf4j;

/** When the statements that are in a repository already become patches. */
enum SnapshotMode {
    /** When there is no stored offset. */
    INITIAL,
    /** Never; patches begin with the commits from now on, and are not numbered. */
    NO_DATA,
    /** When there is no stored offset, or the outbox does not continue it. */
    WHEN_NEEDED,
    /** Never; the outbox must have every commit since the repository was empty. */
    NEVER
}
