package dev.velella.grpc.client;

import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.grpc.protocol.Positions;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one subscription, one after the other. The server sends only as many as the reader has asked for, and one
 * frame more is under way. One thread reads; any thread may cancel.
 */
public final class IncomingFrames implements AutoCloseable {
    /** Frames that are asked for ahead. */
    private static final int AHEAD = 64;

    private final ClientCall<RdfStreamSubscribe, byte[]> call;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final CompletableFuture<Metadata> headers = new CompletableFuture<>();

    private sealed interface Event {}

    @SuppressWarnings("ArrayRecordComponent") // nobody compares frames
    private record Frame(byte[] bytes) implements Event {}

    private record End(Status status, Metadata trailers) implements Event {}

    private @Nullable End end;

    IncomingFrames(ClientCall<RdfStreamSubscribe, byte[]> call, RdfStreamSubscribe request, Metadata metadata) {
        this.call = call;
        call.start(new Listener(), metadata);
        call.request(AHEAD);
        call.sendMessage(request);
        call.halfClose();
    }

    private final class Listener extends ClientCall.Listener<byte[]> {
        @Override
        public void onHeaders(Metadata received) {
            headers.complete(received);
        }

        @Override
        public void onMessage(byte[] frame) {
            events.add(new Frame(frame));
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            headers.completeExceptionally(status.asRuntimeException(trailers));
            events.add(new End(status, trailers));
        }
    }

    /**
     * Waits until the subscription has begun.
     *
     * @return the first offset of each partition that will be read; empty if the server does not say it
     * @throws io.grpc.StatusRuntimeException if the server refuses
     */
    public Optional<Positions> awaitBegin() throws InterruptedException {
        try {
            return Optional.ofNullable(headers.get().get(CallMetadata.NEXT)).map(Positions::parse);
        } catch (ExecutionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    /**
     * Waits for the next frame.
     *
     * @return null if the subscription has ended without error
     * @throws io.grpc.StatusRuntimeException if it has ended with an error; {@link #next} says where to go on
     */
    public byte @Nullable [] take() throws InterruptedException {
        if (end == null) {
            Event event = events.take();
            if (event instanceof Frame frame) {
                call.request(1);
                return frame.bytes();
            }
            end = (End) event;
        }
        if (end.status().isOk()) {
            return null;
        }
        throw end.status().asRuntimeException(end.trailers());
    }

    /** The next offset of each partition, when the subscription has ended; empty if the server has not said it. */
    public Optional<Positions> next() {
        Metadata trailers = end == null ? null : end.trailers();
        return Optional.ofNullable(trailers)
                .map(known -> known.get(CallMetadata.NEXT))
                .map(Positions::parse);
    }

    /** Ends the subscription. */
    @Override
    public void close() {
        call.cancel("the subscriber has enough", null);
    }
}
