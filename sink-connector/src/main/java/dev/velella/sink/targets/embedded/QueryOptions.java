package dev.velella.sink.targets.embedded;

import dev.velella.kit.http.ServerOptions;
import dev.velella.kit.http.ServerSettings;
import dev.velella.kit.options.Hosts;
import dev.velella.kit.options.Listener;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.sink.endpoint.EndpointOptions;
import dev.velella.sink.targets.TargetType;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** The options of the sink for queries of its store. */
public final class QueryOptions {
    /** Address of the endpoint. */
    public static final Option<String> ENDPOINT_BIND = Option.text("sparql.endpoint.bind")
            .byDefault("127.0.0.1")
            .check(Hosts.HOST)
            .label("Bind address")
            .doc("Address on which the endpoint listens. If it is not a loopback address, everybody in the network can"
                    + " read the whole store, unless sparql.endpoint.auth is set.");

    /** Port of the endpoint; without it there is none. */
    public static final Option<Integer> ENDPOINT_PORT = Option.number("sparql.endpoint.port")
            .between(0, 65_535)
            .medium()
            .label("Port")
            .doc(
                    "Port on which the store can be queried over HTTP, read-only: the SPARQL 1.1 Protocol at /sparql, a query"
                            + " form at /, offsets and counters at /status, and the whole content, for ./velella verify, at /state."
                            + " 0 takes a free port, which the log names. Without this option there is no endpoint.");

    /** Maximum time for a request, in ms. */
    static final Option<Long> ENDPOINT_TIMEOUT_MS = Option.number("sparql.endpoint.timeout.ms", 30_000L)
            .atLeast(1)
            .label("Request timeout (ms)")
            .doc("Longest time for a request from its first byte to the last byte of the answer, in ms.");

    /** Maximum time for a request for the whole state, in ms. */
    static final Option<Long> ENDPOINT_STATE_TIMEOUT_MS = Option.number("sparql.endpoint.state.timeout.ms", 60_000L)
            .atLeast(1)
            .label("State timeout (ms)")
            .doc("Longest time for a request for the whole content of the store (/state, which ./velella verify reads),"
                    + " in ms. Patches are applied meanwhile. Some stores on disk make nothing durable while they are read;"
                    + " this time bounds that too.");

    /** Maximum time for which queries may block the writing, in ms. */
    static final Option<Long> ENDPOINT_HOLD_MS = Option.number(
                    "sparql.endpoint.hold.ms", EndpointOptions.DEFAULT_HOLD_MS)
            .atLeast(0)
            .label("Longest hold-up (ms)")
            .doc("Longest time that a transaction waits for running queries, in ms (with target=lmdb, the only target"
                    + " whose transactions wait for queries). Queries that run longer are answered with status 503. While no"
                    + " transaction waits, a query may take all of sparql.endpoint.timeout.ms.");

    /** Memory on the heap for all queries together, in bytes. */
    static final Option<Long> ENDPOINT_MEMORY_BYTES = Option.number(
                    "sparql.endpoint.memory.bytes", EndpointOptions.DEFAULT_MEMORY_BYTES)
            .atLeast(1 << 20)
            .label("Memory of queries (bytes)")
            .doc("Heap that all queries together may use for sorting, grouping, joining, DISTINCT and long texts, in"
                    + " bytes, estimated; at most a quarter of the worker's heap, whatever the option says. One query gets at"
                    + " most half of it. A query that needs more is answered with status 507.");

    /** Who may ask. */
    static final ServerOptions ACCESS = new ServerOptions(EndpointOptions.PREFIX, "sparql.endpoint.bind", "");

    private static final String GROUP = "SPARQL endpoint";

    private QueryOptions() {}

    /**
     * Adds the options with their types, defaults and documentation.
     *
     * @param targets kinds of targets that the endpoint serves
     */
    public static void define(ConfigDef def, List<String> targets) {
        OptionGroup group = new OptionGroup(def, GROUP, Map.of(TargetType.OPTION, targets))
                .add(
                        ENDPOINT_BIND,
                        ENDPOINT_PORT,
                        ENDPOINT_TIMEOUT_MS,
                        ENDPOINT_STATE_TIMEOUT_MS,
                        ENDPOINT_HOLD_MS,
                        ENDPOINT_MEMORY_BYTES);
        ACCESS.define(group);
    }

    /** Whether the endpoint is on. */
    public static boolean isEnabled(AbstractConfig config) {
        return ENDPOINT_PORT.orNull(config) != null;
    }

    /** The settings of the endpoint. Without an endpoint, its port is 0. */
    public static EndpointOptions settings(AbstractConfig config) {
        long timeoutMs = ENDPOINT_TIMEOUT_MS.of(config);
        long stateTimeoutMs = ENDPOINT_STATE_TIMEOUT_MS.of(config);
        Integer port = ENDPOINT_PORT.orNull(config);
        ServerSettings server = ACCESS.settings(
                config,
                EndpointOptions.NAME,
                new Listener(ENDPOINT_BIND.of(config), port == null ? 0 : port),
                EndpointOptions.bounds(timeoutMs, stateTimeoutMs),
                List.of());
        return new EndpointOptions(
                server, timeoutMs, stateTimeoutMs, ENDPOINT_HOLD_MS.of(config), ENDPOINT_MEMORY_BYTES.of(config));
    }
}
