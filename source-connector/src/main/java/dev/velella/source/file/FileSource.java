package dev.velella.source.file;

import dev.velella.source.format.ElementFile;
import dev.velella.source.input.ElementInput;
import dev.velella.source.input.LoopingInput;
import dev.velella.source.input.PlannedInput;
import dev.velella.source.input.SourceOffset;
import dev.velella.source.options.FileTasks;
import dev.velella.source.options.KeyOptions;
import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.options.TimeOptions;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.replay.Replay;
import dev.velella.source.replay.ReplaySession;
import dev.velella.source.task.SourceSession;
import dev.velella.source.task.SourceType;
import dev.velella.source.task.TaskStart;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Files of RDF elements as a source. */
public final class FileSource {
    private static final String INPUT = "file:";

    /** The type. */
    public static final SourceType TYPE = SourceType.named("file", "for a file of RDF elements")
            .options("File", FileOptions::define)
            .problems(FileOptions::problems)
            .shared(SharedOptions.KEY, SharedOptions.EVENT_TIME, SharedOptions.TIME, SharedOptions.LIMITS)
            .division((config, maxTasks) ->
                    FileTasks.divide(config.originalsStrings(), FileOptions.files(config), maxTasks))
            .watching(FileSource::watch)
            .offsets(INPUT, SourceOffset::fromMap)
            .sessions(FileSource::open);

    private FileSource() {}

    private static Optional<SourceType.Watch> watch(RdfSourceConfig config, Runnable divideAnew) {
        long intervalMs = FileOptions.WATCH_INTERVAL_MS.of(config);
        return intervalMs == 0
                ? Optional.empty()
                : Optional.of(new FileWatch(
                        FileOptions.names(config),
                        FileOptions.files(config),
                        Duration.ofMillis(intervalMs),
                        divideAnew));
    }

    private static SourceSession open(TaskStart start) {
        return ReplaySession.open(replay(start.config()), start);
    }

    private static Replay replay(RdfSourceConfig config) {
        boolean loop = FileOptions.LOOP.of(config);
        List<PlannedInput> inputs = FileOptions.files(config).stream()
                .map(file -> new PlannedInput(
                        SourcePartition.of(INPUT + file.toAbsolutePath().normalize()),
                        loop ? () -> new LoopingInput(() -> open(config, file)) : () -> open(config, file),
                        stored -> stored.complete() && stored.elements() != 0 && !loop))
                .toList();
        return new Replay(inputs, FileOptions.RATE_PER_SECOND.of(config), FileOptions.SPEEDUP.of(config));
    }

    private static ElementInput open(RdfSourceConfig config, Path file) {
        String name = ElementFile.baseName(file);
        return ElementFile.holdsPatches(file)
                ? new PatchFileInput(file, LimitOptions.limits(config), KeyOptions.constant(config, name))
                : new FileInput(
                        file,
                        LimitOptions.limits(config),
                        FileOptions.flatElements(config),
                        KeyOptions.elements(config, name),
                        TimeOptions.eventTimes(config));
    }
}
