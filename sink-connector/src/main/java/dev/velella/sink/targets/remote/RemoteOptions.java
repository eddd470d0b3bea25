package dev.velella.sink.targets.remote;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.sink.remote.RemoteProtocol;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.TargetType;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The options of the sink for a store behind HTTP: its address, timeouts and retries. */
public final class RemoteOptions {
    /** Address of the store. */
    public static final Option<String> URL = Option.text("target.url")
            .check(new HttpUrl())
            .high()
            .label("URL")
            .doc(
                    "Address of the store. target=http: the repository of an RDF4J server,"
                            + " http://host:8080/rdf4j-server/repositories/ID. target=sparql: the address for queries; it must not be"
                            + " a replica that lags behind target.update.url. With placeholders in its path, such as {key}, every record"
                            + " names its store (docs/routing.md): {key}, {topic}, {header.NAME}, and the variables of routing.query.");

    /** Address for updates. */
    public static final Option<String> UPDATE_URL = Option.text("target.update.url")
            .check(new HttpUrl())
            .high()
            .label("Update URL")
            .doc(
                    "Address for updates of a SPARQL endpoint (target=sparql), with the same placeholders. Default: target.url.");

    /** Longest time until a connection is made: a server that does not take one in this time is as good as away. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** Request timeout, in ms. */
    static final Option<Integer> REQUEST_TIMEOUT_MS = Option.number("target.request.timeout.ms", 60_000)
            .between(1, 90_000)
            .medium()
            .label("Request timeout (ms)")
            .doc("Longest time that the sink waits for the next byte of an answer, in ms. A batch takes three requests;"
                    + " together they must end well within max.poll.interval.ms of the consumer (5 min).");

    /** Maximum time of retries, in ms. */
    static final Option<Long> RETRY_TIMEOUT_MS = Option.number("target.retry.timeout.ms", 600_000L)
            .atLeast(0)
            .medium()
            .label("Retry for (ms)")
            .doc(
                    "How long the store may be out of reach before the task fails, in ms; 0: it fails at once. While it"
                            + " waits, the task stays in its consumer group. A store is out of reach if there is no connection, no"
                            + " answer in time, or the status is 408, 425, 429 or 5xx. Every other failure ends the task at once.");

    /** First wait before a retry, in ms. */
    static final Option<Long> RETRY_BACKOFF_MS = Option.number("target.retry.backoff.ms", 200L)
            .between(1, 60_000)
            .label("First wait (ms)")
            .doc(
                    "Wait before the first new attempt, in ms. Each further wait is twice as long, with a random part of up"
                            + " to half. A longer Retry-After of the server is respected.");

    /** Maximum wait before a retry, in ms. */
    static final Option<Long> RETRY_BACKOFF_MAX_MS = Option.number("target.retry.backoff.max.ms", 10_000L)
            .between(1, 600_000)
            .label("Longest wait (ms)")
            .doc("Longest wait between two attempts, in ms. Only a Retry-After of the server may be longer.");

    /** Maximum size of an update, in bytes. */
    static final Option<Integer> REQUEST_MAX_BYTES = Option.number("target.request.max.bytes", 32 * 1024 * 1024)
            .atLeast(1024)
            .label("Largest request (bytes)")
            .doc("Largest update request (target=sparql), in bytes. A batch is one request. If a batch needs a larger"
                    + " one, the task fails, and the message names the options to change.");

    /** Maximum number of streams whose chains are cached. */
    public static final Option<Integer> CACHED_STREAMS = Option.number("target.cached.streams", 100_000)
            .atLeast(1)
            .label("Remembered streams")
            .doc(
                    "Largest number of streams whose position (patch number and hash) the task keeps in memory, about 300"
                            + " bytes each. The position of any other stream is read from the store when one of its records comes.");

    /** The delivery guarantee. */
    static final Option<RemoteSettings.Delivery> DELIVERY = Option.choice(
                    "delivery", RemoteSettings.Delivery.EXACTLY_ONCE)
            .medium()
            .label("Delivery")
            .doc("Guarantee of the sink (target=sparql). exactly-once: every record has its effect once; for this the"
                    + " endpoint must execute update requests one after the other, each as a whole or not at all. The sink"
                    + " tests this when the connector is validated. at-least-once: for other endpoints; after a failure,"
                    + " records are applied again, and until then readers may see half a batch.");

    /** Whether quoted triples are sent. */
    static final Option<Boolean> RDF_STAR = Option.flag("target.rdf.star", false)
            .label("RDF-star")
            .doc(
                    "Whether quoted triples (RDF-star) are sent to an RDF4J server (target=http). Only a memory store can hold"
                            + " them; with another one, the task fails. SPARQL 1.1 has none.");

