package dev.velella.source.wikibase;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream of server-sent events (HTML Standard, text/event-stream). An event that the end of the stream cuts off is
 * left out, as the standard asks. Owns no stream. Not thread-safe.
 */
final class ServerSentEvents {
    private static final int LF = '\n';
    private static final int CR = '\r';

    private final InputStream in;
    private final int mostBytes;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1 << 12);
    private final ByteArrayOutputStream data = new ByteArrayOutputStream(1 << 12);
    private @Nullable String lastId;
    private long retryMs = -1;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int limit;
    private boolean afterCr;
    private boolean begun;

    /**
     * An event.
     *
     * @param type {@code message} unless the server names another one
     * @param id the last id that the server has sent; null if it has sent none
     * @param data the data, UTF-8
     */
    @SuppressWarnings("ArrayRecordComponent") // compared nowhere
    record Event(String type, @Nullable String id, byte[] data) {}

    /** @param mostBytes most bytes of the data of an event */
    ServerSentEvents(InputStream in, int mostBytes) {
        this.in = in;
        this.mostBytes = mostBytes;
    }

    /** The wait before the next connection that the server asks for; -1 if it has asked for none. */
    long retryMs() {
        return retryMs;
    }

    /**
     * The next event; null at the end of the stream.
     *
     * @throws TooLongException if an event is above the limit
     */
    @Nullable
    Event next() throws IOException {
        data.reset();
        String type = "message";
        boolean hasData = false;
        while (readLine()) {
            if (line.size() == 0) {
                if (hasData) {
                    return new Event(type, lastId, data.toByteArray());
                }
                type = "message";
                continue;
            }
            byte[] bytes = line.toByteArray();
            int colon = indexOf(bytes, ':');
            String field = new String(bytes, 0, colon, StandardCharsets.UTF_8);
            int from = Math.min(bytes.length, colon + 1);
            if (from < bytes.length && bytes[from] == ' ') {
                from++;
            }
            switch (field) {
                case "data" -> {
                    if (hasData) {
                        data.write(LF);
                    }
                    data.write(bytes, from, bytes.length - from);
                    hasData = true;
                    checkSize(data);
                }
                case "event" -> type = text(bytes, from);
                case "id" -> {
                    String id = text(bytes, from);
                    if (id.indexOf('\0') < 0) {
                        lastId = id;
                    }
                }
                case "retry" -> retry(text(bytes, from));
                default -> {
                    // a comment, or a field of the future
                }
            }
        }
        return null;
    }

    private void retry(String text) {
        if (!text.isEmpty() && text.length() < 10 && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            retryMs = Long.parseLong(text);
        }
    }

    private static String text(byte[] bytes, int from) {
        return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    }

    private static int indexOf(byte[] bytes, char wanted) {
        int at = 0;
        while (at < bytes.length && bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    /** Reads a line without its end; false at the end of the stream, also if it cuts a line. */
    private boolean readLine() throws IOException {
        line.reset();
        while (true) {
            if (at == limit && !fill()) {
                return false;
            }
            if (afterCr && buffer[at] == LF) {
                at++; // the second character of a line's end
                afterCr = false;
                continue;
            }
            afterCr = false;
            int from = at;
            while (at < limit && buffer[at] != LF && buffer[at] != CR) {
                at++;
            }
            line.write(buffer, from, at - from);
            checkSize(line);
            if (at < limit) {
                afterCr = buffer[at++] == CR;
                dropByteOrderMark();
                return true;
            }
        }
    }

    private boolean fill() throws IOException {
        at = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }

    private void dropByteOrderMark() {
        if (!begun) {
            begun = true;
            byte[] bytes = line.toByteArray();
            if (bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF) {
                line.reset();
                line.write(bytes, 3, bytes.length - 3);
            }
        }
    }

    private void checkSize(ByteArrayOutputStream bytes) throws TooLongException {
        if (bytes.size() > mostBytes) {
            throw new TooLongException(mostBytes);
        }
    }

    /** Thrown for an event above the limit. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLongException(int most) {
            super("an event has more than limits.element.bytes=" + most);
        }
    }
}
