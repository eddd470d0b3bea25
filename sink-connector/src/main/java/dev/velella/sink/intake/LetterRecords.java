package dev.velella.sink.intake;

import dev.velella.converter.RawValue;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.SelfContainedEncoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.kit.options.Spelling;
import dev.velella.letter.LetterForm;
import dev.velella.letter.LetterHeaders;
import dev.velella.letter.LetterRoom;
import dev.velella.rdf.ErrorText;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.sink.error.PatchRefusedException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * Makes dead letters from refused records. A patch or graph that could be decoded becomes a whole Jelly stream, without
 * the header {@code jelly}. Bytes that could not be decoded stay unchanged. Headers say why the record was refused
 * ({@link LetterHeaders}). A letter that is larger than the queue's producer can send is cut. Not thread-safe.
 */
final class LetterRecords {
    /** Option of the connector for the maximum size of a record that the queue's producer sends. */
    static final String MAX_REQUEST_SIZE = "producer.override." + LetterRoom.MAX_REQUEST_SIZE;

    /** Option of Connect: whether the worker adds headers of its own. */
    private static final String CONTEXT_HEADERS = "errors.deadletterqueue.context.headers.enable";

    /**
     * Bytes reserved for the worker's own headers, without the message and the stack trace. It is more than they can
     * have.
     */
    private static final int CONTEXT_BYTES = 2_000;

    /** Bytes reserved for the headers about the form of the value and about cuts. It is more than they can have. */
    private static final int CUT_BYTES = 400;

    private final String connector;
    private final LetterRoom room;
    private final boolean addsContext;
    private final SelfContainedEncoder encoder;

    /** @param properties options of the task */
    LetterRecords(String connector, Map<String, String> properties) {
        this.connector = connector;
        room = LetterRoom.of(properties, MAX_REQUEST_SIZE);
        addsContext = Boolean.parseBoolean(properties.get(CONTEXT_HEADERS));
        // The encoder always allows quoted triples, because a dead letter must be whole.
        encoder = new SelfContainedEncoder(
                EncoderSettings.ofTopic(TableSizes.BIG, true, StatementOrder.GIVEN, Limits.DEFAULT));
    }

    /**
     * Makes the dead letter of a record.
     *
     * @param content the decoded content; null if the record was not decoded
     * @param reported exception that is reported to the worker
     */
    SinkRecord of(InputRecord input, @Nullable RecordContent content, PatchRefusedException why, Throwable reported) {
        SinkRecord record = input.original();
        Letter letter = letter(input, content);
        Map<String, String> own = own(input, letter, why);
        List<Header> kept = StreamSupport.stream(record.headers().spliterator(), false)
                .filter(header -> isKept(header, letter))
                .toList();
        int keyBytes = LetterBytes.length(record.key());
        int valueBytes = LetterBytes.length(letter.value());
        LetterRoom.Fit fit = room.fit(
                keyBytes,
                kept.stream()
                        .mapToInt(header -> LetterRoom.headerBytes(header.key(), LetterBytes.length(header.value())))
                        .toArray(),
                valueBytes,
                LetterRoom.headerBytes(own) + CUT_BYTES + (addsContext ? contextBytes(reported) : 0));
        ConnectHeaders headers = new ConnectHeaders();
        for (int i = 0; i < kept.size(); i++) {
            if (fit.headers()[i]) {
                headers.add(kept.get(i));
            }
        }
        boolean isCut = fit.valueBytes() < valueBytes;
        own.put(LetterHeaders.VALUE, Spelling.of(isCut ? LetterForm.CUT : letter.form()));
        own.putAll(fit.missing(keyBytes, valueBytes));
        own.forEach(headers::addString);
        LetterBytes.Cut key = LetterBytes.cut(record.keySchema(), record.key(), fit.keyBytes());
        LetterBytes.Cut value = LetterBytes.cut(letter.schema(), letter.value(), fit.valueBytes());
        return new SinkRecord(
                record.originalTopic(),
                record.originalKafkaPartition(),
                key.schema(),
                key.value(),
                value.schema(),
                value.value(),
                record.originalKafkaOffset(),
                System.currentTimeMillis(),
                TimestampType.CREATE_TIME,
                headers);
    }

