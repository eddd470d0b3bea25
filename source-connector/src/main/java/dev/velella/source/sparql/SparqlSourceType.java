package dev.velella.source.sparql;

import dev.velella.kit.options.OptionGroup;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.options.SourceType;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.connector.Task;
import org.jspecify.annotations.Nullable;

/** Named graphs of a SPARQL endpoint as a source. Stateless. */
public final class SparqlSourceType implements SourceType {
    private static final String NAME = "sparql-poll";
    private static final String INPUT = NAME + ":";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String doc() {
        return "for the named graphs of a SPARQL endpoint that differ from their last state";
    }

    @Override
    public String group() {
        return "SPARQL endpoint";
    }

    @Override
    public void define(OptionGroup group) {
        SparqlOptions.define(group);
    }

    @Override
    public Set<SharedOptions> shared() {
        return Set.of(SharedOptions.LIMITS);
    }

    @Override
    public Map<String, String> problems(Map<String, ?> values) {
        return SparqlOptions.problems(values);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return SparqlSourceTask.class;
    }

    @Override
    public boolean owns(String input) {
        return input.startsWith(INPUT);
    }

    @Override
    public void checkOffset(String input, @Nullable Map<String, ?> offset) {
        if (offset != null) {
            GraphStates.check(offset);
        }
    }

    /** Identity of an endpoint in Connect's offset storage. */
    static String input(AbstractConfig config) {
        return INPUT + SparqlOptions.URL.of(config);
    }
}
