package dev.velella.diff.output;

import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.options.FrameSettings;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.SelfContainedEncoder;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.letter.LetterForm;
import dev.velella.letter.LetterHeaders;
import dev.velella.letter.LetterRoom;
import dev.velella.rdf.StreamElement;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Makes copies of input records for the topics of dead letters and late elements. A copy can be read without any other
 * record. Its key, timestamp and headers are equal to the record, but it has no header {@code jelly}; its value is the
 * element as a whole Jelly stream. So the copy of a stateful record belongs to no codec stream, and no reader's state
 * depends on it.
 *
 * <p>If there is no element, or the options and limits cannot carry it, the copy has the value of the record, byte by
 * byte. A copy that is larger than the producer can send is cut. Not thread-safe.
 */
public final class AsideCopies {
    /** Bytes reserved for headers that {@link #copy} adds itself, more than they can have. */
    private static final int ADDED_BYTES = 500;

    /** Headers of an earlier dead letter that are not true for the copy, if the record is itself a dead letter. */
    private static final Set<String> NOT_COPIED = Set.of(
            LetterHeaders.JELLY,
            LetterHeaders.VALUE,
            LetterHeaders.VALUE_BYTES,
            LetterHeaders.KEY_BYTES,
            LetterHeaders.HEADERS_LEFT_OUT);

    private final SelfContainedEncoder encoder;
    private final LetterRoom room;
    private final int partition;

    /**
     * A copy. Headers may be added to it.
     *
     * @param value form of the copy's value
     * @param isCut whether a part of the record is missing in the copy
     */
    record Copy(Record<byte[], RoutedFrame> record, LetterForm value, boolean isCut) {
        /** Sets a header and replaces all headers of that name. */
        Copy with(String name, String text) {
            Headers headers = record.headers();
            headers.remove(name);
            headers.add(name, text.getBytes(StandardCharsets.UTF_8));
            return this;
        }
    }

    public AsideCopies(FrameSettings settings, LetterRoom room, int partition) {
        // The encoder always allows quoted triples: a copy must be whole, even if the output must not contain them.
        encoder = new SelfContainedEncoder(
                EncoderSettings.ofTopic(TableSizes.BIG, true, StatementOrder.GIVEN, settings.limits()));
        this.room = room;
        this.partition = partition;
    }

    /**
     * Makes a copy that the producer can send.
     *
     * @param element the decoded element of the record; null if it was not decoded or the record has no value
     * @param own headers that the copy gets; they replace all headers of these names
     */
    Copy copy(Record<byte[], byte[]> record, @Nullable StreamElement element, Map<String, String> own) {
        byte[] bytes = record.value();
        byte[] frame = bytes == null || element == null ? null : encode(element);
        byte[] whole = frame == null ? bytes : frame;
        List<Header> kept = kept(record.headers(), own, frame != null);
        byte[] key = record.key();
        int keyBytes = key == null ? 0 : key.length;
        int valueBytes = whole == null ? 0 : whole.length;
        LetterRoom.Fit fit = room.fit(
                keyBytes,
                kept.stream().mapToInt(AsideCopies::bytes).toArray(),
                valueBytes,
                LetterRoom.headerBytes(own) + ADDED_BYTES);
        Map<String, String> missing = fit.missing(keyBytes, valueBytes);
        Headers headers = new RecordHeaders();
        for (int i = 0; i < kept.size(); i++) {
            if (fit.headers()[i]) {
                headers.add(kept.get(i));
            }
        }
        RoutedFrame value = new RoutedFrame(cut(whole, fit.valueBytes()), partition);
        Copy copy = new Copy(
                new Record<>(cut(key, fit.keyBytes()), value, record.timestamp(), headers),
                formOf(bytes, frame, fit.valueBytes() < valueBytes),
                !missing.isEmpty());
        own.forEach(copy::with);
        missing.forEach(copy::with);
        if (frame != null && element != null) {
            copy.with(RecordHeaderNames.CONTENT_TYPE, RecordHeaderNames.mediaType(element.kind()));
        }
        return copy;
    }

    /**
     * The headers of the record that the copy keeps. Headers that the copy sets itself are left out, and headers of an
     * earlier dead letter too.
     */
    private static List<Header> kept(Headers headers, Map<String, String> own, boolean isGraph) {
        List<Header> kept = new ArrayList<>();
        for (Header header : headers) {
            String name = header.key();
            boolean replaced = isGraph && RecordHeaderNames.isMediaType(name);
            boolean ours = own.containsKey(name) || NOT_COPIED.contains(name);
            boolean isPlace =
                    name.equals(RecordHeaderNames.JELLY) || (isGraph && name.equals(RecordHeaderNames.VELELLA));
            if (!replaced && !ours && !isPlace) {
                kept.add(header);
            }
        }
        return kept;
    }

    private static int bytes(Header header) {
        return LetterRoom.headerBytes(header.key(), header.value() == null ? 0 : header.value().length);
    }

    private static byte @Nullable [] cut(byte @Nullable [] bytes, int most) {
        return bytes == null || bytes.length <= most ? bytes : Arrays.copyOf(bytes, most);
    }

    private static LetterForm formOf(byte @Nullable [] bytes, byte @Nullable [] frame, boolean isCut) {
        if (bytes == null) {
            return LetterForm.NONE;
        } else if (isCut) {
            return LetterForm.CUT;
        }
        return frame == null ? LetterForm.RAW : LetterForm.SELF_CONTAINED;
    }

    private byte @Nullable [] encode(StreamElement element) {
        try {
            return encoder.encode(element).value();
        } catch (MalformedJellyException e) {
            return null;
        }
    }
}
