package dev.velella.sink.endpoint;

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
 * A result that is kept until it is whole: its first bytes on the heap, a long one in a file of the temporary directory.
 * So a query ends when the store has answered, however slowly the client reads. Used by one thread.
 */
final class ResultSpool extends OutputStream {
    static final int HEAP_BYTES = 1 << 20;

    private final long maxBytes;
    private final ByteArrayOutputStream heap = new ByteArrayOutputStream();
    private @Nullable File file;
    private @Nullable OutputStream rest;
    private long size;

    /** @param maxBytes most bytes of a result */
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
            rest = new FileOutputStream(path.toFile()); // whose write an interrupt does not break
        }
        (rest == null ? heap : rest).write(bytes, offset, length);
    }

    /** Writers flush and close when they like. */
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

    /** Removes what is kept. */
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
