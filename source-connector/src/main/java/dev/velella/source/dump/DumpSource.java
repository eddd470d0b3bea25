package dev.velella.source.dump;

import dev.velella.source.options.FileTasks;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.task.SourceType;
import java.nio.file.Path;

/** Dumps of RDF as a source. */
public final class DumpSource {
    private static final String INPUT = "dump:";

    /** The type. */
    public static final SourceType TYPE = SourceType.named(
                    "dump", "for the statements of files of any size, as patches that add them")
            .options("Dump", DumpOptions::define)
            .problems(DumpOptions::problems)
            .shared(SharedOptions.LIMITS)
            .division((config, maxTasks) ->
                    FileTasks.divide(config.originalsStrings(), DumpOptions.files(config), maxTasks))
            .offsets(INPUT, DumpOffset::fromMap)
            .sessions(DumpSession::open);

    private DumpSource() {}

    /** Identity of a dump in Connect's offset storage. */
    static String input(Path file) {
        return INPUT + file.toAbsolutePath().normalize();
    }
}
