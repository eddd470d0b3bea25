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
import dev.velella.source.mqtt.link.LinkCounts;
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
 * Emits the messages of one MQTT session.
 *
 * <p>A message is acknowledged to the broker when Kafka has its record (with transactions: when the transaction is
 * committed), or when the message is skipped, and never before. The broker delivers messages again that are under way
 * when the session is closed.
 *
 * <p>Messages of one stream become records in the order in which they came. Costly messages are read in a
 * {@link MessageLanes lane} of their own, and messages of other streams overtake them.
 */
final class MqttSourceSession implements SourceSession {
    private static final Logger log = LoggerFactory.getLogger(MqttSourceSession.class);

    /** Longest time of a call of poll that finds no message. */
    private static final Duration WAIT = Duration.ofMillis(500);

    /** Longest time of such a call while messages wait for their dictionaries. */
    private static final Duration LINK_WAIT = Duration.ofMillis(20);

    /**
     * Number of messages that Kafka has and that cannot be acknowledged yet. From this number on, the session treats
     * messages that wait for their dictionary as messages that hold up others.
     */
    private static final int HELD_UP = 10;

    private final int batchSize;

    private final MqttInbox inbox;
    private final MqttSession connection;
    private final MqttRecords records;
    private final MqttBatch batch;
    private final MqttLinks links;
    private final MessageLanes lanes;

    /** Messages that were taken from the inbox and are processed next. */
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
        LinkCounts linkCounts = new LinkCounts();
        MqttMetrics.register(context, counts, payloadCounts, linkCounts);
        batchSize = config.batchMaxRecords();
        inbox = new MqttInbox(
                settings.bufferMessages(), settings.bufferBytes(), settings.dedupWindow() > 0, stored.recent(), counts);
        connection = new MqttSession(settings, inbox);
        links = new MqttLinks(settings, limits, context.offsetStorageReader(), linkCounts);
        PayloadElements quick =
                new PayloadElements(config, MessageLanes.quickLimits(limits, costly), settings.headers(), clock);
        MqttOffsets offsets = new MqttOffsets(stored, settings.dedupWindow());
        records = new MqttRecords(config, quick, offsets, stamps, clock, payloadCounts);
        batch = new MqttBatch(records, inbox, limits.statements());
        lanes = new MessageLanes(
                costly,
                quick,
                new PayloadElements(config, limits, settings.headers(), clock),
                KeyOptions.streamOfTopic(config),
                clock,
                payloadCounts,
                inbox::wake); // starts a thread, so nothing that can fail comes after it
    }

    /**
     * Looks up which messages Kafka has, and begins to connect. A broker that cannot be reached is no error: the
     * session tries again.
     *
     * @param stamps owned from now on, unless this method fails
     * @throws ConnectException if the stored offset does not have the form of this connector's offsets
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
     * The next messages. Does not wait if the lane has messages that were read.
     *
     * @throws ConnectException if the broker refuses the client, and all received messages are read
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
        if (links.isOfLink(message)) {
            inbox.settle(delivery); // comes here only if a topic filter covers the topic
        } else {
            read(delivery, message).ifPresent(read -> batch.add(read, false));
        }
    }

    /** The message, if it can be read now; empty if it is read later. */
    private Optional<ReadMessage> read(Delivery delivery, MqttMessage message) {
        try {
            return links.take(delivery, message) ? Optional.empty() : lanes.read(delivery, message);
        } catch (PayloadException e) {
            return lanes.refuse(delivery, message, e);
        }
    }

    /** Adds messages that the lane has read: at least one if there is any, and as many as there is room for. */
    private void addCostly() {
        boolean goesOn = !batch.isFailed();
        while (goesOn) {
            Optional<ReadMessage> read = lanes.take();
            read.ifPresent(message -> batch.add(message, true));
            goesOn = read.isPresent() && batch.size() < batchSize && batch.hasRoom();
        }
    }

    /** Tells the inbox that Kafka has the record, so that the broker can drop its message. */
    @Override
    public void acknowledged(SourceRecord record) {
        if (record instanceof MqttRecord from) {
            inbox.settle(from.delivery());
        }
    }

    /** Closes the session. Messages that are under way stay unacknowledged. Takes two seconds at most. Idempotent. */
    @Override
    public void close() {
        inbox.close();
        lanes.close();
        links.close();
        connection.close();
        records.close();
    }
}
