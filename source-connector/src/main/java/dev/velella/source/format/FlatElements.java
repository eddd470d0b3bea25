package dev.velella.source.format;

/** The rule that divides a file of text into elements. */
public enum FlatElements {
    /** As {@link #MESSAGES} if the file announces messages, or has delimiters of the earlier form; else as {@link #GRAPHS}. */
    AUTO,
    /** An element is a message, also if the file does not announce them. In an earlier form a comment {@code # @message} ends it. */
    MESSAGES,
    /** An element is all consecutive lines with the same graph name, and a document of Turtle or TriG; delimiters of lines mean nothing. */
    GRAPHS
}
