package dev.velella.source.mqtt;

import dev.velella.converter.RawBytes;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.PartitionStamp;
import dev.velella.kit.retry.LogAllowance;
import dev.velella.letter.LetterForm;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.VelellaHeader;
import dev.velella.source.element.TimestampRule;
import dev.velella.source.element.TimestampRule.RecordTime;
import dev.velella.source.mqtt.MqttLinks.Carried;
import dev.velella.source.mqtt.client.Delivery;
import dev.velella.source.mqtt.client.MqttMessage;
import dev.velella.source.mqtt.client.MqttOptions;
import dev.velella.source.mqtt.lane.PayloadElement;
import dev.velella.source.mqtt.lane.PayloadElements;
import dev.velella.source.mqtt.lane.ReadMessage;
import dev.velella.source.mqtt.link.LinkOutcome;
import dev.velella.source.options.ErrorOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.RecordSize;
import dev.velella.source.options.TimeOptions;
import dev.velella.source.payload.Payload;
import dev.velella.source.payload.PayloadCounts;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.payload.RefusalHeaders;
import dev.velella.source.record.DeadLetterLimit;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.record.RecordTopics;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a record of each message. A message that is refused becomes a dead letter or is skipped, as the options say.
 * Numbers and other values that depend on earlier records are assigned here, in the order of the records. Owns the
 * stamps. Not thread-safe.
 */
