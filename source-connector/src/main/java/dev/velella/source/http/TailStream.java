package dev.velella.source.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Knows whether its end was reached: then what is missing was cut off, and what is wrong may be because of that. */
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
