package dev.velella.source.mqtt.client;

import com.hivemq.client.mqtt.datatypes.MqttSharedTopicFilter;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.datatypes.MqttTopicFilter;
import dev.velella.edge.EdgeTopics;
import dev.velella.kit.access.TlsOptions;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.jspecify.annotations.Nullable;

/** Options of the connection to an MQTT broker: names, defaults, documentation, and dependencies. */
public final class MqttOptions {
    /**
     * Most messages whose acknowledgement a broker can wait for in a session: a packet identifier has 16 bits and is
     * never 0 (MQTT 5, section 2.2.1).
     */
    static final int MAX_UNACKNOWLEDGED = 65_535;

    private static final int LEAST_RECEIVE_MAXIMUM = 100;

    public static final Option<String> SERVER_URI = Option.text("mqtt.server.uri")
            .high()
            .label("Broker")
            .doc(
                    "Address of the broker: mqtt://, mqtts:// (TLS), ws:// or wss:// (WebSocket), with host and port; tcp and ssl are"
                            + " other names of the first two. The path of a WebSocket is /mqtt unless the address has one.");
    public static final Option<String> VERSION = Option.choice(
                    "mqtt.version",
                    MqttVersion.V5.number(),
                    Arrays.stream(MqttVersion.values()).map(MqttVersion::number).toList())
            .medium()
            .label("Version")
            .doc("Version of MQTT. Only version 5 has content types of messages and lets the client limit the number of"
                    + " messages under way.");
    public static final Option<List<String>> TOPICS = Option.list("mqtt.topics")
            .high()
            .label("Topic filters")
            .doc(
                    "Topic filters to subscribe to, with + and #, separated by commas. With several tasks, each takes some of them.");
    public static final Option<Integer> QOS = Option.number("mqtt.qos", 1)
            .between(0, 2)
            .high()
            .label("Quality of service")
            .doc(
                    "Quality of service. With 1 and 2 the broker keeps a message until Kafka has stored it. With 0 messages"
                            + " are lost while the connection, the task or Kafka is down. On the way from the broker to Kafka, 2"
                            + " costs more than 1 and guarantees no more.");
    public static final Option<String> CLIENT_ID = Option.text("mqtt.client.id")
            .high()
            .label("Client id")
            .doc("Name of the session at the broker; task number n adds -n to it. Do not change it, because the broker"
                    + " keeps messages under this name; no other client may use it. If tasks are removed, their sessions stay"
                    + " at the broker until they expire.");
    public static final Option<String> SHARED_GROUP = Option.text("mqtt.shared.group")
            .label("Shared subscription")
            .doc(
                    "Name of a shared subscription. All tasks then subscribe to all filters as $share/GROUP/FILTER, and the"
                            + " broker gives each message to one of the tasks. Messages of one device can then overtake each other:"
                            + " their elements are late, or, if they have no time, in the wrong order. Messages that build on each"
                            + " other (user property jelly) are refused. Retained messages are not read, as in MQTT 5. Without"
                            + " this option the"
                            + " filters are divided among the tasks, and the order of each topic is kept.");
    public static final Option<Long> SESSION_EXPIRY_SECONDS = Option.number("mqtt.session.expiry.seconds", 86_400L)
            .between(1, 4_294_967_295L)
            .label("Session expiry (s)")
            .doc(
                    "How long the broker keeps the session of a task that is not connected (MQTT 5; with 3.1.1 the broker decides).");
    public static final Option<String> USERNAME = Option.text("mqtt.username")
            .medium()
            .label("User")
            .doc("Name of the user at the broker; none where it is not set.");
    public static final Option<Password> PASSWORD =
            Option.password("mqtt.password").label("Password").doc("Password of the user at the broker.");
    public static final Option<Boolean> VERIFY_HOSTNAME = Option.flag("mqtt.ssl.verify.hostname", true)
            .label("Verify host name")
            .doc(
                    "Whether the broker's certificate must name the host of mqtt.server.uri. If it need not, anybody with a"
                            + " certificate of a trusted authority can pose as the broker.");
    public static final Option<Long> RETRY_BACKOFF_MS = Option.number("mqtt.retry.backoff.ms", 1_000L)
            .between(1, 3_600_000)
            .label("First reconnect wait (ms)")
            .doc(
                    "Wait before the first new attempt to connect, in ms. Each further wait is twice as long, with a random"
                            + " part. An error that does not go away by itself, such as a wrong password or an unknown certificate,"
                            + " fails the task instead.");
    public static final Option<Long> RETRY_BACKOFF_MAX_MS = Option.number("mqtt.retry.backoff.max.ms", 60_000L)
            .between(1, 86_400_000)
            .label("Longest reconnect wait (ms)")
            .doc("Longest wait before a connection is tried again.");
    public static final Option<Integer> BUFFER_MAX_MESSAGES = Option.number("mqtt.buffer.max.messages", 1_000)
            .between(1, MAX_UNACKNOWLEDGED)
            .medium()
            .label("Buffer (messages)")
            .doc("Largest number of messages that were received but are not acknowledged, because Kafka does not have"
                    + " them yet. A broker of MQTT 5 is told this number (receive maximum, at least 100). If a broker sends"
                    + " more, as a broker of MQTT 3.1.1 can, the task stops reading until half of the messages are"
                    + " acknowledged. Messages of QoS 0 above the limit are dropped and counted.");
    public static final Option<Integer> BUFFER_MAX_BYTES = Option.number("mqtt.buffer.max.bytes", 64 << 20)
            .atLeast(1024)
            .label("Buffer (bytes)")
            .doc(
                    "Largest size of all messages that were received but are not acknowledged, with their user properties, in"
                            + " bytes, estimated. Above it, the task stops reading until half of the bytes are acknowledged. A broker of MQTT 5 is told that"
                            + " no single message may be larger; such a broker drops a larger message silently.");
    public static final Option<Boolean> LINK_ENABLED = Option.flag("mqtt.link.enabled", false)
            .medium()
            .label("Messages on dictionaries")
            .doc(
                    "Whether the source reads Jelly messages that build on a dictionary of their device, as the publisher of"
                            + " edge-client sends them (they have the user property velella). If it does not, on.error decides about"
                            + " such a message.");
    public static final Option<String> LINK_TOPIC_PREFIX = Option.text("mqtt.link.topic.prefix")
            .byDefault(EdgeTopics.DEFAULT_PREFIX)
            .label("Topics of dictionaries")
            .doc(
                    "Beginning of the MQTT topics where the broker retains the dictionaries of devices (followed by"
                            + " dictionary/TOPIC/NAME). The devices must have the same setting. With the default, the user of the"
                            + " connector needs the right to read velella/link/dictionary/#. Messages on these topics are not elements.");
    public static final Option<Long> LINK_TIMEOUT_MS = Option.number("mqtt.link.timeout.ms", 30_000L)
            .between(0, 3_600_000)
            .label("Wait for dictionaries (ms)")
            .doc(
                    "How long a message waits for its dictionary, in ms. After this time on.error decides about the message, with"
                            + " the reason 'state'. If other devices have to wait for it, it waits two seconds at most. Each wait without success"
                            + " makes the next wait of the same topic half as long, down to a 64th.");
    public static final Option<Integer> LINK_MAX_STREAMS = Option.number("mqtt.link.max.streams", 1_000)
            .atLeast(1)
            .label("Devices with dictionaries")
            .doc(
                    "Largest number of devices of which a task keeps dictionaries. A device takes 20 to 100 kB. If there are more"
                            + " devices, the task drops the dictionaries of the device that was silent longest. With the next message"
                            + " of that device the task fetches its dictionary from the broker again.");
    public static final Option<MessageHeaders> HEADERS = Option.choice("mqtt.headers", MessageHeaders.NONE)
            .label("Headers")
            .doc("Headers that say where a record came from. none: no headers. topic: the header mqtt.topic. all: also"
                    + " mqtt.qos, mqtt.retain, and for each user property a header mqtt.user.NAME.");

