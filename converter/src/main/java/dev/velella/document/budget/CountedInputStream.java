package dev.velella.document.budget;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that reports the number of bytes that were read or skipped. Not thread-safe. */
public abstract class CountedInputStream extends FilterInputStream {
    /** A stream of which nothing was read yet. */
    protected CountedInputStream(InputStream in) {
        super(in);
    }

    /**
     * Counts more bytes.
     *
     * @param n number of bytes that were just read or skipped
     * @throws IOException if the limit is exceeded
     */
    protected abstract void count(long n) throws IOException;

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
}
