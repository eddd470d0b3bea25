package dev.velella.source.http;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.source.fetch.FetchSettings;
import dev.velella.source.options.ServerAccessOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;

/** Options about an HTTP server: names, defaults, documentation, and dependencies. */
public final class HttpOptions {
    public static final Option<String> URL = Option.text("http.url")
            .high()
            .label("URL")
            .doc("Address to read, http or https. A redirect is followed within the same server only. An address with"
                    + " {offset} is a resumable Jelly stream: {offset} is replaced by the counter of the last frame, and the"
                    + " server answers with the frames after it, as nanopublication registries do"
                    + " (https://HOST/nanopubs.jelly?afterCounter={offset}). An address without {offset} is a document, which"
                    + " is read again when its ETag or Last-Modified has changed; in a Jelly document every frame is an"
                    + " element.");
    static final Option<Long> COUNTER_START = Option.number("http.counter.start", 0L)
            .atLeast(-1)
            .medium()
            .label("First counter")
            .doc("Value of {offset} in the first request of a stream.");
    static final Option<String> COUNTER_KEY = Option.text("http.counter.key")
            .byDefault("c")
            .medium()
            .label("Key of the counter")
            .doc("Key in the metadata of a frame under which its counter stands.");
    static final Option<String> COUNTER_FORMAT = Option.choice(
                    "http.counter.format", "varint", List.of("varint", "text"))
            .label("Format of the counter")
            .doc(
                    "How the counter is written in the metadata: 'varint', as Protocol Buffers write an int64, or 'text', its digits.");
    static final Option<Long> POLL_INTERVAL_MS = Option.number("http.poll.interval.ms", 10_000L)
            .between(1, 86_400_000)
            .high()
            .label("Time between requests (ms)")
            .doc("Time from the end of an answer to the next request.");

    /** Place of the counter in the URL of a stream. */
    static final String OFFSET = "{offset}";

    /** Options of credentials, waits, keys and certificates. */
    static final ServerAccessOptions ACCESS = new ServerAccessOptions("http.");

    private HttpOptions() {}

    /** Adds all options to a group. */
    public static void define(OptionGroup group) {
        group.add(URL, POLL_INTERVAL_MS, COUNTER_START, COUNTER_KEY, COUNTER_FORMAT);
        ACCESS.defineLogin(group);
        ACCESS.defineWaits(group);
        ACCESS.defineTls(group);
    }

    /**
     * Problems of options that are missing or depend on others. The map's keys are options, its values messages.
     *
     * @param values parsed values; null for an option that is wrong by itself
     */
    public static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        String wrong = values.get(URL.name()) instanceof String url
                ? ACCESS.urlProblem(url.replace(OFFSET, "0"))
                : "is needed with source.type=http";
        if (wrong != null) {
            problems.put(URL.name(), wrong);
        }
        problems.putAll(ACCESS.problems(values));
        return problems;
    }

    /**
     * How requests are made.
     *
     * @throws IllegalArgumentException if a file of certificates or keys cannot be read
     */
    static FetchSettings fetch(AbstractConfig config) {
        return ACCESS.fetch(config, false);
    }
}