    /** The options for the address of the store, timeouts and retries. */
    static final TargetOptionGroup STORE = RemoteOptions::defineStore;

    /** The options of stores that are changed by update requests. */
    public static final TargetOptionGroup UPDATES = RemoteOptions::defineUpdates;

    private RemoteOptions() {}

    private static void defineUpdates(ConfigDef def, List<String> targets) {
        new OptionGroup(def, "SPARQL endpoint", Map.of(TargetType.OPTION, targets)).add(DELIVERY, REQUEST_MAX_BYTES);
    }

    private static void defineStore(ConfigDef def, List<String> targets) {
        new OptionGroup(def, "Remote store", Map.of(TargetType.OPTION, targets))
                .add(
                        URL,
                        UPDATE_URL,
                        REQUEST_TIMEOUT_MS,
                        RETRY_TIMEOUT_MS,
                        RETRY_BACKOFF_MS,
                        RETRY_BACKOFF_MAX_MS,
                        CACHED_STREAMS,
                        RDF_STAR);
    }

    /** Whether each record names its store by placeholders of the address, in properties that were not parsed. */
    public static boolean isRouted(Map<String, String> properties) {
        return UrlTemplate.isTemplate(properties.get(URL.name()))
                || UrlTemplate.isTemplate(properties.get(UPDATE_URL.name()));
    }

    /** Whether each record names its store by placeholders of the address. */
    public static boolean isRouted(AbstractConfig config) {
        return UrlTemplate.isTemplate(URL.orNull(config)) || UrlTemplate.isTemplate(UPDATE_URL.orNull(config));
    }

    /**
     * The problems, such as missing options and options that do not fit together: option to message. Empty if
     * {@link #settings} will succeed.
     *
     * @param config configuration with a remote target
     */
    static Map<String, String> problems(AbstractConfig config) {
        Map<String, String> problems = new LinkedHashMap<>();
        require(config, URL.name(), TargetType.OPTION + "=" + config.getString(TargetType.OPTION), problems);
        problems.putAll(AccessOptions.problems(config));
        return problems;
    }

    /** Adds a problem if an option is missing. */
    static void require(AbstractConfig config, String option, String because, Map<String, String> problems) {
        if (config.values().get(option) == null) {
            problems.put(option, option + " is missing, which " + because + " needs");
        }
    }

    /**
     * The settings of a remote target.
     *
     * @throws ConfigException if an option is missing, or options do not fit together
     */
    public static RemoteSettings settings(AbstractConfig config, RemoteProtocol protocol) {
        problems(config).forEach((option, problem) -> {
            throw new ConfigException(problem);
        });
        if (isRouted(config)) {
            throw new ConfigException(
                    URL.name() + " has placeholders, so it names many stores: give the address of one");
        }
        String updateUrl = UPDATE_URL.orNull(config);
        URI url = URI.create(URL.orNull(config));
        return new RemoteSettings(
                protocol,
                url,
                updateUrl == null ? url : URI.create(updateUrl),
                AccessOptions.authentication(config),
                AccessOptions.TLS.tls(config.values()),
                CONNECT_TIMEOUT,
                Duration.ofMillis(REQUEST_TIMEOUT_MS.of(config)),
                REQUEST_MAX_BYTES.of(config),
                DELIVERY.of(config),
                RDF_STAR.of(config),
                CACHED_STREAMS.of(config));
    }

    /** How long and how often the task retries. */
    public static RetryPolicy retryPolicy(AbstractConfig config) {
        return new RetryPolicy(
                RETRY_TIMEOUT_MS.of(config), RETRY_BACKOFF_MS.of(config), RETRY_BACKOFF_MAX_MS.of(config));
    }

    /** An absolute URL of HTTP or HTTPS, without credentials and fragment. */
    private static final class HttpUrl implements ConfigDef.Validator {
        @Override
        public void ensureValid(String name, @Nullable Object value) {
            if (value == null) {
                return;
            }
            try {
                Optional<String> problem = UrlTemplate.problem(value.toString());
                if (problem.isPresent()) {
                    throw new ConfigException(name + " " + problem.get());
                }
                URI url = new URI(UrlTemplate.plain(value.toString()));
                boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
                if (!http || url.getHost() == null || url.getRawFragment() != null) {
                    throw new ConfigException(name, ShownUrl.of(value), "must be an " + this);
                }
                if (url.getRawUserInfo() != null) {
                    throw new ConfigException(name + " must not hold a user or password: use target.auth");
                }
            } catch (URISyntaxException e) {
                throw new ConfigException(name + " must be " + this + ": " + e.getReason());
            }
        }

        @Override
        public String toString() {
            return "http:// or https:// URL";
        }
    }
}
