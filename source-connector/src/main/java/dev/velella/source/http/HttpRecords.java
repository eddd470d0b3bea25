package dev.velella.source.http;

import dev.velella.converter.RawBytes;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.graph.ElementException;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.kit.retry.LogAllowance;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.letter.LetterForm;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.element.EventTimeRule;
import dev.velella.source.input.SourceElement;
import dev.velella.source.options.ElementRule;
import dev.velella.source.options.ErrorOptions;
import dev.velella.source.options.KeyOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.TimeOptions;
import dev.velella.source.payload.MessageKeyRule;
import dev.velella.source.payload.Payload;
import dev.velella.source.payload.PayloadCounts;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.payload.PayloadOptions;
import dev.velella.source.payload.PayloadReader;
import dev.velella.source.payload.RefusalHeaders;
import dev.velella.source.payload.ShapesGate;
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
import org.eclipse.rdf4j.model.Resource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a record of each element of a URL. An element that is refused becomes a dead letter or is skipped, as the
 * options say. Owns the stamps. Not thread-safe.
 */
final class HttpRecords implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpRecords.class);

    private static final String JELLY = "application/x-jelly-rdf";
    private static final byte[] NOTHING = {};

    /** The URL without its secrets, because others read dead letters. */
    private final String url;

    private final String path;
    private final @Nullable String deadLetterTopic;
    private final ErrorOptions.OnError onError;
    private final Map<String, ?> sourcePartition;
    private final PayloadReader payloads;
    private final MessageKeyRule keys;
    private final EventTimeRule eventTimes;
    private final SourceRecords records;
    private final Clock clock;
    private final LogAllowance skips = LogAllowance.everyTenSeconds(log, () -> System.nanoTime() / 1_000_000);
    private final PayloadCounts counts;
    private final DeadLetterLimit letters;
    private final @Nullable ShapesGate shapes;
    private final ElementRule rule;

    HttpRecords(
            RdfSourceConfig config, PayloadReader payloads, RecordStamps stamps, Clock clock, PayloadCounts counts) {
        url = ShownUrl.of(HttpOptions.URL.of(config));
        path = HttpInputs.path(config);
        deadLetterTopic = ErrorOptions.DEAD_LETTER_TOPIC.orNull(config);
        onError = ErrorOptions.onError(config);
        sourcePartition = HttpSourceType.partition(config);
        this.payloads = payloads;
        keys = KeyOptions.messages(config);
        eventTimes = TimeOptions.eventTimes(config);
        records = new SourceRecords(
                config.topic().toString(),
                sourcePartition,
                TimeOptions.timestamps(config, clock),
                stamps,
                config.recordSize());
        this.clock = clock;
        this.counts = counts;
        letters = new DeadLetterLimit(
                ErrorOptions.DEAD_LETTER_MAX_PER_MINUTE.of(config), counts.lettersLeftOut, System::nanoTime);
        shapes = PayloadOptions.shapes(config);
        rule = ElementRule.of(config);
    }

    /**
     * The record of an element; empty if the element is skipped.
     *
     * @throws ConnectException if the element cannot be read, and the options say that the task must then stop
     */
    Optional<SourceRecord> recordOf(HttpElement element) {
        letters.say();
        byte[] document = element.document();
        Payload payload = new Payload(
                path, document == null ? NOTHING : document, element.contentType(), clock.instant(), element.base());
        RdfGraph graph = element.graph();
        try {
            RdfGraph read = graph == null ? payloads.read(payload) : graph;
            rule.check(read);
            if (shapes != null) {
                shapes.check(read);
            }
            Resource name = read.graphName().orElse(null);
            String key = keys.keyOf(payload, read, name);
            Long eventTime = timeOf(read, name);
            rule.check(eventTime, clock.millis());
            SourceRecord record =
                    records.recordOf(new SourceElement(key, eventTime, RdfStructs.of(read)), element.offset());
            counts.graphs.incrementAndGet();
            return Optional.of(record);
        } catch (ConnectException e) {
            throw e;
        } catch (PayloadException e) {
            return refused(element, e);
        } catch (RuntimeException | StackOverflowError e) {
            return refused(element, PayloadException.unexpected(e));
        }
    }

    private Optional<SourceRecord> refused(HttpElement element, PayloadException e) {
        counts.errors.incrementAndGet();
        return switch (onError) {
            case FAIL ->
                throw new ConnectException(
                        url + ": " + e.getMessage() + "; to go on without it, set on.error=skip or dead-letter", e);
            case SKIP -> {
                skips.warn("Left out (on.error=skip): " + url + ": " + e.getMessage());
                yield Optional.empty();
            }
            case DEAD_LETTER -> letters.admit(url) ? Optional.of(deadLetter(element, e)) : Optional.empty();
        };
    }

    private @Nullable Long timeOf(RdfGraph graph, @Nullable Resource name) {
        try {
            return name == null ? eventTimes.latestTimeIn(graph) : eventTimes.timeOf(graph, name);
        } catch (ElementException e) {
            throw new PayloadException(RefusalReason.TIME, String.valueOf(e.getMessage()), e);
        }
    }

    private SourceRecord deadLetter(HttpElement element, PayloadException e) {
        RdfGraph graph = element.graph();
        String type = graph == null ? element.contentType() : JELLY;
        ConnectHeaders headers = new ConnectHeaders();
        headers.addString("http.url", url);
        if (type != null) {
            headers.addString("http.content.type", type);
        }
        byte[] payload = graph == null ? element.document() : frame(graph);
        RefusalHeaders.add(headers, e, graph == null ? LetterForm.RAW : LetterForm.SELF_CONTAINED);
        letters.addLeftOut(url, headers);
        return new SourceRecord(
                sourcePartition,
                element.offset(),
                String.valueOf(deadLetterTopic),
                null,
                Schema.STRING_SCHEMA,
                url,
                RawBytes.SCHEMA,
                payload == null ? null : records.size().fitting(url, payload, headers),
                clock.millis(),
                headers);
    }

    /** Encodes a graph as a frame that can be decoded alone: a frame of the stream needs the frames before it. */
    private static byte[] frame(RdfGraph graph) {
        return new JellyGraphEncoder(new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2), Limits.DEFAULT)
                .encode(graph);
    }

    @Override
    public void close() {
        records.stamps().close();
        if (shapes != null) {
            shapes.close();
        }
    }
}
