package dev.velella.source.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of an archive, counted while headers are read: long names (GNU) and extended headers (PAX) have a length of their
 * own, and the library holds all of them in memory.
 */
final class HeaderBudget extends FilterInputStream {
    /** Far more than the name of a document takes. */
    static final int MOST_BYTES = 1 << 16;

    private long left = Long.MAX_VALUE;

    HeaderBudget(InputStream in) {
        super(in);
    }

    /** The headers of an entry begin. */
    void begin() {
        left = MOST_BYTES;
    }

    /** Its content begins. */
    void end() {
        left = Long.MAX_VALUE;
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

    private void count(long n) throws IOException {
        left -= n;
        if (left < 0) {
            throw new IOException(
                    "the name and the extended headers of an entry are larger than " + MOST_BYTES + " bytes");
        }
    }
}
