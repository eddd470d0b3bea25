package dev.velella.source.dump;

import dev.velella.kit.options.OptionGroup;
import dev.velella.source.options.FileTasks;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.options.SourceType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.connector.Task;
import org.jspecify.annotations.Nullable;

/** Dumps of RDF as a source. Stateless. */
public final class DumpSourceType implements SourceType {
    private static final String NAME = "dump";
    private static final String INPUT = NAME + ":";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String doc() {
        return "for the statements of files of any size, as patches that add them";
    }

    @Override
    public String group() {
        return "Dump";
    }

    @Override
    public void define(OptionGroup group) {
        DumpOptions.define(group);
    }

    @Override
    public Set<SharedOptions> shared() {
        return Set.of(SharedOptions.LIMITS);
    }

    @Override
    public Map<String, String> problems(Map<String, ?> values) {
        return DumpOptions.problems(values);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return DumpSourceTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(RdfSourceConfig config, int maxTasks) {
        return FileTasks.divide(config.originalsStrings(), DumpOptions.files(config), maxTasks);
    }

    @Override
    public boolean owns(String input) {
        return input.startsWith(INPUT);
    }

    @Override
    public void checkOffset(String input, @Nullable Map<String, ?> offset) {
        DumpOffset.fromMap(offset);
    }

    /** Identity of a dump in Connect's offset storage. */
    static String input(Path file) {
        return INPUT + file.toAbsolutePath().normalize();
    }
}
