package dev.velella.source.file.format;

/** What an element is in a file of lines, N-Triples or N-Quads. */
public enum FlatElements {
    /** A message where the file begins as a message log, else all lines of a graph name. */
    AUTO,
    /** What stands before a delimiter: a line {@code MESSAGE}, or a comment {@code # @message}. */
    MESSAGES,
    /** All lines of a graph name; delimiters mean nothing. */
    GRAPHS
}
