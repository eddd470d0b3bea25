package dev.velella.source.rdf4j;

import dev.velella.kit.options.OptionGroup;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.options.SourceType;
import dev.velella.source.record.SourcePartition;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.connector.Task;
import org.jspecify.annotations.Nullable;

/** Committed changes of an RDF4J repository as a source. Stateless. */
public final class Rdf4jSourceType implements SourceType {
    private static final String NAME = "rdf4j";
    private static final String INPUT = NAME + ":";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String doc() {
        return "for the committed changes of an RDF4J repository with an outbox";
    }

    @Override
    public String group() {
        return "RDF4J repository";
    }

    @Override
    public void define(OptionGroup group) {
        CaptureOptions.define(group);
    }

    @Override
    public Set<SharedOptions> shared() {
        return Set.of(SharedOptions.TIME);
    }

    @Override
    public Map<String, String> problems(Map<String, ?> values) {
        return CaptureOptions.problems(values);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return Rdf4jSourceTask.class;
    }

    @Override
    public boolean owns(String input) {
        return input.startsWith(INPUT);
    }

    @Override
    public void checkOffset(String input, @Nullable Map<String, ?> offset) {
        if (offset != null) {
            CaptureOffset.fromMap(offset);
        }
    }

    static Map<String, Object> partition(AbstractConfig config) {
        return SourcePartition.of(INPUT + CaptureOptions.URL.of(config));
    }
}
