package dev.velella.grpc.client;

import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.jelly.proto.v1.RdfStreamReceived;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** One call to publish. {@link #send} waits while the server takes nothing. One thread uses it. */
public final class OutgoingFrames implements AutoCloseable {
    private final ClientCall<byte[], RdfStreamReceived> call;
    private final CompletableFuture<Metadata> headers = new CompletableFuture<>();

    /** Completes with the trailers when the server has written all frames. */
    private final CompletableFuture<Metadata> answer = new CompletableFuture<>();

    private boolean closed;

    OutgoingFrames(ClientCall<byte[], RdfStreamReceived> call, Metadata metadata) {
        this.call = call;
        call.start(new Listener(), metadata);
        call.request(2);
    }

    private final class Listener extends ClientCall.Listener<RdfStreamReceived> {
        @Override
        public void onHeaders(Metadata received) {
            headers.complete(received);
        }

        @Override
        public void onReady() {
            wake();
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            if (status.isOk()) {
                answer.complete(trailers);
            } else {
                answer.completeExceptionally(status.asRuntimeException(trailers));
                headers.completeExceptionally(status.asRuntimeException(trailers));
            }
            wake();
        }
    }

    private synchronized void wake() {
        notifyAll();
    }

    /**
     * Waits for the answer to a call with {@link CallMetadata#PRODUCER}.
     *
     * @return number of the first frame that is not in the topic
     * @throws StatusRuntimeException if the call is refused
     */
    public long awaitNext() throws InterruptedException {
        try {
            String next = headers.get().get(CallMetadata.NEXT);
            return next == null ? 1 : Long.parseLong(next);
        } catch (ExecutionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    /**
     * Sends the next frame.
     *
     * @param frame must not be changed afterwards
     * @throws StatusRuntimeException if the call has ended
     */
    public void send(byte[] frame) throws InterruptedException {
        synchronized (this) {
            while (!call.isReady() && !answer.isDone()) {
                wait();
            }
        }
        if (answer.isDone()) {
            result();
            throw Status.INTERNAL
                    .withDescription("the server has ended the call before its last frame")
                    .asRuntimeException();
        }
        call.sendMessage(frame);
    }

    /**
     * Says that no frame follows, and waits until all are in the topic.
     *
     * @throws StatusRuntimeException if they are not; {@link #written} and {@link #next} say how far the server has come
     */
    public void finish() throws InterruptedException {
        call.halfClose();
        closed = true;
        result();
    }

    private void result() throws InterruptedException {
        try {
            answer.get();
        } catch (ExecutionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    /** Frames of a failed call that are in the topic, from the first one on; empty if the server has not said it. */
    public static OptionalLong written(StatusRuntimeException failure) {
        return number(failure, CallMetadata.WRITTEN);
    }

    /** Number of the first frame that is not in the topic after a failed call; empty if the server has not said it. */
    public static OptionalLong next(StatusRuntimeException failure) {
        return number(failure, CallMetadata.NEXT);
    }

    private static OptionalLong number(StatusRuntimeException failure, Metadata.Key<String> name) {
        Metadata trailers = failure.getTrailers();
        String text = trailers == null ? null : trailers.get(name);
        return text == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
    }

    /** Ends the call if it is open. */
    @Override
    public void close() {
        if (!closed) {
            call.cancel("the publisher has ended", null);
        }
    }
}
