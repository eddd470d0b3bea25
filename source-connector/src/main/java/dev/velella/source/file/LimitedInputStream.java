package dev.velella.source.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of one element: fails beyond a limit, and leaves the stream below open. */
final class LimitedInputStream extends FilterInputStream {
    private final int limit;
    private long count;

    LimitedInputStream(InputStream in, int limit) {
        super(in);
        this.limit = limit;
    }

    @Override
    public int read() throws IOException {
        int b = in.read();
        if (b >= 0) {
            count(1);
        }
        return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int n = in.read(buffer, offset, length);
        if (n > 0) {
            count(n);
        }
        return n;
    }

    @Override
    public long skip(long n) throws IOException {
        long skipped = in.skip(n);
        count(skipped);
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    @Override
    public void close() {}

    private void count(long n) throws IOException {
        count += n;
        if (count > limit) {
            throw tooLarge(limit);
        }
    }

    static IOException tooLarge(int limit) {
        return new IOException("an element is larger than " + limit + " bytes (limits.element.bytes)");
    }
}
