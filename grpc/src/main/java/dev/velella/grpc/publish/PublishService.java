package dev.velella.grpc.publish;

import dev.velella.grpc.options.GrpcConfig;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.grpc.protocol.CallProblem;
import dev.velella.jelly.proto.v1.RdfStreamReceived;
import dev.velella.kit.thread.Daemon;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Answers calls to publish. Owns the producer that all calls without numbers share, and the open calls. Thread-safe.
 */
public final class PublishService implements ServerCallHandler<byte[], RdfStreamReceived>, AutoCloseable {
    private static final Pattern PRODUCER_ID = Pattern.compile("[A-Za-z0-9._-]{1,100}");
    private static final int PATIENCE_SECONDS = 20;

    /**
     * Longest time of a server that stops until frames that have arrived are in Kafka, in ms: less than the 30 s after
     * which Docker, Kubernetes and systemd kill a process at the earliest.
     */
    public static final long STOP_GRACE_MS = 10_000;

    /** Most frames in a transaction: from here on a larger one costs memory and time to abort, and saves nothing. */
    private static final int TRANSACTION_FRAMES = 1000;

    private final GrpcConfig config;
    private final GraphRecords records;
    private final Producer<byte[], byte[]> shared;
    private final Admin admin;
    private final Semaphore decoding =
            new Semaphore(Math.max(4, 2 * Runtime.getRuntime().availableProcessors()));
    private final Semaphore freeProducers;
    private final Set<PublishCall> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer;
    private final ExecutorService commits;
    private volatile boolean stopping;

