package dev.velella.sink.targets.lmdb;

import dev.velella.options.OptionGroup;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.TargetType;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** The options of the sink for {@code target=lmdb}. */
final class LmdbOptions {
    /** Most bytes of each of the two files. */
    static final String MAP_SIZE_BYTES_CONFIG = "lmdb.map.size.bytes";

    private static final String MAP_SIZE_BYTES_DOC =
            "Most bytes that the statements may take on disk, and the values likewise: about 250 bytes a statement together."
                    + " This much address space is reserved twice; disk and memory are taken as they are used. When it is"
                    + " used up the task fails without having changed anything; raise it and restart the task. It may be"
                    + " raised at any time, not lowered.";

    /** Time until the place of unused values is used again, in ms. */
    static final String VALUE_EVICTION_INTERVAL_MS_CONFIG = "lmdb.value.eviction.interval.ms";

    private static final String VALUE_EVICTION_INTERVAL_MS_DOC =
            "Time after which the space of values that no statement uses any more is used again, in ms. A longer"
                    + " time makes the file larger if statements are replaced often.";

    /** The options. */
    static final TargetOptionGroup GROUP = LmdbOptions::define;

    private LmdbOptions() {}

    private static void define(ConfigDef def, List<String> targets) {
        new OptionGroup(def, "LMDB", Map.of(TargetType.OPTION, targets))
                .number(
                        MAP_SIZE_BYTES_CONFIG,
                        LmdbSettings.DEFAULT.mapSizeBytes(),
                        Range.atLeast(1 << 20),
                        Importance.MEDIUM,
                        MAP_SIZE_BYTES_DOC,
                        "Most bytes of a file")
                .number(
                        VALUE_EVICTION_INTERVAL_MS_CONFIG,
                        LmdbSettings.DEFAULT.valueEvictionIntervalMs(),
                        Range.atLeast(1),
                        Importance.LOW,
                        VALUE_EVICTION_INTERVAL_MS_DOC,
                        "Value eviction interval (ms)");
    }

    static LmdbSettings settings(AbstractConfig config) {
        return new LmdbSettings(
                LmdbSettings.DEFAULT.indexes(),
                config.getLong(MAP_SIZE_BYTES_CONFIG),
                config.getLong(VALUE_EVICTION_INTERVAL_MS_CONFIG));
    }
}
