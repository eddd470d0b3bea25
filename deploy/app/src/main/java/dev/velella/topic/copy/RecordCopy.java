package dev.velella.topic.copy;

import dev.velella.frame.EncodedFrame;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.SelfContainedEncoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.letter.LetterHeaders;
import dev.velella.log.LogException;
import dev.velella.log.LogRecord;
import dev.velella.log.Reading;
import dev.velella.rdf.StreamElement;
import dev.velella.record.RecordEncoder;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Makes the copy of a record: its element in a frame that stands alone, with its key, timestamp, event time and place in the
 * stream of patches. Other headers are copied too, but for the headers that make a record a dead letter. Not thread-safe.
 */
final class RecordCopy {
    private static final String CONNECT_ERRORS = "__connect.errors.";

    /** They tell about the value, and the copy has another one. */
    private static final Set<String> OF_THE_VALUE = Set.of(
            RecordHeaderNames.CONTENT_TYPE,
            RecordHeaderNames.RDF_MESSAGE,
            RecordHeaderNames.JELLY,
            RecordHeaderNames.VELELLA,
            RecordHeaderNames.PATCH,
            RecordHeaderNames.EVENT_TIME,
            RecordHeaderNames.PARTITION_STAMP);

    private final String to;
    private final SelfContainedEncoder plain;
    private final SelfContainedEncoder star;

    /**
     * @param to topic of the copies
     * @param limits of the frames that are written
     */
    RecordCopy(String to, Limits limits) {
        this.to = to;
        plain = encoder(false, limits);
        star = encoder(true, limits);
    }

    private static SelfContainedEncoder encoder(boolean rdfStar, Limits limits) {
        return new SelfContainedEncoder(EncoderSettings.ofTopic(TableSizes.BIG, rdfStar, StatementOrder.GIVEN, limits));
    }

    /**
     * The copy, without partition: the key decides, as it does for every producer.
     *
     * @throws LogException with the place, if the record cannot be decoded, or its copy would break a chain of patches
     */
    ProducerRecord<byte[], byte[]> of(Reading reading) {
        LogRecord record = LogRecord.of(reading);
        if (record.position() != null && to.equals(record.topic())) {
            throw new LogException(
                    record.place() + ": the record has a number in its stream (patch="
                            + record.position().format()
                            + "), so it cannot stand behind later ones of its own topic; the diff app makes patches from graphs");
        }
        Headers headers = new RecordHeaders();
        StreamElement element = record.element();
        byte[] value = null;
        if (element != null) {
            EncodedFrame frame = frame(record, element);
            value = frame.value();
            OptionalLong time = RecordHeaderReader.eventTime(reading.record().headers());
            RecordEncoder.addHeaders(headers, frame, time.isPresent() ? time.getAsLong() : null, record.position());
        }
        for (Header header : reading.record().headers()) {
            if (isKept(header.key())) {
                headers.add(header);
            }
        }
        return new ProducerRecord<>(
                to, null, timestamp(reading, record), reading.record().key(), value, headers);
    }

    /** The timestamp of the record, or of the record of which it is the dead letter; null if it has none. */
    private static @Nullable Long timestamp(Reading reading, LogRecord record) {
        Header letter = reading.record().headers().lastHeader(LetterHeaders.TIMESTAMP);
        if (letter != null && letter.value() != null) {
            try {
                return Long.parseLong(new String(letter.value(), StandardCharsets.UTF_8));
            } catch (NumberFormatException e) {
                // another program's header
            }
        }
        return record.timestamp() < 0 ? null : record.timestamp();
    }

    private static boolean isKept(String header) {
        return !OF_THE_VALUE.contains(header)
                && !header.startsWith(LetterHeaders.PREFIX)
                && !header.startsWith(CONNECT_ERRORS);
    }

    private EncodedFrame frame(LogRecord record, StreamElement element) {
        try {
            return plain.encode(element);
        } catch (MalformedJellyException e) {
            return starFrame(record, element);
        }
    }

    /** With quoted triples, or not at all. */
    private EncodedFrame starFrame(LogRecord record, StreamElement element) {
        try {
            return star.encode(element);
        } catch (MalformedJellyException e) {
            throw new LogException(record.place() + ": cannot be written again: " + e.getMessage(), e);
        }
    }
}
