package dev.velella.grpc.publish;

import dev.velella.grpc.protocol.CallProblem;
import dev.velella.jelly.proto.v1.RdfStreamReceived;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.Semaphore;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One open call to publish. gRPC calls its methods one at a time; the writer and the server's stop come from other
 * threads. The call ends once: with the first outcome.
 */
final class PublishCall extends ServerCall.Listener<byte[]> implements FrameWriter.CallEnd {
    private static final Logger LOG = LoggerFactory.getLogger(PublishCall.class);

    private final ServerCall<byte[], RdfStreamReceived> call;
    private final PublishedFrames frames;
    private final Opening opening;
    private final Semaphore decoding;
    private final Runnable onEnd;

    /** Guards {@link #call}, {@link #writer} and {@link #ended}. */
    private final Object lock = new Object();

    private @Nullable FrameWriter writer;
    private boolean headersSent;
    private boolean ended;
    private boolean stopping;

    /** Makes the writer of a call. */
    interface Opening {
        /**
         * Makes the writer.
         *
         * @param streamName name in the options of the stream
         * @throws StatusRuntimeException if the call is refused
         */
        FrameWriter open(String streamName, FrameWriter.CallEnd end);
    }

    /**
     * @param decoding permits for frames in memory, of all calls
     * @param onEnd runs once, when the call is over
     */
    PublishCall(
            ServerCall<byte[], RdfStreamReceived> call,
            PublishedFrames frames,
            Opening opening,
            Semaphore decoding,
            Runnable onEnd) {
        this.call = call;
        this.frames = frames;
        this.opening = opening;
        this.decoding = decoding;
        this.onEnd = onEnd;
    }

    /** Uses a writer that was made before the first frame, and tells its client these headers. */
    void begin(FrameWriter made, Metadata headers) {
        synchronized (lock) {
            if (ended) {
                made.abandon(false);
                return;
            }
            writer = made;
            call.sendHeaders(headers);
            headersSent = true;
            call.request(1);
        }
    }

    @Override
    public void onMessage(byte[] frame) {
        if (isEnded()) {
            return;
        }
        try {
            decoding.acquireUninterruptibly();
            try {
                write(frame);
            } finally {
                decoding.release();
            }
        } catch (RuntimeException e) {
            handle(e);
        }
    }

    private void write(byte[] frame) {
        Publication publication = frames.next(frame);
        FrameWriter current = writer;
        if (current == null) {
            String name = frames.options().map(options -> options.streamName()).orElse("");
            current = opening.open(name, this);
            synchronized (lock) {
                writer = current;
            }
        }
        current.write(publication);
        if (current.wantsMore()) {
            more();
        }
    }

    @Override
    public void onHalfClose() {
        try {
            FrameWriter current = writer;
            if (current == null) {
                throw CallProblem.of(
                        Status.Code.INVALID_ARGUMENT, "the stream has no frame; the first one must hold the options");
            }
            if (!isEnded()) {
                current.finish();
            }
        } catch (RuntimeException e) {
            handle(e);
        }
    }

    @Override
    public void onCancel() {
        end(null, false);
    }

    @Override
    public void more() {
        synchronized (lock) {
            if (!ended && !stopping) {
                call.request(1);
            }
        }
    }

    @Override
    public void done() {
        synchronized (lock) {
            if (ended) {
                return;
            }
            ended = true;
            if (!headersSent) {
                call.sendHeaders(new Metadata());
            }
            call.sendMessage(RdfStreamReceived.getDefaultInstance());
            call.close(Status.OK, new Metadata());
        }
        onEnd.run();
    }

    @Override
    public void failed(Status status) {
        end(status, false);
    }

    /** Ends the call because of a failure on the thread that serves it. */
    void handle(RuntimeException cause) {
        if (cause instanceof StatusRuntimeException refused) {
            end(refused.getStatus(), true);
        } else if (cause instanceof KafkaException kafka) {
            end(CallProblem.ofKafka("a frame cannot be written", kafka), false);
        } else if (!isEnded()) {
            LOG.error("A call to publish has failed", cause);
            end(Status.INTERNAL.withDescription("the server has failed; its log says why"), false);
        }
    }

    /** The server stops: what has arrived is written, and the client is told how far that is. */
    void stop() {
        synchronized (lock) {
            stopping = true;
        }
        end(
                Status.UNAVAILABLE.withDescription(
                        "the server stops; velella-next or velella-written says where to go on"),
                true);
    }

    private void end(@Nullable Status status, boolean keep) {
        FrameWriter current;
        synchronized (lock) {
            if (ended) {
                return;
            }
            ended = true;
            current = writer;
        }
        Metadata trailers = current == null ? new Metadata() : current.abandon(keep);
        if (status != null) {
            synchronized (lock) {
                call.close(status, trailers);
            }
        }
        onEnd.run();
    }

    private boolean isEnded() {
        synchronized (lock) {
            return ended;
        }
    }
}
