package dev.velella.sink.endpoint;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one request, as a stream that keeps its first bytes back. Nothing is sent before more than
 * {@link #HELD_BYTES} are written; until then an error can still replace the result. After that ({@link #isCommitted})
 * an error breaks the connection, so that no client takes a part of the result for the whole.
 *
 * <p>The answer to HEAD has the headers only.
 *
 * <p>Only one thread may use this object.
 */
final class Response extends OutputStream {
    static final int HELD_BYTES = 64 * 1024;

    private final HttpExchange exchange;
    private final boolean isHead;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private @Nullable OutputStream sent;

    Response(HttpExchange exchange) {
        this.exchange = exchange;
        isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
    }

    /** Adds a value to a header. */
    void addHeader(String name, String value) {
        exchange.getResponseHeaders().add(name, value);
    }

    void header(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
    }

    /** Media type of the result. */
    void contentType(String type) {
        header("Content-Type", type);
    }

    boolean isCommitted() {
        return sent != null;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (isHead) {
            return;
        }
        if (sent == null && held.size() + length > HELD_BYTES) {
            exchange.sendResponseHeaders(200, 0); // chunked
            sent = exchange.getResponseBody();
            held.writeTo(sent);
            held.reset();
        }
        (sent == null ? held : sent).write(bytes, offset, length);
    }

    /** Does nothing. Writers flush often, but nothing is sent earlier than necessary. */
    @Override
    public void flush() {
        // the HTTP server flushes at the end
    }

    /** Does nothing. Writers close their output, but only {@link #finish} ends the answer. */
    @Override
    public void close() {
        // see finish
    }

    /** Sends the bytes that were kept back and ends the answer. */
    void finish() throws IOException {
        if (sent == null) {
            send(200, held.toByteArray());
        } else {
            sent.close();
        }
        exchange.close();
    }

    /**
     * Answers with an error instead of the bytes written so far.
     *
     * @throws IOException if bytes were already sent; the caller then has to break the connection
     */
    void fail(int status, String reason) throws IOException {
        if (sent != null) {
            throw new IOException("the answer broke off: " + reason);
        }
        contentType("text/plain; charset=utf-8");
        String line = reason.replaceAll("\\s+", " ").strip() + "\n";
        send(status, line.getBytes(StandardCharsets.UTF_8));
        exchange.close();
    }

    private void send(int status, byte[] body) throws IOException {
        boolean isEmpty = isHead || body.length == 0;
        exchange.sendResponseHeaders(status, isEmpty ? -1 : body.length);
        if (!isEmpty) {
            exchange.getResponseBody().write(body);
        }
    }
}
