package dev.velella.source.patchlog;

import dev.velella.source.options.SharedOptions;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.task.SourceType;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;

/** The patches of an RDF Patch log as a source. */
public final class PatchLogSource {
    private static final String INPUT = "rdf-patch-log:";

    /** The type. */
    public static final SourceType TYPE = SourceType.named(
                    "rdf-patch-log", "for the patches of an RDF Patch log, such as one of RDF Delta")
            .options("RDF Patch log", PatchLogOptions::define)
            .problems(PatchLogOptions::problems)
            .shared(SharedOptions.TIME, SharedOptions.LIMITS)
            .offsets(INPUT, PatchLogOffset::fromMap)
            .sessions(PatchLogPoll::open);

    private PatchLogSource() {}

    static Map<String, Object> partition(AbstractConfig config) {
        return SourcePartition.of(INPUT + PatchLogOptions.URL.of(config));
    }
}
