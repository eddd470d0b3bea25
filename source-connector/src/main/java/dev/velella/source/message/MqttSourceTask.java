package dev.velella.source.message;

import dev.velella.converter.VelellaVersion;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.source.element.ElementMemory;
import dev.velella.source.lane.CostlyRule;
import dev.velella.source.lane.MessageLanes;
import dev.velella.source.lane.PayloadCounts;
import dev.velella.source.lane.PayloadElements;
import dev.velella.source.lane.ReadMessage;
import dev.velella.source.message.MqttLinks.Carried;
import dev.velella.source.mqtt.Delivery;
import dev.velella.source.mqtt.MqttCounts;
import dev.velella.source.mqtt.MqttInbox;
import dev.velella.source.mqtt.MqttMessage;
import dev.velella.source.mqtt.MqttOptions;
import dev.velella.source.mqtt.MqttRefusedException;
import dev.velella.source.mqtt.MqttSession;
import dev.velella.source.mqtt.MqttSettings;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.payload.PayloadOptions;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.record.RecordWatch;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits the messages of one MQTT session. A message is acknowledged to the broker when Kafka has its record, in a
 * transaction where there are any, or when it is left out; never before. What is under way when the task ends comes again.
 * Messages of a stream become records in the order in which they came; costly ones are read in a {@link dev.velella.source.lane.CostlyLane lane} of
 * their own, where those of other streams overtake them.
 *
 * <p>{@link #commitRecord} is called by threads of the producer, the rest by one thread, {@link #stop} maybe by another.
 */
public final class MqttSourceTask extends SourceTask {
    private static final Logger log = LoggerFactory.getLogger(MqttSourceTask.class);

    /** Longest time in a call of poll that finds nothing to emit. */
    private static final Duration WAIT = Duration.ofMillis(500);

    /** The same while messages wait for what devices send again. */
    private static final Duration LINK_WAIT = Duration.ofMillis(20);

    private static final String SHARED =
            "it builds on other messages of its device, which a shared subscription divides among tasks; remove"
                    + " mqtt.shared.group, or let the device send messages that stand alone";

    private static final String NOT_LINKED =
            "it builds on other messages of its device (user property jelly), and those are not read; if the device is one of"
                    + " yours with the publisher of edge-client, set " + MqttOptions.LINK_ENABLED_CONFIG + "=true";

    /** So many messages that Kafka has show that what waits for a device holds up others. */
    private static final int HELD_UP = 10;

    private final Clock clock = Clock.systemUTC();
    private final MqttCounts counts = new MqttCounts();
    private int batchSize;

    /** Graphs of a poll are in memory together: they have no more statements than this, but for the last of them. */
    private long mostStatements;

    /** Messages of the inbox that are next. */
    private final Deque<Delivery> taken = new ArrayDeque<>();

    private @Nullable MqttInbox inbox;
    private @Nullable MqttSession session;
    private @Nullable MqttRecords records;
    private @Nullable MessageLanes lanes;
    private @Nullable MqttLinks links;
    private @Nullable RecordWatch watch;
    private String linkTopicPrefix = "";
    private boolean shared;
    private boolean linkEnabled;
    private boolean saidNotLinked;

    /** What stands in the way of the next message; thrown when those before it have been returned. */
    private @Nullable ConnectException failure;

    private final CostlyRule costly;

    /** For the Connect worker. */
    public MqttSourceTask() {
        this(CostlyRule.DEFAULT);
    }

    /** @param costly which messages are read in the lane */
    public MqttSourceTask(CostlyRule costly) {
        this.costly = costly;
    }

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    /**
     * Looks up which messages Kafka has, and begins to connect. That the broker is not there is no error: it is tried again.
     *
     * @throws ConnectException if the stored offset is none of this connector, or the cluster does not answer
     */
    @Override
    public void start(Map<String, String> props) {
        RdfSourceConfig config = new RdfSourceConfig(props);
        MqttSettings settings = new MqttSettings(config);
        MqttOffset stored = MqttOffset.fromMap(context.offsetStorageReader().offset(config.sourcePartition()));
        PayloadCounts payloadCounts = new PayloadCounts();
        MqttMetrics.register(context, counts, payloadCounts);
        batchSize = config.batchMaxRecords();
        ReadingLimits limits = config.limits().reading();
        mostStatements = limits.statements();
        RecordStamps stamps = RecordStamps.open(config, System::nanoTime);
        PayloadElements quick =
                new PayloadElements(config, MessageLanes.quickLimits(limits, costly), settings.headers(), clock);
        records = new MqttRecords(
                config, quick, new MqttOffsets(stored, settings.dedupWindow()), stamps, clock, payloadCounts);
        MqttInbox received = new MqttInbox(
                settings.bufferMessages(), settings.bufferBytes(), settings.dedupWindow(), stored.recent(), counts);
        inbox = received;
        lanes = new MessageLanes(
                costly,
                quick,
                new PayloadElements(config, limits, settings.headers(), clock),
                limits,
                config.streamOfTopic(),
                clock,
                payloadCounts,
                received::wake);
        linkTopicPrefix = settings.linkTopicPrefix();
        shared = settings.shared();
        linkEnabled = settings.linkEnabled();
        links = new MqttLinks(
                settings,
                PayloadOptions.frameLimits(limits),
                topic -> LinkOffset.fromMap(context.offsetStorageReader()
                        .offset(RdfSourceConfig.linkPartition(settings.clientId(), topic))),
                () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
        session = new MqttSession(settings, received);
        log.info("Subscribing to {} at {} as {}", settings.filters(), settings.broker(), settings.clientId());
        session.start();
        watch = RecordWatch.start(context, config, stamps);
    }

    /**
     * The next records; null after half a second at most if there are none.
     *
     * @throws ConnectException if the broker refuses the client, or a message cannot be read and that is to stop the task;
     *     what came before in its stream has then been returned
     */
    @Override
    public @Nullable List<SourceRecord> poll() throws InterruptedException {
        List<SourceRecord> batch = next();
        return watch == null ? batch : watch.handOut(batch);
    }

    private @Nullable List<SourceRecord> next() throws InterruptedException {
        if (failure != null) {
            throw failure;
        }
        MqttInbox from = inbox;
        MqttRecords to = records;
        MqttLinks linked = links;
        MessageLanes reading = lanes;
        if (from == null || to == null || linked == null || reading == null) {
            return null;
        }
        List<SourceRecord> batch = new ArrayList<>();
        if (taken.isEmpty()) {
            taken.addAll(received(from, reading, linked.isWaiting() ? LINK_WAIT : WAIT));
        }
        long mostStatementsNow = to.statements() + mostStatements;
        long mostBytesNow = to.bytes() + ElementMemory.MOST_BYTES;
        BooleanSupplier hasRoom = () -> to.statements() < mostStatementsNow && to.bytes() < mostBytesNow;
        while (!taken.isEmpty() && failure == null && hasRoom.getAsBoolean()) {
            add(batch, taken.remove(), from, to, linked, reading);
        }
        addCostly(batch, from, to, reading, hasRoom);
        if (failure == null) {
            advance(batch, from, to, linked);
        }
        to.sayLeftOut();
        if (batch.isEmpty() && failure != null) {
            throw failure;
        }
        return batch.isEmpty() ? null : batch;
    }

    /**
     * The next messages; none where the lane has something before.
     *
     * @throws ConnectException if the broker refuses the client, and all that was received is read
     */
    private List<Delivery> received(MqttInbox from, MessageLanes reading, Duration patience)
            throws InterruptedException {
        try {
            return from.take(batchSize, reading.hasRead() ? Duration.ZERO : patience);
        } catch (MqttRefusedException e) {
            if (reading.isEmpty()) {
                throw new ConnectException(e.getMessage(), e);
            }
            reading.await(patience);
            return List.of();
        }
    }

    /** What the lane has read: one at least, and as many as there is room for. */
    private void addCostly(
            List<SourceRecord> batch, MqttInbox from, MqttRecords to, MessageLanes reading, BooleanSupplier hasRoom) {
        boolean goesOn = failure == null;
        while (goesOn) {
            Optional<ReadMessage> read = reading.take();
            read.ifPresent(message -> emit(batch, message, true, from, to));
            goesOn = read.isPresent() && failure == null && batch.size() < batchSize && hasRoom.getAsBoolean();
        }
    }

    /** What it has received so far. */
    public MqttCounts counts() {
        return counts;
    }

    private void add(
            List<SourceRecord> batch,
            Delivery delivery,
            MqttInbox from,
            MqttRecords to,
            MqttLinks linked,
            MessageLanes reading) {
        MqttMessage message = delivery.message();
        if (message.topic().startsWith(linkTopicPrefix)) {
            from.settle(delivery); // what devices are asked and answer, where a filter covers it
            return;
        }
        read(delivery, message, linked, reading).ifPresent(read -> emit(batch, read, false, from, to));
    }

    /** What became of a message that is not to be read later. */
    private Optional<ReadMessage> read(Delivery delivery, MqttMessage message, MqttLinks linked, MessageLanes reading) {
        String place = message.place();
        if (place == null) {
            return reading.read(delivery, message);
        } else if (!linkEnabled) {
            sayNotLinked(message);
            return reading.refuse(delivery, message, refusal(NOT_LINKED));
        } else if (shared) {
            return reading.refuse(delivery, message, refusal(SHARED));
        }
        try {
            linked.add(delivery, message, place);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return reading.refuse(delivery, message, refusal(String.valueOf(e.getMessage())));
        }
    }

    private static PayloadException refusal(String reason) {
        return new PayloadException(RefusalReason.UNDECODABLE, reason);
    }

    /** Once: that devices use it is known then, and each message may have a dead letter. */
    private void sayNotLinked(MqttMessage message) {
        if (!saidNotLinked) {
            saidNotLinked = true;
            log.warn("A message of {} is refused: {}", ErrorText.name(message.topic()), NOT_LINKED);
        }
    }

    /** What messages that build on others have become; in the order of their topics. */
    private void advance(List<SourceRecord> batch, MqttInbox from, MqttRecords to, MqttLinks linked) {
        linked.advance(from.heldUp() >= HELD_UP, outcome -> {
            if (failure != null) {
                return;
            }
            try {
                Carried carried = outcome.carrier();
                emit(batch, to.recordOf(outcome), carried == null ? null : carried.delivery(), from);
            } catch (ConnectException e) {
                failure = e;
            }
        });
    }

    private void emit(List<SourceRecord> batch, ReadMessage read, boolean overtaken, MqttInbox from, MqttRecords to) {
        try {
            emit(batch, to.recordOf(read, overtaken), read.reading().delivery(), from);
        } catch (ConnectException e) {
            failure = e;
        }
    }

    private static void emit(
            List<SourceRecord> batch, Optional<MqttRecord> record, @Nullable Delivery delivery, MqttInbox from) {
        if (record.isPresent()) {
            batch.add(record.get());
        } else if (delivery != null) {
            from.settle(delivery);
        }
    }

    /** Kafka has the record, or it was left out by a transformation: the broker need not keep its message. */
    @Override
    public void commitRecord(SourceRecord record, @Nullable RecordMetadata metadata) {
        if (watch != null) {
            watch.acknowledged(record, metadata);
        }
        MqttInbox of = inbox;
        if (of != null && record instanceof MqttRecord from && from.delivery() != null) {
            of.settle(from.delivery());
        }
    }

    /** Idempotent. Leaves what is under way unacknowledged. Takes two seconds at most. */
    @Override
    public void stop() {
        if (watch != null) {
            watch.close();
        }
        if (inbox != null) {
            inbox.close();
        }
        if (lanes != null) {
            lanes.close();
        }
        if (links != null) {
            links.close();
        }
        if (session != null) {
            session.close();
        }
        if (records != null) {
            records.close();
        }
    }
}
