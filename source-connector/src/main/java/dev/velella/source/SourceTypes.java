package dev.velella.source;

import dev.velella.source.dump.DumpSourceType;
import dev.velella.source.file.FileSourceType;
import dev.velella.source.http.HttpSourceType;
import dev.velella.source.mqtt.MqttSourceType;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.SourceType;
import dev.velella.source.patchlog.PatchLogSourceType;
import dev.velella.source.rdf4j.Rdf4jSourceType;
import dev.velella.source.simulator.SimulatorSourceType;
import dev.velella.source.sparql.SparqlSourceType;
import dev.velella.source.wikibase.WikibaseSourceType;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;

/** All source types, in the order in which the documentation names them. */
final class SourceTypes {
    private static final List<SourceType> ALL = List.of(
            new SimulatorSourceType(),
            new FileSourceType(),
            new DumpSourceType(),
            new MqttSourceType(),
            new HttpSourceType(),
            new Rdf4jSourceType(),
            new PatchLogSourceType(),
            new SparqlSourceType(),
            new WikibaseSourceType());

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

    /** The type whose tasks store offsets for an input; empty if there is none. */
    static Optional<SourceType> owning(String input) {
        return ALL.stream().filter(type -> type.owns(input)).findFirst();
    }
}
