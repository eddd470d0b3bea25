package dev.velella.source.sparql;

import dev.velella.source.options.SharedOptions;
import dev.velella.source.task.SourceType;
import org.apache.kafka.common.config.AbstractConfig;

/** Named graphs of a SPARQL endpoint as a source. */
public final class SparqlSource {
    private static final String INPUT = "sparql-poll:";

    /** The type. */
    public static final SourceType TYPE = SourceType.named(
                    "sparql-poll", "for the named graphs of a SPARQL endpoint that differ from their last state")
            .options("SPARQL endpoint", SparqlOptions::define)
            .problems(SparqlOptions::problems)
            .shared(SharedOptions.LIMITS)
            .offsets(INPUT, GraphStates::check)
            .sessions(SparqlPoll::open);

    private SparqlSource() {}

    /** Identity of an endpoint in Connect's offset storage. */
    static String input(AbstractConfig config) {
        return INPUT + SparqlOptions.URL.of(config);
    }
}
