package dev.velella.jelly.wire;

import dev.velella.jelly.format.StreamForm;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Frames to a byte stream: each after its length, or exactly one without. After an output that fails nothing more is
 * written.
 */
public final class FrameOutput implements Closeable, Flushable {
    private final OutputStream out;
    private final boolean bare;
    private long written;
    private boolean failed;

    /**
     * @throws IllegalArgumentException if the form is to be detected
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

    /** Frames written. */
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
            throw new IllegalStateException("an earlier frame was not written whole: the stream must be begun anew");
        }
        if (bare && written > 0) {
            throw new IllegalStateException("a bare stream has exactly one frame, which was written");
        }
    }

    /** Whether the end of the stream is undefined, so that nothing more is to be written. */
    public boolean failed() {
        return failed;
    }

    /** Says that what was written is not to be continued. */
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
