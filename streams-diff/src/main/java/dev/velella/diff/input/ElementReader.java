package dev.velella.diff.input;

import dev.velella.diff.element.InputElement;
import dev.velella.diff.element.RefusedElementException;
import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.MeaningOptions;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.ChangeVersion;
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
 * Reads elements of input records. {@link RecordContents} reads their values. The key of a stream is UTF-8 text. The event time,
 * unless the value says it, comes from its header or, if there is none, from the timestamp of the record. The case of header
 * names does not count. Header values may be in quotes, because a JSON header converter writes them so.
 *
 * <p>An event time too far ahead of the clock is refused, or, where the app would stop at it, left out of account: one
 * device with a wrong clock must not stop all others. If the timestamp of the record is too far ahead as well, the clock
 * of this machine may be the wrong one, and the record is refused. Not thread-safe.
 */
public final class ElementReader {
    private final long maxFutureMs;
    private final long maxKeyBytes;
    private final boolean takesChanges;
    private final boolean isPatient;

    /**
     * @param isPatient whether an event time too far ahead is left out of account
     * @param maxKeyBytes maximum length of a key that the app can write, in bytes
     * @param takesChanges whether records may hold changes, too
     */
    public ElementReader(long maxFutureMs, long maxKeyBytes, boolean takesChanges, boolean isPatient) {
        this.isPatient = isPatient;
        this.takesChanges = takesChanges;
        this.maxFutureMs = maxFutureMs;
        this.maxKeyBytes = maxKeyBytes;
    }

    /**
     * Reads the element of a record: its stream, its graph and its time, which is {@link InputElement#NO_TIME} if it is
     * left out of account.
     *
     * @param content what the record says
     * @param nowMs the clock, in ms since 1970
     * @throws dev.velella.graph.UnfitElementException if the key or the time cannot be accepted
     */
    public InputElement read(Record<byte[], byte[]> record, Content content, long nowMs) {
        RdfGraph graph = content.element() instanceof RdfGraph found ? found : null;
        String key = content.key() == null ? text(record.key()) : content.key();
        OptionalLong eventTime = content.eventTime().isPresent() ? content.eventTime() : eventTime(record);
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

    /**
     * The key of the stream of a record.
     *
     * @throws dev.velella.graph.UnfitElementException if there is none, or it is too long
     */
    public byte[] stream(Record<byte[], byte[]> record, Content content) {
        String own = content.key();
        byte[] key = checked(own == null ? record.key() : own.getBytes(StandardCharsets.UTF_8));
        if (key.length > maxKeyBytes) {
            throw new RefusedElementException(
                    RefusalReason.KEY,
                    "the key has " + key.length
                            + " bytes, more than a quarter of the largest record that the app sends ("
                            + DiffConfig.PRODUCER_MAX_REQUEST_SIZE + ")");
        }
        return key;
    }

    private static byte[] checked(byte @Nullable [] key) {
        if (key == null || key.length == 0) {
            throw new RefusedElementException(
                    RefusalReason.KEY, "the record has no key; the key must name the stream that the graph belongs to");
        }
        return key;
    }

    /**
     * A key as text.
     *
     * @throws dev.velella.graph.UnfitElementException if there is none, or it is no text
     */
    static String text(byte @Nullable [] key) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(checked(key)))
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
}
