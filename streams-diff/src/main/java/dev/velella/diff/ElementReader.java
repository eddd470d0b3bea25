package dev.velella.diff;

import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.Limits;
import dev.velella.jelly.MalformedJellyException;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.apache.kafka.streams.processor.api.Record;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads input records: key as UTF-8 text, value as a self-contained Jelly-RDF frame, event time from its header or else
 * from the record. Header names are read in any case, and values in the quotes too that a JSON header converter puts
 * around them. Not thread-safe.
 */
final class ElementReader {
    private final JellyGraphDecoder decoder;
    private final long maxFutureMs;

    ElementReader(Limits limits, long maxFutureMs) {
        decoder = new JellyGraphDecoder(SimpleValueFactory.getInstance(), limits);
        this.maxFutureMs = maxFutureMs;
    }

    /**
     * Reads one record.
     *
     * @param nowMs the clock, in ms since 1970
     * @throws UnfitElementException if key, headers or time cannot be accepted
     * @throws MalformedJellyException if the value is not a self-contained Jelly-RDF frame
     */
    StreamElement read(Record<byte[], byte[]> record, long nowMs) {
        String key = key(record.key());
        OptionalLong eventTime = eventTime(record);
        long time = eventTime.orElse(record.timestamp());
        if (maxFutureMs >= 0 && time - nowMs > maxFutureMs) {
            throw new UnfitElementException("event time " + time + " is " + (time - nowMs)
                    + " ms ahead of the clock, more than " + DiffConfig.LATE_MAX_FUTURE_MS_CONFIG + "=" + maxFutureMs
                    + "; correct the sender's clock, or raise the option (-1 turns the check off)");
        }
        byte[] frame = record.value();
        if (frame == null) {
            return new StreamElement(key, null, time, eventTime.isPresent());
        }
        checkMediaType(RecordHeaderReader.mediaType(record.headers()));
        return new StreamElement(key, decoder.decode(frame), time, eventTime.isPresent());
    }

    private static String key(byte @Nullable [] key) {
        if (key == null || key.length == 0) {
            throw new UnfitElementException(
                    "the record has no key; the key must name the stream that the graph belongs to");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(key))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new UnfitElementException("the key is not UTF-8 text", e);
        }
    }

    private static OptionalLong eventTime(Record<byte[], byte[]> record) {
        try {
            return RecordHeaderReader.eventTime(record.headers());
        } catch (IllegalArgumentException e) {
            throw new UnfitElementException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void checkMediaType(@Nullable String type) {
        if (type != null && !type.equals(RecordHeaderNames.JELLY_RDF)) {
            throw new UnfitElementException("content-type is " + type + ", not " + RecordHeaderNames.JELLY_RDF
                    + "; the input topic must hold graphs in Jelly-RDF");
        }
    }
}
