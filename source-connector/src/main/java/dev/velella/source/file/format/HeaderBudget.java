package dev.velella.source.file.format;

import dev.velella.document.budget.CountedInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of an archive, counted while headers are read: long names (GNU) and extended headers (PAX) have a length of their
 * own, and the library holds all of them in memory.
 */
final class HeaderBudget extends CountedInputStream {
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
    protected void count(long n) throws IOException {
        left -= n;
        if (left < 0) {
            throw new IOException(
                    "the name and the extended headers of an entry are larger than " + MOST_BYTES + " bytes");
        }
    }
}
