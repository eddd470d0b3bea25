package dev.velella.rdfpatch;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Characters of a UTF-8 stream with their place. Characters before invalid bytes are handed out first. A byte order
 * mark at the start is skipped. The source reads from the input only when no character is left, so that a row is
 * available as soon as its bytes are.
 */
final class TextSource implements Closeable {
    /** Result of {@link #peek} and {@link #next} at the end of the input. */
    static final int END = -1;

    private static final int BYTES = 1 << 15;

    private final InputStream in;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final ByteBuffer bytes = ByteBuffer.allocate(BYTES).flip();
    private final char[] chars = new char[BYTES];
    private int position;
    private int limit;
    private boolean endOfInput;
    private boolean invalid;
    private long charsBefore;
    private long line = 1;
    private long lineStart;

    TextSource(InputStream in) {
        this.in = in;
    }

    /** Returns the next character without taking it; {@link #END} at the end. */
    int peek() throws IOException {
        return position < limit || fill() ? chars[position] : END;
    }

    /** Takes the next character; {@link #END} at the end. */
    int next() throws IOException {
        if (position == limit && !fill()) {
            return END;
        }
        char c = chars[position++];
        if (c == '\n') {
            line++;
            lineStart = charsBefore + position;
        }
        return c;
    }

    /** Line of the next character, from 1. */
    long line() {
        return line;
    }

    /** Column of the next character, from 1. */
    long column() {
        return charsBefore + position - lineStart + 1;
    }

    private boolean fill() throws IOException {
        while (!invalid) {
            charsBefore += limit;
            limit = 0;
            position = 0;
            CharBuffer out = CharBuffer.wrap(chars);
            CoderResult result = decoder.decode(bytes, out, endOfInput);
            limit = out.position();
            invalid = result.isError();
            if (limit > 0) {
                skipByteOrderMark();
                if (position < limit) {
                    return true;
                }
            } else if (!invalid) {
                if (endOfInput) {
                    return false;
                }
                readBytes();
            }
        }
        throw new MalformedPatchException(line, column(), "the input is not valid UTF-8");
    }

    private void skipByteOrderMark() {
        if (charsBefore == 0 && chars[0] == '\uFEFF') {
            position = 1;
            lineStart = 1;
        }
    }

    private void readBytes() throws IOException {
        bytes.compact();
        int n = in.read(bytes.array(), bytes.position(), bytes.remaining());
        if (n < 0) {
            endOfInput = true;
        } else {
            bytes.position(bytes.position() + n);
        }
        bytes.flip();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