final class MqttRecords implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MqttRecords.class);

    private final RecordTopics topics;
    private final @Nullable String deadLetterTopic;
    private final ErrorOptions.OnError onError;
    private final Map<String, ?> sourcePartition;
    private final String clientId;
    private final MqttOffsets offsets;
    private final PayloadElements elements;
    private final TimestampRule times;
    private final RecordStamps stamps;
    private final Clock clock;
    private final LogAllowance skips = LogAllowance.everyTenSeconds(log, () -> System.nanoTime() / 1_000_000);
    private final PayloadCounts counts;
    private final DeadLetterLimit letters;
    private long statements;
    private long bytes;
    private final RecordSize size;

    /**
     * The origin of a record.
     *
     * @param partition partition in Connect's offset storage
     * @param offset supplies the offset; called once, when the record is made
     */
    private record Origin(
            Delivery delivery, MqttMessage message, Map<String, ?> partition, Supplier<Map<String, Object>> offset) {}

    /** @param elements makes elements from the graphs of messages that build on dictionaries; owned from now on */
    MqttRecords(
            RdfSourceConfig config,
            PayloadElements elements,
            MqttOffsets offsets,
            RecordStamps stamps,
            Clock clock,
            PayloadCounts counts) {
        deadLetterTopic = ErrorOptions.DEAD_LETTER_TOPIC.orNull(config);
        topics = new RecordTopics(config.topic(), deadLetterTopic);
        onError = ErrorOptions.onError(config);
        clientId = MqttOptions.CLIENT_ID.of(config);
        sourcePartition = MqttSourceType.partition(clientId);
        this.offsets = offsets;
        this.elements = elements;
        times = TimeOptions.timestamps(config, clock);
        this.stamps = stamps;
        this.clock = clock;
        this.counts = counts;
        letters = new DeadLetterLimit(
                ErrorOptions.DEAD_LETTER_MAX_PER_MINUTE.of(config), counts.lettersLeftOut, System::nanoTime);
        size = config.recordSize();
    }

    /** Logs from time to time how many dead letters were left out. */
    void sayLeftOut() {
        letters.say();
    }

    /** Statements of all graphs so far. */
    long statements() {
        return statements;
    }

    /** Estimated memory of all graphs so far, in bytes. */
    long bytes() {
        return bytes;
    }

    /**
     * The record of a message that stands alone; empty if the message is skipped.
     *
     * @param overtaken whether later messages may have become records before this message
     * @throws ConnectException if the message could not be read, and the options say that the task must then stop
     */
    Optional<MqttRecord> recordOf(ReadMessage read, boolean overtaken) {
        Delivery delivery = read.reading().delivery();
        Origin origin = new Origin(delivery, read.reading().message(), sourcePartition, () -> offsets.next(
                        delivery.fingerprint(), overtaken)
                .toMap());
        return read(origin, read::get);
    }

    /** The record of a message. If the message gives none, for whatever reason: its dead letter, or empty. */
    private Optional<MqttRecord> read(Origin origin, Supplier<PayloadElement> element) {
        try {
            return Optional.of(record(origin, element.get()));
        } catch (ConnectException e) {
            throw e; // the cause is not in the message
        } catch (PayloadException e) {
            return refused(origin, e);
        } catch (RuntimeException | StackOverflowError e) {
            return refused(origin, PayloadException.unexpected(e));
        }
    }

    /**
     * The record of a message that builds on a dictionary; empty if the message is skipped.
     *
     * @throws ConnectException if the message cannot be read, and the options say that the task must then stop
     */
    Optional<MqttRecord> recordOf(LinkOutcome<Carried> outcome) {
        Origin origin = origin(outcome);
        PayloadException refusal = outcome.refusal();
        if (refusal != null) {
            return refused(origin, refusal);
        }
        RdfGraph graph = outcome.graph();
        MqttMessage message = origin.message();
        return graph == null ? Optional.empty() : read(origin, () -> elements.of(message, payload(message), graph));
    }

    private Origin origin(LinkOutcome<Carried> outcome) {
        Carried carried = outcome.carrier();
        Delivery delivery = carried.delivery();
        String place = outcome.place();
        if (place == null) {
            // Other messages may have overtaken it while it waited for its dictionary.
            return new Origin(
                    delivery, carried.message(), sourcePartition, () -> offsets.next(delivery.fingerprint(), true)
                            .toMap());
        }
        return new Origin(
                delivery,
                carried.message(),
                MqttSourceType.linkPartition(clientId, outcome.topic()),
                () -> LinkOffset.of(place));
    }

    private Payload payload(MqttMessage message) {
        return new Payload(message.topic(), message.payload(), message.contentType(), clock.instant());
    }

    private Optional<MqttRecord> refused(Origin origin, PayloadException e) {
        counts.errors.incrementAndGet();
        return switch (onError) {
            case FAIL ->
                throw new ConnectException(
                        "message of " + ErrorText.name(origin.message().topic()) + ": " + e.getMessage()
                                + "; to go on without such messages, set on.error=skip or dead-letter",
                        e);
            case SKIP -> {
                skips.warn("Left out (on.error=skip): " + "message of "
                        + ErrorText.name(origin.message().topic()) + ": " + e.getMessage());
                yield Optional.empty();
            }
            case DEAD_LETTER ->
                letters.admit(origin.message().topic()) ? Optional.of(deadLetter(origin, e)) : Optional.empty();
        };
    }

    /**
     * Makes a record. All checks that can refuse the message come before its number is assigned, because a refused
     * message must not leave a gap in the numbers.
     */
    private MqttRecord record(Origin origin, PayloadElement element) {
        String topic = topics.of(origin.message().topic());
        RecordTime time = times.timeFor(element.eventTimeMs());
        ConnectHeaders headers = element.headers();
        PartitionStamp stamp = stamps.next(topic, element.key()).orElse(null);
        topics.take(topic);
        if (time.eventTimeMs() != null) {
            headers.addString(RecordHeaderNames.EVENT_TIME, Long.toString(time.eventTimeMs()));
        }
        if (stamp != null) {
            headers.addString(RecordHeaderNames.PARTITION_STAMP, stamp.format());
        }
        MqttRecord record = new MqttRecord(
                origin.delivery(),
                origin.partition(),
                origin.offset().get(),
                topic,
                stamp == null ? null : stamp.partition(),
                element.key(),
                RdfStructs.GRAPH_SCHEMA,
                element.value(),
                time.timestampMs(),
                headers);
        statements += element.statements();
        bytes += element.bytes();
        counts.graphs.incrementAndGet();
        return record;
    }

    private MqttRecord deadLetter(Origin origin, PayloadException e) {
        MqttMessage message = origin.message();
        ConnectHeaders headers = new ConnectHeaders();
        headers.addString("mqtt.topic", message.topic());
        String contentType = message.contentType();
        if (contentType != null) {
            headers.addString("mqtt.content.type", contentType);
        }
        for (Map.Entry<String, String> property : message.userProperties()) {
            String name = property.getKey();
            if (name.equals(JellyHeader.NAME) || name.equals(VelellaHeader.NAME)) {
                headers.addString("mqtt.user." + name, property.getValue());
            }
        }
        RefusalHeaders.add(headers, e, LetterForm.RAW);
        letters.addLeftOut(message.topic(), headers);
        return new MqttRecord(
                origin.delivery(),
                origin.partition(),
                origin.offset().get(),
                String.valueOf(deadLetterTopic),
                null,
                size.fittingKey(message.topic()),
                RawBytes.SCHEMA,
                size.fitting(message.topic(), message.payload(), headers),
                clock.millis(),
                headers);
    }

    @Override
    public void close() {
        stamps.close();
        elements.close();
    }
}
