package dev.velella.kit.http.message;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a content into chunks of some kilobytes, compressed if asked for. Owns the content and closes it. Holds at most one
 * chunk and one piece of the content. Not thread-safe.
 */
public final class Chunks implements AutoCloseable {
    /** The first chunk is small, so that the client soon has a byte. */
    private static final int FIRST_BYTES = 8 << 10;

    private static final int BYTES = 64 << 10;

    private final Content content;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream(FIRST_BYTES);
    private final OutputStream out;
    private int enough = FIRST_BYTES;
    private boolean ended;

    /** @param coding its compression; null if there is none */
    public Chunks(Content content, @Nullable Coding coding) {
        this.content = content;
        try {
            out = coding == null ? held : coding.to(held);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // bytes in memory have no errors
        }
    }

    /**
     * The next chunk; empty if there is nothing at the moment, or the content is complete ({@link #isEnded}).
     *
     * @throws IOException if the content cannot be completed
     */
    public ByteBuffer next() throws IOException {
        while (!ended && held.size() < enough) {
            Content.Progress progress = content.write(out);
            if (progress == Content.Progress.LATER) {
                out.flush();
                break;
            }
            if (progress == Content.Progress.END) {
                out.close();
                ended = true;
            }
        }
        enough = BYTES;
        ByteBuffer chunk = ByteBuffer.wrap(held.toByteArray());
        held.reset();
        return chunk;
    }

    /** Whether the last chunk was given. */
    public boolean isEnded() {
        return ended;
    }

    @Override
    public void close() {
        content.close();
        try {
            out.close(); // gives back what the compression has outside of the heap
        } catch (IOException e) {
            throw new UncheckedIOException(e); // bytes in memory have no errors
        }
        held.reset();
    }
}
