package dev.velella.source.rdf4j;

import dev.velella.source.options.SharedOptions;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.task.SourceType;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;

/** Committed changes of an RDF4J repository as a source. */
public final class Rdf4jSource {
    private static final String INPUT = "rdf4j:";

    /** The type. */
    public static final SourceType TYPE = SourceType.named(
                    "rdf4j", "for the committed changes of an RDF4J repository with an outbox")
            .options("RDF4J repository", CaptureOptions::define)
            .problems(CaptureOptions::problems)
            .shared(SharedOptions.TIME)
            .offsets(INPUT, CaptureOffset::fromMap)
            .sessions(Rdf4jPoll::open);

    private Rdf4jSource() {}

    static Map<String, Object> partition(AbstractConfig config) {
        return SourcePartition.of(INPUT + CaptureOptions.URL.of(config));
    }
}
