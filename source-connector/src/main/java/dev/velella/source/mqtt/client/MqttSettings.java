package dev.velella.source.mqtt.client;

import dev.velella.access.Tls;
import dev.velella.options.Spelling;
import dev.velella.secret.SecretMask;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/** The values of {@link MqttOptions}, for one task or for the connector. Immutable; what it gives is not to be changed. */
public final class MqttSettings {
    private final AbstractConfig config;
    private final MqttServer server;
    private final MqttTls tls;
    private final String clientId;

    /**
     * Takes checked options.
     *
     * @throws IllegalArgumentException if a file of certificates or keys cannot be read
     */
    public MqttSettings(AbstractConfig config) {
        this.config = config;
        server = MqttServer.parse(config.getString(MqttOptions.SERVER_URI_CONFIG));
        tls = server.tls() ? tls(config) : MqttTls.DEFAULT;
        clientId = config.getString(MqttOptions.CLIENT_ID_CONFIG);
    }

    private MqttSettings(MqttSettings other, String clientId) {
        config = other.config;
        server = other.server;
        tls = other.tls;
        this.clientId = clientId;
    }

    /** The same for the client that asks devices. */
    MqttSettings ofLink() {
        return new MqttSettings(this, clientId + "-link");
    }

    private static MqttTls tls(AbstractConfig config) {
        Tls files = MqttOptions.TLS.tls(config.values());
        return new MqttTls(files.keys(), files.trust(), config.getBoolean(MqttOptions.VERIFY_HOSTNAME_CONFIG));
    }

    MqttServer server() {
        return server;
    }

    MqttTls tls() {
        return tls;
    }

    /** Version of the protocol. */
    public MqttVersion version() {
        return MqttVersion.of(config.getString(MqttOptions.VERSION_CONFIG));
    }

    /** Name of the session. */
    public String clientId() {
        return clientId;
    }

    /** What to subscribe to, as the broker is told. */
    public List<String> filters() {
        String group = config.getString(MqttOptions.SHARED_GROUP_CONFIG);
        return config.getList(MqttOptions.TOPICS_CONFIG).stream()
                .map(filter -> group == null ? filter : "$share/" + group + "/" + filter)
                .toList();
    }

    int qos() {
        return config.getInt(MqttOptions.QOS_CONFIG);
    }

    boolean persistent() {
        return config.getBoolean(MqttOptions.SESSION_PERSISTENT_CONFIG);
    }

    long sessionExpirySeconds() {
        return config.getLong(MqttOptions.SESSION_EXPIRY_SECONDS_CONFIG);
    }

    @Nullable
    String username() {
        return config.getString(MqttOptions.USERNAME_CONFIG);
    }

    byte @Nullable [] password() {
        Password password = config.getPassword(MqttOptions.PASSWORD_CONFIG);
        return password == null ? null : password.value().getBytes(StandardCharsets.UTF_8);
    }

    /** Hides the login where a broker repeats it. */
    SecretMask mask() {
        Password password = config.getPassword(MqttOptions.PASSWORD_CONFIG);
        return password == null ? SecretMask.NONE : SecretMask.of(List.of(password.value()));
    }

    int keepAliveSeconds() {
        return config.getInt(MqttOptions.KEEP_ALIVE_SECONDS_CONFIG);
    }

    long connectTimeoutMs() {
        return config.getLong(MqttOptions.CONNECT_TIMEOUT_MS_CONFIG);
    }

    long backoffMs() {
        return config.getLong(MqttOptions.RECONNECT_BACKOFF_MS_CONFIG);
    }

    long backoffMaxMs() {
        return Math.max(backoffMs(), config.getLong(MqttOptions.RECONNECT_BACKOFF_MAX_MS_CONFIG));
    }

    /** Most messages that are not acknowledged. */
    public int bufferMessages() {
        return config.getInt(MqttOptions.BUFFER_MAX_MESSAGES_CONFIG);
    }

    /** Most bytes of messages that are not acknowledged. */
    public long bufferBytes() {
        return config.getInt(MqttOptions.BUFFER_MAX_BYTES_CONFIG);
    }

    int receiveMaximum() {
        return MqttOptions.receiveMaximum(bufferMessages());
    }

    /** MQTT knows no larger packets than these. */
    int maximumPacketBytes() {
        return (int) Math.min(bufferBytes(), 268_435_460L);
    }

    /** Messages among which re-deliveries are found; 0 where they are not looked for. */
    public int dedupWindow() {
        return qos() == 0 || !persistent() ? 0 : config.getInt(MqttOptions.DEDUP_WINDOW_CONFIG);
    }

    /** Whether the broker divides messages among tasks. */
    public boolean shared() {
        return config.getString(MqttOptions.SHARED_GROUP_CONFIG) != null;
    }

    /** Whether messages that build on others are read. */
    public boolean linkEnabled() {
        return config.getBoolean(MqttOptions.LINK_ENABLED_CONFIG);
    }

    /** What the topics of requests to devices and of their answers begin with. */
    public String linkTopicPrefix() {
        return config.getString(MqttOptions.LINK_TOPIC_PREFIX_CONFIG);
    }

    /** How long a frame waits for those it builds on, in ms. */
    public long linkTimeoutMs() {
        return config.getLong(MqttOptions.LINK_TIMEOUT_MS_CONFIG);
    }

    /** Devices of which state is kept. */
    public int linkMaxStreams() {
        return config.getInt(MqttOptions.LINK_MAX_STREAMS_CONFIG);
    }

    /** What records say of the message they come from. */
    public MqttOptions.MessageHeaders headers() {
        return Spelling.constant(MqttOptions.MessageHeaders.class, config.getString(MqttOptions.HEADERS_CONFIG));
    }

    /** The broker, for messages. */
    public String broker() {
        return server.toString();
    }
}
