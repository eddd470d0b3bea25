package dev.velella.tests.foreign;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;

/** Leaves out every third record. */
public final class EveryThird<R extends ConnectRecord<R>> implements Transformation<R>, Versioned {
    private long count;

    @Override
    public @Nullable R apply(R record) {
        return ++count % 3 == 0 ? null : record;
    }

    @Override
    public ConfigDef config() {
        return new ConfigDef();
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public void close() {}
}
