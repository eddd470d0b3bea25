package dev.velella.serde;

import dev.velella.jelly.JellyFrames.Kind;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.EncoderSettings;
import dev.velella.keyframe.JellyMode;
import dev.velella.keyframe.LossReports;
import dev.velella.keyframe.PartitionStamp;
import dev.velella.keyframe.StampedEncoders;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Writes graphs or patches as record values and headers: stateful where the headers hold a stamp, else self-contained.
 *
 * <p>Methods may be called from several threads; they exclude each other.
 */
final class RecordWriter<T> {
    private final Kind kind;
    private final Format<T> format;
    private JellyMode mode = JellyMode.AUTO;
    private @Nullable Encoders<T> encoders;

    /** Makes the encoders of a kind of record. */
    interface Format<T> {
        SelfContained<T> selfContained(EncoderSettings settings);

        EncodedFrame next(StampedEncoders streams, String topic, PartitionStamp stamp, T element);
    }

    /** Writes a whole Jelly stream. */
    interface SelfContained<T> {
        byte[] encode(T element);
    }

    private record Encoders<T>(SelfContained<T> selfContained, StampedEncoders streams) {
        Encoders(Format<T> format, JellySerdeConfig config) {
            this(
                    format.selfContained(config.encoderSettings()),
                    new StampedEncoders(
                            config.encoderSettings(), config.streamLimits().streams(), LossReports.shared()));
        }
    }

    RecordWriter(Kind kind, Format<T> format) {
        this.kind = kind;
        this.format = format;
    }

    /** @throws ConfigException if an option has a wrong value, or keys are to be written */
    synchronized void configure(Map<String, ?> properties, boolean isKey) {
        RecordReader.refuseKeys(isKey);
        JellySerdeConfig config = new JellySerdeConfig(properties);
        mode = config.mode();
        encoders = new Encoders<>(format, config);
    }

    /** A self-contained value. */
    synchronized byte @Nullable [] write(String topic, @Nullable T element) {
        return element == null ? null : selfContained(topic, element);
    }

    /** A value that goes with the headers, which are changed to fit it. */
    synchronized byte @Nullable [] write(String topic, Headers headers, @Nullable T element) {
        PartitionStamp stamp = takeStamp(topic, headers);
        if (element == null) {
            set(topic, headers, RecordHeaderNames.JELLY, null);
            return null;
        }
        if (stamp == null && mode == JellyMode.STATEFUL) {
            throw new SerializationException(
                    "topic " + topic + ": jelly.mode=stateful, and the record has no header " + PartitionStamp.HEADER
                            + ": choose its partition and add the stamp that PartitionStamps gives for it");
        }
        byte[] value;
        byte[] place;
        if (stamp == null || mode == JellyMode.SELF_CONTAINED) {
            value = selfContained(topic, element);
            place = null;
        } else {
            EncodedFrame frame = next(topic, stamp, element);
            value = frame.value();
            place = frame.header().toBytes();
        }
        String type = kind == Kind.RDF ? RecordHeaderNames.JELLY_RDF : RecordHeaderNames.JELLY_PATCH;
        set(topic, headers, RecordHeaderNames.JELLY, place);
        set(topic, headers, RecordHeaderNames.CONTENT_TYPE, type.getBytes(StandardCharsets.US_ASCII));
        return value;
    }

    private byte[] selfContained(String topic, T element) {
        try {
            return encoders().selfContained().encode(element);
        } catch (MalformedJellyException e) {
            throw unwritable(topic, e);
        }
    }

    private EncodedFrame next(String topic, PartitionStamp stamp, T element) {
        try {
            return format.next(encoders().streams(), topic, stamp, element);
        } catch (MalformedJellyException e) {
            throw unwritable(topic, e);
        }
    }

    private static SerializationException unwritable(String topic, MalformedJellyException cause) {
        return new SerializationException(
                "topic " + topic + ": cannot be written as Jelly: " + cause.getMessage(), cause);
    }

    private Encoders<T> encoders() {
        Encoders<T> made = encoders;
        if (made == null) {
            made = new Encoders<>(format, new JellySerdeConfig(Map.of()));
            encoders = made;
        }
        return made;
    }

    private static @Nullable PartitionStamp takeStamp(String topic, Headers headers) {
        Header header = headers.lastHeader(PartitionStamp.HEADER);
        if (header == null) {
            return null;
        }
        try {
            if (header.value() == null) {
                throw new IllegalArgumentException("header " + PartitionStamp.HEADER + " is null");
            }
            PartitionStamp stamp = PartitionStamp.parse(header.value());
            headers.remove(PartitionStamp.HEADER);
            return stamp;
        } catch (IllegalArgumentException e) {
            throw new SerializationException("topic " + topic + ": " + e.getMessage(), e);
        } catch (IllegalStateException e) {
            throw sentBefore(topic, e);
        }
    }

    /** Makes a header the only one of its name, or takes it away; headers that are right already are left alone. */
    private static void set(String topic, Headers headers, String name, byte @Nullable [] value) {
        int found = 0;
        boolean right = true;
        for (Header header : headers.headers(name)) {
            found++;
            right &= Arrays.equals(header.value(), value);
        }
        if (right && found == (value == null ? 0 : 1)) {
            return;
        }
        try {
            headers.remove(name);
            if (value != null) {
                headers.add(name, value);
            }
        } catch (IllegalStateException e) {
            throw sentBefore(topic, e);
        }
    }

    /** Headers of a record that was handed to a producer cannot be changed, and those of its value are used up. */
    private static SerializationException sentBefore(String topic, IllegalStateException cause) {
        return new SerializationException(
                "topic " + topic
                        + ": the headers cannot be changed, as of a record that was sent before: make a new record"
                        + " with a new stamp",
                cause);
    }
}
