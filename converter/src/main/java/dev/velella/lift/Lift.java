package dev.velella.lift;

import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.RdfGraph;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.jspecify.annotations.Nullable;

/** Makes elements of the records of a topic. Made by {@link LiftOptions}. Immutable, thread-safe. */
public final class Lift {
    /** The template; null if another format reads the values. */
    private final @Nullable GraphTemplate template;

    /** Reads values that are no plain data; null if there is a template. */
    private final @Nullable PayloadFormat format;

    private final @Nullable DebeziumEvent event;
    private final @Nullable KeyTemplate key;

    /** Pointers into the record key that the key template has. */
    private final PointerSet ofKey;

    private final @Nullable Hole eventTime;

    /** The pointer of the event time; -1 if it is none. */
    private final int timeSlot;

    private final ReadingLimits limits;

    Lift(
            @Nullable GraphTemplate template,
            @Nullable PayloadFormat format,
            Envelope envelope,
            @Nullable String keyTemplate,
            @Nullable Hole eventTime,
            ReadingLimits limits) {
        this.template = template;
        this.format = format;
        this.eventTime = eventTime;
        this.limits = limits;
        ofKey = new PointerSet();
        key = keyTemplate == null ? null : new KeyTemplate(keyTemplate, ofKey);
        timeSlot = eventTime == null || template == null
                ? -1
                : switch (eventTime.source()) {
                    case VALUE -> template.pointers().addAside(eventTime.name());
                    case KEY -> template.keyPointers().add(eventTime.name());
                    default -> -1;
                };
        event = template == null || envelope == Envelope.NONE ? null : new DebeziumEvent(template.pointers());
    }

    /** Whether the streams of different topics have different keys because the key template has the topic. */
    public boolean hasTopicInKey() {
        return key != null && key.hasTopic();
    }

    /**
     * Makes the element of a record.
     *
     * @throws PayloadException if the record has none: its value does not fit, or its key
     */
    public Lifted lift(LiftRecord record) {
        try {
            String stream = key == null ? null : key.of(record.topic(), keyValues(record.key(), ofKey));
            Object value = record.value().value();
            if (value == null) {
                return new Lifted(stream, null, OptionalLong.empty());
            }
            return template == null
                    ? new Lifted(stream, document(record, value), OptionalLong.empty())
                    : filled(template, stream, record, value);
        } catch (DocumentLimitException e) {
            throw new PayloadException(RefusalReason.TOO_LARGE, String.valueOf(e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw new PayloadException(RefusalReason.UNDECODABLE, String.valueOf(e.getMessage()), e);
        } catch (PayloadException e) {
            throw e;
        } catch (RuntimeException e) {
            throw PayloadException.unexpected(e);
        }
    }

    private Lifted filled(GraphTemplate filling, @Nullable String stream, LiftRecord record, Object value) {
        byte[] text = text(value);
        checkSize(text);
        FoundValues keyValues = keyValues(record.key(), filling.keyPointers());
        Circumstances circumstances = (source, name) -> circumstance(record, source, name);
        GraphTemplate.Filled filled;
        OptionalLong time = OptionalLong.empty();
        if (event != null) {
            DebeziumEvent.Row row = event.read(pointers -> read(pointers, text, record.value()));
            time = row.time();
            if (row.values() == null) {
                return new Lifted(stream, null, time);
            }
            filled = filling.fill(List.of(row.values()), keyValues, circumstances);
        } else if (text == null) {
            filled = filling.fill(items(filling.pointers(), record.value().schema(), value), keyValues, circumstances);
        } else {
            filled = filling.fill(text, keyValues, circumstances);
        }
        return new Lifted(
                stream,
                filled.graph(),
                eventTime == null ? time : eventTime(eventTime, record, filled.first(), keyValues));
    }

    private static List<FoundValues> items(PointerSet pointers, @Nullable Schema schema, Object value) {
        if (!(value instanceof Iterable<?> all)) {
            return List.of(pointers.read(schema, value));
        }
        List<FoundValues> items = new ArrayList<>();
        for (Object item : all) {
            items.add(pointers.read(schema == null ? null : schema.valueSchema(), item));
        }
        return items;
    }

    private static FoundValues read(PointerSet pointers, byte @Nullable [] text, SchemaAndValue value) {
        return text == null ? pointers.read(value.schema(), value.value()) : JsonText.read(text, pointers::read);
    }

    private RdfGraph document(LiftRecord record, Object value) {
        byte[] text = text(value);
        byte[] document = text == null ? ConnectJson.bytes(record.value().schema(), value) : text;
        checkSize(document);
        PayloadFormat reader = format;
        if (reader == null) {
            throw new IllegalStateException("a lift has a template or a format");
        }
        return reader.read(new Payload(record.topic(), document, null, record.received()));
    }

    private void checkSize(byte @Nullable [] text) {
        if (text != null && text.length > limits.bytes()) {
            throw new PayloadException(
                    RefusalReason.TOO_LARGE,
                    text.length + " bytes, more than the limit of " + limits.bytes() + " for a record");
        }
    }

    /** The bytes of a text; null if the value is a value of Connect. */
    private static byte @Nullable [] text(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes;
        } else if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        }
        return value instanceof String string ? string.getBytes(StandardCharsets.UTF_8) : null;
    }

