package dev.velella.grpc.subscribe;

import dev.velella.grpc.protocol.Begin;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.grpc.protocol.CallProblem;
import dev.velella.grpc.protocol.FrameExtras;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One open call to subscribe. It has a thread, which reads records and sends frames. Nothing is read from Kafka while the
 * subscriber does not read, so memory is bounded by one fetch and one frame.
 *
 * <p>The call ends with the status of its first problem, and with the next offset of each partition in the trailer
 * {@code velella-next}. Other threads only call {@link #ready}, {@link #cancel} and {@link #stop}.
 */
final class Subscription implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);

    private final ServerCall<RdfStreamSubscribe, byte[]> call;
    private final LogReader log;
    private final RecordFrames frames;
    private final Request request;
    private final long stallNanos;

    /** Guarded by this. */
    private boolean cancelled;

    private boolean stopping;

    /**
     * Wishes of the subscriber.
     *
     * @param keys of the records that are sent; empty for all
     * @param withMetadata whether frames say key and place of their records
     */
    record Request(String topic, Begin begin, boolean untilLatest, Set<ByteBuffer> keys, boolean withMetadata) {
        /** The wishes in the headers of a call. */
        static Request of(String topic, Metadata headers) {
            String from = headers.get(CallMetadata.FROM);
            String until = headers.get(CallMetadata.UNTIL);
            String metadata = headers.get(CallMetadata.FRAME_METADATA);
            if (until != null && !until.equals("latest")) {
                throw new IllegalArgumentException("velella-until must be latest, not " + until);
            }
            if (metadata != null && !metadata.equals("none")) {
                throw new IllegalArgumentException("velella-frame-metadata must be none, not " + metadata);
            }
            List<byte[]> keys = CallMetadata.keys(headers);
            return new Request(
                    topic,
                    begin(from),
                    until != null,
                    keys.stream().map(ByteBuffer::wrap).collect(Collectors.toUnmodifiableSet()),
                    metadata == null);
        }

        private static Begin begin(@Nullable String from) {
            try {
                return from == null ? new Begin.Latest() : Begin.parse(from);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("velella-from " + e.getMessage(), e);
            }
        }
    }

    Subscription(
            ServerCall<RdfStreamSubscribe, byte[]> call,
            Request request,
            LogReader log,
            RecordFrames frames,
            long stallMs) {
        this.call = call;
        this.request = request;
        this.log = log;
        this.frames = frames;
        stallNanos = TimeUnit.MILLISECONDS.toNanos(stallMs);
    }

    @Override
    public void run() {
        Status end;
        try (log) {
            try {
                log.open(request.begin(), request.untilLatest());
                Metadata headers =
                        CallMetadata.of(CallMetadata.NEXT, log.positions().toString());
                headers.put(CallMetadata.MESSAGE_TYPE, RecordHeaderNames.JELLY_RDF);
                call.sendHeaders(headers);
                end = send();
            } catch (StatusRuntimeException e) {
                end = e.getStatus();
            } catch (WakeupException | InterruptException e) {
                Thread.interrupted();
                end = stopped();
            } catch (KafkaException e) {
                end = CallProblem.ofKafka("topic " + request.topic() + " cannot be read", e);
            } catch (RuntimeException e) {
                LOG.error("A subscription to topic {} has failed", request.topic(), e);
                end = Status.INTERNAL.withDescription("the server has failed; its log says why");
            }
            close(end);
        }
    }

    private Status send() {
        while (!log.isAtEnd()) {
            if (isOver()) {
                return stopped();
            }
            for (ConsumerRecord<byte[], byte[]> record : log.poll()) {
                if (log.isBehindEnd(record)) {
                    continue;
                }
                if (isWanted(record)) {
                    awaitReady();
                    if (isOver()) {
                        return stopped();
                    }
                    byte[] frame = frames.next(record);
                    call.sendMessage(request.withMetadata() ? FrameExtras.append(frame, metadata(record)) : frame);
                } else {
                    frames.skip(record);
                }
                log.done(record);
            }
        }
        return Status.OK;
    }

    private boolean isWanted(ConsumerRecord<byte[], byte[]> record) {
        return request.keys().isEmpty()
                || (record.key() != null && request.keys().contains(ByteBuffer.wrap(record.key())));
    }

    private static Map<String, byte[]> metadata(ConsumerRecord<byte[], byte[]> record) {
        Map<String, byte[]> metadata = new LinkedHashMap<>();
        if (record.key() != null) {
            metadata.put(CallMetadata.FRAME_KEY, record.key());
        }
        metadata.put(CallMetadata.FRAME_PLACE, FrameExtras.text(record.partition() + "@" + record.offset()));
        RecordHeaderReader.eventTime(record.headers())
                .ifPresent(time -> metadata.put(CallMetadata.FRAME_TIME, FrameExtras.text(time)));
        if (record.value() == null) {
            metadata.put(CallMetadata.FRAME_TOMBSTONE, FrameExtras.text(1));
        }
        return metadata;
    }

    /** Waits until the transport takes more, or the call is over. */
    private synchronized void awaitReady() {
        long begun = System.nanoTime();
        while (!call.isReady() && !cancelled && !stopping) {
            long left = stallNanos - (System.nanoTime() - begun);
            if (left <= 0) {
                throw CallProblem.of(
                        Status.Code.RESOURCE_EXHAUSTED,
                        "the subscriber has read nothing for " + TimeUnit.NANOSECONDS.toMillis(stallNanos)
                                + " ms (subscribe.stall.ms) while frames waited; go on at velella-next");
            }
            try {
                wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
    }

    private synchronized boolean isOver() {
        return cancelled || stopping;
    }

    private static Status stopped() {
        return Status.UNAVAILABLE.withDescription("the server stops; go on at velella-next");
    }

    private void close(Status end) {
        synchronized (this) {
            if (cancelled) {
                return;
            }
        }
        String next = log.positions().toString();
        call.close(end, CallMetadata.of(CallMetadata.NEXT, next.isEmpty() ? null : next));
    }

    /** The transport may take more. */
    synchronized void ready() {
        notifyAll();
    }

    /** The client has gone. */
    void cancel() {
        synchronized (this) {
            cancelled = true;
            notifyAll();
        }
        log.wakeUp();
    }

    /** The server stops: the call is told where to go on. */
    void stop() {
        synchronized (this) {
            stopping = true;
            notifyAll();
        }
        log.wakeUp();
    }
}
