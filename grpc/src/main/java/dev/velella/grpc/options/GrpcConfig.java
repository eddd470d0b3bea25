package dev.velella.grpc.options;

import dev.velella.frame.EncoderSettings;
import dev.velella.frame.JellyMode;
import dev.velella.frame.StreamLimits;
import dev.velella.graph.KeyRule;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.options.Listener;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.record.JellyConfigs;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.partition.LookBackLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * Options of the gRPC server. Those that begin with {@code kafka.} go to the Kafka clients, without this prefix. Immutable.
 */
public final class GrpcConfig extends AbstractConfig {
    private static final Option<String> BOOTSTRAP_SERVERS = Option.text(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG)
            .required()
            .high()
            .doc(
                    "Brokers of the cluster of the topics, host:port, separated by commas. Any other property of a Kafka client is"
                            + " given with kafka. before its name, for example kafka.security.protocol and kafka.sasl.jaas.config.");

    private final Map<String, Object> clientProperties;
    private final Listener listener;

    /**
     * Reads and checks the options.
     *
     * @throws ConfigException if an option is unknown, missing or wrong, or if options contradict each other
     */
    public GrpcConfig(Map<String, ?> properties) {
        super(definition(), own(properties), false);
        clientProperties = Map.copyOf(ClusterOptions.clientProperties(properties));
        listener = Listener.parse(ServerOptions.LISTENER.name(), ServerOptions.LISTENER.of(this), 50051);
        ServerOptions.check(this);
        PublishOptions.check(this);
    }

    /** The options with their types, defaults and documentation. */
    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        new OptionGroup(def, "Kafka").add(BOOTSTRAP_SERVERS);
        ServerOptions.define(def);
        SubscribeOptions.define(def);
        PublishOptions.define(def);
        new OptionGroup(def, "Jelly")
                .add(PublishOptions.MODE, JellyConfigs.PHYSICAL_TYPE, JellyConfigs.RDF_STAR)
                .add(JellyConfigs.STATEMENT_ORDER, JellyConfigs.MESSAGE_HEADER)
                .add(JellyConfigs.FRAME_BYTES, JellyConfigs.FRAME_ROWS)
                .add(JellyConfigs.STREAMS, JellyConfigs.STATE_BYTES);
        new OptionGroup(def, "Dictionaries").add(DictionaryOptions.TOPIC);
        JellyConfigs.defineLookBack(def);
        return def;
    }

    private static Map<String, Object> own(Map<String, ?> properties) {
        ConfigDef def = definition();
        Map<String, Object> own = new LinkedHashMap<>();
        properties.forEach((name, value) -> {
            if (def.names().contains(name)) {
                own.put(name, value);
            } else if (!name.startsWith(ClusterOptions.PREFIX)) {
                throw new ConfigException(
                        name + ": unknown option; docs/options.md lists the options of the gRPC server");
            }
        });
        return own;
    }

    /** Address to listen on; port 0 is a free one. */
    public Listener listener() {
        return listener;
    }

    /** Files of TLS; null if connections are not encrypted. */
    public @Nullable Tls tls() {
        Tls tls = ServerOptions.TLS.tls(values());
        return tls.own() == null ? null : tls;
    }

    /** Whether clients must show a certificate. */
    public boolean needsClientCertificate() {
        return ServerOptions.CLIENT_CERTIFICATE.of(this);
    }

    /** The credentials that clients must send. */
    public Authentication authentication() {
        Password token = ServerOptions.BEARER_TOKEN.orNull(this);
        String user = ServerOptions.USERNAME.orNull(this);
        if (user != null) {
            Password password = Objects.requireNonNull(ServerOptions.PASSWORD.orNull(this));
            return Authentication.basic(user, password.value());
        }
        return token == null ? Authentication.NONE : Authentication.bearer(token.value());
    }

    /** Most open calls. */
    public int maxCalls() {
        return ServerOptions.CALLS.of(this);
    }

    /** Most open calls from one address. */
    public int maxCallsPerClient() {
        return ServerOptions.CALLS_PER_CLIENT.of(this);
    }

    /** Largest message of a client, in bytes. */
    public int maxMessageBytes() {
        return ServerOptions.MESSAGE_BYTES.of(this);
    }

    /** Topics for subscribers. */
    public TopicFilter subscribeTopics() {
        return new TopicFilter(SubscribeOptions.TOPICS.of(this));
    }

    /** Most open subscriptions. */
    public int maxSubscriptions() {
        return SubscribeOptions.SUBSCRIPTIONS.of(this);
    }

    /** Longest time that a subscriber may read nothing, in ms. */
    public long stallMs() {
        return SubscribeOptions.STALL_MS.of(this);
    }

    /** Topics for publishers. */
    public TopicFilter publishTopics() {
        return new TopicFilter(PublishOptions.TOPICS.of(this));
    }

    /** Finds the key of a frame that does not say it. If its constant is empty, there is none. */
    public KeyRule keyRule() {
        return PublishOptions.keyRule(this);
    }

    /** Most open calls that number their frames. */
    public int maxProducers() {
        return PublishOptions.PRODUCERS.of(this);
    }

    /** Longest time from the first frame of a transaction to its commit, in ms. */
    public long transactionMs() {
        return PublishOptions.TRANSACTION_MS.of(this);
    }

    /** Beginning of transactional ids and groups. */
    public String transactionalIdPrefix() {
        return PublishOptions.TRANSACTIONAL_ID.of(this);
    }

    /** How frames are written. */
    public EncoderSettings encoderSettings() {
        boolean star = JellyConfigs.RDF_STAR.of(this);
        return new EncoderSettings(
                new JellyOptions(JellyConfigs.PHYSICAL_TYPE.of(this), TableSizes.BIG, star, 2),
                JellyPatchOptions.frame(TableSizes.BIG, star),
                JellyConfigs.STATEMENT_ORDER.of(this),
                limits());
    }

    /** Whether records build on dictionaries. */
    public boolean usesDictionaries() {
        return PublishOptions.MODE.of(this) == JellyMode.DICTIONARY;
    }

    /** Whether records get the header {@code RDF-Message-Content-Type}. */
    public boolean addsMessageHeader() {
        return JellyConfigs.MESSAGE_HEADER.of(this);
    }

    /** Topic of the dictionaries. */
    public String dictionariesTopic() {
        return DictionaryOptions.TOPIC.of(this);
    }

    /** Limits of records that are read. */
    public Limits limits() {
        return JellyConfigs.limits(this);
    }

    /** Limits of frames that clients send. The tables of a stream hold no more text than a message may have. */
    public Limits messageLimits() {
        Limits records = limits();
        int bytes = Math.min(maxMessageBytes(), records.maxFrameBytes());
        return new Limits(
                records.maxNames(),
                records.maxPrefixes(),
                records.maxDatatypes(),
                bytes,
                records.maxRows(),
                Math.min(bytes, records.maxStringBytes()),
                bytes,
                records.maxNesting(),
                ServerOptions.MESSAGE_STATEMENTS.of(this));
    }

    /** How much state readers of records keep. */
    public StreamLimits streamLimits() {
        return JellyConfigs.streamLimits(this);
    }

    /** How much look-back may read. */
    public LookBackLimits lookBackLimits() {
        return JellyConfigs.lookBackLimits(this);
    }

    /** Properties of Kafka clients, without prefix; may hold secrets. */
    public Map<String, Object> clientProperties() {
        return clientProperties;
    }
}
