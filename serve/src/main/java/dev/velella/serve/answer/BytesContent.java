package dev.velella.serve.answer;

import java.io.IOException;
import java.io.OutputStream;

/** A content that is in memory already. Not thread-safe. */
public final class BytesContent implements Content {
    private final byte[] bytes;

    /** @param bytes nobody may change them */
    public BytesContent(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public Progress write(OutputStream out) throws IOException {
        out.write(bytes);
        return Progress.END;
    }

    @Override
    public void close() {}
}
