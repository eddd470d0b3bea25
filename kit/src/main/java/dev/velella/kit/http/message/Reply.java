package dev.velella.kit.http.message;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The answer to one request, as a stream that keeps its first bytes back. Nothing is sent before more than
 * {@link #HELD_BYTES} are written; until then an error can still replace the result. After that an error breaks the
 * connection, so that no client takes a part of the result for the whole. A thread that writes waits for its client; an
 * interrupt ends the wait.
 *
 * <p>The answer to HEAD has the headers only.
 *
 * <p>Only one thread may use this object.
 */
public final class Reply extends OutputStream {
    static final int HELD_BYTES = 64 * 1024;

    private final Response response;
    private final Callback callback;
    private final boolean isHead;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private boolean isCommitted;

    /** @param callback is told when the client has taken the end of the answer */
    public Reply(Response response, Callback callback, boolean isHead) {
        this.response = response;
        this.callback = callback;
        this.isHead = isHead;
    }

    /** Adds a value to a header. */
    public void addHeader(String name, String value) {
        response.getHeaders().add(name, value);
    }

    /** Sets a header, in place of its values so far. */
    public void header(String name, String value) {
        response.getHeaders().put(name, value);
    }

    /** Media type of the result. */
    public void contentType(String type) {
        header("Content-Type", type);
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
        if (held.size() + length > HELD_BYTES) {
            isCommitted = true;
            send(takeHeld());
        }
        if (length > HELD_BYTES) {
            send(ByteBuffer.wrap(bytes, offset, length));
        } else {
            held.write(bytes, offset, length);
        }
    }

    /** Does nothing. Writers flush often, but nothing is sent earlier than necessary. */
    @Override
    public void flush() {
        // see above
    }

    /** Does nothing. Writers close their output, but only {@link #finish} ends the answer. */
    @Override
    public void close() {
        // see finish
    }

    /** Sends the bytes that were kept back and ends the answer. Does not wait for the client. */
    public void finish() {
        isCommitted = true;
        if (isHead) { // in two steps: else Jetty says that GET has no bytes
            ByteBuffer nothing = ByteBuffer.allocate(0);
            response.write(
                    false, nothing, Callback.from(() -> response.write(true, nothing, callback), callback::failed));
        } else {
            response.write(true, takeHeld(), callback);
        }
    }

    /**
     * Answers with an error instead of the bytes written so far.
     *
     * @throws IOException if bytes were already sent; the caller then has to break the connection
     */
    public void fail(int status, String reason) throws IOException {
        if (isCommitted) {
            throw new IOException("the answer broke off: " + reason);
        }
        response.setStatus(status);
        contentType("text/plain; charset=utf-8");
        String line = reason.replaceAll("\\s+", " ").strip() + "\n";
        held.reset();
        if (!isHead) {
            held.writeBytes(line.getBytes(StandardCharsets.UTF_8));
        }
        finish();
    }

    private ByteBuffer takeHeld() {
        ByteBuffer bytes = ByteBuffer.wrap(held.toByteArray());
        held.reset();
        return bytes;
    }

    private void send(ByteBuffer bytes) throws IOException {
        Callback.Completable taken = new Callback.Completable();
        response.write(false, bytes, taken);
        try {
            taken.get();
        } catch (ExecutionException e) {
            throw new IOException("the client takes nothing: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException ended = new InterruptedIOException("the client takes nothing");
            ended.initCause(e);
            throw ended;
        }
    }
}
