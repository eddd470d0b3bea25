package dev.velella.status;

import dev.velella.kit.http.ServerOptions;
import dev.velella.kit.http.ServerSettings;
import dev.velella.kit.options.Listener;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.OptionNames;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.view.options.ViewConfig;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Where the parts of a pipeline are, for {@code velella status} and {@code velella page}. Options begin with
 * {@value #PIPELINE} or {@value #PAGE}, and {@code jelly.dictionaries.topic} belongs to them. Every other option goes to
 * the Kafka clients. Immutable.
 */
public final class PipelineConfig extends AbstractConfig {
    private static final String PIPELINE = "pipeline.";
    private static final String PAGE = "page.";
    private static final int PAGE_PORT = 7880;

    /** Address of the Connect worker. */
    public static final Option<String> CONNECT_URL = Option.text(PIPELINE + "connect.url")
            .byDefault("http://localhost:8083")
            .high()
            .doc("Address of the REST API of a Connect worker.");

    /** Topic of graphs. */
    public static final Option<String> GRAPH_TOPIC = Option.text(PIPELINE + "graph.topic")
            .byDefault("graphs")
            .high()
            .doc("Topic of graphs: velella.input.topic of the diff app.");

    /** Topic of patches. */
    public static final Option<String> PATCH_TOPIC = Option.text(PIPELINE + "patch.topic")
            .byDefault("patches")
            .high()
            .doc("Topic of patches: velella.output.topic of the diff app.");

    /** Application id of the diff app. */
    public static final Option<String> APPLICATION_ID = Option.text(PIPELINE + "diff.application.id")
            .byDefault("velella-diff")
            .high()
            .doc("application.id of the diff app.");

    /** Health of the diff app. */
    public static final Option<List<String>> HEALTH_URLS = Option.list(PIPELINE + "diff.health.urls")
            .high()
            .doc("Addresses of velella.health.listener of the diff app's instances, such as http://localhost:8090.");

    /** Application id of the view app. */
    public static final Option<String> VIEW_APPLICATION_ID = Option.text(PIPELINE + "view.application.id")
            .byDefault(ViewConfig.DEFAULT_APPLICATION_ID)
            .high()
            .doc("application.id of the view app. Its views are found in its topic of epochs.");

    /** Beginning of the names of the view app's output topics. */
    public static final Option<String> VIEW_PREFIX = Option.text(PIPELINE + "view.output.prefix")
            .byDefault(String.valueOf(ViewConfig.OUTPUT_PREFIX.defaultValue()))
            .medium()
            .doc("velella.output.prefix of the view app.");

    /** Health of the view app. */
    public static final Option<List<String>> VIEW_HEALTH_URLS = Option.list(PIPELINE + "view.health.urls")
            .high()
            .doc("Addresses of velella.health.listener of the view app's instances, which tell refused definitions.");

    /** Metrics. */
    public static final Option<List<String>> METRICS_URLS = Option.list(PIPELINE + "metrics.urls")
            .high()
            .doc(
                    "Addresses of the metrics of workers, diff app and view app, such as http://localhost:9404/metrics. Without them the"
                            + " checks that need metrics are left out.");

    /** Store. */
    public static final Option<String> STORE_URL = Option.text(PIPELINE + "store.url")
            .high()
            .doc(
                    "Address of the sink's endpoint, such as http://localhost:7878. Default: the endpoint or target.url in the"
                            + " sink's configuration.");

    /** Queries. */
    public static final Option<String> QUERY_URL = Option.text(PIPELINE + "query.url")
            .medium()
            .doc(
                    "Address to which the page sends SPARQL queries. Default: /sparql of the sink's endpoint, or target.url of"
                            + " the sink.");

    /** Dead letters. */
    public static final Option<List<String>> LETTER_TOPICS = Option.list(PIPELINE + "dead.letter.topics")
            .medium()
            .doc(
                    "Topics of dead letters, for example of the diff app. Those in the configurations of connectors are known"
                            + " without this option.");

    /** Patience. */
    public static final Option<Integer> TIMEOUT_MS = Option.number(PIPELINE + "timeout.ms", 5_000)
            .between(100, 60_000)
            .doc("Longest wait for an answer of one part, in ms.");

    /** Address of the page. */
    public static final Option<String> LISTENER = Option.text(PAGE + "listener")
            .byDefault("localhost:" + PAGE_PORT)
            .high()
            .doc(
                    "Address on which the page and its API are served: host:port, or a port of localhost; port 0 takes a free one.");

    /** Most connections to the page. */
    public static final int CLIENTS = 200;

    private static final int EVENT_STREAMS = 16;
    private static final int MOST_QUERY = 1 << 20;

    private static final ServerSettings.Bounds BOUNDS = new ServerSettings.Bounds(
            32, CLIENTS, 16, EVENT_STREAMS, 10_000, 30_000, 120_000, ServerSettings.Bounds.HEAD_BYTES, MOST_QUERY);

    private static final ServerOptions ACCESS = new ServerOptions(PAGE, "the host of page.listener", "");

    /** Records before the end. */
    public static final Option<Long> RECORDS = Option.number(PAGE + "records", 2_000L)
            .between(0, 1_000_000)
            .medium()
            .doc("Records before the end of each partition with which the page begins.");

    private static final Option<String> DICTIONARIES = DictionaryOptions.TOPIC;

    private final Map<String, String> clients;
    private final Listener listener;

    /**
     * Reads and checks the options.
     *
     * @throws ConfigException if an option is unknown, missing or wrong
     */
    public PipelineConfig(Map<String, String> properties) {
        super(definition(), own(properties), false);
        clients = new LinkedHashMap<>(properties);
        clients.keySet().removeIf(definition().names()::contains);
        if (!clients.containsKey(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)) {
            throw new ConfigException(
                    CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG + " is needed: host:port of brokers");
        }
        listener = Listener.parse(LISTENER.name(), LISTENER.of(this), PAGE_PORT);
        ACCESS.problems(values()).forEach((option, problem) -> {
            throw new ConfigException(option + " " + problem);
        });
        METRICS_URLS.of(this).forEach(url -> checkUrl(METRICS_URLS, url));
        HEALTH_URLS.of(this).forEach(url -> checkUrl(HEALTH_URLS, url));
        VIEW_HEALTH_URLS.of(this).forEach(url -> checkUrl(VIEW_HEALTH_URLS, url));
        for (Option<String> option : List.of(CONNECT_URL, STORE_URL, QUERY_URL)) {
            String url = option.orNull(this);
            if (url != null) {
                checkUrl(option, url);
            }
        }
    }

    private static void checkUrl(Option<?> option, String url) {
        String problem;
        try {
            URI uri = new URI(url);
            boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            problem = isHttp && uri.getHost() != null ? null : "must be an address such as http://localhost:8083";
        } catch (URISyntaxException e) {
            problem = "is no address: " + e.getReason();
        }
        if (problem != null) {
            throw new ConfigException(option.name(), ShownUrl.of(url), problem);
        }
    }

    /** The options with their types, defaults and documentation. */
    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        new OptionGroup(def, "Parts")
                .add(
                        CONNECT_URL,
                        GRAPH_TOPIC,
                        PATCH_TOPIC,
                        APPLICATION_ID,
                        HEALTH_URLS,
                        VIEW_APPLICATION_ID,
                        VIEW_PREFIX,
                        VIEW_HEALTH_URLS,
                        METRICS_URLS,
                        STORE_URL,
                        QUERY_URL,
                        LETTER_TOPICS,
                        DICTIONARIES,
                        TIMEOUT_MS);
        OptionGroup page = new OptionGroup(def, "Page").add(LISTENER);
        ACCESS.define(page);
        page.add(RECORDS);
        return def;
    }

    /** The settings of the page's server. */
    public ServerSettings server() {
        return ACCESS.settings(this, "velella-page-http", listener, BOUNDS, List.of());
    }

    private static Map<String, String> own(Map<String, String> properties) {
        ConfigDef definition = definition();
        Map<String, String> own = new LinkedHashMap<>();
        properties.forEach((option, value) -> {
            if (definition.names().contains(option)) {
                own.put(option, value);
            } else if (option.startsWith(PIPELINE) || option.startsWith(PAGE)) {
                throw new ConfigException("unknown option " + option
                        + OptionNames.meant(option, definition.names())
                                .map(meant -> "; is " + meant + " meant?")
                                .orElse(""));
            }
        });
        return own;
    }

    /** Properties of the Kafka clients. */
    public Map<String, String> clients() {
        return Map.copyOf(clients);
    }

    /** Host and port of brokers, with commas between them. */
    public String bootstrapServers() {
        return String.valueOf(clients.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG));
    }

    /** Topic of the dictionaries on which records build. */
    public String dictionariesTopic() {
        return DICTIONARIES.of(this);
    }

    /** Address of the page. */
    public Listener listener() {
        return listener;
    }

    /** Address of the sink's endpoint; null if the configurations of the sinks tell it. */
    public @Nullable String storeUrl() {
        return STORE_URL.orNull(this);
    }
}
