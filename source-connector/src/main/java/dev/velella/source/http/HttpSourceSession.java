package dev.velella.source.http;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.payload.PayloadCounts;
import dev.velella.source.payload.PayloadOptions;
import dev.velella.source.payload.PayloadReader;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.task.SourceSession;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits the elements of a URL. Each record has the offset after its element, so a restart goes on there. If offset and
 * record are stored together (exactly-once support of the worker), no element is emitted twice or left out. Owns the
 * reader with its thread.
 */
final class HttpSourceSession implements SourceSession {
    private static final Logger log = LoggerFactory.getLogger(HttpSourceSession.class);

    /** Longest time of a call of poll that finds no element. */
    private static final Duration WAIT = Duration.ofMillis(500);

    private final int batchSize;
    private final HttpReader reader;
    private final HttpRecords records;

    /** Error of the next element; thrown when the elements before it have been returned. */
    private @Nullable ConnectException failure;

    private HttpSourceSession(int batchSize, HttpReader reader, HttpRecords records) {
        this.batchSize = batchSize;
        this.reader = reader;
        this.records = records;
    }

    /**
     * Looks up the stored offset, and begins to read after it. A server that cannot be reached is no error: the reader
     * tries again.
     *
     * @param stamps owned from now on, unless this method fails
     * @throws ConnectException if the stored offset does not fit this kind of URL
     */
    static HttpSourceSession open(
            RdfSourceConfig config, RecordStamps stamps, SourceTaskContext context, HttpCounts counts) {
        Map<String, Object> stored = stored(config, context.offsetStorageReader());
        ReadingLimits limits = LimitOptions.limits(config).reading();
        PayloadReader payloads = PayloadOptions.reader(config, limits);
        HttpReader reader =
                HttpInputs.reader(config, PayloadOptions.frameLimits(limits), payloads.mediaTypes(), stored, counts);
        PayloadCounts payloadCounts = new PayloadCounts();
        HttpMetrics.register(context, counts, payloadCounts);
        HttpRecords records = new HttpRecords(config, payloads, stamps, Clock.systemUTC(), payloadCounts);
        log.info("Reading {} from {} on", HttpSourceType.partition(config), stored == null ? "its beginning" : stored);
        reader.start();
        return new HttpSourceSession(config.batchMaxRecords(), reader, records);
    }

    private static @Nullable Map<String, Object> stored(RdfSourceConfig config, OffsetStorageReader offsets) {
        Map<String, Object> offset = offsets.offset(HttpSourceType.partition(config));
        return offset == null ? offsets.offset(HttpSourceType.formerPartition(config)) : offset;
    }

    @Override
    public @Nullable List<SourceRecord> poll() throws InterruptedException {
        if (failure != null) {
            throw failure;
        }
        List<SourceRecord> batch = new ArrayList<>();
        for (HttpElement element : reader.take(batchSize, WAIT)) {
            try {
                records.recordOf(element).ifPresent(batch::add);
            } catch (ConnectException e) {
                failure = e;
                break;
            }
        }
        if (batch.isEmpty() && failure != null) {
            throw failure;
        }
        return batch.isEmpty() ? null : batch;
    }

    /** Cancels the current request. Does not wait. */
    @Override
    public void close() {
        reader.close();
        records.close();
    }
}
