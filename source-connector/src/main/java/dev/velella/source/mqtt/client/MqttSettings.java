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
    private final AbstractConfig config;
    private final MqttServer server;
    private final MqttTls tls;
    private final String clientId;

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
    }

    private MqttSettings(MqttSettings other, String clientId) {
        config = other.config;
        server = other.server;
        tls = other.tls;
        this.clientId = clientId;
    }

    /** The same settings for the client that fetches dictionaries. */
    MqttSettings ofLink() {
        return new MqttSettings(this, clientId + "-link");
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

    boolean persistent() {
        return MqttOptions.SESSION_PERSISTENT.of(config);
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

    int keepAliveSeconds() {
        return MqttOptions.KEEP_ALIVE_SECONDS.of(config);
    }

    long connectTimeoutMs() {
        return MqttOptions.CONNECT_TIMEOUT_MS.of(config);
    }

    long backoffMs() {
        return MqttOptions.RECONNECT_BACKOFF_MS.of(config);
    }

    long backoffMaxMs() {
        return Math.max(backoffMs(), MqttOptions.RECONNECT_BACKOFF_MAX_MS.of(config));
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

    /** Number of messages among which re-deliveries are found; 0 for no search. */
    public int dedupWindow() {
        return qos() == 0 || !persistent() ? 0 : MqttOptions.DEDUP_WINDOW.of(config);
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
