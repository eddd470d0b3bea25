package dev.velella.source.patchlog;

/** Which rows of a patch of a log become rows of its record. */
enum RowsMode {
    /** The rows that change the graph; the patches are numbered. */
    EFFECTIVE,
    /** All rows as they are; the patches are not numbered. */
    ALL
}
