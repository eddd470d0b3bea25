package dev.velella.source.format;

import dev.velella.document.budget.CountedInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Counts the bytes of an archive while its headers are read, and limits them. Long names (GNU) and extended headers
 * (PAX) state their own length, and the library holds all of them in memory.
 */
final class HeaderBudget extends CountedInputStream {
    /** Most bytes of the headers of one entry: far more than the name of a document needs. */
    static final int MOST_BYTES = 1 << 16;

    private long left = Long.MAX_VALUE;

    HeaderBudget(InputStream in) {
        super(in);
    }

    /** Starts the count: the headers of an entry begin. */
    void begin() {
        left = MOST_BYTES;
    }

    /** Ends the count: the content of the entry begins. */
    void end() {
        left = Long.MAX_VALUE;
    }

    @Override
    protected void count(long n) throws IOException {
        left -= n;
        if (left < 0) {
            throw new IOException(
                    "the name and the extended headers of an entry are larger than " + MOST_BYTES + " bytes");
        }
    }
}
