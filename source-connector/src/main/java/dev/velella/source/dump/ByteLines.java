package dev.velella.source.dump;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Cuts bytes into blocks of whole lines, and knows the place and the checksum of the end of each block. The buffer grows
 * only for a line that is longer than a block. Not thread-safe.
 */
final class ByteLines {
    private static final byte[] VERSION = "VERSION".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MESSAGE = "MESSAGE".getBytes(StandardCharsets.US_ASCII);

    private final InputStream in;
    private final int mostLines;
    private final int mostBytes;
    private final int maxLine;
    private final CRC32C checksum = new CRC32C();
    private byte[] buffer;
    private int begin;
    private int filled;
    private boolean atEnd;
    private long bytes;
    private long lines;
    private boolean hasDelimiter;

    /**
     * @param mostLines most lines of a block
     * @param mostBytes most bytes of a block, if it has several lines
     * @param maxLine most bytes of a line
     */
    ByteLines(InputStream in, int mostLines, int mostBytes, int maxLine) {
        this.in = in;
        this.mostLines = mostLines;
        this.mostBytes = Math.min(mostBytes, maxLine);
        this.maxLine = maxLine;
        buffer = new byte[this.mostBytes];
    }

    /**
     * Leaves out the bytes before a place that an earlier reading has reached.
     *
     * @param toLines number of lines before the place
     * @throws EOFException if there are fewer bytes
     */
    void skip(long toBytes, long toLines) throws IOException {
        while (bytes < toBytes) {
            int n = in.read(buffer, 0, (int) Math.min(buffer.length, toBytes - bytes));
            if (n < 0) {
                throw new EOFException();
            }
            checksum.update(buffer, 0, n);
            bytes += n;
        }
        lines = toLines;
    }

    /** The next lines; null at the end. The bytes are valid until the next call. */
    @Nullable
    ByteArrayInputStream next() throws IOException {
        int end = begin;
        int found = 0;
        int at = begin;
        while (found < mostLines && end - begin <= mostBytes) {
            while (at < filled && buffer[at] != '\n') {
                at++;
            }
            if (at < filled) {
                if (at + 1 - begin > mostBytes && found > 0) {
                    break;
                }
                at++;
                end = at;
                found++;
            } else if (atEnd) {
                found += at > end ? 1 : 0;
                end = filled;
                break;
            } else if (filled - begin >= mostBytes && found > 0) {
                break;
            } else {
                int moved = begin;
                more();
                at -= moved - begin;
                end -= moved - begin;
            }
        }
        return end == begin ? null : block(end, found);
    }

    private ByteArrayInputStream block(int end, int found) {
        int from = begin;
        checksum.update(buffer, from, end - from);
        bytes += end - from;
        lines += found;
        begin = end;
        hideLogLines(from, end);
        return new ByteArrayInputStream(buffer, from, end - from);
    }

    /** Reads on. Moves the bytes that are left to the begin of the buffer. */
    private void more() throws IOException {
        System.arraycopy(buffer, begin, buffer, 0, filled - begin);
        filled -= begin;
        begin = 0;
        if (filled == buffer.length) {
            if (buffer.length >= maxLine) {
                throw new IOException("a line is longer than " + maxLine + " bytes (limits.element.bytes)");
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, maxLine));
        }
        while (filled < buffer.length && !atEnd) {
            int n = in.read(buffer, filled, buffer.length - filled);
            atEnd = n < 0;
            filled += Math.max(n, 0);
        }
    }

    /** Makes comments of the lines of a message log that are no statements: VERSION and MESSAGE. */
    private void hideLogLines(int from, int end) {
        boolean isLineBegin = true;
        for (int i = from; i < end; i++) {
            byte b = buffer[i];
            boolean isDelimiter = isLineBegin && starts(MESSAGE, i, end);
            if (isDelimiter || (isLineBegin && starts(VERSION, i, end))) {
                buffer[i] = '#';
            }
            hasDelimiter |= isDelimiter;
            isLineBegin = b == '\n' || (isLineBegin && (b == ' ' || b == '\t'));
        }
    }

    private boolean starts(byte[] word, int at, int end) {
        int after = at + word.length;
        return after <= end
                && Arrays.equals(buffer, at, after, word, 0, word.length)
                && (after == end || buffer[after] <= ' ');
    }

    /** Whether a delimiter of RDF Messages stood in a block. */
    boolean hasDelimiter() {
        return hasDelimiter;
    }

    /** Bytes up to the end of the last block. */
    long bytes() {
        return bytes;
    }

    /** Lines up to the end of the last block. */
    long lines() {
        return lines;
    }

    /** Checksum of the bytes up to the end of the last block. */
    String check() {
        return "crc32c:" + Long.toHexString(checksum.getValue());
    }
}
