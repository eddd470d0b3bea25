package dev.velella.source.message;

import dev.velella.converter.VelellaVersion;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.source.http.HttpCounts;
import dev.velella.source.http.HttpElement;
import dev.velella.source.http.HttpInputs;
import dev.velella.source.http.HttpReader;
import dev.velella.source.lane.PayloadCounts;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.payload.PayloadOptions;
import dev.velella.source.payload.PayloadReader;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.record.RecordWatch;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits what a URL gives. Each record has the offset behind it, so a restart goes on there, and nothing is emitted twice or
 * left out where offset and records are stored together (exactly-once support of the worker).
 */
public final class HttpSourceTask extends SourceTask {
    private static final Logger log = LoggerFactory.getLogger(HttpSourceTask.class);

    /** Longest time in a call of poll that finds nothing to emit. */
    private static final Duration WAIT = Duration.ofMillis(500);

    private final HttpCounts counts = new HttpCounts();
    private int batchSize;
    private @Nullable HttpReader reader;
    private @Nullable HttpRecords records;
    private @Nullable RecordWatch watch;

    /** What stands in the way of the next element; thrown when those before it have been returned. */
    private @Nullable ConnectException failure;

    /** For the Connect worker. */
    public HttpSourceTask() {}

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    /**
     * Looks up how far the URL was read, and begins to read on. That the server is not there is no error: it is tried again.
     *
     * @throws ConnectException if the stored offset is none of such a URL, or the cluster does not answer
     */
    @Override
    public void start(Map<String, String> props) {
        RdfSourceConfig config = new RdfSourceConfig(props);
        Map<String, Object> stored = stored(config);
        ReadingLimits limits = config.limits().reading();
        PayloadReader payloads = PayloadOptions.reader(config, limits);
        PayloadCounts payloadCounts = new PayloadCounts();
        HttpMetrics.register(context, counts, payloadCounts);
        batchSize = config.batchMaxRecords();
        HttpReader opened =
                HttpInputs.reader(config, PayloadOptions.frameLimits(limits), payloads.mediaTypes(), stored, counts);
        RecordStamps stamps = RecordStamps.open(config, System::nanoTime);
        records = new HttpRecords(config, payloads, stamps, Clock.systemUTC(), payloadCounts);
        reader = opened;
        log.info("Reading {} from {} on", config.sourcePartition(), stored == null ? "its beginning" : stored);
        opened.start();
        watch = RecordWatch.start(context, config, stamps);
    }

    private @Nullable Map<String, Object> stored(RdfSourceConfig config) {
        Map<String, Object> offset = context.offsetStorageReader().offset(config.sourcePartition());
        return offset == null ? context.offsetStorageReader().offset(config.formerHttpPartition()) : offset;
    }

    /**
     * The next records; null after half a second at most if there are none.
     *
     * @throws ConnectException if the server refuses, or what it gives cannot be read and that is to stop the task; what came
     *     before has then been returned
     */
    @Override
    public @Nullable List<SourceRecord> poll() throws InterruptedException {
        List<SourceRecord> batch = next();
        return watch == null ? batch : watch.handOut(batch);
    }

    private @Nullable List<SourceRecord> next() throws InterruptedException {
        if (failure != null) {
            throw failure;
        }
        HttpReader from = reader;
        HttpRecords to = records;
        if (from == null || to == null) {
            return null;
        }
        List<SourceRecord> batch = new ArrayList<>();
        for (HttpElement element : from.take(batchSize, WAIT)) {
            try {
                to.recordOf(element).ifPresent(batch::add);
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

    /** What it has asked for and read so far. */
    HttpCounts counts() {
        return counts;
    }

    /** Kafka has the record, or it was left out. */
    @Override
    public void commitRecord(SourceRecord record, @Nullable RecordMetadata metadata) {
        if (watch != null) {
            watch.acknowledged(record, metadata);
        }
    }

    /** Idempotent. Ends the request that is under way, and does not wait for that. */
    @Override
    public void stop() {
        if (watch != null) {
            watch.close();
        }
        if (reader != null) {
            reader.close();
        }
        if (records != null) {
            records.close();
        }
    }
}
