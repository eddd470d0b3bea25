package dev.velella.convert;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Flushes where others would close: the output belongs to somebody else. */
final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}
