package dev.velella.source.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream that knows whether its end was reached. After the end, missing data means that the answer was cut off, and
 * an error of a parser may have the same cause.
 */
final class TailStream extends FilterInputStream {
    private boolean ended;

    TailStream(InputStream in) {
        super(in);
    }

    boolean ended() {
        return ended;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        ended |= one < 0;
        return one;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int count = super.read(bytes, from, length);
        ended |= count < 0;
        return count;
    }
}
