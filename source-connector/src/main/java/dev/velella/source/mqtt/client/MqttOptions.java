package dev.velella.source.mqtt.client;

import com.hivemq.client.mqtt.datatypes.MqttSharedTopicFilter;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.datatypes.MqttTopicFilter;
import dev.velella.access.TlsOptions;
import dev.velella.edge.EdgeTopics;
import dev.velella.options.OptionGroup;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.jspecify.annotations.Nullable;

/** Options of the connection to an MQTT broker: names, defaults, documentation, and how they depend on each other. */
public final class MqttOptions {
    public static final String SERVER_URI_CONFIG = "mqtt.server.uri";
    public static final String VERSION_CONFIG = "mqtt.version";
    public static final String TOPICS_CONFIG = "mqtt.topics";
    public static final String QOS_CONFIG = "mqtt.qos";
    public static final String CLIENT_ID_CONFIG = "mqtt.client.id";
    public static final String SHARED_GROUP_CONFIG = "mqtt.shared.group";
    public static final String SESSION_PERSISTENT_CONFIG = "mqtt.session.persistent";
    public static final String SESSION_EXPIRY_SECONDS_CONFIG = "mqtt.session.expiry.seconds";
    public static final String USERNAME_CONFIG = "mqtt.username";
    public static final String PASSWORD_CONFIG = "mqtt.password";
    public static final String VERIFY_HOSTNAME_CONFIG = "mqtt.ssl.verify.hostname";
    public static final String KEEP_ALIVE_SECONDS_CONFIG = "mqtt.keep.alive.seconds";
    public static final String CONNECT_TIMEOUT_MS_CONFIG = "mqtt.connect.timeout.ms";
    public static final String RECONNECT_BACKOFF_MS_CONFIG = "mqtt.reconnect.backoff.ms";
    public static final String RECONNECT_BACKOFF_MAX_MS_CONFIG = "mqtt.reconnect.backoff.max.ms";
    public static final String BUFFER_MAX_MESSAGES_CONFIG = "mqtt.buffer.max.messages";
    public static final String BUFFER_MAX_BYTES_CONFIG = "mqtt.buffer.max.bytes";
    public static final String DEDUP_WINDOW_CONFIG = "mqtt.dedup.window";
    public static final String LINK_ENABLED_CONFIG = "mqtt.link.enabled";
    public static final String LINK_TOPIC_PREFIX_CONFIG = "mqtt.link.topic.prefix";
    public static final String LINK_TIMEOUT_MS_CONFIG = "mqtt.link.timeout.ms";
    public static final String LINK_MAX_STREAMS_CONFIG = "mqtt.link.max.streams";
    public static final String HEADERS_CONFIG = "mqtt.headers";

    private static final int MAX_UNACKNOWLEDGED = 65_535;
    private static final int LEAST_RECEIVE_MAXIMUM = 100;

    private static final String SERVER_URI_DOC =
            "Address of the broker: mqtt://, mqtts:// (TLS), ws:// or wss:// (WebSocket), with host and port; tcp and ssl are"
                    + " other names of the first two. The path of a WebSocket is /mqtt unless the address has one.";
    private static final String VERSION_DOC =
            "Version of MQTT. Only version 5 has content types of messages and lets the client limit the number of"
                    + " messages under way.";
    private static final String TOPICS_DOC =
            "Topic filters to subscribe to, with + and #, separated by commas. With several tasks, each takes some of them.";
    private static final String QOS_DOC =
            "Quality of service. With 1 and 2 the broker keeps a message until Kafka has stored it. With 0 messages"
                    + " are lost while the connection, the task or Kafka is down. On the way from the broker to Kafka, 2"
                    + " costs more than 1 and guarantees no more.";
    private static final String CLIENT_ID_DOC =
            "Name of the session at the broker; task number n adds -n to it. Do not change it, because the broker"
                    + " keeps messages under this name; no other client may use it. If tasks are removed, their sessions stay"
                    + " at the broker until they expire.";
    private static final String SHARED_GROUP_DOC =
            "Name of a shared subscription. All tasks then subscribe to all filters as $share/GROUP/FILTER, and the"
                    + " broker gives each message to one of the tasks. Messages of one device can then overtake each other:"
                    + " their elements are late, or, if they have no time, in the wrong order. Without this option the"
                    + " filters are divided among the tasks, and the order of each topic is kept.";
    private static final String SESSION_PERSISTENT_DOC =
            "Whether the broker keeps subscriptions and messages while the task is not connected. Without that, messages are"
                    + " lost at every restart.";
    private static final String SESSION_EXPIRY_SECONDS_DOC =
            "How long the broker keeps the session of a task that is not connected (MQTT 5; with 3.1.1 the broker decides).";
    private static final String USERNAME_DOC = "Name of the user at the broker; none where it is not set.";
    private static final String PASSWORD_DOC = "Password of the user at the broker.";
    /** Options of keys and certificates. */
    static final TlsOptions TLS = new TlsOptions("mqtt.ssl.");

