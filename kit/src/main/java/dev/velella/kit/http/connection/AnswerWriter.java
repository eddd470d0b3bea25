package dev.velella.kit.http.connection;

import dev.velella.kit.http.message.Chunks;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes an answer chunk by chunk. The next chunk is made when the client has taken the last one; between them no thread
 * waits. If the content cannot be completed, the connection is broken, so that the client does not take a part for the
 * whole. Owns the chunks and closes them.
 */
public final class AnswerWriter extends IteratingCallback {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerWriter.class);

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Chunks chunks;
    private final Answers answers;

    private @Nullable ByteBuffer first;

    /** Time at which the client began to take the last chunk; negative while it waits for nothing. */
    private volatile long waitingSince = -1;

    private volatile boolean waiting;

    public AnswerWriter(Request request, Response response, Callback callback, Chunks chunks, Answers answers) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.chunks = chunks;
        this.answers = answers;
    }

    /**
     * Makes the first chunk. Until it is sent, an error can still replace the answer. Called once, before all else.
     *
     * @return whether there is more
     * @throws IOException if the content cannot be completed; the caller closes the chunks then
     */
    public boolean begin() throws IOException {
        first = chunks.next();
        return !chunks.isEnded();
    }

    @Override
    protected Action process() throws Throwable {
        waiting = false;
        ByteBuffer chunk = first;
        first = null;
        if (chunk == null) {
            if (chunks.isEnded()) {
                return Action.SUCCEEDED;
            }
            chunk = chunks.next();
        }
        if (!chunk.hasRemaining() && !chunks.isEnded()) {
            waiting = true;
            return Action.IDLE;
        }
        waiting = true;
        waitingSince = System.nanoTime();
        response.write(chunks.isEnded(), chunk, this);
        return Action.SCHEDULED;
    }

    /** How long the client has taken nothing, in ns; 0 if it has nothing to take. */
    long stalledNanos() {
        return waiting ? System.nanoTime() - waitingSince : 0;
    }

    /** More may be there now. */
    void wake() {
        iterate();
    }

    /** Breaks the connection. */
    void giveUp() {
        request.getConnectionMetaData()
                .getConnection()
                .getEndPoint()
                .close(new java.util.concurrent.TimeoutException("the client takes nothing, and others wait"));
    }

    @Override
    protected void onCompleteSuccess() {
        end();
        callback.succeeded();
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
        end();
        if (cause instanceof IOException
                && !(cause instanceof EofException) // the client went away
                && request.getConnectionMetaData().getConnection().getEndPoint().isOpen()) {
            LOG.warn("an answer broke off: {}", cause.toString());
        } else if (!(cause instanceof IOException) && !(cause instanceof java.util.concurrent.TimeoutException)) {
            LOG.error("an answer broke off", cause);
        }
        callback.failed(cause);
    }

    private void end() {
        answers.remove(this);
        chunks.close();
    }
}
