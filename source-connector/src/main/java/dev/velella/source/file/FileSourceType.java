package dev.velella.source.file;

import dev.velella.kit.options.OptionGroup;
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
import dev.velella.source.options.SourceType;
import dev.velella.source.options.TimeOptions;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.replay.Replay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.connector.Task;
import org.jspecify.annotations.Nullable;

/** Files of RDF elements as a source. Stateless. */
public final class FileSourceType implements SourceType {
    private static final String NAME = "file";
    private static final String INPUT = NAME + ":";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String doc() {
        return "for a file of RDF elements";
    }

    @Override
    public String group() {
        return "File";
    }

    @Override
    public void define(OptionGroup group) {
        FileOptions.define(group);
    }

    @Override
    public Set<SharedOptions> shared() {
        return Set.of(SharedOptions.KEY, SharedOptions.EVENT_TIME, SharedOptions.TIME, SharedOptions.LIMITS);
    }

    @Override
    public Map<String, String> problems(Map<String, ?> values) {
        return FileOptions.problems(values);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return FileSourceTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(RdfSourceConfig config, int maxTasks) {
        return FileTasks.divide(config.originalsStrings(), FileOptions.files(config), maxTasks);
    }

    @Override
    public Optional<Watch> watch(RdfSourceConfig config, Runnable divideAnew) {
        long intervalMs = FileOptions.WATCH_INTERVAL_MS.of(config);
        return intervalMs == 0
                ? Optional.empty()
                : Optional.of(new FileWatch(
                        FileOptions.names(config),
                        FileOptions.files(config),
                        Duration.ofMillis(intervalMs),
                        divideAnew));
    }

    @Override
    public boolean owns(String input) {
        return input.startsWith(INPUT);
    }

    @Override
    public void checkOffset(String input, @Nullable Map<String, ?> offset) {
        SourceOffset.fromMap(offset);
    }

    static Replay replay(RdfSourceConfig config) {
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
