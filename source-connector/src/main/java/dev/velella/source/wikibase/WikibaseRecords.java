package dev.velella.source.wikibase;

import dev.velella.converter.RawBytes;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.keyframe.PartitionStamp;
import dev.velella.kit.retry.LogAllowance;
import dev.velella.letter.LetterForm;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.ChangeVersion;
import dev.velella.record.RecordHeaderNames;
import dev.velella.source.element.TimestampRule.RecordTime;
import dev.velella.source.input.SourceElement;
import dev.velella.source.options.ErrorOptions;
import dev.velella.source.options.ErrorOptions.OnError;
import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.TimeOptions;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.payload.RefusalHeaders;
import dev.velella.source.record.DeadLetterLimit;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.record.SourceRecords;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes records of changes: the key is the IRI of the entity, the value a patch, a whole graph, or null for a deleted
 * entity, and the header {@code velella.change} the version. A change that cannot be read ends the task, is skipped, or is a
 * dead letter, as the options say. Owns the stamps. Not thread-safe.
 */
final class WikibaseRecords implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(WikibaseRecords.class);

    private final String entityPrefix;
    private final String url;
    private final Map<String, Object> partition;
    private final OnError onError;
    private final @Nullable String deadLetterTopic;
    private final ChangeContent content;
    private final SourceRecords records;
    private final WikibaseCounts counts;
    private final LogAllowance skips = LogAllowance.everyTenSeconds(log, () -> System.nanoTime() / 1_000_000);
    private final DeadLetterLimit letters;
    private final Clock clock = Clock.systemUTC();

    WikibaseRecords(RdfSourceConfig config, RecordStamps stamps, WikibaseCounts counts) {
        entityPrefix = WikibaseOptions.ENTITY_PREFIX.of(config);
        url = WikibaseOptions.stream(config);
        partition = WikibaseSourceType.partition(config);
        onError = ErrorOptions.onError(config);
        deadLetterTopic = ErrorOptions.DEAD_LETTER_TOPIC.orNull(config);
        content = new ChangeContent(LimitOptions.limits(config).reading());
        records = new SourceRecords(
                config.topic().toString(),
                partition,
                TimeOptions.timestamps(config, clock),
                stamps,
                config.recordSize());
        this.counts = counts;
        letters = new DeadLetterLimit(
                ErrorOptions.DEAD_LETTER_MAX_PER_MINUTE.of(config), counts.lettersLeftOut, System::nanoTime);
    }

    /**
     * The record of a change; empty if the change is skipped.
     *
     * @throws ConnectException if the change cannot be read, and the options say that the task must then stop
     */
    Optional<SourceRecord> recordOf(EntityChange change) {
        letters.say();
        PayloadException failure = change.failure();
        if (failure != null) {
            return refused(change, failure);
        }
        RdfChange first = change.chunks().get(0);
        Map<String, Object> offset = new EventOffset(change.id()).toMap();
        try {
            StreamElement element = content.of(change.chunks());
            String key = entityPrefix + first.entity();
            SourceRecord record = element == null
                    ? end(key, first.time(), offset)
                    : records.recordOf(
                            new SourceElement(
                                    key,
                                    first.time(),
                                    element instanceof RdfPatch patch
                                            ? RdfStructs.of(patch)
                                            : RdfStructs.of((RdfGraph) element)),
                            offset);
            record.headers()
                    .addString(RecordHeaderNames.CHANGE, new ChangeVersion(first.revision(), first.time()).format());
            counts.changes.incrementAndGet();
            return Optional.of(record);
        } catch (PayloadException e) {
            return refused(change, e);
        }
    }

    private SourceRecord end(String key, long eventTime, Map<String, Object> offset) {
        RecordTime time = records.times().timeFor(eventTime);
        ConnectHeaders headers = new ConnectHeaders();
        if (time.eventTimeMs() != null) {
            headers.add(RecordHeaderNames.EVENT_TIME, Long.toString(time.eventTimeMs()), Schema.STRING_SCHEMA);
        }
        Integer to = records.stamps()
                .next(records.topic(), key)
                .map(PartitionStamp::partition)
                .orElse(null);
        return new SourceRecord(
                partition,
                offset,
                records.topic(),
                to,
                Schema.STRING_SCHEMA,
                key,
                null,
                null,
                time.timestampMs(),
                headers);
    }

    private Optional<SourceRecord> refused(EntityChange change, PayloadException e) {
        counts.errors.incrementAndGet();
        return switch (onError) {
            case FAIL ->
                throw new ConnectException(
                        url + ", event " + change.id() + ": " + e.getMessage()
                                + "; to go on without it, set on.error=skip or dead-letter",
                        e);
            case SKIP -> {
                skips.warn("Left out (on.error=skip): " + url + ", event " + change.id() + ": " + e.getMessage());
                yield Optional.empty();
            }
            case DEAD_LETTER -> letters.admit(url) ? Optional.of(deadLetter(change, e)) : Optional.empty();
        };
    }

    private SourceRecord deadLetter(EntityChange change, PayloadException e) {
        ConnectHeaders headers = new ConnectHeaders();
        headers.addString("wikibase.url", url);
        headers.addString("wikibase.event.id", change.id());
        RefusalHeaders.add(headers, e, LetterForm.RAW);
        letters.addLeftOut(url, headers);
        return new SourceRecord(
                partition,
                new EventOffset(change.id()).toMap(),
                String.valueOf(deadLetterTopic),
                null,
                Schema.STRING_SCHEMA,
                url,
                RawBytes.SCHEMA,
                records.size().fitting(url, change.events(), headers),
                clock.millis(),
                headers);
    }

    @Override
    public void close() {
        records.stamps().close();
    }
}
