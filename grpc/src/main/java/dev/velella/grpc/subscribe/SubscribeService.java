package dev.velella.grpc.subscribe;

import dev.velella.grpc.options.GrpcConfig;
import dev.velella.grpc.protocol.CallProblem;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import dev.velella.kit.thread.Daemon;
import dev.velella.record.LookBack;
import dev.velella.record.RecordDecoder;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Answers calls to subscribe. Owns the open subscriptions and their threads, within the limit of the options.
 * Thread-safe.
 */
public final class SubscribeService implements ServerCallHandler<RdfStreamSubscribe, byte[]>, AutoCloseable {
    private static final Metadata NO_TRAILERS = new Metadata();

    private final GrpcConfig config;
    private final SharedDictionaries dictionaries;
    private final Semaphore free;
    private final Set<Subscription> open = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(Daemon.named("grpc-subscription"));
    private volatile boolean stopping;

    /** @param config options of the server */
    public SubscribeService(GrpcConfig config) {
        this.config = config;
        dictionaries = new SharedDictionaries(config.clientProperties(), config.dictionariesTopic());
        free = new Semaphore(config.maxSubscriptions());
    }

    @Override
    public ServerCall.Listener<RdfStreamSubscribe> startCall(
            ServerCall<RdfStreamSubscribe, byte[]> call, Metadata headers) {
        call.request(2); // a second message would be an error, which must be seen
        return new Requested(call, headers);
    }

    /** The listener of one call. gRPC calls one method at a time. */
    private final class Requested extends ServerCall.Listener<RdfStreamSubscribe> {
        private final ServerCall<RdfStreamSubscribe, byte[]> call;
        private final Metadata headers;
        private @Nullable RdfStreamSubscribe request;
        private @Nullable Subscription subscription;

        Requested(ServerCall<RdfStreamSubscribe, byte[]> call, Metadata headers) {
            this.call = call;
            this.headers = headers;
        }

        @Override
        public void onMessage(RdfStreamSubscribe message) {
            request = message;
        }

        @Override
        public void onHalfClose() {
            if (request == null) {
                call.close(Status.INVALID_ARGUMENT.withDescription("the request is missing"), NO_TRAILERS);
                return;
            }
            try {
                subscription = subscribe(call, request, headers);
            } catch (StatusRuntimeException e) {
                call.close(e.getStatus(), NO_TRAILERS);
            }
        }

        @Override
        public void onReady() {
            if (subscription != null) {
                subscription.ready();
            }
        }

        @Override
        public void onCancel() {
            if (subscription != null) {
                subscription.cancel();
            }
        }
    }

    private Subscription subscribe(
            ServerCall<RdfStreamSubscribe, byte[]> call, RdfStreamSubscribe message, Metadata headers) {
        String topic = message.getTopic();
        if (!config.subscribeTopics().allows(topic)) {
            throw CallProblem.of(
                    Status.Code.PERMISSION_DENIED,
                    "topic \"" + topic + "\" is not among subscribe.topics of this server");
        }
        Subscription.Request request;
        try {
            request = Subscription.Request.of(topic, headers);
        } catch (IllegalArgumentException e) {
            throw CallProblem.of(Status.Code.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
        }
        JellyOptions options =
                OptionsAnswer.of(message, config.encoderSettings().graphs(), topic);
        if (stopping || !free.tryAcquire()) {
            throw CallProblem.of(
                    stopping ? Status.Code.UNAVAILABLE : Status.Code.RESOURCE_EXHAUSTED,
                    stopping
                            ? "the server stops"
                            : "there are " + config.maxSubscriptions()
                                    + " subscriptions already (subscribe.max); try again later");
        }
        try {
            return start(call, request, options);
        } catch (KafkaException e) {
            free.release();
            throw CallProblem.ofKafka("topic " + topic + " cannot be read", e).asRuntimeException();
        }
    }

    private Subscription start(
            ServerCall<RdfStreamSubscribe, byte[]> call, Subscription.Request request, JellyOptions options) {
        LookBack lookBack = new LookBack(config.clientProperties(), config.lookBackLimits());
        RecordDecoder decoder = new RecordDecoder(config.limits(), config.streamLimits(), lookBack, dictionaries);
        RecordFrames frames = new RecordFrames(options, config.limits(), decoder, dictionaries);
        LogReader log = new LogReader(config.clientProperties(), request.topic());
        Subscription subscription = new Subscription(call, request, log, frames, config.stallMs());
        open.add(subscription);
        threads.execute(() -> {
            try (lookBack) {
                subscription.run();
            } finally {
                open.remove(subscription);
                free.release();
            }
        });
        if (stopping) {
            subscription.stop();
        }
        return subscription;
    }

    /** Number of open subscriptions. */
    public int count() {
        return open.size();
    }

    /** Ends all subscriptions. They are told where to go on. */
    public void stop() {
        stopping = true;
        open.forEach(Subscription::stop);
    }

    /** Ends the threads; waits a few seconds for them. */
    @Override
    public void close() {
        stop();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(5, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        dictionaries.close();
    }
}
