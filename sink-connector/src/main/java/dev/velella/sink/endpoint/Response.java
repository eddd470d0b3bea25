package dev.velella.sink.endpoint;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one request, as a stream that keeps the first bytes back. Until more than {@link #HELD_BYTES} are
 * written nothing is sent, and an error can still take the place of the result; from then on ({@link #isCommitted}) an
 * error can only break the connection, so that no client takes a part for the whole.
 *
 * <p>Used by one thread.
 */
final class Response extends OutputStream {
    static final int HELD_BYTES = 64 * 1024;

    private final HttpExchange exchange;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private @Nullable OutputStream sent;

    Response(HttpExchange exchange) {
        this.exchange = exchange;
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
    }

    /** Adds what a header says to what it said. */
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
        if (sent == null && held.size() + length > HELD_BYTES) {
            exchange.sendResponseHeaders(200, 0); // chunked
            sent = exchange.getResponseBody();
            held.writeTo(sent);
            held.reset();
        }
        (sent == null ? held : sent).write(bytes, offset, length);
    }

    /** Writers flush when they like; nothing is sent before it has to be. */
    @Override
    public void flush() {
        // the HTTP server flushes at the end
    }

    /** Writers close what they write to; only {@link #finish} ends the answer. */
    @Override
    public void close() {
        // see finish
    }

    /** Sends what is kept back and ends the answer. */
    void finish() throws IOException {
        if (sent == null) {
            send(200, held.toByteArray());
        } else {
            sent.close();
        }
        exchange.close();
    }

    /**
     * Answers with an error instead of what was written so far.
     *
     * @throws IOException if too much was sent for that; whoever gets it has to break the connection
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
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }
}
