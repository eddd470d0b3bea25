package dev.velella.sink.endpoint;

import dev.velella.kit.http.message.HttpFault;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a result until it is complete. The first bytes are on the heap; the rest of a long result is in a file of the
 * temporary directory. So a query ends when the store has answered, even if the client reads slowly. Only one thread
 * may use this object.
 */
final class ResultSpool extends OutputStream {
    static final int HEAP_BYTES = 1 << 20;

    private final long maxBytes;
    private final ByteArrayOutputStream heap = new ByteArrayOutputStream();
    private @Nullable File file;
    private @Nullable OutputStream rest;
    private long size;

    /** @param maxBytes maximum size of a result, in bytes */
    ResultSpool(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    /** @throws HttpFault if the result is too long */
    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        size += length;
        if (size > maxBytes) {
            throw new HttpFault(
                    507,
                    "the result is longer than " + maxBytes + " bytes; ask for less of it at a time (LIMIT, OFFSET)");
        }
        if (rest == null && heap.size() + length > HEAP_BYTES) {
            Path path = Files.createTempFile("velella-result", null);
            file = path.toFile();
            rest = new FileOutputStream(path.toFile()); // an interrupt does not break a write to this stream
        }
        (rest == null ? heap : rest).write(bytes, offset, length);
    }

    /** Does nothing, because writers flush and close at any time. */
    @Override
    public void flush() {
        // see send
    }

    @Override
    public void close() {
        // see discard
    }

    /** Writes the whole result. */
    void send(OutputStream to) throws IOException {
        heap.writeTo(to);
        File longer = file;
        if (longer != null) {
            try (InputStream in = new FileInputStream(longer)) {
                in.transferTo(to);
            }
        }
    }

    /** Deletes the result. */
    void discard() throws IOException {
        heap.reset();
        OutputStream open = rest;
        File longer = file;
        if (open != null && longer != null) {
            rest = null;
            file = null;
            open.close();
            Files.deleteIfExists(longer.toPath());
        }
    }
}
