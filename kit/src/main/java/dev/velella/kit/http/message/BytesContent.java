package dev.velella.kit.http.message;

import java.io.IOException;
import java.io.OutputStream;

/** A content that is in memory already. Not thread-safe. */
public final class BytesContent implements Content {
    private static final int PIECE = 64 << 10;

    private final byte[] bytes;
    private int written;

    /** @param bytes nobody may change them */
    public BytesContent(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public Progress write(OutputStream out) throws IOException {
        int length = Math.min(PIECE, bytes.length - written);
        out.write(bytes, written, length);
        written += length;
        return written == bytes.length ? Progress.END : Progress.MORE;
    }

    @Override
    public void close() {}
}
