package dev.velella.jelly.format;

import dev.velella.rdf.ErrorText;

/**
 * A frame that is not Jelly, breaks a rule of the format or is above a {@link Limits limit}; or, on the writing side,
 * data that the stream's options cannot carry. Says where: frame and row counted from 0, and the byte in the frame.
 */
public class MalformedJellyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long frame;
    private final int row;
    private final int offset;
    private final String reason;

    /**
     * @param frame number of the frame in its stream, from 0
     * @param row number of the row in the frame, from 0; -1 where no row was reached
     * @param offset byte in the frame, from 0; -1 when writing
     * @param reason what is wrong, without the place; bounded as {@link ErrorText} says
     */
    public MalformedJellyException(long frame, int row, int offset, String reason) {
        super("frame " + frame + ", row " + row + ", byte " + offset + ": " + ErrorText.message(reason));
        this.frame = frame;
        this.row = row;
        this.offset = offset;
        this.reason = ErrorText.message(reason);
    }

    /** Number of the frame in its stream, from 0. */
    public long frame() {
        return frame;
    }

    /** Number of the row in the frame, from 0; -1 where no row was reached. */
    public int row() {
        return row;
    }

    /** Byte in the frame, from 0; -1 when writing. */
    public int offset() {
        return offset;
    }

    /** What is wrong, without the place. */
    public String reason() {
        return reason;
    }
}
