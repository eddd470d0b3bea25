package dev.velella.kit.http.connection;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads the body of a request, as its bytes come and without a thread that waits for them. Used by one request. */
public final class BodyReader implements Runnable {
    private final Request request;
    private final int most;
    private final Receiver receiver;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Takes the body; one of the methods is called, once. */
    public interface Receiver {
        void body(byte[] bytes);

        /** There are more bytes than allowed. */
        void tooLarge();

        /** The client broke off. */
        void failed(Throwable cause);
    }

    public BodyReader(Request request, int most, Receiver receiver) {
        this.request = request;
        this.most = most;
        this.receiver = receiver;
    }

    /** Reads on. */
    @Override
    public void run() {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                receiver.failed(chunk.getFailure());
                return;
            }
            ByteBuffer part = chunk.getByteBuffer();
            boolean fits = bytes.size() + part.remaining() <= most;
            if (fits) {
                byte[] copy = new byte[part.remaining()];
                part.get(copy);
                bytes.writeBytes(copy);
            }
            boolean last = chunk.isLast();
            chunk.release();
            if (!fits) {
                receiver.tooLarge();
                return;
            }
            if (last) {
                receiver.body(bytes.toByteArray());
                return;
            }
        }
    }
}
