package dev.velella.source.patchlog;

import dev.velella.kit.options.OptionGroup;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.options.SourceType;
import dev.velella.source.record.SourcePartition;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.connector.Task;
import org.jspecify.annotations.Nullable;

/** The patches of an RDF Patch log as a source. Stateless. */
public final class PatchLogSourceType implements SourceType {
    private static final String NAME = "rdf-patch-log";
    private static final String INPUT = NAME + ":";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String doc() {
        return "for the patches of an RDF Patch log, such as one of RDF Delta";
    }

    @Override
    public String group() {
        return "RDF Patch log";
    }

    @Override
    public void define(OptionGroup group) {
        PatchLogOptions.define(group);
    }

    @Override
    public Set<SharedOptions> shared() {
        return Set.of(SharedOptions.TIME, SharedOptions.LIMITS);
    }

    @Override
    public Map<String, String> problems(Map<String, ?> values) {
        return PatchLogOptions.problems(values);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return PatchLogSourceTask.class;
    }

    @Override
    public boolean owns(String input) {
        return input.startsWith(INPUT);
    }

    @Override
    public void checkOffset(String input, @Nullable Map<String, ?> offset) {
        if (offset != null) {
            PatchLogOffset.fromMap(offset);
        }
    }

    static Map<String, Object> partition(AbstractConfig config) {
        return SourcePartition.of(INPUT + PatchLogOptions.URL.of(config));
    }
}
