package dev.velella.source.http;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.record.ElementCounts;
import dev.velella.source.record.Elements;
import dev.velella.source.record.PayloadElements;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.task.BackgroundReader;
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

/** Documents and Jelly streams of HTTP servers as a source. */
public final class HttpSource {
    private static final Logger log = LoggerFactory.getLogger(HttpSource.class);

    private static final String INPUT = "http:";

    /** The type. */
    public static final SourceType TYPE = type(HttpCounts::new);

    private HttpSource() {}

    /** The type; makes the counts of each task. */
    static SourceType type(Supplier<HttpCounts> counts) {
        return SourceType.named("http", "for a document or a Jelly stream of an HTTP server")
                .options("HTTP", HttpOptions::define)
                .problems(HttpOptions::problems)
                .shared(SharedOptions.values())
                .offsets(INPUT, HttpSource::checkOffset)
                .sessions(start -> open(start, counts.get()));
    }

    /**
     * Looks up the stored offset, and begins to read after it. Each record has the offset after its element, so a restart
     * goes on there. If offset and record are stored together (exactly-once support of the worker), no element is emitted
     * twice or left out.
     *
     * @throws ConnectException if the stored offset does not fit this kind of URL
     */
    private static SourceSession open(TaskStart start, HttpCounts counts) {
        RdfSourceConfig config = start.config();
        Map<String, Object> current = start.offset(partition(config));
        Map<String, Object> stored = current == null ? start.offset(formerPartition(config)) : current;
        ReadingLimits limits = LimitOptions.limits(config).reading();
        PayloadElements payloads = new PayloadElements(config, limits, start.clock());
        BackgroundReader<HttpElement> reader = HttpInputs.reader(config, limits, payloads.mediaTypes(), stored, counts);
        ElementCounts elementCounts = new ElementCounts();
        counts.register(start.context(), elementCounts);
        Elements elements = start.elements(elementCounts);
        HttpRecords records = new HttpRecords(config, elements, payloads, start.clock());
        log.info("Reading {} from {} on", partition(config), stored == null ? "its beginning" : stored);
        return new ReadAheadSession<>(reader, elements, records::add);
    }

    private static void checkOffset(Map<String, ?> offset) {
        if (!CounterOffset.is(offset)) {
            DocumentOffset.fromMap(offset);
        }
    }

    static Map<String, Object> partition(AbstractConfig config) {
        return SourcePartition.of(INPUT + HttpInputs.identity(config));
    }

    /** The partition under which earlier versions stored the offset of a URL: the whole URL, with its secrets. */
    static Map<String, Object> formerPartition(AbstractConfig config) {
        return SourcePartition.of(INPUT + HttpOptions.URL.orNull(config));
    }
}