    /** Size of the worker's headers about an exception: its message, and its stack trace with all messages. */
    private static long contextBytes(Throwable reported) {
        StringWriter trace = new StringWriter();
        reported.printStackTrace(new PrintWriter(trace));
        return CONTEXT_BYTES
                + LetterBytes.length(trace.toString())
                + (long) LetterBytes.length(String.valueOf(reported.getMessage()));
    }

    /**
     * The value of a dead letter.
     *
     * @param mediaType new media type of the value; null if it has not changed
     */
    private record Letter(
            @Nullable Schema schema, @Nullable Object value, @Nullable String mediaType, LetterForm form) {}

    private Letter letter(InputRecord input, @Nullable RecordContent content) {
        SinkRecord record = input.original();
        Object value = record.value();
        if (value == null) {
            return new Letter(record.valueSchema(), null, null, LetterForm.NONE);
        }
        boolean isFrame = RdfStructs.isOwn(value) || (value instanceof byte[] && input.jelly() != null);
        EncodedFrame frame = isFrame ? encode(content) : null;
        if (frame != null) {
            String type = RecordHeaderNames.mediaType(frame.kind());
            return value instanceof byte[]
                    ? new Letter(record.valueSchema(), frame.value(), type, LetterForm.SELF_CONTAINED)
                    : new Letter(RawValue.SCHEMA, RawValue.of(frame.value()), type, LetterForm.SELF_CONTAINED);
        }
        LetterForm form = content == null || content instanceof RecordContent.Undecoded
                ? LetterForm.RAW
                : LetterForm.SELF_CONTAINED;
        return new Letter(record.valueSchema(), value, null, form);
    }

    private @Nullable EncodedFrame encode(@Nullable RecordContent content) {
        try {
            return content instanceof RecordContent.Element data ? encoder.encode(data.element()) : null;
        } catch (MalformedJellyException e) {
            return null;
        }
    }

    private static boolean isKept(Header header, Letter letter) {
        boolean replaced = letter.mediaType() != null && RecordHeaderNames.isMediaType(header.key());
        boolean ours = header.key().startsWith(LetterHeaders.PREFIX);
        boolean isPlace = header.key().equals(RecordHeaderNames.JELLY)
                || (letter.mediaType() != null && header.key().equals(RecordHeaderNames.VELELLA));
        return !replaced && !ours && !isPlace;
    }

    private Map<String, String> own(InputRecord record, Letter letter, PatchRefusedException why) {
        Map<String, String> headers = LetterHeaders.of(
                record.partition().topic(), record.partition().partition(), record.offset(), why.kind(), why);
        if (letter.mediaType() != null) {
            headers.put(RecordHeaderNames.CONTENT_TYPE, letter.mediaType());
        }
        headers.put(LetterHeaders.CONNECTOR, connector);
        Long timestamp = record.original().timestamp();
        if (timestamp != null && timestamp >= 0) {
            headers.put(LetterHeaders.TIMESTAMP, Long.toString(timestamp));
        }
        stream(record, headers);
        String jelly = record.jelly();
        if (jelly != null) {
            headers.put(LetterHeaders.JELLY, jelly);
        }
        return headers;
    }

    private static void stream(InputRecord record, Map<String, String> headers) {
        try {
            record.check();
        } catch (PatchRefusedException e) {
            return; // the key or the header is wrong, so the letter keeps them unchanged
        }
        String key = record.key();
        if (key != null) {
            headers.put(LetterHeaders.STREAM, ErrorText.message(key));
        }
        PatchPosition position = record.position();
        if (position != null) {
            headers.put(LetterHeaders.PATCH, Long.toString(position.number()));
        }
    }
}
