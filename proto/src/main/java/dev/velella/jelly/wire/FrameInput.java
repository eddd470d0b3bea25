package dev.velella.jelly.wire;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.StreamForm;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a byte stream, as bytes. The stream is a delimited stream, or one bare frame. A delimited stream
 * must end exactly between two frames. After an error nothing more can be read, because the place in the stream is
 * lost: every later call throws the error again.
 */
public final class FrameInput implements Closeable {
    private static final int FIELD_1 = 0x0A;

    private final InputStream in;
    private final StreamForm form;
    private final Limits limits;
    private boolean started;
    private boolean bare;
    private boolean broken;
    private long frames;
    private @Nullable MalformedJellyException failure;

    public FrameInput(InputStream in, StreamForm form, Limits limits) {
        this.in = in instanceof ByteArrayInputStream ? in : new BufferedInputStream(in, 1 << 16);
        this.form = form;
        this.limits = limits;
    }

    /** The bytes of the next frame, or null at the end. */
    public byte @Nullable [] next() throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (broken) {
            throw new IOException("the input could not be read before: open the stream again from its start");
        }
        broken = true;
        byte[] frame = read();
        broken = false;
        return frame;
    }

    /** Whether the input is one bare frame. This is known after the first {@link #next}. */
    public boolean isBare() {
        return bare;
    }

    /** Remembers that a frame is malformed, and returns the same exception. */
    public MalformedJellyException failed(MalformedJellyException reason) {
        failure = reason;
        return reason;
    }

    private byte @Nullable [] read() throws IOException {
        if (!started) {
            bare = form == StreamForm.BARE || (form == StreamForm.DETECT && startsBare());
            started = true;
            if (bare) {
                return readBare();
            }
        }
        return bare ? null : readDelimited();
    }

    /**
     * Whether the input is a bare frame. A bare frame starts with the tag of field 1 (rows), the length of the first
     * row, and in this row the tag of field 1 (options). A delimited frame starts with its length. Only a length of 10
     * is equal to the tag of field 1; but a frame of 10 bytes cannot hold a row of 10 bytes (Jelly specification,
     * delimited variant).
     */
    private boolean startsBare() throws IOException {
        in.mark(3);
        byte[] start = in.readNBytes(3);
        in.reset();
        if (start.length < 3 || start[0] != FIELD_1) {
            return false;
        }
        return start[1] != FIELD_1 || start[2] == FIELD_1;
    }

    private byte[] readBare() throws IOException {
        byte[] bytes = in.readNBytes(limits.maxFrameBytes());
        if (in.read() >= 0) {
            throw fail("the frame is longer than the limit of " + limits.maxFrameBytes() + " bytes");
        }
        frames++;
        return bytes;
    }

    private byte @Nullable [] readDelimited() throws IOException {
        long length = readLength();
        if (length < 0) {
            return null;
        }
        if (length > limits.maxFrameBytes()) {
            throw fail("a frame of " + length + " bytes is longer than the limit of " + limits.maxFrameBytes());
        }
        // Allocates memory as the bytes come, not for the announced length.
        byte[] bytes = in.readNBytes((int) length);
        if (bytes.length < length) {
            throw fail("the stream is cut: " + bytes.length + " of the " + length + " bytes of the frame are there"
                    + ifText(length, bytes));
        }
        frames++;
        return bytes;
    }

    /** For a first frame: what to add if its length and its bytes are text. */
    private String ifText(long length, byte[] bytes) {
        if (frames > 0 || length > 0x7F) {
            return "";
        }
        byte[] all = new byte[bytes.length + 1];
        all[0] = (byte) length;
        System.arraycopy(bytes, 0, all, 1, bytes.length);
        return WireReader.ifText(all);
    }

    /** Reads the length before a frame; -1 at the end of the input. */
    private long readLength() throws IOException {
        long length = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int next = in.read();
            if (next < 0) {
                if (shift == 0) {
                    return -1;
                }
                throw fail("the stream is cut in the length of a frame");
            }
            length |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return length;
            }
        }
        throw fail("the length of a frame has more than 5 bytes: this is not a delimited Jelly stream");
    }

    private MalformedJellyException fail(String reason) {
        return failed(new MalformedJellyException(frames, -1, 0, reason));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
