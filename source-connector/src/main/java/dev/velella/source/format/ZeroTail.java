package dev.velella.source.format;

import java.io.IOException;
import java.io.InputStream;

/** Passes bytes through, and counts the zero bytes at the end of the part that was read so far. */
final class ZeroTail extends InputStream {
    private final InputStream in;
    private long zeros;

    ZeroTail(InputStream in) {
        this.in = in;
    }

    /** Number of zero bytes at the end of the part that was read so far. */
    long zeros() {
        return zeros;
    }

    @Override
    public int read() throws IOException {
        int b = in.read();
        if (b >= 0) {
            zeros = b == 0 ? zeros + 1 : 0;
        }
        return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int n = in.read(buffer, offset, length);
        int i = n;
        while (i > 0 && buffer[offset + i - 1] == 0) {
            i--;
        }
        if (n > 0) {
            zeros = i == 0 ? zeros + n : n - i;
        }
        return n;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