    /** Options of keys and certificates. */
    static final TlsOptions TLS = new TlsOptions("mqtt.ssl.");

    private static final String TRUSTSTORE_LOCATION_DOC =
            "File with the certificates of the authorities that may have signed the broker's certificate, for mqtts"
                    + " and wss. Without it, the authorities that the JVM trusts.";
    private static final String KEYSTORE_LOCATION_DOC =
            "File with key and certificate of the client, for brokers that ask for one.";

    /** Values of {@link #HEADERS}. */
    public enum MessageHeaders {
        NONE,
        TOPIC,
        ALL;

        /** The headers of the record of a message. */
        public ConnectHeaders of(MqttMessage message) {
            ConnectHeaders headers = new ConnectHeaders();
            if (this != NONE) {
                headers.addString("mqtt.topic", message.topic());
            }
            if (this == ALL) {
                headers.addString("mqtt.qos", Integer.toString(message.qos()));
                headers.addString("mqtt.retain", Boolean.toString(message.retained()));
                message.userProperties()
                        .forEach(property -> headers.addString("mqtt.user." + property.getKey(), property.getValue()));
            }
            return headers;
        }
    }

    private MqttOptions() {}

    /** Adds all options to a group. */
    public static void define(OptionGroup group) {
        group.add(SERVER_URI, TOPICS, CLIENT_ID, QOS, VERSION, USERNAME, PASSWORD, SHARED_GROUP);
        defineSession(group);
        defineTls(group);
        defineLink(group);
        group.add(HEADERS);
    }

