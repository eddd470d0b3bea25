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

    static final Option<Long> REQUEST_MS = Option.number("serve.request.timeout.ms", 10_000L)
            .atLeast(100)
            .doc(
                    "Longest time in which a client sends its request, from the first byte of a connection, or the end of the"
                            + " answer before, to the last byte, in ms.");

    static final Option<Long> STALL_MS = Option.number("serve.stall.timeout.ms", 30_000L)
            .atLeast(100)
            .doc(
                    "Longest time in which a client takes no byte of an answer, in ms. After it the connection is closed.");

    static final Option<Long> ANSWER_MS = Option.number("serve.answer.timeout.ms", 600_000L)
            .atLeast(100)
            .doc(
                    "Longest time of an answer, in ms. After it the connection is closed, and the client sees that the answer"
                            + " is not complete. Streams of events have no such limit.");

    static final Option<Integer> BODY_BYTES = Option.number("serve.request.body.bytes", 8 << 20)
            .between(1024, 1 << 30)
            .doc("Largest body of a request, in bytes: a list of keys sent with POST.");

    private HttpOptions() {}

    static void define(ConfigDef def) {
        OptionGroup group = new OptionGroup(def, "HTTP").add(LISTENER);
        ACCESS.define(group);
        group.add(CLIENTS, ANSWERS, SUBSCRIBERS, REQUEST_MS, STALL_MS, ANSWER_MS, BODY_BYTES);
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
                REQUEST_MS.of(config),
                STALL_MS.of(config),
                ANSWER_MS.of(config),
                ServerSettings.Bounds.HEAD_BYTES,
                BODY_BYTES.of(config));
        Listener listener = Listener.parse(LISTENER.name(), LISTENER.of(config), 7879);
        ServerSettings settings =
                ACCESS.settings(config, "velella-serve", listener, bounds, List.of(Compression.values()));
        return advertised == null ? settings : settings.alsoCalled(advertised);
    }
}
