package dev.velella.source.wikibase;

import dev.velella.kit.options.OptionGroup;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.options.SourceType;
import dev.velella.source.record.SourcePartition;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.connector.Task;
import org.jspecify.annotations.Nullable;

/** Changes of the entities of a Wikibase as a source. Stateless. */
public final class WikibaseSourceType implements SourceType {
    private static final String NAME = "wikibase";
    private static final String INPUT = NAME + ":";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String doc() {
        return "for the changes of the entities of a Wikibase, such as Wikidata, as server-sent events";
    }

    @Override
    public String group() {
        return "Wikibase";
    }

    @Override
    public void define(OptionGroup group) {
        WikibaseOptions.define(group);
    }

    @Override
    public Set<SharedOptions> shared() {
        return Set.of(SharedOptions.ERRORS, SharedOptions.TIME, SharedOptions.LIMITS);
    }

    @Override
    public Map<String, String> problems(Map<String, ?> values) {
        return WikibaseOptions.problems(values);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return WikibaseSourceTask.class;
    }

    @Override
    public boolean owns(String input) {
        return input.startsWith(INPUT);
    }

    @Override
    public void checkOffset(String input, @Nullable Map<String, ?> offset) {
        if (offset != null) {
            EventOffset.fromMap(offset);
        }
    }

    static Map<String, Object> partition(AbstractConfig config) {
        return SourcePartition.of(INPUT + WikibaseOptions.stream(config));
    }
}