    /** Reads the key: bytes are a text, which is parsed as JSON only if a pointer leads into it. */
    private static FoundValues keyValues(SchemaAndValue key, PointerSet pointers) {
        Object value = key.value();
        if (value == null || pointers.size() == 0) {
            return pointers.nothing();
        }
        byte[] bytes = text(value);
        if (bytes == null) {
            return pointers.readAll(key.schema(), value);
        }
        FoundValues found;
        try {
            found = pointers.hasSteps() ? JsonText.read(bytes, pointers::read) : pointers.nothing();
            pointers.setWhole(
                    found,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (PayloadException e) {
            throw new PayloadException(RefusalReason.KEY, "the record key is " + e.getMessage(), e);
        } catch (CharacterCodingException e) {
            throw new PayloadException(RefusalReason.KEY, "the record key is not UTF-8 text", e);
        }
        return found;
    }

    private static @Nullable String circumstance(LiftRecord record, Hole.Source source, String name) {
        return switch (source) {
            case TOPIC -> record.topic();
            case PARTITION -> record.partition() < 0 ? null : Integer.toString(record.partition());
            case TIMESTAMP ->
                record.timestamp() < 0
                        ? null
                        : Instant.ofEpochMilli(record.timestamp()).toString();
            case HEADER -> record.headers().apply(name);
            default -> null;
        };
    }

    private OptionalLong eventTime(Hole hole, LiftRecord record, @Nullable FoundValues value, FoundValues keyValues) {
        String text =
                switch (hole.source()) {
                    case VALUE -> value == null ? null : value.text(timeSlot);
                    case KEY -> keyValues.text(timeSlot);
                    default -> circumstance(record, hole.source(), hole.name());
                };
        String found = text == null ? hole.byDefault() : text;
        if (found == null) {
            throw new PayloadException(RefusalReason.TIME, "the record has no value for event.time=" + hole);
        }
        try {
            String time = hole.function() == null || text == null ? found : Hole.time(hole.function(), found);
            long ms = DateTimeText.milliseconds(time);
            if (ms == DateTimeText.NONE) {
                throw new IllegalArgumentException("is no xsd:dateTime; for a number write {ms(/pointer)}");
            }
            return OptionalLong.of(ms);
        } catch (IllegalArgumentException e) {
            throw new PayloadException(
                    RefusalReason.TIME,
                    "\"" + ErrorText.name(found) + "\" " + e.getMessage() + ", for event.time=" + hole,
                    e);
        }
    }
}
