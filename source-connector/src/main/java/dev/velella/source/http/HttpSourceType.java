package dev.velella.source.http;

import dev.velella.kit.options.OptionGroup;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.options.SourceType;
import dev.velella.source.record.SourcePartition;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.connector.Task;
import org.jspecify.annotations.Nullable;

/** Documents and Jelly streams of HTTP servers as a source. Stateless. */
public final class HttpSourceType implements SourceType {
    private static final String NAME = "http";
    private static final String INPUT = NAME + ":";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String doc() {
        return "for a document or a Jelly stream of an HTTP server";
    }

    @Override
    public String group() {
        return "HTTP";
    }

    @Override
    public void define(OptionGroup group) {
        HttpOptions.define(group);
    }

    @Override
    public Set<SharedOptions> shared() {
        return EnumSet.allOf(SharedOptions.class);
    }

    @Override
    public Map<String, String> problems(Map<String, ?> values) {
        return HttpOptions.problems(values);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return HttpSourceTask.class;
    }

    @Override
    public boolean owns(String input) {
        return input.startsWith(INPUT);
    }

    @Override
    public void checkOffset(String input, @Nullable Map<String, ?> offset) {
        if (offset == null || !CounterOffset.is(offset)) {
            DocumentOffset.fromMap(offset);
        }
    }

    static Map<String, Object> partition(AbstractConfig config) {
        return SourcePartition.of(INPUT + HttpInputs.identity(config));
    }

    /** The partition under which earlier versions stored the offset of a URL: the whole URL, with its secrets. */
    static Map<String, Object> formerPartition(AbstractConfig config) {
        return SourcePartition.of(INPUT + HttpOptions.URL.orNull(config));
    }
}
