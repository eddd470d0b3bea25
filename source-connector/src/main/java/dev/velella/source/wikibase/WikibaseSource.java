package dev.velella.source.wikibase;

import dev.velella.source.options.SharedOptions;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.task.SourceType;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.config.AbstractConfig;

/** Changes of the entities of a Wikibase as a source. */
public final class WikibaseSource {
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
                .sessions(start -> WikibaseSession.open(start, counts.get()));
    }

    static Map<String, Object> partition(AbstractConfig config) {
        return SourcePartition.of(INPUT + WikibaseOptions.stream(config));
    }
}
