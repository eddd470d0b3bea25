package dev.velella.sink;

import dev.velella.options.OptionGroup;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The options of the sink that say how its store can be queried. */
final class QueryOptions {
    /** Whether the store can be queried over HTTP. */
    static final String ENDPOINT_ENABLED_CONFIG = "sparql.endpoint.enabled";

    private static final String ENDPOINT_ENABLED_DOC =
            "Whether the store can be queried over HTTP: SPARQL 1.1 Protocol at"
                    + " /sparql, read-only and without authentication; figures at /status; a query form at /.";

    /** Address of the endpoint. */
    static final String ENDPOINT_BIND_CONFIG = "sparql.endpoint.bind";

    private static final String ENDPOINT_BIND_DOC =
            "Address on which the endpoint listens. Any other than a loopback address"
                    + " opens the whole store to the network.";

    /** Port of the endpoint. */
    static final String ENDPOINT_PORT_CONFIG = "sparql.endpoint.port";

    private static final String ENDPOINT_PORT_DOC =
            "Port on which the endpoint listens; 0 takes a free one, named in the log.";

    /** Longest time for a request, in ms. */
    static final String ENDPOINT_TIMEOUT_MS_CONFIG = "sparql.endpoint.timeout.ms";

    private static final String ENDPOINT_TIMEOUT_MS_DOC =
            "Longest time for a request from its first byte to the last byte of the answer, in ms.";

    private static final String GROUP = "SPARQL endpoint";

    private QueryOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, GROUP)
                .add(
                        ENDPOINT_ENABLED_CONFIG,
                        Type.BOOLEAN,
                        false,
                        null,
                        Importance.MEDIUM,
                        ENDPOINT_ENABLED_DOC,
                        "Enabled")
                .text(ENDPOINT_BIND_CONFIG, "127.0.0.1", Importance.LOW, ENDPOINT_BIND_DOC, "Bind address")
                .number(
                        ENDPOINT_PORT_CONFIG,
                        7878,
                        Range.between(0, 65_535),
                        Importance.MEDIUM,
                        ENDPOINT_PORT_DOC,
                        "Port")
                .number(
                        ENDPOINT_TIMEOUT_MS_CONFIG,
                        30_000L,
                        Range.atLeast(1),
                        Importance.LOW,
                        ENDPOINT_TIMEOUT_MS_DOC,
                        "Request timeout (ms)");
    }
}
