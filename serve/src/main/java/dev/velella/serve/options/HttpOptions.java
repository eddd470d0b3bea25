package dev.velella.serve.options;

import dev.velella.kit.http.ServerOptions;
import dev.velella.kit.http.ServerSettings;
import dev.velella.kit.options.Listener;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.serve.answer.Compression;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The options of the service for HTTP: address, access and limits. */
final class HttpOptions {
    private static final int THREADS = 24;

    static final Option<String> LISTENER = Option.text("serve.listener")
            .byDefault("localhost:7879")
            .high()
            .doc(
                    "Address on which the service answers: host:port, or only a port for localhost. Port 0 takes a free port,"
                            + " which the log names. If it is not a loopback address, everybody in the network can read all graphs,"
                            + " unless serve.auth is set.");

    static final ServerOptions ACCESS = new ServerOptions(
            "serve.", "the host of serve.listener", " Instances that share partitions have the same settings.");

    static final Option<Integer> CLIENTS = Option.number("serve.clients", 500)
            .between(1, 100_000)
            .doc(
                    "Most connections at a time. If one more comes, the connection that has waited longest without a request"
                            + " is closed.");

    static final Option<Integer> ANSWERS = Option.number("serve.answers", 64)
            .between(1, 10_000)
            .doc("Most answers that are written at a time, without streams of events. If one more is asked for, it is"
                    + " refused with status 503.");

    static final Option<Integer> SUBSCRIBERS = Option.number("serve.subscribers", 100)
            .between(1, 100_000)
            .doc("Most streams of events (text/event-stream) at a time. One more is refused with status 503.");

    /**
     * Longest time in which a client sends its request, in ms, from the first byte of a connection, or the end of the answer
     * before, to the last byte.
     */
    private static final long REQUEST_MS = 10_000;

    /** Longest time in which a client takes no byte of an answer, in ms. */
    private static final long STALL_MS = 30_000;

    /** Longest time of an answer, in ms: all graphs at 100 kB a second are 60 MB. Streams of events have no such limit. */
    private static final long ANSWER_MS = 600_000;

    /** Largest body of a request: a list of keys sent with POST. */
    private static final int BODY_BYTES = 8 << 20;

    private HttpOptions() {}

    static void define(ConfigDef def) {
        OptionGroup group = new OptionGroup(def, "HTTP").add(LISTENER);
        ACCESS.define(group);
        group.add(CLIENTS, ANSWERS, SUBSCRIBERS);
    }

    /** Checks how the options fit together. */
    static void check(AbstractConfig config) {
        ACCESS.problems(config.values()).forEach((option, problem) -> {
            throw new ConfigException(option + " " + problem);
        });
    }

    /** @param advertised host of this instance for the others; null if it is alone */
    static ServerSettings settings(AbstractConfig config, @Nullable String advertised) {
        ServerSettings.Bounds bounds = new ServerSettings.Bounds(
                THREADS,
                CLIENTS.of(config),
                ANSWERS.of(config),
                SUBSCRIBERS.of(config),
                REQUEST_MS,
                STALL_MS,
                ANSWER_MS,
                ServerSettings.Bounds.HEAD_BYTES,
                BODY_BYTES);
        Listener listener = Listener.parse(LISTENER.name(), LISTENER.of(config), 7879);
        ServerSettings settings =
                ACCESS.settings(config, "velella-serve", listener, bounds, List.of(Compression.values()));
        return advertised == null ? settings : settings.alsoCalled(advertised);
    }
}
