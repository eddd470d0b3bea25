package dev.velella.source.wikibase;

import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.record.Elements;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.task.ReadAheadSession;
import dev.velella.source.task.SourceSession;
import dev.velella.source.task.SourceType;
import dev.velella.source.task.TaskStart;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes of the entities of a Wikibase as a source. */
public final class WikibaseSource {
    private static final Logger log = LoggerFactory.getLogger(WikibaseSource.class);

    private static final String INPUT = "wikibase:";

    /** The type. */
    public static final SourceType TYPE = type(WikibaseCounts::new);

    private WikibaseSource() {}

    /** The type; makes the counts of each task. */
    static SourceType type(Supplier<WikibaseCounts> counts) {
        return SourceType.named(
                        "wikibase",
                        "for the changes of the entities of a Wikibase, such as Wikidata, as server-sent events")
                .options("Wikibase", WikibaseOptions::define)
                .problems(WikibaseOptions::problems)
                .shared(SharedOptions.ERRORS, SharedOptions.TIME, SharedOptions.LIMITS)
                .offsets(INPUT, EventOffset::fromMap)
                .sessions(start -> open(start, counts.get()));
    }

    /**
     * Looks up the stored offset, and begins to read after it. Each record has the id of its last event as offset, so a
     * restart resumes after it; if record and offset are stored together (exactly-once support of the worker), no event is
     * emitted twice or left out.
     *
     * @throws ConnectException if the stored offset has another form
     */
    private static SourceSession open(TaskStart start, WikibaseCounts counts) {
        RdfSourceConfig config = start.config();
        Map<String, Object> stored = start.offset(partition(config));
        String id = stored == null ? null : EventOffset.fromMap(stored).id();
        counts.register(start.context());
        Elements elements = start.elements(counts.elements);
        WikibaseRecords records = new WikibaseRecords(config, elements);
        log.info("Reading {} {}", partition(config), id == null ? "as its address says" : "after event " + id);
        return new ReadAheadSession<>(
                EventReading.reader(config, LimitOptions.limits(config).bytes(), id, counts), elements, records::add);
    }

    static Map<String, Object> partition(AbstractConfig config) {
        return SourcePartition.of(INPUT + WikibaseOptions.stream(config));
    }
}
