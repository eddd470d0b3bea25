package dev.velella.source.http;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.payload.PayloadOptions;
import dev.velella.source.record.Batch;
import dev.velella.source.record.ElementCounts;
import dev.velella.source.record.PayloadElements;
import dev.velella.source.task.SourceSession;
import dev.velella.source.task.TaskStart;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
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

    private final HttpReader reader;
    private final HttpRecords records;

    private HttpSourceSession(HttpReader reader, HttpRecords records) {
        this.reader = reader;
        this.records = records;
    }

    /**
     * Looks up the stored offset, and begins to read after it. A server that cannot be reached is no error: the reader
     * tries again.
     *
     * @throws ConnectException if the stored offset does not fit this kind of URL
     */
    static HttpSourceSession open(TaskStart start, HttpCounts counts) {
        RdfSourceConfig config = start.config();
        Map<String, Object> stored = stored(start);
        ReadingLimits limits = LimitOptions.limits(config).reading();
        PayloadElements payloads = new PayloadElements(config, limits, start.clock());
        HttpReader reader =
                HttpInputs.reader(config, PayloadOptions.frameLimits(limits), payloads.mediaTypes(), stored, counts);
        ElementCounts elementCounts = new ElementCounts();
        HttpMetrics.register(start.context(), counts, elementCounts);
        HttpRecords records = new HttpRecords(config, start.elements(elementCounts), payloads, start.clock());
        log.info("Reading {} from {} on", HttpSource.partition(config), stored == null ? "its beginning" : stored);
        reader.start();
        return new HttpSourceSession(reader, records);
    }

    private static @Nullable Map<String, Object> stored(TaskStart start) {
        Map<String, Object> offset = start.offset(HttpSource.partition(start.config()));
        return offset == null ? start.offset(HttpSource.formerPartition(start.config())) : offset;
    }

    @Override
    public void poll(Batch batch) throws InterruptedException {
        records.sayLeftOut();
        for (HttpElement element : reader.take(batch.mostRecords(), WAIT)) {
            records.add(batch, element);
        }
    }

    /** Cancels the current request. Does not wait. */
    @Override
    public void close() {
        reader.close();
        records.close();
    }
}
