package dev.velella.page;

import dev.velella.dictionary.DictionaryUnavailableException;
import dev.velella.kit.secret.ClientErrors;
import dev.velella.log.Begin;
import dev.velella.log.DecodingLimits;
import dev.velella.log.LogException;
import dev.velella.log.LogRecord;
import dev.velella.log.Span;
import dev.velella.log.TopicAccess;
import dev.velella.log.TopicLog;
import dev.velella.rdf.RdfPatch;
import dev.velella.status.PipelineConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Reads the last records of a topic when somebody asks, with clients that it closes. Thread-safe. */
public final class NewestRecords {
    /** Offsets before the end of each partition, of which many are markers of transactions. */
    private static final long BEFORE = 100;

    private final PipelineConfig config;

    /** @param config where the brokers are */
    public NewestRecords(PipelineConfig config) {
        this.config = config;
    }

    /**
     * A record.
     *
     * @param place topic-partition@offset
     * @param time timestamp of the record, in ms since 1970
     * @param key text of its key; empty if it has none
     * @param value its value as text; null for a tombstone
     * @param headers texts of its headers
     */
    public record Last(String place, long time, String key, @Nullable String value, Map<String, String> headers) {}

    /**
     * The newest records, the newest first.
     *
     * @param most most records
     * @throws IOException if they cannot be read; the message says why
     */
    public List<Last> read(String topic, int most, Predicate<Last> wanted) throws IOException {
        List<Last> newest = new ArrayList<>();
        read(topic, (log, record) -> {
            Map<String, String> headers = new HashMap<>();
            record.headers().forEach(header -> headers.put(header.key(), text(header.value())));
            String place = topic + "-" + record.partition() + "@" + record.offset();
            byte[] value = record.value();
            Last next = new Last(
                    place, record.timestamp(), text(record.key()), value == null ? null : text(value), headers);
            if (wanted.test(next)) {
                keep(newest, next, most, Comparator.comparingLong(Last::time));
            }
        });
        return newest;
    }

    /**
     * The newest patches, the newest first.
     *
     * @param unreadable told why a record is left out that cannot be decoded
     * @throws IOException if they cannot be read; the message says why
     */
    public List<PatchNote> patches(String topic, int most, Consumer<String> unreadable) throws IOException {
        List<PatchNote> newest = new ArrayList<>();
        read(topic, (log, record) -> {
            try {
                LogRecord read = log.decode(record);
                if (read.element() instanceof RdfPatch patch) {
                    int bytes = record.value().length;
                    Place place = new Place(String.valueOf(read.key()), read.eventTime(), read.place(), bytes);
                    PatchNote note = PatchNote.of(place, patch, read.position());
                    keep(newest, note, most, Comparator.comparingLong(each -> each.place()
                            .time()));
                }
            } catch (LogException e) {
                unreadable.accept(String.valueOf(e.getMessage()));
            }
        });
        return newest;
    }

    private interface Taking {
        void record(TopicLog log, ConsumerRecord<byte[], byte[]> record);
    }

    private void read(String topic, Taking taking) throws IOException {
        TopicAccess access = new TopicAccess(
                config.bootstrapServers(),
                topic,
                config.clients(),
                true,
                Duration.ofMillis(PipelineConfig.TIMEOUT_MS.of(config)));
        try (TopicLog log =
                new TopicLog(access, config.dictionariesTopic(), DecodingLimits.DEFAULT.unhurried(), Long.MAX_VALUE)) {
            for (Span span : log.reader().spans(Set.of(), new Begin.Latest())) {
                long from = Math.max(span.logStart(), span.to() - BEFORE);
                log.reader()
                        .read(
                                new Span(span.partition(), span.logStart(), from, span.to()),
                                record -> taking.record(log, record));
            }
        } catch (LogException | DictionaryUnavailableException e) {
            throw new IOException(e.getMessage(), e);
        } catch (KafkaException e) {
            throw new IOException(ClientErrors.message(e), e);
        }
    }

    private static <T> void keep(List<T> newest, T next, int most, Comparator<T> order) {
        newest.add(0, next);
        newest.sort(order.reversed());
        if (newest.size() > most) {
            newest.remove(most);
        }
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
}
