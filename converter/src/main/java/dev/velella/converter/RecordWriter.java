package dev.velella.converter;

import dev.velella.frame.EncodedFrame;
import dev.velella.frame.JellyMode;
import dev.velella.frame.PartitionStamp;
import dev.velella.frame.SelfContainedEncoder;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import dev.velella.record.JellyConfigs;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordEncoder;
import dev.velella.record.RecordHeaderNames;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the records of one source task, in the {@link WritingMode} that it chooses at the first record with headers and
 * then keeps. Without dictionaries a record is stateful if it is stamped and the mode allows it, else self-contained. A
 * record that cannot be written is a DataException; the next record of its partition then begins a
 * new stream.
 *
 * <p>Thread-safe: calls for records with headers exclude each other. Calls for records without headers share no state
 * with them.
 */
final class RecordWriter {
    private static final Logger LOG = LoggerFactory.getLogger(JellyConverter.class);

    /**
     * The log names each topic once. This is the number of topics that are remembered; further topics are not logged.
     */
    private static final int MOST_LOGGED = 1000;

    private final JellyConverterConfig config;
    private final ConnectValues values;
    private final ConverterCounts counts;

    /** Null before the first record with headers. */
    private @Nullable Choice choice;

    /** Encodes records without headers. It has a lock of its own. */
    private final SelfContainedEncoder withoutHeaders;

    private final InputHeaders input = new InputHeaders();
    private final Set<String> logged = new HashSet<>();

    /** The mode of the records of a task, and their encoder. */
    private record Choice(WritingMode mode, RecordEncoder encoder) {}

    RecordWriter(JellyConverterConfig config, ConnectValues values, ConverterCounts counts) {
        this.config = config;
        this.values = values;
        this.counts = counts;
        withoutHeaders = new SelfContainedEncoder(config.encoderSettings());
    }

    private Choice choice() {
        Choice made = choice;
        if (made == null) {
            WritingMode mode = WritingMode.choose(config);
            made = new Choice(mode, mode.encoder(config));
            choice = made;
        }
        return made;
    }

    /** The value of a record; null for null. Sets the headers that belong to the value. */
    synchronized byte @Nullable [] write(String topic, Headers headers, @Nullable Object value) {
        Choice chosen = choice();
        boolean isOnDictionaries = chosen.mode.isOnDictionaries();
        Long eventTime = isOnDictionaries ? InputHeaders.eventTime(headers) : null;
        PatchPosition position = isOnDictionaries ? InputHeaders.position(headers) : null;
        InputHeaders.Taken taken = input.take(headers);
        if (value == null) {
            return null;
        }
        try {
            StreamElement element = values.element(value, taken);
            EncodedFrame frame = chosen.encoder.encode(topic, stamp(chosen.mode.mode(), topic, taken), element);
            counts.encoded(frame);
            if (eventTime != null) {
                headers.remove(RecordHeaderNames.EVENT_TIME);
            }
            boolean isNumbered = position != null && frame.kind() == ElementKind.PATCH;
            if (isNumbered) {
                headers.remove(RecordHeaderNames.PATCH);
            }
            RecordEncoder.addHeaders(
                    headers, frame, eventTime, isNumbered ? position : null, config.addsMessageHeader());
            return frame.value();
        } catch (MalformedJellyException | DataException e) {
            throw failure(topic, e);
        }
    }

    /**
     * The value of a record without headers, self-contained; null for null. Bytes of {@link RawValue} and
     * {@link UndecodedFrame} are written as they are.
     */
    byte @Nullable [] write(String topic, @Nullable Object value) {
        try {
            byte[] raw = RawValue.bytes(value);
            if (raw != null) {
                return raw;
            }
            return value == null ? null : writeAlone(values.element(value, InputHeaders.Taken.NOTHING));
        } catch (MalformedJellyException | DataException e) {
            throw failure(topic, e);
        }
    }

    private byte[] writeAlone(StreamElement element) {
        EncodedFrame frame;
        synchronized (withoutHeaders) {
            frame = withoutHeaders.encode(element);
        }
        counts.encodedAlone(frame);
        return frame.value();
    }

    /** The stamp of a record; null if the record becomes self-contained. */
    private @Nullable PartitionStamp stamp(JellyMode mode, String topic, InputHeaders.Taken taken) {
        if (mode == JellyMode.SELF_CONTAINED) {
            return null;
        }
        PartitionStamp stamp = taken.partitionStamp();
        if (stamp == null && mode == JellyMode.STATEFUL) {
            throw new DataException(JellyConfigs.MODE.name() + "=stateful, but the record has no header "
                    + RecordHeaderNames.PARTITION_STAMP + ": its source does not say its partition. "
                    + waysOut() + ", or set " + JellyConfigs.MODE.name() + "=auto");
        }
        if (stamp == null && mode != JellyMode.DICTIONARY && logged.size() < MOST_LOGGED && logged.add(topic)) {
            LOG.info(
                    "Records to topic {} are written self-contained, so larger than they need be: they have no header {},"
                            + " as their source does not say their partition, and the converter reaches no cluster in which"
                            + " it could write dictionaries. To change it: set {} among the converter's options. Or: {}",
                    topic,
                    RecordHeaderNames.PARTITION_STAMP,
                    JellyConverterConfig.BROKERS.name(),
                    waysOut());
        }
        return stamp;
    }

    private static String waysOut() {
        return "Use Velella's source with topic.partitions or kafka.bootstrap.servers; another source sets the partition of"
                + " its records and says it in the header";
    }

    private static DataException failure(String topic, RuntimeException e) {
        String what = e instanceof MalformedJellyException ? "cannot be written as Jelly: " : "";
        return new DataException("topic " + topic + ": " + what + e.getMessage(), e);
    }
}
