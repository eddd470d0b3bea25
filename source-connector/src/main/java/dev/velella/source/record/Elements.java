package dev.velella.source.record;

import dev.velella.converter.RawBytes;
import dev.velella.frame.PartitionStamp;
import dev.velella.kit.retry.LogAllowance;
import dev.velella.lift.PayloadException;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.TimestampRule;
import dev.velella.record.TimestampRule.RecordTime;
import dev.velella.source.input.SourceElement;
import dev.velella.source.options.ErrorOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.RecordSize;
import dev.velella.source.options.TimeOptions;
import dev.velella.source.payload.RefusalHeaders;
import java.time.Clock;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one way of elements to records. An element becomes a record of its topic. One that is refused ends the task; if it was
 * {@link Received}, {@code on.error} may say that it is left out or becomes a dead letter, of which each sender has some in a
 * minute. Whatever depends on earlier records is assigned here, in the order of the records: partitions, numbers, offsets.
 *
 * <p>A record with a stamp has its partition. For the other records the producer chooses the partition, and it keeps each
 * key in one partition too. Owns the stamps. Used by one thread.
 */
public final class Elements implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Elements.class);

    private final RecordTopics topics;
    private final TimestampRule times;
    private final RecordStamps stamps;
    private final RecordSize size;
    private final Clock clock;
    private final ElementCounts counts;
    private final ErrorOptions.OnError onError;
    private final @Nullable String letterTopic;
    private final DeadLetterLimit letters;
    private final LogAllowance skips = LogAllowance.everyTenSeconds(log, () -> System.nanoTime() / 1_000_000);

    /**
     * Creates an instance for the records of a task.
     *
     * @param stamps choose partitions; owned from now on
     * @param clock clock of timestamps
     * @param counts counts to update
     */
    public Elements(RdfSourceConfig config, RecordStamps stamps, Clock clock, ElementCounts counts) {
        Map<String, ?> values = config.values();
        onError = ErrorOptions.onError(values);
        letterTopic = ErrorOptions.DEAD_LETTER_TOPIC.in(values);
        topics = new RecordTopics(config.topic(), letterTopic);
        times = TimeOptions.timestamps(values, clock);
        size = config.recordSize();
        letters = new DeadLetterLimit(ErrorOptions.lettersPerMinute(values), counts.lettersLeftOut, System::nanoTime);
        this.stamps = stamps;
        this.clock = clock;
        this.counts = counts;
    }

    /**
     * Adds the record of an element that is never left out, because others may build on it.
     *
     * @throws ConnectException if the element is refused
     */
    public void add(Batch batch, Origin origin, SourceElement element) {
        try {
            batch.add(record(origin, "", element));
        } catch (PayloadException e) {
            throw end(origin, e);
        }
    }

    /**
     * Adds the record of an element that was received, or its dead letter.
     *
     * @param reading makes the element; each exception but a {@link ConnectException} refuses it, because the cause is in
     *     what was received
     * @return false if the element is left out
     * @throws ConnectException if the element is refused, and the task must then end
     */
    public boolean add(Batch batch, Received origin, Supplier<SourceElement> reading) {
        try {
            SourceElement element = reading.get();
            batch.add(record(origin, origin.sender(), element));
            batch.count(element.statements(), element.bytes());
            counts.records.incrementAndGet();
            return true;
        } catch (ConnectException e) {
            throw e; // the cause is not in what was received
        } catch (PayloadException e) {
            return refuse(batch, origin, e);
        } catch (RuntimeException | StackOverflowError e) {
            return refuse(batch, origin, PayloadException.unexpected(e));
        }
    }

    /**
     * Adds the dead letter of what was received and became no element.
     *
     * @return false if it is left out
     * @throws ConnectException if the task must end
     */
    public boolean refuse(Batch batch, Received origin, PayloadException why) {
        counts.errors.incrementAndGet();
        return switch (onError) {
            case FAIL -> throw end(origin, why);
            case SKIP -> {
                skips.warn("Left out (on.error=skip): " + origin.name() + ": " + why.getMessage());
                yield false;
            }
            case DEAD_LETTER -> {
                boolean isAdmitted = letters.admit(origin.sender());
                if (isAdmitted) {
                    batch.add(letter(origin, why));
                }
                yield isAdmitted;
            }
        };
    }

    /** Adds a record that has no element, such as a heartbeat. The producer chooses its partition. */
    public void add(Batch batch, Origin origin, String topic, String key, byte[] value) {
        batch.add(new ElementRecord(
                origin, topic, null, key, RawBytes.SCHEMA, value, clock.millis(), new ConnectHeaders()));
    }

    private static ConnectException end(Origin origin, PayloadException why) {
        return new ConnectException(origin.name() + ": " + why.getMessage() + origin.advice(), why);
    }

    /**
     * Makes a record. All checks that can refuse the element come before its number is assigned, because a refused
     * element must not leave a gap in the numbers.
     */
    private ElementRecord record(Origin origin, String sender, SourceElement element) {
        ConnectHeaders headers = element.headers();
        Struct value = element.value();
        if (value != null && !element.isChecked()) {
            size.check(element.key(), value, headers);
        }
        String topic = topics.of(sender);
        RecordTime time = times.timeFor(element.eventTimeMs());
        PartitionStamp stamp = stamps.next(topic, element.key()).orElse(null);
        topics.take(topic);
        if (time.eventTimeMs() != null) {
            headers.addString(RecordHeaderNames.EVENT_TIME, Long.toString(time.eventTimeMs()));
        }
        if (stamp != null && value != null) {
            headers.addString(RecordHeaderNames.PARTITION_STAMP, stamp.format());
        }
        return new ElementRecord(
                origin,
                topic,
                stamp == null ? null : stamp.partition(),
                element.key(),
                value == null ? null : value.schema(),
                value,
                time.timestampMs(),
                headers);
    }

    private ElementRecord letter(Received origin, PayloadException why) {
        ConnectHeaders headers = new ConnectHeaders();
        origin.describe(headers);
        RefusalHeaders.add(headers, why, origin.form());
        letters.addLeftOut(origin.sender(), headers);
        String key = size.fittingKey(origin.sender());
        byte[] value = size.fitting(key, origin.bytes(), headers);
        return new ElementRecord(
                origin, String.valueOf(letterTopic), null, key, RawBytes.SCHEMA, value, clock.millis(), headers);
    }

    /** Logs from time to time how many dead letters were left out. */
    public void sayLeftOut() {
        letters.say();
    }

    @Override
    public void close() {
        stamps.close();
    }
}
