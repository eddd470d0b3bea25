package dev.velella.kit.http.connection;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads the body of a request, as its bytes come and without a thread that waits for them. Used by one request. */
public final class BodyReader implements Runnable {
    /**
     * How many times the allowed size is read of a body that is too large: most clients read the answer
     * only when they have sent all.
     */
    public static final int MOST_READ = 9;

    private final Request request;
    private final int most;
    private final Receiver receiver;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long left;

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
        left = (long) most * MOST_READ;
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
            left -= part.remaining();
            byte[] kept = new byte[(int) Math.min(part.remaining(), most + 1L - bytes.size())];
            part.get(kept);
            bytes.writeBytes(kept);
            boolean last = chunk.isLast();
            chunk.release();
            if (bytes.size() > most && (last || left < 0)) {
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
