package dev.velella.source.mqtt;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.source.mqtt.client.Delivery;
import dev.velella.source.mqtt.client.MqttCounts;
import dev.velella.source.mqtt.client.MqttInbox;
import dev.velella.source.mqtt.client.MqttMessage;
import dev.velella.source.mqtt.client.MqttRefusedException;
import dev.velella.source.mqtt.client.MqttSession;
import dev.velella.source.mqtt.client.MqttSettings;
import dev.velella.source.mqtt.lane.CostlyRule;
import dev.velella.source.mqtt.lane.MessageLanes;
import dev.velella.source.mqtt.lane.PayloadElements;
import dev.velella.source.mqtt.lane.ReadMessage;
import dev.velella.source.options.KeyOptions;
import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.payload.PayloadCounts;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.task.SourceSession;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits the messages of one MQTT session. A message is acknowledged to the broker when Kafka has its record, in a
 * transaction where there are any, or when it is left out; never before. Messages that are under way when this is closed come
 * again. Messages of a stream become records in the order in which they came; costly ones are read in a {@link MessageLanes
 * lane} of their own, where those of other streams overtake them.
 */
final class MqttSourceSession implements SourceSession {
    private static final Logger log = LoggerFactory.getLogger(MqttSourceSession.class);

    /** Longest time in a call of poll that finds nothing to emit. */
    private static final Duration WAIT = Duration.ofMillis(500);

    /** The same while messages wait for others that devices send again. */
    private static final Duration LINK_WAIT = Duration.ofMillis(20);

    /** So many messages that Kafka has show that a message that waits for its device holds up others. */
    private static final int HELD_UP = 10;

    private final int batchSize;

    private final MqttInbox inbox;
    private final MqttSession connection;
    private final MqttRecords records;
    private final MqttBatch batch;
    private final MqttLinks links;
    private final MessageLanes lanes;

    /** Messages of the inbox that are next. */
    private final Deque<Delivery> taken = new ArrayDeque<>();

    private MqttSourceSession(
            RdfSourceConfig config,
            MqttSettings settings,
            MqttOffset stored,
            RecordStamps stamps,
            SourceTaskContext context,
            CostlyRule costly,
            MqttCounts counts) {
        Clock clock = Clock.systemUTC();
        ReadingLimits limits = LimitOptions.limits(config).reading();
        PayloadCounts payloadCounts = new PayloadCounts();
        MqttMetrics.register(context, counts, payloadCounts);
        batchSize = config.batchMaxRecords();
        inbox = new MqttInbox(
                settings.bufferMessages(), settings.bufferBytes(), settings.dedupWindow(), stored.recent(), counts);
        connection = new MqttSession(settings, inbox);
        links = new MqttLinks(settings, limits, context.offsetStorageReader());
        PayloadElements quick =
                new PayloadElements(config, MessageLanes.quickLimits(limits, costly), settings.headers(), clock);
        MqttOffsets offsets = new MqttOffsets(stored, settings.dedupWindow());
        records = new MqttRecords(config, quick, offsets, stamps, clock, payloadCounts);
        batch = new MqttBatch(records, inbox, limits.statements());
        lanes = new MessageLanes(
                costly,
                quick,
                new PayloadElements(config, limits, settings.headers(), clock),
                limits,
                KeyOptions.streamOfTopic(config),
                clock,
                payloadCounts,
                inbox::wake); // begins a thread, so it is the last that can fail
    }

    /**
     * Looks up which messages Kafka has, and begins to connect. That the broker is not there is no error: it is tried again.
     *
     * @param stamps owned from now on, unless this fails
     * @throws ConnectException if the stored offset is none of this connector
     */
    static MqttSourceSession open(
            RdfSourceConfig config,
            RecordStamps stamps,
            SourceTaskContext context,
            CostlyRule costly,
            MqttCounts counts) {
        MqttSettings settings = new MqttSettings(config);
        OffsetStorageReader offsets = context.offsetStorageReader();
        MqttOffset stored = MqttOffset.fromMap(offsets.offset(MqttSourceType.partition(settings.clientId())));
        MqttSourceSession session = new MqttSourceSession(config, settings, stored, stamps, context, costly, counts);
        log.info("Subscribing to {} at {} as {}", settings.filters(), settings.broker(), settings.clientId());
        session.connection.start();
        return session;
    }

    @Override
    public @Nullable List<SourceRecord> poll() throws InterruptedException {
        batch.begin();
        if (taken.isEmpty()) {
            taken.addAll(received(links.isWaiting() ? LINK_WAIT : WAIT));
        }
        while (!taken.isEmpty() && batch.hasRoom()) {
            add(taken.remove());
        }
        addCostly();
        if (!batch.isFailed()) {
            links.advance(inbox.heldUp() >= HELD_UP, batch::add);
        }
        return batch.end();
    }

    /**
     * The next messages; none where the lane has something before.
     *
     * @throws ConnectException if the broker refuses the client, and all that was received is read
     */
    private List<Delivery> received(Duration patience) throws InterruptedException {
        try {
            return inbox.take(batchSize, lanes.hasRead() ? Duration.ZERO : patience);
        } catch (MqttRefusedException e) {
            if (lanes.isEmpty()) {
                throw new ConnectException(e.getMessage(), e);
            }
            lanes.await(patience);
            return List.of();
        }
    }

    private void add(Delivery delivery) {
        MqttMessage message = delivery.message();
        if (links.isRequestOrAnswer(message)) {
            inbox.settle(delivery); // where a filter covers it
        } else {
            read(delivery, message).ifPresent(read -> batch.add(read, false));
        }
    }

    /** A message that is not to be read later. */
    private Optional<ReadMessage> read(Delivery delivery, MqttMessage message) {
        String place = message.place();
        if (place == null) {
            return lanes.read(delivery, message);
        }
        try {
            links.add(delivery, message, place);
            return Optional.empty();
        } catch (PayloadException e) {
            return lanes.refuse(delivery, message, e);
        }
    }

    /** Adds messages that the lane has read: one at least, and as many as there is room for. */
    private void addCostly() {
        boolean goesOn = !batch.isFailed();
        while (goesOn) {
            Optional<ReadMessage> read = lanes.take();
            read.ifPresent(message -> batch.add(message, true));
            goesOn = read.isPresent() && batch.size() < batchSize && batch.hasRoom();
        }
    }

    /** The broker need not keep the message of the record. */
    @Override
    public void acknowledged(SourceRecord record) {
        if (record instanceof MqttRecord from && from.delivery() != null) {
            inbox.settle(from.delivery());
        }
    }

    /** Idempotent. Leaves messages that are under way unacknowledged. Takes two seconds at most. */
    @Override
    public void close() {
        inbox.close();
        lanes.close();
        links.close();
        connection.close();
        records.close();
    }
}
