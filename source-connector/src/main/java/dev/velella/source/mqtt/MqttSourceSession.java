package dev.velella.source.mqtt;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.lift.PayloadException;
import dev.velella.source.mqtt.client.Delivery;
import dev.velella.source.mqtt.client.MqttCounts;
import dev.velella.source.mqtt.client.MqttInbox;
import dev.velella.source.mqtt.client.MqttMessage;
import dev.velella.source.mqtt.client.MqttRefusedException;
import dev.velella.source.mqtt.client.MqttSession;
import dev.velella.source.mqtt.client.MqttSettings;
import dev.velella.source.mqtt.lane.CostlyRule;
import dev.velella.source.mqtt.lane.MessageLanes;
import dev.velella.source.mqtt.lane.ReadMessage;
import dev.velella.source.mqtt.link.LinkCounts;
import dev.velella.source.options.KeyOptions;
import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.Batch;
import dev.velella.source.record.ElementCounts;
import dev.velella.source.record.ElementRecord;
import dev.velella.source.record.PayloadElements;
import dev.velella.source.task.SourceSession;
import dev.velella.source.task.TaskStart;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
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

    private final MqttInbox inbox;
    private final MqttSession connection;
    private final MqttRecords records;
    private final MqttLinks links;
    private final MessageLanes lanes;

    /** Messages that were taken from the inbox and are processed next. */
    private final Deque<Delivery> taken = new ArrayDeque<>();

    private MqttSourceSession(
            TaskStart start, MqttSettings settings, MqttOffset stored, CostlyRule costly, MqttCounts counts) {
        RdfSourceConfig config = start.config();
        Clock clock = start.clock();
        ReadingLimits limits = LimitOptions.limits(config).reading();
        ElementCounts elementCounts = new ElementCounts();
        LinkCounts linkCounts = new LinkCounts();
        AtomicLong costlyNow = new AtomicLong();
        MqttMetrics.register(start.context(), counts, elementCounts, costlyNow, linkCounts);
        inbox = new MqttInbox(
                settings.bufferMessages(), settings.bufferBytes(), settings.dedupWindow() > 0, stored.recent(), counts);
        connection = new MqttSession(settings, inbox);
        links = new MqttLinks(settings, limits, start.offsets(), linkCounts);
        PayloadElements quick = new PayloadElements(config, MessageLanes.quickLimits(limits, costly), clock);
        records = new MqttRecords(
                start.elements(elementCounts),
                quick,
                settings,
                new MqttOffsets(stored, settings.dedupWindow()),
                inbox,
                clock);
        lanes = new MessageLanes(
                costly,
                quick,
                new PayloadElements(config, limits, clock),
                settings.headers(),
                KeyOptions.streamOfTopic(config),
                clock,
                costlyNow,
                inbox::wake); // starts a thread, so nothing that can fail comes after it
    }

    /**
     * Looks up which messages Kafka has, and begins to connect. A broker that cannot be reached is no error: the
     * session tries again.
     *
     * @throws ConnectException if the stored offset does not have the form of this connector's offsets
     */
    static MqttSourceSession open(TaskStart start, CostlyRule costly, MqttCounts counts) {
        MqttSettings settings = new MqttSettings(start.config());
        MqttOffset stored = MqttOffset.fromMap(start.offset(MqttSource.partition(settings.clientId())));
        MqttSourceSession session = new MqttSourceSession(start, settings, stored, costly, counts);
        log.info("Subscribing to {} at {} as {}", settings.filters(), settings.broker(), settings.clientId());
        session.connection.start();
        return session;
    }

    @Override
    public void poll(Batch batch) throws InterruptedException {
        if (taken.isEmpty()) {
            taken.addAll(received(batch.mostRecords(), links.isWaiting() ? LINK_WAIT : WAIT));
        }
        while (!taken.isEmpty() && batch.hasRoom()) {
            add(batch, taken.remove());
        }
        addCostly(batch);
        links.advance(inbox.heldUp() >= HELD_UP, outcome -> records.add(batch, outcome));
        records.sayLeftOut();
    }

    /**
     * The next messages. Does not wait if the lane has messages that were read.
     *
     * @throws ConnectException if the broker refuses the client, and all received messages are read
     */
    private List<Delivery> received(int most, Duration patience) throws InterruptedException {
        try {
            return inbox.take(most, lanes.hasRead() ? Duration.ZERO : patience);
        } catch (MqttRefusedException e) {
            if (lanes.isEmpty()) {
                throw new ConnectException(e.getMessage(), e);
            }
            lanes.await(patience);
            return List.of();
        }
    }

    private void add(Batch batch, Delivery delivery) {
        MqttMessage message = delivery.message();
        if (links.isOfLink(message)) {
            inbox.settle(delivery); // comes here only if a topic filter covers the topic
        } else {
            read(delivery, message).ifPresent(read -> records.add(batch, read, false));
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
    private void addCostly(Batch batch) {
        Optional<ReadMessage> read = lanes.take();
        while (read.isPresent()) {
            records.add(batch, read.get(), true);
            read = batch.hasRoom() ? lanes.take() : Optional.empty();
        }
    }

    /** Tells the inbox that Kafka has the record, so that the broker can drop its message. */
    @Override
    public void acknowledged(SourceRecord record) {
        if (record instanceof ElementRecord made && made.receipt() instanceof Delivery delivery) {
            inbox.settle(delivery);
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
