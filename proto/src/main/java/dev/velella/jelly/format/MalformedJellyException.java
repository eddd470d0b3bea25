package dev.velella.jelly.format;

import dev.velella.rdf.ErrorText;

/**
 * A frame that is not Jelly, breaks a rule of the format, or is above a {@link Limits limit}. On the writing side: data
 * that the stream's options cannot carry. The message names the place: frame and row, counted from 0, and the byte in
 * the frame.
 */
public class MalformedJellyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long frame;
    private final int row;
    private final int offset;
    private final String reason;

    /**
     * An exception at a place in a stream.
     *
     * @param frame number of the frame in its stream, from 0
     * @param row number of the row in the frame, from 0; -1 if no row was reached
     * @param offset byte in the frame, from 0; -1 when writing
     * @param reason the problem, without the place; bounded by {@link ErrorText}
     */
    public MalformedJellyException(long frame, int row, int offset, String reason) {
        super(place(frame, row, offset) + ": " + ErrorText.message(reason));
        this.frame = frame;
        this.row = row;
        this.offset = offset;
        this.reason = ErrorText.message(reason);
    }

    private static String place(long frame, int row, int offset) {
        return "frame " + frame + (row < 0 ? "" : ", row " + row) + (offset < 0 ? "" : ", byte " + offset);
    }

    /** Number of the frame in its stream, from 0. */
    public long frame() {
        return frame;
    }

    /** Number of the row in the frame, from 0; -1 if no row was reached. */
    public int row() {
        return row;
    }

    /** Byte in the frame, from 0; -1 when writing. */
    public int offset() {
        return offset;
    }

    /** The problem, without the place. */
    public String reason() {
        return reason;
    }
}
