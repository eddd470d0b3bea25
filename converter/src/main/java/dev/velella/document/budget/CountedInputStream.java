package dev.velella.document.budget;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that tells how many bytes of it were read or skipped. Not thread-safe. */
public abstract class CountedInputStream extends FilterInputStream {
    /** Nothing was read yet. */
    protected CountedInputStream(InputStream in) {
        super(in);
    }

    /**
     * So many more bytes were read.
     *
     * @throws IOException if that is too much
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
