package dev.velella.source.format;

import dev.velella.document.budget.CountedInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of one element. Reading fails beyond a limit. Closing leaves the underlying stream open. */
final class LimitedInputStream extends CountedInputStream {
    private final int limit;
    private long count;

    LimitedInputStream(InputStream in, int limit) {
        super(in);
        this.limit = limit;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    @Override
    public void close() {}

    @Override
    protected void count(long n) throws IOException {
        count += n;
        if (count > limit) {
            throw tooLarge(limit);
        }
    }

    static IOException tooLarge(int limit) {
        return new IOException("an element is larger than " + limit + " bytes (limits.element.bytes)");
    }
}
