package dev.velella.source.format;

import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts text into blocks of whole lines, for push parsers. A block has as many lines as fit into the buffer. The buffer
 * grows only for a line that is longer than the buffer. Not thread-safe.
 */
final class LineBlocks {
    private static final int BLOCK = 1 << 16;

    private final Reader in;
    private final int maxLine;
    private char[] buffer = new char[BLOCK];
    private int filled;

    /** Start of the text in the buffer that was not returned yet. */
    private int begin;

    private boolean atEnd;

    /** @param maxLine longest line, in characters */
    LineBlocks(Reader in, int maxLine) {
        this.in = in;
        this.maxLine = maxLine;
    }

    /** The next lines with their line ends (the last line of the file may lack it); null at the end. */
    @Nullable
    String next() throws IOException {
        System.arraycopy(buffer, begin, buffer, 0, filled - begin);
        filled -= begin;
        begin = 0;
        int end = fill();
        if (end == 0) {
            return null;
        }
        begin = end;
        return new String(buffer, 0, end);
    }

    /** Reads until the buffer is full or the text ends; returns the end of the last whole line. */
    private int fill() throws IOException {
        while (true) {
            while (!atEnd && filled < buffer.length) {
                int n = in.read(buffer, filled, buffer.length - filled);
                atEnd = n < 0;
                filled += Math.max(n, 0);
            }
            int end = atEnd ? filled : endOfLastLine();
            if (end > 0 || atEnd) {
                return end;
            }
            if (buffer.length >= maxLine) {
                throw LimitedInputStream.tooLarge(maxLine);
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, maxLine));
        }
    }

    private int endOfLastLine() {
        int end = filled;
        while (end > 0 && buffer[end - 1] != '\n') {
            end--;
        }
        return end;
    }
}
