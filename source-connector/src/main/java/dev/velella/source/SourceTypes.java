package dev.velella.source;

import dev.velella.source.dump.DumpSource;
import dev.velella.source.file.FileSource;
import dev.velella.source.http.HttpSource;
import dev.velella.source.mqtt.MqttSource;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.patchlog.PatchLogSource;
import dev.velella.source.rdf4j.Rdf4jSource;
import dev.velella.source.simulator.SimulatorSource;
import dev.velella.source.sparql.SparqlSource;
import dev.velella.source.task.SourceType;
import dev.velella.source.wikibase.WikibaseSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** All source types, in the order in which the documentation names them. */
final class SourceTypes {
    private static final List<SourceType> ALL = List.of(
            SimulatorSource.TYPE,
            FileSource.TYPE,
            DumpSource.TYPE,
            MqttSource.TYPE,
            HttpSource.TYPE,
            Rdf4jSource.TYPE,
            PatchLogSource.TYPE,
            SparqlSource.TYPE,
            WikibaseSource.TYPE);

    private SourceTypes() {}

    /** The options of connectors of all types. */
    static ConfigDef definition() {
        return RdfSourceConfig.definition(ALL);
    }

    /** All types. */
    static List<SourceType> all() {
        return ALL;
    }

    /** The type with this name; empty if there is none. */
    static Optional<SourceType> named(@Nullable Object name) {
        return ALL.stream()
                .filter(type -> name != null && type.name().equalsIgnoreCase(name.toString()))
                .findFirst();
    }

    /**
     * The type that the options of a connector name.
     *
     * @throws ConfigException if they name none
     */
    static SourceType of(Map<String, String> options) {
        String name = options.get(RdfSourceConfig.SOURCE_TYPE_CONFIG);
        return named(name).orElseThrow(() -> new ConfigException(RdfSourceConfig.SOURCE_TYPE_CONFIG, name));
    }

    /** The type whose tasks store offsets for an input; empty if there is none. */
    static Optional<SourceType> owning(String input) {
        return ALL.stream().filter(type -> type.owns(input)).findFirst();
    }
}
