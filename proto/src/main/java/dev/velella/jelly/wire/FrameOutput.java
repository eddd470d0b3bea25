package dev.velella.jelly.wire;

import dev.velella.jelly.format.StreamForm;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes frames to a byte stream. In a delimited stream each frame stands after its length. A bare stream is exactly
 * one frame without a length. After an output error nothing more is written.
 */
public final class FrameOutput implements Closeable, Flushable {
    private final OutputStream out;
    private final boolean bare;
    private long written;
    private boolean failed;

    /**
     * An output of a form.
     *
     * @throws IllegalArgumentException if the form is DETECT
     */
    public FrameOutput(OutputStream out, StreamForm form) {
        if (form == StreamForm.DETECT) {
            throw new IllegalArgumentException("the form DETECT is for reading only: write DELIMITED or BARE");
        }
        this.out = out;
        bare = form == StreamForm.BARE;
    }

    /** Whether the stream has exactly one frame. */
    public boolean isBare() {
        return bare;
    }

    /** Number of frames written. */
    public long written() {
        return written;
    }

    /**
     * Checks that another frame may be written.
     *
     * @throws IllegalStateException if the output failed, or the only frame of a bare stream was written
     */
    public void checkUsable() {
        if (failed) {
            throw new IllegalStateException("an earlier frame was not written completely: begin a new stream");
        }
        if (bare && written > 0) {
            throw new IllegalStateException("a bare stream has exactly one frame, which was written");
        }
    }

    /** Whether the end of the stream is undefined, so that nothing more may be written. */
    public boolean failed() {
        return failed;
    }

    /** Marks the stream as one that must not be continued. */
    public void fail() {
        failed = true;
    }

    public void write(byte[] frame) throws IOException {
        checkUsable();
        failed = true;
        if (!bare) {
            int length = frame.length;
            while (length >= 0x80) {
                out.write(length | 0x80);
                length >>>= 7;
            }
            out.write(length);
        }
        out.write(frame);
        written++;
        failed = false;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
