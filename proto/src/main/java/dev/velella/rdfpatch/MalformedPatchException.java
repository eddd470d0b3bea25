package dev.velella.rdfpatch;

/**
 * Text that is not RDF Patch, holds a term that RDF4J cannot represent, or is above a {@link TextLimits limit}. The
 * message names the place: line and column, both counted from 1, columns in UTF-16 characters.
 */
public final class MalformedPatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long line;
    private final long column;
    private final String reason;

    /**
     * @param line counted from 1; lines end with LF
     * @param column counted from 1, in UTF-16 characters
     * @param reason the problem, without the place
     */
    public MalformedPatchException(long line, long column, String reason) {
        super("line " + line + ", column " + column + ": " + reason);
        this.line = line;
        this.column = column;
        this.reason = reason;
    }

    /**
     * Of a binary input, which has rows in place of lines.
     *
     * @param row counted from 1
     * @param reason the problem, without the place
     */
    MalformedPatchException(long row, String reason) {
        super("row " + row + ": " + reason);
        this.line = row;
        this.column = 0;
        this.reason = reason;
    }

    /** Line of the input, from 1; the row of a binary input. */
    public long line() {
        return line;
    }

    /** Column in the line, from 1, in UTF-16 characters; 0 for a binary input. */
    public long column() {
        return column;
    }

    /** The problem, without the place. */
    public String reason() {
        return reason;
    }
}
