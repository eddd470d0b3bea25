package dev.velella.diff.input;

import dev.velella.diff.element.InputElement;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.element.RefusedElementException;
import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.MeaningOptions;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.ChangeVersion;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Reads input records. The key is UTF-8 text and the value is a Jelly-RDF frame, or a Jelly-Patch frame in a topic of changes. The event time comes from its header
 * or, if there is none, from the timestamp of the record. The case of header names does not count. Header values may be
 * in quotes, because a JSON header converter writes them so.
 *
 * <p>An event time too far ahead of the clock is refused, or, where the app would stop at it, left out of account: one
 * device with a wrong clock must not stop all others. If the timestamp of the record is too far ahead as well, the clock
 * of this machine may be the wrong one, and the record is refused. Not thread-safe.
 */
public final class ElementReader {
    private final GraphFrames frames;
    private final long maxFutureMs;
    private final long maxKeyBytes;
    private final boolean takesChanges;
    private final boolean isPatient;

    /**
     * @param isPatient whether an event time too far ahead is left out of account
     * @param maxKeyBytes maximum length of a key that the app can write, in bytes
     * @param takesChanges whether records may hold changes, too
     */
    public ElementReader(
            GraphFrames frames, long maxFutureMs, long maxKeyBytes, boolean takesChanges, boolean isPatient) {
        this.isPatient = isPatient;
        this.takesChanges = takesChanges;
        this.frames = frames;
        this.maxFutureMs = maxFutureMs;
        this.maxKeyBytes = maxKeyBytes;
    }

    /**
     * Decodes the value of a record, which must not be null.
     *
     * @throws dev.velella.graph.UnfitElementException if the headers cannot be accepted, or the value builds on earlier
     *     records that cannot be read
     * @throws dev.velella.jelly.format.MalformedJellyException if the value is not a Jelly-RDF frame
     */
    public GraphFrames.Frame decode(Record<byte[], byte[]> record, RecordPlace place) {
        try {
            checkMediaType(RecordHeaderReader.mediaType(record.headers()));
        } catch (UnreadableRecordException e) {
            throw new RefusedElementException(RefusalReason.HEADER, String.valueOf(e.getMessage()), e);
        }
        return frames.decode(place, record.key(), record.headers(), record.value());
    }

    /**
     * Reads the element of a record: its stream, its graph and its time, which is {@link InputElement#NO_TIME} if it is
     * left out of account.
     *
     * @param graph graph of the record; null if the value of the record is null
     * @param nowMs the clock, in ms since 1970
     * @throws dev.velella.graph.UnfitElementException if the key or the time cannot be accepted
     */
    public InputElement read(Record<byte[], byte[]> record, @Nullable RdfGraph graph, long nowMs) {
        String key = key(record.key());
        OptionalLong eventTime = eventTime(record);
        long time = eventTime.orElse(record.timestamp());
        if (isTooFarAhead(time, nowMs)) {
            if (isPatient && !isTooFarAhead(record.timestamp(), nowMs)) {
                return new InputElement(key, graph, InputElement.NO_TIME, false);
            }
            throw tooFarAhead(time, nowMs);
        }
        return new InputElement(key, graph, time, eventTime.isPresent());
    }

    private boolean isTooFarAhead(long time, long nowMs) {
        return maxFutureMs >= 0 && time > nowMs && (time - nowMs > maxFutureMs || time - nowMs < 0);
    }

    private RefusedElementException tooFarAhead(long time, long nowMs) {
        return new RefusedElementException(
                RefusalReason.FUTURE,
                "event time " + time + " is " + BigInteger.valueOf(time).subtract(BigInteger.valueOf(nowMs))
                        + " ms ahead of the clock, more than " + MeaningOptions.LATE_MAX_FUTURE_MS.name() + "="
                        + maxFutureMs + "; correct the sender's clock, or raise the option (-1 turns the check off)");
    }

    private String key(byte @Nullable [] key) {
        if (key == null || key.length == 0) {
            throw new RefusedElementException(
                    RefusalReason.KEY, "the record has no key; the key must name the stream that the graph belongs to");
        } else if (key.length > maxKeyBytes) {
            throw new RefusedElementException(
                    RefusalReason.KEY,
                    "the key has " + key.length
                            + " bytes, more than a quarter of the largest record that the app sends ("
                            + DiffConfig.PRODUCER_MAX_REQUEST_SIZE + ")");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(key))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new RefusedElementException(RefusalReason.KEY, "the key is not UTF-8 text", e);
        }
    }

    private static OptionalLong eventTime(Record<byte[], byte[]> record) {
        try {
            return RecordHeaderReader.eventTime(record.headers());
        } catch (IllegalArgumentException | UnreadableRecordException e) {
            throw new RefusedElementException(RefusalReason.HEADER, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * The version of a record that holds a change; null if it holds none.
     *
     * @throws dev.velella.graph.UnfitElementException if the header cannot be accepted
     */
    public @Nullable ChangeVersion version(Record<byte[], byte[]> record) {
        try {
            return takesChanges ? RecordHeaderReader.change(record.headers()) : null;
        } catch (IllegalArgumentException e) {
            throw new RefusedElementException(RefusalReason.HEADER, String.valueOf(e.getMessage()), e);
        }
    }

    private void checkMediaType(@Nullable String type) {
        if (type != null
                && !type.equals(RecordHeaderNames.JELLY_RDF)
                && !(takesChanges && type.equals(RecordHeaderNames.JELLY_PATCH))) {
            throw new RefusedElementException(
                    RefusalReason.HEADER,
                    "content-type is " + type + ", not " + RecordHeaderNames.JELLY_RDF
                            + "; the input topic must hold graphs in Jelly-RDF");
        }
    }
}
