package dev.velella.sink.targets.embedded;

import dev.velella.options.OptionGroup;
import dev.velella.sink.endpoint.EndpointOptions;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The options of the sink that say how its store can be queried. */
public final class QueryOptions {
    /** Whether the store can be queried over HTTP. */
    public static final String ENDPOINT_ENABLED_CONFIG = "sparql.endpoint.enabled";

    private static final String ENDPOINT_ENABLED_DOC =
            "Whether the store can be queried over HTTP, read-only and without authentication: the SPARQL 1.1"
                    + " Protocol at /sparql, a query form at /, offsets and counters at /status, and the whole content, for"
                    + " ./velella verify, at /state.";

    /** Address of the endpoint. */
    public static final String ENDPOINT_BIND_CONFIG = "sparql.endpoint.bind";

    private static final String ENDPOINT_BIND_DOC =
            "Address on which the endpoint listens. If it is not a loopback address, everybody in the network can"
                    + " read the whole store.";

    /** Port of the endpoint. */
    public static final String ENDPOINT_PORT_CONFIG = "sparql.endpoint.port";

    private static final String ENDPOINT_PORT_DOC =
            "Port on which the endpoint listens; 0 takes a free one, named in the log.";

    /** Longest time for a request, in ms. */
    static final String ENDPOINT_TIMEOUT_MS_CONFIG = "sparql.endpoint.timeout.ms";

    private static final String ENDPOINT_TIMEOUT_MS_DOC =
            "Longest time for a request from its first byte to the last byte of the answer, in ms.";

    /** Longest time for a request for the whole state, in ms. */
    static final String ENDPOINT_STATE_TIMEOUT_MS_CONFIG = "sparql.endpoint.state.timeout.ms";

    private static final String ENDPOINT_STATE_TIMEOUT_MS_DOC =
            "Longest time for a request for the whole content of the store (/state, which ./velella verify reads),"
                    + " in ms. Patches are applied meanwhile. Some stores on disk make nothing durable while they are read;"
                    + " this time bounds that too.";

    /** Longest time for which queries hold up applying, in ms. */
    static final String ENDPOINT_HOLD_MS_CONFIG = "sparql.endpoint.hold.ms";

    private static final String ENDPOINT_HOLD_MS_DOC =
            "Longest time that a transaction waits for running queries, in ms (with target=lmdb, the only target"
                    + " whose transactions wait for queries). Queries that run longer are answered with status 503. While no"
                    + " transaction waits, a query may take all of sparql.endpoint.timeout.ms.";

    /** Heap of all queries together. */
    static final String ENDPOINT_MEMORY_BYTES_CONFIG = "sparql.endpoint.memory.bytes";

    private static final String ENDPOINT_MEMORY_BYTES_DOC =
            "Heap that all queries together may use for sorting, grouping, joining, DISTINCT and long texts, in"
                    + " bytes, estimated. One query gets at most half of it. A query that needs more is answered with status"
                    + " 507.";

    /** Sites whose pages may ask. */
    static final String ENDPOINT_ORIGINS_CONFIG = "sparql.endpoint.allowed.origins";

    private static final String ENDPOINT_ORIGINS_DOC =
            "Web sites whose pages may query the endpoint from a browser, such as https://app.example.org, separated"
                    + " by commas. Requests of a browser for pages of any other site are refused.";

    private static final String GROUP = "SPARQL endpoint";

    private QueryOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    public static void define(ConfigDef def) {
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
                        "Request timeout (ms)")
                .number(
                        ENDPOINT_STATE_TIMEOUT_MS_CONFIG,
                        60_000L,
                        Range.atLeast(1),
                        Importance.LOW,
                        ENDPOINT_STATE_TIMEOUT_MS_DOC,
                        "State timeout (ms)")
                .number(
                        ENDPOINT_HOLD_MS_CONFIG,
                        EndpointOptions.DEFAULT_HOLD_MS,
                        Range.atLeast(0),
                        Importance.LOW,
                        ENDPOINT_HOLD_MS_DOC,
                        "Longest hold-up (ms)")
                .number(
                        ENDPOINT_MEMORY_BYTES_CONFIG,
                        EndpointOptions.DEFAULT_MEMORY_BYTES,
                        Range.atLeast(1 << 20),
                        Importance.LOW,
                        ENDPOINT_MEMORY_BYTES_DOC,
                        "Memory of queries (bytes)")
                .add(
                        ENDPOINT_ORIGINS_CONFIG,
                        Type.LIST,
                        List.of(),
                        null,
                        Importance.LOW,
                        ENDPOINT_ORIGINS_DOC,
                        "Allowed origins");
    }

    /** Whether the endpoint is on. */
    public static boolean isEnabled(AbstractConfig config) {
        return config.getBoolean(ENDPOINT_ENABLED_CONFIG);
    }

    /** Where and how the endpoint serves. */
    public static EndpointOptions settings(AbstractConfig config) {
        return new EndpointOptions(
                config.getString(ENDPOINT_BIND_CONFIG),
                config.getInt(ENDPOINT_PORT_CONFIG),
                config.getLong(ENDPOINT_TIMEOUT_MS_CONFIG),
                config.getLong(ENDPOINT_STATE_TIMEOUT_MS_CONFIG),
                config.getLong(ENDPOINT_HOLD_MS_CONFIG),
                config.getLong(ENDPOINT_MEMORY_BYTES_CONFIG),
                config.getList(ENDPOINT_ORIGINS_CONFIG));
    }
}
