package dev.velella.source.wikibase;

import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.Batch;
import dev.velella.source.task.SourceSession;
import dev.velella.source.task.TaskStart;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits the changes of a stream. Each record has the id of its last event as offset, so a restart resumes after it; if record
 * and offset are stored together (exactly-once support of the worker), no event is emitted twice or left out. Owns reader and
 * records.
 */
final class WikibaseSession implements SourceSession {
    private static final Logger log = LoggerFactory.getLogger(WikibaseSession.class);

    /** Longest time of a call of poll that finds no change. */
    private static final Duration WAIT = Duration.ofMillis(500);

    private final EventReader reader;
    private final WikibaseRecords records;

    private WikibaseSession(EventReader reader, WikibaseRecords records) {
        this.reader = reader;
        this.records = records;
    }

    /**
     * Looks up the stored offset, and begins to read after it.
     *
     * @throws ConnectException if the stored offset has another form
     */
    static WikibaseSession open(TaskStart start, WikibaseCounts counts) {
        RdfSourceConfig config = start.config();
        Map<String, Object> stored = start.offset(WikibaseSource.partition(config));
        String id = stored == null ? null : EventOffset.fromMap(stored).id();
        counts.register(start.context());
        WikibaseRecords records = new WikibaseRecords(config, start.elements(counts.elements));
        EventReader reader = new EventReader(config, LimitOptions.limits(config).bytes(), id, counts);
        log.info(
                "Reading {} {}",
                WikibaseSource.partition(config),
                id == null ? "as its address says" : "after event " + id);
        reader.start();
        return new WikibaseSession(reader, records);
    }

    @Override
    public void poll(Batch batch) throws InterruptedException {
        records.sayLeftOut();
        for (EntityChange change : reader.take(batch.mostRecords(), WAIT)) {
            records.add(batch, change);
        }
    }

    /** Ends the connection. Does not wait. */
    @Override
    public void close() {
        reader.close();
        records.close();
    }
}
