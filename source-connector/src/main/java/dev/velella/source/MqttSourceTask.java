package dev.velella.source;

import dev.velella.converter.VelellaVersion;
import dev.velella.source.mqtt.Delivery;
import dev.velella.source.mqtt.MqttCounts;
import dev.velella.source.mqtt.MqttInbox;
import dev.velella.source.mqtt.MqttRefusedException;
import dev.velella.source.mqtt.MqttSession;
import dev.velella.source.mqtt.MqttSettings;
import dev.velella.source.payload.PayloadOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
 *
 * <p>{@link #commitRecord} is called by threads of the producer, the rest by one thread, {@link #stop} maybe by another.
 */
public final class MqttSourceTask extends SourceTask {
    private static final Logger log = LoggerFactory.getLogger(MqttSourceTask.class);

    /** Longest time in a call of poll that finds nothing to emit. */
    private static final Duration WAIT = Duration.ofMillis(500);

    private final Clock clock = Clock.systemUTC();
    private final MqttCounts counts = new MqttCounts();
    private int batchSize;
    private @Nullable MqttInbox inbox;
    private @Nullable MqttSession session;
    private @Nullable MqttRecords records;

    /** What stands in the way of the next message; thrown when those before it have been returned. */
    private @Nullable ConnectException failure;

    /** For the Connect worker. */
    public MqttSourceTask() {}

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
        records = new MqttRecords(
                config,
                settings.headers(),
                PayloadOptions.reader(
                        config, config.limits().statements(), config.limits().bytes()),
                new MqttOffsets(stored, settings.dedupWindow()),
                RecordStamps.open(config, System::nanoTime),
                clock,
                payloadCounts);
        inbox = new MqttInbox(
                settings.bufferMessages(), settings.bufferBytes(), settings.dedupWindow(), stored.recent(), counts);
        session = new MqttSession(settings, inbox);
        log.info("Subscribing to {} at {} as {}", settings.filters(), settings.broker(), settings.clientId());
        session.start();
    }

    /**
     * The next records; null after half a second at most if there are none.
     *
     * @throws ConnectException if the broker refuses the client, or a message cannot be read and that is to stop the task;
     *     what came before has then been returned
     */
    @Override
    public @Nullable List<SourceRecord> poll() throws InterruptedException {
        if (failure != null) {
            throw failure;
        }
        MqttInbox from = inbox;
        MqttRecords to = records;
        if (from == null || to == null) {
            return null;
        }
        try {
            List<SourceRecord> batch = new ArrayList<>();
            for (Delivery delivery : from.take(batchSize, WAIT)) {
                add(batch, delivery, from, to);
                if (failure != null) {
                    break;
                }
            }
            if (batch.isEmpty() && failure != null) {
                throw failure;
            }
            return batch.isEmpty() ? null : batch;
        } catch (MqttRefusedException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }

    /** What it has received so far. */
    MqttCounts counts() {
        return counts;
    }

    private void add(List<SourceRecord> batch, Delivery delivery, MqttInbox from, MqttRecords to) {
        try {
            to.recordOf(delivery).ifPresentOrElse(batch::add, () -> from.settle(delivery));
        } catch (ConnectException e) {
            failure = e;
        }
    }

    /** Kafka has the record, or it was left out by a transformation: the broker need not keep its message. */
    @Override
    public void commitRecord(SourceRecord record, @Nullable RecordMetadata metadata) {
        MqttInbox of = inbox;
        if (of != null && record instanceof MqttRecord from) {
            of.settle(from.delivery());
        }
    }

    /** Idempotent. Leaves what is under way unacknowledged. Takes two seconds at most. */
    @Override
    public void stop() {
        if (inbox != null) {
            inbox.close();
        }
        if (session != null) {
            session.close();
        }
        if (records != null) {
            records.close();
        }
    }
}