    /**
     * @param config options of the server
     * @throws KafkaException if the properties of the clients do not work
     */
    public PublishService(GrpcConfig config) {
        this.config = config;
        records = new GraphRecords(config);
        freeProducers = new Semaphore(config.maxProducers());
        shared = new KafkaProducer<>(
                ProducerConfigs.of(config.clientProperties(), config.maxMessageBytes()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        admin = Admin.create(config.clientProperties());
        timer = Executors.newSingleThreadScheduledExecutor(Daemon.named("grpc-transaction-timer"));
        commits = Executors.newCachedThreadPool(Daemon.named("grpc-transaction"));
    }

    @Override
    public ServerCall.Listener<byte[]> startCall(ServerCall<byte[], RdfStreamReceived> call, Metadata headers) {
        try {
            return start(call, headers);
        } catch (StatusRuntimeException e) {
            call.close(e.getStatus(), new Metadata());
        } catch (KafkaException e) {
            call.close(CallProblem.ofKafka("the call cannot be answered", e), new Metadata());
        }
        return new ServerCall.Listener<>() {};
    }

    private ServerCall.Listener<byte[]> start(ServerCall<byte[], RdfStreamReceived> call, Metadata headers) {
        if (stopping) {
            throw CallProblem.of(Status.Code.UNAVAILABLE, "the server stops");
        }
        List<byte[]> keys = CallMetadata.keys(headers);
        if (keys.size() > 1) {
            throw CallProblem.of(Status.Code.INVALID_ARGUMENT, "a call to publish has one velella-key at most");
        }
        String topic = headers.get(CallMetadata.TOPIC);
        String producerId = headers.get(CallMetadata.PRODUCER);
        if (topic != null) {
            checkTopic(topic);
        }
        PublishedFrames frames = new PublishedFrames(
                config.messageLimits(),
                config.encoderSettings().graphs().rdfStar(),
                producerId != null,
                keys.isEmpty() ? null : keys.get(0),
                config.keyRule());
        if (producerId == null) {
            return plain(call, frames, topic);
        }
        return numbered(call, frames, topic, producerId);
    }

    private PublishCall plain(
            ServerCall<byte[], RdfStreamReceived> call, PublishedFrames frames, @Nullable String topic) {
        PublishCall made = register(
                new PublishCall[1],
                call,
                frames,
                (name, end) -> {
                    String used = topic == null ? checkTopic(name) : topic;
                    checkExists(used);
                    return new PlainWriter(shared, records, used, end, STOP_GRACE_MS / 2);
                },
                () -> {});
        call.request(1);
        return made;
    }

    private PublishCall register(
            PublishCall[] holder,
            ServerCall<byte[], RdfStreamReceived> call,
            PublishedFrames frames,
            PublishCall.Opening opening,
            Runnable release) {
        PublishCall made = new PublishCall(call, frames, opening, decoding, () -> {
            open.remove(holder[0]);
            release.run();
        });
        holder[0] = made;
        open.add(made);
        return made;
    }

    private PublishCall numbered(
            ServerCall<byte[], RdfStreamReceived> call,
            PublishedFrames frames,
            @Nullable String topic,
            String producerId) {
        if (topic == null || !PRODUCER_ID.matcher(producerId).matches()) {
            throw CallProblem.of(
                    Status.Code.INVALID_ARGUMENT,
                    topic == null
                            ? "velella-producer needs velella-topic"
                            : "velella-producer must be 1 to 100 letters, digits, dots, hyphens and underscores");
        }
        checkExists(topic);
        if (!freeProducers.tryAcquire()) {
            throw CallProblem.of(
                    Status.Code.RESOURCE_EXHAUSTED,
                    "there are " + config.maxProducers()
                            + " calls with numbered frames already (publish.producers.max); try again later");
        }
        PublishCall made = register(
                new PublishCall[1],
                call,
                frames,
                (name, end) -> {
                    throw new IllegalStateException("a numbered call has its writer before its first frame");
                },
                freeProducers::release);
        try {
            NumberedWriter writer = writer(topic, producerId, made);
            made.begin(writer, CallMetadata.of(CallMetadata.NEXT, Long.toString(writer.next())));
        } catch (RuntimeException e) {
            made.handle(e); // it is open, so it ends by itself
        }
        return made;
    }

    private NumberedWriter writer(String topic, String producerId, PublishCall call) {
        String group = config.transactionalIdPrefix() + "." + producerId;
        Map<String, Object> settings = ProducerConfigs.of(config.clientProperties(), config.maxMessageBytes());
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, group + "." + topic);
        Producer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        try {
            producer.initTransactions();
            TopicPartition place = new TopicPartition(topic, 0);
            FrameNumbers numbers = FrameNumbers.read(admin, group, place);
            return new NumberedWriter(
                    producer,
                    numbers,
                    records,
                    new NumberedWriter.Settings(topic, group, place, TRANSACTION_FRAMES, this::later),
                    call);
        } catch (RuntimeException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
    }

    private void later(Runnable commit) {
        var unused = timer.schedule(() -> commits.execute(commit), config.transactionMs(), TimeUnit.MILLISECONDS);
    }

    private String checkTopic(String topic) {
        if (topic.isEmpty()) {
            throw CallProblem.of(
                    Status.Code.INVALID_ARGUMENT,
                    "no topic: send velella-topic in the metadata of the call, or stream_name in the options");
        } else if (!config.publishTopics().allows(topic)) {
            throw CallProblem.of(
                    Status.Code.PERMISSION_DENIED,
                    "topic \"" + topic + "\" is not among publish.topics of this server");
        }
        return topic;
    }

    /** A producer would wait for a missing topic for a minute. */
    private void checkExists(String topic) {
        try {
            admin.describeTopics(List.of(topic)).allTopicNames().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw CallProblem.of(
                        Status.Code.NOT_FOUND, "there is no topic " + topic + "; the server makes no topics");
            }
            throw e.getCause() instanceof KafkaException known ? known : new KafkaException(e);
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException("the brokers do not answer", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Number of open calls. */
    public int count() {
        return open.size();
    }

    /** Ends all calls. Frames that have arrived are written, and the clients are told how far that is. */
    public void stop() {
        stopping = true;
        open.forEach(PublishCall::stop);
    }

    /** Closes the producers. Frames that are under way get a few seconds. */
    @Override
    public void close() {
        stop();
        timer.shutdownNow();
        commits.shutdown();
        shared.close(Duration.ofSeconds(5));
        admin.close(Duration.ofSeconds(1));
    }
}
