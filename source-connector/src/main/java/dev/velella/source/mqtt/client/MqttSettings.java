package dev.velella.source.mqtt.client;

import dev.velella.kit.access.Tls;
import dev.velella.kit.secret.SecretMask;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * The values of {@link MqttOptions}, for one task or for the connector. Immutable; callers must not change the returned
 * objects.
 */
public final class MqttSettings {
    /**
     * Time without a message after which client and broker check that the connection is alive, in seconds: shorter than
     * the time after which networks and load balancers forget a silent connection.
     */
    static final int KEEP_ALIVE_SECONDS = 30;

    /** Longest time for each step of a connection, in ms. */
    private static final long CONNECT_TIMEOUT_MS = 10_000;

    /** The same while a configuration is checked, when Connect's REST API waits for the answer. */
    private static final long PROBE_TIMEOUT_MS = 3_000;

    /** Least window of re-deliveries: a broker may send more than it was told. A message takes 11 bytes of an offset. */
    private static final int LEAST_WINDOW = 1_000;

    private final AbstractConfig config;
    private final MqttServer server;
    private final MqttTls tls;
    private final String clientId;
    private final boolean isProbe;

    /**
     * Creates the settings from checked options.
     *
     * @throws IllegalArgumentException if a file of certificates or keys cannot be read
     */
    public MqttSettings(AbstractConfig config) {
        this.config = config;
        server = MqttServer.parse(MqttOptions.SERVER_URI.of(config));
        tls = server.tls() ? tls(config) : MqttTls.DEFAULT;
        clientId = MqttOptions.CLIENT_ID.of(config);
        isProbe = false;
    }

    private MqttSettings(MqttSettings other, String clientId, boolean isProbe) {
        config = other.config;
        server = other.server;
        tls = other.tls;
        this.clientId = clientId;
        this.isProbe = isProbe;
    }

    /** The same settings for the client that fetches dictionaries. */
    MqttSettings ofLink() {
        return new MqttSettings(this, clientId + "-link", false);
    }

    /** The same settings for a client that only asks whether the broker takes it, and leaves no session there. */
    public MqttSettings ofProbe() {
        return new MqttSettings(this, clientId + "-probe", true);
    }

    private static MqttTls tls(AbstractConfig config) {
        Tls files = MqttOptions.TLS.tls(config.values());
        return new MqttTls(files.keys(), files.trust(), MqttOptions.VERIFY_HOSTNAME.of(config));
    }

    MqttServer server() {
        return server;
    }

    MqttTls tls() {
        return tls;
    }

    /** Version of the protocol. */
    public MqttVersion version() {
        return MqttVersion.of(MqttOptions.VERSION.of(config));
    }

    /** Name of the session. */
    public String clientId() {
        return clientId;
    }

    /** The topic filters to subscribe to, in the form that the broker gets. */
    public List<String> filters() {
        String group = MqttOptions.SHARED_GROUP.orNull(config);
        return MqttOptions.TOPICS.of(config).stream()
                .map(filter -> group == null ? filter : "$share/" + group + "/" + filter)
                .toList();
    }

    int qos() {
        return MqttOptions.QOS.of(config);
    }

    /** Whether the broker keeps subscriptions and messages while the client is not connected. */
    boolean persistent() {
        return !isProbe;
    }

    long sessionExpirySeconds() {
        return MqttOptions.SESSION_EXPIRY_SECONDS.of(config);
    }

    @Nullable
    String username() {
        return MqttOptions.USERNAME.orNull(config);
    }

    byte @Nullable [] password() {
        Password password = MqttOptions.PASSWORD.orNull(config);
        return password == null ? null : password.value().getBytes(StandardCharsets.UTF_8);
    }

    /** Hides the credentials if a broker repeats them. */
    SecretMask mask() {
        Password password = MqttOptions.PASSWORD.orNull(config);
        return password == null ? SecretMask.NONE : SecretMask.of(List.of(password.value()));
    }

    long connectTimeoutMs() {
        return isProbe ? PROBE_TIMEOUT_MS : CONNECT_TIMEOUT_MS;
    }

    long backoffMs() {
        return MqttOptions.RETRY_BACKOFF_MS.of(config);
    }

    long backoffMaxMs() {
        return Math.max(backoffMs(), MqttOptions.RETRY_BACKOFF_MAX_MS.of(config));
    }

    /** Most messages that may be unacknowledged. */
    public int bufferMessages() {
        return MqttOptions.BUFFER_MAX_MESSAGES.of(config);
    }

    /** Most bytes of messages that may be unacknowledged. */
    public long bufferBytes() {
        return MqttOptions.BUFFER_MAX_BYTES.of(config);
    }

    int receiveMaximum() {
        return MqttOptions.receiveMaximum(bufferMessages());
    }

    /** Largest size of a packet, in bytes: not more than MQTT allows. */
    int maximumPacketBytes() {
        return (int) Math.min(bufferBytes(), 268_435_460L);
    }

    /**
     * Number of the last messages that are remembered in the connector's offsets, so that a task that starts after another
     * one has died finds re-deliveries among them: all that can be under way; 0 for no search.
     */
    public int dedupWindow() {
        return qos() == 0 ? 0 : Math.max(LEAST_WINDOW, bufferMessages());
    }

    /** Whether the broker divides messages among tasks. */
    public boolean shared() {
        return MqttOptions.SHARED_GROUP.orNull(config) != null;
    }

    /** Whether messages that build on dictionaries are read. */
    public boolean linkEnabled() {
        return MqttOptions.LINK_ENABLED.of(config);
    }

    /** The beginning of the topics of dictionaries. */
    public String linkTopicPrefix() {
        return MqttOptions.LINK_TOPIC_PREFIX.of(config);
    }

    /** Longest time that a message waits for its dictionary, in ms. */
    public long linkTimeoutMs() {
        return MqttOptions.LINK_TIMEOUT_MS.of(config);
    }

    /** Most devices whose dictionaries a task keeps. */
    public int linkMaxStreams() {
        return MqttOptions.LINK_MAX_STREAMS.of(config);
    }

    /** The headers that tell which message a record comes from. */
    public MqttOptions.MessageHeaders headers() {
        return MqttOptions.HEADERS.of(config);
    }

    /** The broker, for messages. */
    public String broker() {
        return server.toString();
    }
}
