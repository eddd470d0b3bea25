package dev.velella.sink.targets.remote;

import dev.velella.options.OptionGroup;
import dev.velella.options.Spelling;
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
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The options of the sink that name a store behind HTTP and say how to deal with it. */
public final class RemoteOptions {
    /** Where the store is. */
    public static final String URL_CONFIG = "target.url";

    private static final String URL_DOC = "Address of the store. target=http: the repository of an RDF4J server,"
            + " http://host:8080/rdf4j-server/repositories/ID. target=sparql: the address for queries; it must not be"
            + " a replica that lags behind target.update.url.";

    /** Where updates go. */
    static final String UPDATE_URL_CONFIG = "target.update.url";

    private static final String UPDATE_URL_DOC =
            "Address for updates of a SPARQL endpoint (target=sparql). Default: target.url.";

    /** Connect timeout, in ms. */
    static final String CONNECT_TIMEOUT_MS_CONFIG = "target.connect.timeout.ms";

    private static final String CONNECT_TIMEOUT_MS_DOC = "Longest time until a connection is made, in ms.";

    /** Request timeout, in ms. */
    static final String REQUEST_TIMEOUT_MS_CONFIG = "target.request.timeout.ms";

    private static final String REQUEST_TIMEOUT_MS_DOC =
            "Longest time that the sink waits for the next byte of an answer, in ms. A batch takes three requests;"
                    + " together they must end well within max.poll.interval.ms of the consumer (5 min).";

    /** How long to retry, in ms. */
    static final String RETRY_TIMEOUT_MS_CONFIG = "target.retry.timeout.ms";

    private static final String RETRY_TIMEOUT_MS_DOC =
            "How long the store may be out of reach before the task fails, in ms; 0: it fails at once. While it"
                    + " waits, the task stays in its consumer group. A store is out of reach if there is no connection, no"
                    + " answer in time, or the status is 408, 425, 429 or 5xx. Every other failure ends the task at once.";

    /** First wait, in ms. */
    static final String RETRY_BACKOFF_MS_CONFIG = "target.retry.backoff.ms";

    private static final String RETRY_BACKOFF_MS_DOC =
            "Wait before the first new attempt, in ms. Each further wait is twice as long, with a random part of up"
                    + " to half. A longer Retry-After of the server is respected.";

    /** Longest wait, in ms. */
    static final String RETRY_BACKOFF_MAX_MS_CONFIG = "target.retry.backoff.max.ms";

    private static final String RETRY_BACKOFF_MAX_MS_DOC =
            "Longest wait between two attempts, in ms. Only a Retry-After of the server may be longer.";

    /** Largest update. */
    static final String REQUEST_MAX_BYTES_CONFIG = "target.request.max.bytes";

    private static final String REQUEST_MAX_BYTES_DOC =
            "Largest update request (target=sparql), in bytes. A batch is one request. If a batch needs a larger"
                    + " one, the task fails, and the message names the options to change.";

    /** Most chains remembered. */
    static final String CACHED_STREAMS_CONFIG = "target.cached.streams";

    private static final String CACHED_STREAMS_DOC =
            "Largest number of streams whose position (patch number and hash) the task keeps in memory, about 300"
                    + " bytes each. The position of any other stream is read from the store when one of its records comes.";

    /** What is promised. */
    static final String DELIVERY_CONFIG = "delivery";

    private static final String DELIVERY_DOC =
            "Guarantee of the sink (target=sparql). exactly-once: every record has its effect once; for this the"
                    + " endpoint must execute update requests one after the other, each as a whole or not at all. The sink"
                    + " tests this when the connector is validated. at-least-once: for other endpoints; after a failure,"
                    + " records are applied again, and until then readers may see half a batch.";

    /** Whether quoted triples are sent. */
    static final String RDF_STAR_CONFIG = "target.rdf.star";

    private static final String RDF_STAR_DOC =
            "Whether quoted triples (RDF-star) are sent to an RDF4J server (target=http). Only a memory store can hold"
                    + " them; with another one, the task fails. SPARQL 1.1 has none.";

    /** The options of the place of the store, of time-outs and retries. */
    static final TargetOptionGroup STORE = RemoteOptions::defineStore;

    /** The options of stores that are changed by update requests. */
    public static final TargetOptionGroup UPDATES = RemoteOptions::defineUpdates;

    private RemoteOptions() {}

    private static void defineUpdates(ConfigDef def, List<String> targets) {
        new OptionGroup(def, "SPARQL endpoint", Map.of(TargetType.OPTION, targets))
                .choice(
                        DELIVERY_CONFIG,
                        RemoteSettings.Delivery.EXACTLY_ONCE,
                        Importance.MEDIUM,
                        DELIVERY_DOC,
                        "Delivery")
                .number(
                        REQUEST_MAX_BYTES_CONFIG,
                        32 * 1024 * 1024,
                        Range.atLeast(1024),
                        Importance.LOW,
                        REQUEST_MAX_BYTES_DOC,
                        "Largest request (bytes)");
    }