    private static final String TRUSTSTORE_LOCATION_DOC =
            "File with the certificates of the authorities that may have signed the broker's certificate, for mqtts"
                    + " and wss. Without it, the authorities that the JVM trusts.";
    private static final String KEYSTORE_LOCATION_DOC =
            "File with key and certificate of the client, for brokers that ask for one.";
    private static final String VERIFY_HOSTNAME_DOC =
            "Whether the broker's certificate must name the host of mqtt.server.uri. If it need not, anybody with a"
                    + " certificate of a trusted authority can pose as the broker.";
    private static final String KEEP_ALIVE_SECONDS_DOC =
            "Time without a message after which client and broker check that the connection is alive, in seconds; 0:"
                    + " they do not check.";
    private static final String CONNECT_TIMEOUT_MS_DOC = "Longest time for each step of a connection.";
    private static final String RECONNECT_BACKOFF_MS_DOC =
            "Wait before the first new attempt to connect, in ms. Each further wait is twice as long, with a random"
                    + " part. An error that does not go away by itself, such as a wrong password or an unknown certificate,"
                    + " fails the task instead.";
    private static final String RECONNECT_BACKOFF_MAX_MS_DOC = "Longest wait before a connection is tried again.";
    private static final String BUFFER_MAX_MESSAGES_DOC =
            "Largest number of messages that were received but are not acknowledged, because Kafka does not have"
                    + " them yet. A broker of MQTT 5 is told this number (receive maximum, at least 100). If a broker sends"
                    + " more, as a broker of MQTT 3.1.1 can, the task stops reading until half of the messages are"
                    + " acknowledged. Messages of QoS 0 above the limit are dropped and counted.";
    private static final String BUFFER_MAX_BYTES_DOC =
            "Largest size of all messages that were received but are not acknowledged, in bytes, estimated. Above"
                    + " it, the task stops reading until half of the bytes are acknowledged. A broker of MQTT 5 is told that"
                    + " no single message may be larger; such a broker drops a larger message silently.";
    private static final String DEDUP_WINDOW_DOC =
            "Number of the last messages that the task remembers, to recognise a message that the broker sends a"
                    + " second time: Kafka had it, but the broker was not told in time. The second one is left out. The"
                    + " memory is kept in the connector's offsets and takes 11 bytes a message. It must be at least"
                    + " mqtt.buffer.max.messages, so that it covers all messages under way, and with MQTT 3.1.1 also at least"
                    + " the broker's own limit of messages under way. 0: nothing is left out. Only messages that the broker"
                    + " marks as sent again (DUP) in a resumed session are compared, so equal readings of a device are all"
                    + " kept.";
    private static final String LINK_ENABLED_DOC =
            "Whether the source reads Jelly messages that build on earlier messages of their device, as the"
                    + " publisher of edge-client sends them (they have the user property jelly). If it does not, on.error"
                    + " decides about such a message.";
    private static final String LINK_TOPIC_PREFIX_DOC =
            "Beginning of the MQTT topics on which the source asks a device for missing frames (followed by"
                    + " request/TOPIC) and on which the device answers (followed by response/CLIENT-ID), for Jelly messages"
                    + " that build on each other. The devices must have the same setting. With the default, the user of the"
                    + " connector needs the right to publish to velella/link/request/# and to read velella/link/response/#."
                    + " Messages on these topics are not elements.";
    private static final String LINK_TIMEOUT_MS_DOC =
            "How long a message waits for the messages on which it builds, while the device is asked to send them"
                    + " again, in ms. After this time on.error decides about the message, with the reason 'state'. If other"
                    + " devices have to wait for it, it waits two seconds at most. Each wait without success makes the next"
                    + " wait of the same topic half as long, down to a 64th.";
    private static final String LINK_MAX_STREAMS_DOC =
            "Largest number of devices whose codec state a task keeps; a state takes 20 to 100 kB. If there are more"
                    + " devices, the state of the device that was silent longest is dropped. Such a device is asked to send"
                    + " the frames again on which its next message builds.";
    private static final String HEADERS_DOC =
            "Headers that say where a record came from. none: no headers. topic: the header mqtt.topic. all: also"
                    + " mqtt.qos, mqtt.retain, and for each user property a header mqtt.user.NAME.";

    /** Values of {@link #HEADERS_CONFIG}. */
    public enum MessageHeaders {
        NONE,
        TOPIC,
        ALL
    }

    private MqttOptions() {}

