package dev.velella.serve.options;

import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.kit.http.ServerSettings;
import dev.velella.kit.options.Listener;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.OptionNames;
import dev.velella.log.DecodingLimits;
import dev.velella.log.TopicAccess;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.partition.LookBackLimits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Options of the service. The service's own options begin with {@value #PREFIX}, and {@code
 * jelly.dictionaries.topic} belongs to them. Every other option goes to the Kafka clients.
 *
 * <p>Immutable.
 */
public final class ServeConfig extends AbstractConfig {
    /** Prefix of most options of the service. */
    public static final String PREFIX = "serve.";

    /** Topic of patches. */
    public static final Option<String> PATCH_TOPIC = Option.text(PREFIX + "patch.topic")
            .required()
            .high()
            .doc("Topic of patches to read: velella.output.topic of the diff app.");

    /** Topic of snapshots. */
    public static final Option<String> SNAPSHOT_TOPIC = Option.text(PREFIX + "snapshot.topic")
            .high()
            .doc(
                    "Topic of snapshots, velella.snapshot.topic of the diff app. The service reads it when it begins with a"
                            + " partition. Without it, the topic of patches must have every patch since the first.");

    /** Directory of the state. */
    public static final Option<String> STATE_DIR = Option.text(PREFIX + "state.dir")
            .required()
            .high()
            .doc("Directory for the state of this instance. If it is empty, the state is built from the topics.");

    /** Group of the instances. */
    public static final Option<String> GROUP = Option.text(PREFIX + "group")
            .medium()
            .doc(
                    "Consumer group of the instances that share the partitions of the topic. Without it, this instance reads"
                            + " all partitions.");

    /** Address of this instance for the others of its group. */
    public static final Option<String> ADVERTISED = Option.text(PREFIX + "advertised.address")
            .medium()
            .doc(
                    "Address at which the other instances of the group reach this one: host:port. Needed with serve.group.");

    /** Age of patches that are removed. */
    public static final Option<Long> HISTORY_MS = Option.number(PREFIX + "history.ms", 86_400_000L)
            .atLeast(0)
            .doc(
                    "How long patches are kept for since=, GET /patches and GET /ldes, in ms by the clock of this instance.");

    /** Number of kept patches. */
    public static final Option<Long> HISTORY_PATCHES = Option.number(PREFIX + "history.patches", 1_000_000L)
            .atLeast(0)
            .doc("Most patches that are kept of a partition, counted by offsets.");

    /** Versions of a stream on an LDES page. */
    public static final Option<Integer> LDES_PAGE = Option.number(PREFIX + "ldes.page.versions", 20)
            .between(1, 1000)
            .doc(
                    "Versions of a stream on a page of GET /ldes. A change makes other pages; clients then read a stream anew.");

    private static final Option<String> DICTIONARIES = DictionaryOptions.TOPIC;
    private static final int TIMEOUT_MS = 60_000;

    /** A quarter of a small heap. Records on dictionaries, the default of the diff app, need far less. */
    private static final StreamLimits STREAM_LIMITS = new StreamLimits(1000, 64L << 20);

    private final ServerSettings http;
    private final @Nullable Listener advertised;
    private final Map<String, String> clients;

    /**
     * Reads and checks the options.
     *
     * @param properties options of the service and of the Kafka clients
     * @throws ConfigException if an option of the service is unknown, missing or wrong, or if options contradict each
     *     other
     */
    public ServeConfig(Map<String, String> properties) {
        super(definition(), own(properties), false);
        HttpOptions.check(this);
        String address = ADVERTISED.orNull(this);
        advertised = address == null ? null : advertised(address);
        http = HttpOptions.settings(this, advertised == null ? null : advertised.host());
        if ((GROUP.orNull(this) == null) != (advertised == null)) {
            throw new ConfigException(GROUP + " and " + ADVERTISED + " are needed together");
        }
        clients = new LinkedHashMap<>(properties);
        clients.keySet().removeIf(definition().names()::contains);
        if (!clients.containsKey(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)) {
            throw new ConfigException(
                    CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG + " is needed: host:port of brokers");
        }
        String isolation = clients.remove("isolation.level");
        if (isolation != null && !isolation.equals("read_committed")) {
            throw new ConfigException("isolation.level", isolation, "the service reads committed records only");
        }
    }

    private static Listener advertised(String address) {
        Listener advertised = Listener.parse(ADVERTISED.name(), address, 7879);
        if (advertised.port() == 0) {
            throw new ConfigException(
                    ADVERTISED.name(), address, "must name the port of serve.listener; nobody can reach port 0");
        } else if (URI.create("http://" + advertised).getHost() == null) {
            throw new ConfigException(
                    ADVERTISED.name(),
                    address,
                    "must name a host by which HTTP can reach it: a name without underscore");
        }
        return advertised;
    }

    /** The options with their types, defaults and documentation. */
    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        new OptionGroup(def, "Topics and state")
                .add(
                        PATCH_TOPIC,
                        SNAPSHOT_TOPIC,
                        DICTIONARIES,
                        STATE_DIR,
                        GROUP,
                        ADVERTISED,
                        HISTORY_MS,
                        HISTORY_PATCHES,
                        LDES_PAGE);
        HttpOptions.define(def);
        return def;
    }

    private static Map<String, String> own(Map<String, String> properties) {
        ConfigDef definition = definition();
        Map<String, String> own = new LinkedHashMap<>();
        properties.forEach((option, value) -> {
            if (definition.names().contains(option)) {
                own.put(option, value);
            } else if (option.startsWith(PREFIX)) {
                throw new ConfigException("unknown option " + option
                        + OptionNames.meant(option, definition.names())
                                .map(meant -> "; is " + meant + " meant?")
                                .orElse(""));
            }
        });
        return own;
    }

    /** The settings of the HTTP server. */
    public ServerSettings http() {
        return http;
    }

    /** Topic of patches, and the access to it. */
    public TopicAccess patches() {
        return access(PATCH_TOPIC.of(this));
    }

    /** Topic of snapshots, and the access to it; null if there is none. */
    public @Nullable TopicAccess snapshots() {
        String topic = SNAPSHOT_TOPIC.orNull(this);
        return topic == null ? null : access(topic);
    }

    private TopicAccess access(String topic) {
        String servers = String.valueOf(clients.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG));
        return new TopicAccess(servers, topic, clients, true, Duration.ofMillis(TIMEOUT_MS));
    }

    /** Topic of the dictionaries on which records build. */
    public String dictionariesTopic() {
        return DICTIONARIES.of(this);
    }

    /** Limits of the decoding of records. */
    public DecodingLimits decoding() {
        return new DecodingLimits(Limits.DEFAULT, STREAM_LIMITS, LookBackLimits.DEFAULT);
    }

    /** Directory of the state. */
    public Path stateDirectory() {
        return Path.of(STATE_DIR.of(this));
    }

    /** Consumer group of the instances; null if this instance is alone. */
    public @Nullable String group() {
        return GROUP.orNull(this);
    }

    /** Address of this instance for the others; null if it is alone. */
    public @Nullable Listener advertised() {
        return advertised;
    }
}
