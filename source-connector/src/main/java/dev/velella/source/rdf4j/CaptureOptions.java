package dev.velella.source.rdf4j;

import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.source.options.ServerAccessOptions;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.AbstractConfig;
import org.jspecify.annotations.Nullable;

/** Options about a repository with an outbox: names, defaults, documentation, and dependencies. */
final class CaptureOptions {
    static final Option<String> URL = Option.text("rdf4j.url")
            .high()
            .label("Repository")
            .doc("Address of the repository, such as http://localhost:8080/rdf4j-server/repositories/products. The"
                    + " repository must have an outbox (config:sail.type \"velella:Outbox\"), or be served by a program's"
                    + " OutboxEndpoint.");
    private static final Option<String> KEY = Option.text("rdf4j.key")
            .check(null)
            .medium()
            .label("Key")
            .doc("Key of all records, which names the stream of the repository. Default: the last part of rdf4j.url.");
    static final Option<SnapshotMode> SNAPSHOT_MODE = Option.choice(
                    "snapshot.mode", "initial", List.of("initial", "no_data", "when_needed", "never"))
            .as(text -> SnapshotMode.valueOf(text.toUpperCase(Locale.ROOT)))
            .high()
            .label("Snapshot")
            .doc(
                    "When the statements that are in the repository already are emitted, as patches of adds. 'initial': when"
                            + " there is no stored offset. 'no_data': never; patches begin with the commits from now on, and are not"
                            + " numbered, because no replica can be built of them. 'when_needed': as 'initial', and also when the"
                            + " outbox does not continue the stored offset, instead of failing the task; the numbers of patches"
                            + " then begin anew, so give the sink an empty store. 'never': never; the outbox must have every commit"
                            + " since the repository was empty.");
    static final Option<Integer> CHUNK = Option.number("snapshot.chunk.statements", 100_000)
            .between(1, 1_000_000)
            .medium()
            .label("Statements of a chunk")
            .doc(
                    "Statements of a snapshot that are read at a time, and held in memory. For each chunk the server goes over"
                            + " all statements of the repository once, while others commit.");
    static final Option<Long> POLL_INTERVAL_MS = Option.number("rdf4j.poll.interval.ms", 500L)
            .between(1, 3_600_000)
            .medium()
            .label("Time between requests (ms)")
            .doc("Time from an answer without new commits to the next request.");
    static final Option<Boolean> TRIM = Option.flag("outbox.trim", true)
            .medium()
            .label("Trim the outbox")
            .doc(
                    "Whether the outbox forgets the commits whose offsets Connect has stored. Set it to false for all but one"
                            + " of several connectors that read the same repository.");
    static final Option<Long> TRIM_INTERVAL_MS = Option.number("outbox.trim.interval.ms", 5_000L)
            .between(1, 3_600_000)
            .label("Time between trims (ms)")
            .doc("Time between two looks at the stored offset.");
    static final Option<String> HEARTBEAT_TOPIC = Option.text("heartbeat.topic")
            .medium()
            .label("Topic of heartbeats")
            .doc(
                    "Topic for records that tell, in JSON, that the task works and how far it is; their offset is stored too.");
    static final Option<Long> HEARTBEAT_INTERVAL_MS = Option.number("heartbeat.interval.ms", 10_000L)
            .between(1, 86_400_000)
            .label("Time between heartbeats (ms)")
            .doc("Time between two heartbeats, with heartbeat.topic.");
    static final Option<String> SIGNAL_TOPIC = Option.text("signal.topic")
            .medium()
            .label("Topic of signals")
            .doc(
                    "Topic of one partition that the task reads signals from, with kafka.bootstrap.servers. A signal has the"
                            + " key of the stream, and as value {\"type\": \"execute-snapshot\"} to emit all statements once more, or"
                            + " {\"type\": \"stop\"} to end that.");

    /**
     * Options of credentials, waits, keys and certificates. Before the server answers with a chunk of a snapshot it goes
     * over all statements.
     */
    static final ServerAccessOptions ACCESS = new ServerAccessOptions("rdf4j.", 300_000);

    private CaptureOptions() {}

    static void define(OptionGroup group) {
        group.add(URL, KEY, SNAPSHOT_MODE, CHUNK, POLL_INTERVAL_MS, TRIM, TRIM_INTERVAL_MS);
        group.add(HEARTBEAT_TOPIC, HEARTBEAT_INTERVAL_MS, SIGNAL_TOPIC);
        ACCESS.defineLogin(group);
        ACCESS.defineWaits(group);
        ACCESS.defineTls(group);
    }

    /** Problems of options that are missing or depend on others. The map's keys are options, its values messages. */
    static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        String wrong =
                values.get(URL.name()) instanceof String url ? urlProblem(url) : "is needed with source.type=rdf4j";
        if (wrong != null) {
            problems.put(URL.name(), wrong);
        }
        if (SIGNAL_TOPIC.in(values) != null && !ClusterOptions.isGiven(values)) {
            problems.put(SIGNAL_TOPIC.name(), "needs " + ClusterOptions.BOOTSTRAP_SERVERS_CONFIG);
        }
        problems.putAll(ACCESS.problems(values));
        return problems;
    }

    private static @Nullable String urlProblem(String url) {
        String problem = ACCESS.urlProblem(url);
        if (problem != null) {
            return problem;
        }
        return URI.create(url).getQuery() == null && key(url) != null
                ? null
                : "is no address of a repository, http://HOST/rdf4j-server/repositories/NAME";
    }

    private static @Nullable String key(String url) {
        String path = Objects.requireNonNullElse(URI.create(url).getPath(), "");
        String last = path.substring(path.lastIndexOf('/') + 1);
        return last.isEmpty() ? null : last;
    }

    /** The key of the stream. */
    static String key(AbstractConfig config) {
        String given = KEY.orNull(config);
        return given == null ? String.valueOf(key(URL.of(config))) : given;
    }
}
