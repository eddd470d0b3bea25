package dev.velella.source.format;

/** The rule that divides a file of lines (N-Triples or N-Quads) into elements. */
public enum FlatElements {
    /** As {@link #MESSAGES} if the file begins as a message log, else as {@link #GRAPHS}. */
    AUTO,
    /** An element is the lines before a delimiter: a line {@code MESSAGE}, or a comment {@code # @message}. */
    MESSAGES,
    /** An element is all consecutive lines with the same graph name; delimiters mean nothing. */
    GRAPHS
}
