package dev.velella.jelly;

import dev.velella.rdf.RdfGraph;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a byte stream of Jelly-RDF, one after the other: a delimited stream, or one bare frame. Which of
 * the two it is shows in the first three bytes (Jelly specification, delimited variant). The state of the stream runs
 * across its frames.
 *
 * <p>Every frame gives one graph, an empty frame an empty one. A delimited stream must end exactly between two frames.
 * Not thread-safe.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class JellyStreamReader implements Closeable {
    private static final int FIELD_1 = 0x0A;

    private final InputStream in;
    private final Limits limits;
    private final GraphFrameReader reader;
    private boolean started;
    private boolean bare;
    private long frame;
    private @Nullable MalformedJellyException failure;

    /** Takes over the input: {@link #close} closes it. It need not be buffered. */
    public JellyStreamReader(InputStream in, ValueFactory values, Limits limits) {
        this(in, StreamForm.DETECT, values, limits);
    }

    /** Takes over an input of the given form: {@link #close} closes it. It need not be buffered. */
    public JellyStreamReader(InputStream in, StreamForm form, ValueFactory values, Limits limits) {
        this.in = new BufferedInputStream(in, 1 << 16);
        this.limits = limits;
        reader = new GraphFrameReader(values, limits);
    }

    /**
     * The next frame's statements, or null at the end.
     *
     * @throws MalformedJellyException if the stream is malformed, cut, or above the limits; every later call throws it
     *     again, as the state of the stream is lost
     * @throws IOException if the input cannot be read
     */
    public @Nullable RdfGraph next() throws IOException {
        if (failure != null) {
            throw failure;
        }
        try {
            byte[] bytes = nextFrame();
            return bytes == null ? null : reader.read(bytes);
        } catch (MalformedJellyException e) {
            failure = e;
            throw e;
        }
    }

    /** Options of the stream; empty before the first frame that has rows. */
    public Optional<JellyOptions> options() {
        throw new UnsupportedOperationException();
    }

    /** Metadata of the frame that was read last, without order; never null. */
    public Map<String, byte[]> metadata() {
        throw new UnsupportedOperationException();
    }

    private byte @Nullable [] nextFrame() throws IOException {
        if (!started) {
            started = true;
            bare = startsBare();
            if (bare) {
                return readBare();
            }
        }
        return bare ? null : readDelimited();
    }

    /**
     * A bare frame starts with field 1 (rows), the length of the first row, and field 1 in it (options). A delimited one
     * starts with its length, and a frame of 10 bytes cannot hold a row of 10 bytes.
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
        byte[] bytes = in.readNBytes((int) length);
        if (bytes.length < length) {
            throw fail("the stream is cut: " + bytes.length + " of the " + length + " bytes of the frame are there");
        }
        frame++;
        return bytes;
    }

    /** The length before a frame, or -1 at the end of the input. */
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
        return new MalformedJellyException(frame, -1, 0, reason);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