    private static void defineStore(ConfigDef def, List<String> targets) {
        new OptionGroup(def, "Remote store", Map.of(TargetType.OPTION, targets))
                .add(URL_CONFIG, Type.STRING, null, new HttpUrl(), Importance.HIGH, URL_DOC, "URL")
                .add(UPDATE_URL_CONFIG, Type.STRING, null, new HttpUrl(), Importance.HIGH, UPDATE_URL_DOC, "Update URL")
                .number(
                        CONNECT_TIMEOUT_MS_CONFIG,
                        5_000,
                        Range.between(1, 60_000),
                        Importance.LOW,
                        CONNECT_TIMEOUT_MS_DOC,
                        "Connect timeout (ms)")
                .number(
                        REQUEST_TIMEOUT_MS_CONFIG,
                        60_000,
                        Range.between(1, 90_000),
                        Importance.MEDIUM,
                        REQUEST_TIMEOUT_MS_DOC,
                        "Request timeout (ms)")
                .number(
                        RETRY_TIMEOUT_MS_CONFIG,
                        600_000L,
                        Range.atLeast(0),
                        Importance.MEDIUM,
                        RETRY_TIMEOUT_MS_DOC,
                        "Retry for (ms)")
                .number(
                        RETRY_BACKOFF_MS_CONFIG,
                        200L,
                        Range.between(1, 60_000),
                        Importance.LOW,
                        RETRY_BACKOFF_MS_DOC,
                        "First wait (ms)")
                .number(
                        RETRY_BACKOFF_MAX_MS_CONFIG,
                        10_000L,
                        Range.between(1, 600_000),
                        Importance.LOW,
                        RETRY_BACKOFF_MAX_MS_DOC,
                        "Longest wait (ms)")
                .number(
                        CACHED_STREAMS_CONFIG,
                        100_000,
                        Range.atLeast(1),
                        Importance.LOW,
                        CACHED_STREAMS_DOC,
                        "Remembered streams")
                .add(RDF_STAR_CONFIG, Type.BOOLEAN, false, null, Importance.LOW, RDF_STAR_DOC, "RDF-star");
    }

    /**
     * What is missing or does not go together: option to message; empty if {@link #settings} will succeed.
     *
     * @param config with a remote target
     */
    static Map<String, String> problems(AbstractConfig config) {
        Map<String, String> problems = new LinkedHashMap<>();
        require(config, URL_CONFIG, TargetType.OPTION + "=" + config.getString(TargetType.OPTION), problems);
        problems.putAll(AccessOptions.problems(config));
        return problems;
    }

    /** Names an option as missing, if it is. */
    static void require(AbstractConfig config, String option, String because, Map<String, String> problems) {
        if (config.values().get(option) == null) {
            problems.put(option, option + " is missing, which " + because + " needs");
        }
    }

    /**
     * The settings of a remote target.
     *
     * @throws ConfigException if something is missing or does not go together
     */
    public static RemoteSettings settings(AbstractConfig config, RemoteProtocol protocol) {
        problems(config).forEach((option, problem) -> {
            throw new ConfigException(problem);
        });
        String updateUrl = config.getString(UPDATE_URL_CONFIG);
        URI url = URI.create(config.getString(URL_CONFIG));
        return new RemoteSettings(
                protocol,
                url,
                updateUrl == null ? url : URI.create(updateUrl),
                AccessOptions.authentication(config),
                AccessOptions.TLS.tls(config.values()),
                Duration.ofMillis(config.getInt(CONNECT_TIMEOUT_MS_CONFIG)),
                Duration.ofMillis(config.getInt(REQUEST_TIMEOUT_MS_CONFIG)),
                config.getInt(REQUEST_MAX_BYTES_CONFIG),
                Spelling.constant(RemoteSettings.Delivery.class, config.getString(DELIVERY_CONFIG)),
                config.getBoolean(RDF_STAR_CONFIG),
                config.getInt(CACHED_STREAMS_CONFIG));
    }

    /** How long and how often to try again. */
    public static RetryPolicy retryPolicy(AbstractConfig config) {
        return new RetryPolicy(
                config.getLong(RETRY_TIMEOUT_MS_CONFIG),
                config.getLong(RETRY_BACKOFF_MS_CONFIG),
                config.getLong(RETRY_BACKOFF_MAX_MS_CONFIG));
    }

    /** An absolute URL of HTTP or HTTPS, without credentials and fragment. */
    private static final class HttpUrl implements ConfigDef.Validator {
        @Override
        public void ensureValid(String name, @Nullable Object value) {
            if (value == null) {
                return;
            }
            try {
                URI url = new URI(value.toString());
                boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
                if (!http || url.getHost() == null || url.getRawFragment() != null) {
                    throw new ConfigException(name + " must be " + this);
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