    /** Adds all options to a group. */
    public static void define(OptionGroup group) {
        group.text(SERVER_URI_CONFIG, null, Importance.HIGH, SERVER_URI_DOC, "Broker");
        group.add(TOPICS_CONFIG, Type.LIST, List.of(), null, Importance.HIGH, TOPICS_DOC, "Topic filters");
        group.text(CLIENT_ID_CONFIG, null, Importance.HIGH, CLIENT_ID_DOC, "Client id");
        group.number(QOS_CONFIG, 1, Range.between(0, 2), Importance.HIGH, QOS_DOC, "Quality of service");
        group.choice(
                VERSION_CONFIG,
                MqttVersion.V5.number(),
                Arrays.stream(MqttVersion.values()).map(MqttVersion::number).toList(),
                Importance.MEDIUM,
                VERSION_DOC,
                "Version");
        group.text(USERNAME_CONFIG, null, Importance.MEDIUM, USERNAME_DOC, "User");
        password(group, PASSWORD_CONFIG, PASSWORD_DOC, "Password");
        group.text(SHARED_GROUP_CONFIG, null, Importance.LOW, SHARED_GROUP_DOC, "Shared subscription");
        defineSession(group);
        defineTls(group);
        defineLink(group);
        group.choice(HEADERS_CONFIG, MessageHeaders.NONE, Importance.LOW, HEADERS_DOC, "Headers");
    }

    private static void defineSession(OptionGroup group) {
        group.add(
                SESSION_PERSISTENT_CONFIG,
                Type.BOOLEAN,
                true,
                null,
                Importance.MEDIUM,
                SESSION_PERSISTENT_DOC,
                "Persistent session");
        group.number(
                SESSION_EXPIRY_SECONDS_CONFIG,
                86_400L,
                Range.between(1, 4_294_967_295L),
                Importance.LOW,
                SESSION_EXPIRY_SECONDS_DOC,
                "Session expiry (s)");
        group.number(
                KEEP_ALIVE_SECONDS_CONFIG,
                30,
                Range.between(0, 65_535),
                Importance.LOW,
                KEEP_ALIVE_SECONDS_DOC,
                "Keep alive (s)");
        group.number(
                CONNECT_TIMEOUT_MS_CONFIG,
                10_000L,
                Range.between(1, 600_000),
                Importance.LOW,
                CONNECT_TIMEOUT_MS_DOC,
                "Connect timeout (ms)");
        group.number(
                RECONNECT_BACKOFF_MS_CONFIG,
                1_000L,
                Range.between(1, 3_600_000),
                Importance.LOW,
                RECONNECT_BACKOFF_MS_DOC,
                "First reconnect wait (ms)");
        group.number(
                RECONNECT_BACKOFF_MAX_MS_CONFIG,
                60_000L,
                Range.between(1, 3_600_000),
                Importance.LOW,
                RECONNECT_BACKOFF_MAX_MS_DOC,
                "Longest reconnect wait (ms)");
        group.number(
                BUFFER_MAX_MESSAGES_CONFIG,
                1_000,
                Range.between(1, MAX_UNACKNOWLEDGED),
                Importance.MEDIUM,
                BUFFER_MAX_MESSAGES_DOC,
                "Buffer (messages)");
        group.number(
                BUFFER_MAX_BYTES_CONFIG,
                64 << 20,
                Range.atLeast(1024),
                Importance.LOW,
                BUFFER_MAX_BYTES_DOC,
                "Buffer (bytes)");
        group.number(
                DEDUP_WINDOW_CONFIG,
                1_000,
                Range.between(0, MAX_UNACKNOWLEDGED),
                Importance.LOW,
                DEDUP_WINDOW_DOC,
                "Window of re-deliveries (messages)");
    }

    private static void defineLink(OptionGroup group) {
        group.add(
                LINK_ENABLED_CONFIG,
                Type.BOOLEAN,
                false,
                null,
                Importance.MEDIUM,
                LINK_ENABLED_DOC,
                "Messages that build on others");
        group.text(
                LINK_TOPIC_PREFIX_CONFIG,
                EdgeTopics.DEFAULT_PREFIX,
                Importance.LOW,
                LINK_TOPIC_PREFIX_DOC,
                "Topics of requests to devices");
        group.number(
                LINK_TIMEOUT_MS_CONFIG,
                30_000L,
                Range.between(0, 3_600_000),
                Importance.LOW,
                LINK_TIMEOUT_MS_DOC,
                "Wait for missing messages (ms)");
        group.number(
                LINK_MAX_STREAMS_CONFIG,
                1_000,
                Range.atLeast(1),
                Importance.LOW,
                LINK_MAX_STREAMS_DOC,
                "Devices with state");
    }

