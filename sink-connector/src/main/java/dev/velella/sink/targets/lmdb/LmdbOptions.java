package dev.velella.sink.targets.lmdb;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.TargetType;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** The options of the sink for {@code target=lmdb}. */
final class LmdbOptions {
    /** Maximum size of each of the two files, in bytes. */
    static final Option<Long> MAP_SIZE_BYTES = Option.number("lmdb.map.size.bytes", LmdbSettings.DEFAULT.mapSizeBytes())
            .atLeast(1 << 20)
            .medium()
            .label("Most bytes of a file")
            .doc(
                    "Most bytes that the statements may take on disk, and the values likewise: about 250 bytes a statement together."
                            + " This much address space is reserved twice; disk and memory are taken as they are used. When it is"
                            + " used up the task fails without having changed anything; raise it and restart the task. It may be"
                            + " raised at any time, not lowered.");

    /** The options. */
    static final TargetOptionGroup GROUP = LmdbOptions::define;

    private LmdbOptions() {}

    private static void define(ConfigDef def, List<String> targets) {
        new OptionGroup(def, "LMDB", Map.of(TargetType.OPTION, targets)).add(MAP_SIZE_BYTES);
    }

    static LmdbSettings settings(AbstractConfig config) {
        return new LmdbSettings(
                LmdbSettings.DEFAULT.indexes(),
                MAP_SIZE_BYTES.of(config),
                LmdbSettings.DEFAULT.valueEvictionIntervalMs());
    }
}
