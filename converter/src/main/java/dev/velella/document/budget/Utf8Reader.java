package dev.velella.document.budget;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Text in UTF-8. A byte that is something else ends the reading; or it becomes half a surrogate pair, U+DC00 and its
 * value, which no text in UTF-8 has; so the bytes can be told again, and no reader of RDF accepts them. Not thread-safe.
 */
public final class Utf8Reader extends Reader {
    private static final int ESCAPE = 0xDC00;

    private final InputStream in;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final ByteBuffer bytes = ByteBuffer.allocate(1 << 13).flip();
    private final boolean escapes;
    private boolean atEnd;
    private long lines = 1;

    /**
     * A reader that has read nothing yet.
     *
     * @param escapes whether other bytes are escaped
     */
    Utf8Reader(InputStream in, boolean escapes) {
        this.in = in;
        this.escapes = escapes;
    }

    /** The place of bytes that are not UTF-8. */
    public static final class NotUtf8Exception extends CharacterCodingException {
        private static final long serialVersionUID = 1L;

        private final long line;

        private NotUtf8Exception(long line) {
            this.line = line;
        }

        /** The line, counted from 1. */
        public long line() {
            return line;
        }

        @Override
        public String getMessage() {
            return "line " + line + ": not UTF-8";
        }
    }

    @Override
    public int read(char[] to, int offset, int length) throws IOException {
        CharBuffer chars = CharBuffer.wrap(to, offset, length);
        int begin = chars.position(); // the buffer begins where the array does
        while (chars.hasRemaining() && !(atEnd && !bytes.hasRemaining())) {
            CoderResult result = decoder.decode(bytes, chars, atEnd);
            if (result.isMalformed()) {
                if (!escapes) {
                    count(to, offset, chars.position());
                    throw new NotUtf8Exception(lines);
                }
                int escaped = Math.min(result.length(), chars.remaining());
                for (int i = 0; i < escaped; i++) {
                    chars.put((char) (ESCAPE + (bytes.get() & 0xFF)));
                }
            } else if (result.isOverflow() || chars.position() > begin) {
                break;
            } else {
                fill();
            }
        }
        count(to, offset, chars.position());
        return chars.position() == begin && length > 0 ? -1 : chars.position() - begin;
    }

    private void count(char[] text, int from, int end) {
        for (int i = from; i < end; i++) {
            if (text[i] == '\n') {
                lines++;
            }
        }
    }

    private void fill() throws IOException {
        bytes.compact();
        int n = in.read(bytes.array(), bytes.position(), bytes.remaining());
        atEnd = n < 0;
        bytes.position(bytes.position() + Math.max(0, n)).flip();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Whether a text holds bytes that are not UTF-8. */
    public static boolean hasOtherBytes(char[] text) {
        for (int i = 0; i < text.length; i++) {
            if (Character.isHighSurrogate(text[i])) {
                i++;
            } else if (Character.isLowSurrogate(text[i])) {
                return true;
            }
        }
        return false;
    }

    /** The bytes of a text that this reader has read. */
    public static byte[] bytes(char[] text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length);
        int begin = 0;
        for (int i = 0; i < text.length; i++) {
            if (Character.isHighSurrogate(text[i])) {
                i++;
            } else if (Character.isLowSurrogate(text[i])) {
                bytes.writeBytes(new String(text, begin, i - begin).getBytes(StandardCharsets.UTF_8));
                bytes.write(text[i] - ESCAPE);
                begin = i + 1;
            }
        }
        bytes.writeBytes(new String(text, begin, text.length - begin).getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }
}