    private static void defineSession(OptionGroup group) {
        group.add(
                SESSION_EXPIRY_SECONDS, RETRY_BACKOFF_MS, RETRY_BACKOFF_MAX_MS, BUFFER_MAX_MESSAGES, BUFFER_MAX_BYTES);
    }

    private static void defineLink(OptionGroup group) {
        group.add(LINK_ENABLED, LINK_TOPIC_PREFIX, LINK_TIMEOUT_MS, LINK_MAX_STREAMS);
    }

    private static void defineTls(OptionGroup group) {
        TLS.define(group, TRUSTSTORE_LOCATION_DOC, KEYSTORE_LOCATION_DOC);
        group.add(VERIFY_HOSTNAME);
    }

    /**
     * The receive maximum for a broker of MQTT 5. It has a lower bound, because small values stall some brokers after a
     * reconnect.
     */
    static int receiveMaximum(int bufferMessages) {
        return Math.max(LEAST_RECEIVE_MAXIMUM, bufferMessages);
    }

    /**
     * Problems of options that are missing or depend on others. The map's keys are options, its values messages.
     *
     * @param values parsed values; null for an option that is wrong by itself
     */
    public static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        for (String needed : List.of(SERVER_URI.name(), CLIENT_ID.name())) {
            if (values.get(needed) == null) {
                problems.put(needed, "is needed with source.type=mqtt");
            }
        }
        if (values.get(SERVER_URI.name()) instanceof String uri) {
            problem(problems, SERVER_URI.name(), () -> MqttServer.parse(uri));
        }
        problem(problems, TOPICS.name(), () -> checkFilters(TOPICS.in(values)));
        if (values.get(SHARED_GROUP.name()) instanceof String group) {
            problem(problems, SHARED_GROUP.name(), () -> MqttSharedTopicFilter.of(group, "t"));
        }
        if (values.get(CLIENT_ID.name()) instanceof String id) {
            problem(problems, CLIENT_ID.name(), () -> com.hivemq.client.mqtt.datatypes.MqttClientIdentifier.of(id));
        }
        if (PASSWORD.in(values) != null
                && USERNAME.in(values) == null
                && MqttVersion.V3_1_1.number().equals(VERSION.in(values))) {
            problems.put(USERNAME.name(), "is needed with mqtt.password in MQTT 3.1.1");
        }
        if (values.get(LINK_TOPIC_PREFIX.name()) instanceof String prefix) {
            problem(problems, LINK_TOPIC_PREFIX.name(), () -> checkPrefix(prefix, TOPICS.in(values)));
        }
        TLS.problems(values).forEach(problems::putIfAbsent);
        return problems;
    }

    private static MqttTopic checkPrefix(String prefix, @Nullable Object filters) {
        if (prefix.isEmpty()) {
            throw new IllegalArgumentException("is empty");
        } else if (filters instanceof List<?> list
                && list.stream().anyMatch(filter -> String.valueOf(filter).startsWith(prefix))) {
            throw new IllegalArgumentException("is the beginning of a filter of " + TOPICS.name()
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
                        "holds a shared subscription, " + filter + "; set " + SHARED_GROUP.name() + " instead");
            }
            for (String other : seen) {
                if (overlap(filter, other)) {
                    throw new IllegalArgumentException("holds " + other + " and " + filter
                            + ", and a topic can match both: then a broker may deliver each message twice, and with several"
                            + " tasks two of them get it. Leave out what the other one covers, or write filters that"
                            + " exclude each other");
                }
            }
            seen.add(filter);
        }
        return seen;
    }

    /** Whether a topic can match both filters. */
    static boolean overlap(String filter, String other) {
        String[] left = filter.split("/", -1);
        String[] right = other.split("/", -1);
        if (isWildcard(left[0]) ? right[0].startsWith("$") : isWildcard(right[0]) && left[0].startsWith("$")) {
            return false; // topics of the broker itself match no filter that begins with a wildcard
        }
        for (int level = 0; true; level++) {
            boolean isLeftOver = level == left.length;
            boolean isRightOver = level == right.length;
            if ((isLeftOver && isRightOver)
                    || (!isLeftOver && left[level].equals("#"))
                    || (!isRightOver && right[level].equals("#"))) {
                return true;
            } else if (isLeftOver
                    || isRightOver
                    || (!left[level].equals("+") && !right[level].equals("+") && !left[level].equals(right[level]))) {
                return false;
            }
        }
    }

    private static boolean isWildcard(String level) {
        return level.equals("+") || level.equals("#");
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

    /** The definition of these options alone, for users without the other options. */
    static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        define(new OptionGroup(def, "MQTT"));
        return def;
    }
}