    private static void defineTls(OptionGroup group) {
        TLS.define(group, TRUSTSTORE_LOCATION_DOC, KEYSTORE_LOCATION_DOC);
        group.add(
                VERIFY_HOSTNAME_CONFIG,
                Type.BOOLEAN,
                true,
                null,
                Importance.LOW,
                VERIFY_HOSTNAME_DOC,
                "Verify host name");
    }

    private static void password(OptionGroup group, String option, String doc, String display) {
        group.add(option, Type.PASSWORD, null, null, Importance.MEDIUM, doc, display);
    }

    /** The receive maximum that a broker of MQTT 5 is told: smaller ones stall some brokers after a reconnect. */
    static int receiveMaximum(int bufferMessages) {
        return Math.max(LEAST_RECEIVE_MAXIMUM, bufferMessages);
    }

    /**
     * What is wrong with options that are needed or depend on others: option to message.
     *
     * @param values parsed values; null where an option is wrong by itself
     */
    public static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        for (String needed : List.of(SERVER_URI_CONFIG, CLIENT_ID_CONFIG)) {
            if (values.get(needed) == null) {
                problems.put(needed, "is needed with source.type=mqtt");
            }
        }
        if (values.get(SERVER_URI_CONFIG) instanceof String uri) {
            problem(problems, SERVER_URI_CONFIG, () -> MqttServer.parse(uri));
        }
        problem(problems, TOPICS_CONFIG, () -> checkFilters(values.get(TOPICS_CONFIG)));
        if (values.get(SHARED_GROUP_CONFIG) instanceof String group) {
            problem(problems, SHARED_GROUP_CONFIG, () -> MqttSharedTopicFilter.of(group, "t"));
        }
        if (values.get(CLIENT_ID_CONFIG) instanceof String id) {
            problem(problems, CLIENT_ID_CONFIG, () -> com.hivemq.client.mqtt.datatypes.MqttClientIdentifier.of(id));
        }
        if (values.get(PASSWORD_CONFIG) != null
                && values.get(USERNAME_CONFIG) == null
                && MqttVersion.V3_1_1.number().equals(values.get(VERSION_CONFIG))) {
            problems.put(USERNAME_CONFIG, "is needed with mqtt.password in MQTT 3.1.1");
        }
        if (values.get(DEDUP_WINDOW_CONFIG) instanceof Integer window
                && values.get(BUFFER_MAX_MESSAGES_CONFIG) instanceof Integer buffer
                && window > 0
                && window < receiveMaximum(buffer)) {
            problems.put(
                    DEDUP_WINDOW_CONFIG,
                    "must be at least " + receiveMaximum(buffer) + ", the messages that can be under way ("
                            + BUFFER_MAX_MESSAGES_CONFIG + ", at least " + LEAST_RECEIVE_MAXIMUM + "), or 0");
        }
        if (values.get(LINK_TOPIC_PREFIX_CONFIG) instanceof String prefix) {
            problem(problems, LINK_TOPIC_PREFIX_CONFIG, () -> checkPrefix(prefix, values.get(TOPICS_CONFIG)));
        }
        TLS.problems(values).forEach(problems::putIfAbsent);
        return problems;
    }

    private static MqttTopic checkPrefix(String prefix, @Nullable Object filters) {
        if (prefix.isEmpty()) {
            throw new IllegalArgumentException("is empty");
        } else if (filters instanceof List<?> list
                && list.stream().anyMatch(filter -> String.valueOf(filter).startsWith(prefix))) {
            throw new IllegalArgumentException("is the beginning of a filter of " + TOPICS_CONFIG
                    + ", and what is published below it is no element");
        }
        return MqttTopic.of(prefix);
    }

    private static Set<String> checkFilters(@Nullable Object filters) {
        if (!(filters instanceof List<?> list) || list.isEmpty()) {
            throw new IllegalArgumentException("is needed with source.type=mqtt");
        }
        Set<String> seen = new LinkedHashSet<>();
        for (Object each : list) {
            String filter = String.valueOf(each);
            if (MqttTopicFilter.of(filter).isShared()) {
                throw new IllegalArgumentException(
                        "holds a shared subscription, " + filter + "; set " + SHARED_GROUP_CONFIG + " instead");
            }
            if (!seen.add(filter)) {
                throw new IllegalArgumentException("holds " + filter + " twice");
            }
        }
        return seen;
    }

    private static void problem(Map<String, String> problems, String option, Check check) {
        try {
            check.value();
        } catch (IllegalArgumentException e) {
            problems.putIfAbsent(option, String.valueOf(e.getMessage()));
        }
    }

    private interface Check {
        @Nullable
        Object value();
    }

    /** The definition of these options alone, for those who read them alone. */
    static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        define(new OptionGroup(def, "MQTT"));
        return def;
    }
}
