package dev.velella.source.http;

import dev.velella.source.options.SharedOptions;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.task.SourceType;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.config.AbstractConfig;

/** Documents and Jelly streams of HTTP servers as a source. */
public final class HttpSource {
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
                .sessions(start -> HttpSourceSession.open(start, counts.get()));
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
