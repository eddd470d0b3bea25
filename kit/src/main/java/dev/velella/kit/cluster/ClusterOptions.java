package dev.velella.kit.cluster;

import dev.velella.kit.options.OptionNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Options of a connector that give it access to the cluster of its topics: {@code kafka.bootstrap.servers}, and
 * {@code kafka.} before the name of any other property of a Kafka client. Values may be secrets; therefore messages
 * show only names.
 */
public final class ClusterOptions {
    /** Stands before the name of a client property. */
    public static final String PREFIX = "kafka.";

    /** Brokers to ask; without it there is no access. */
    public static final String BOOTSTRAP_SERVERS_CONFIG = PREFIX + CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;

    private static final String DOC = "Brokers of the cluster of the topics, host:port, separated by commas: normally"
            + " those of the worker, which does not tell them to its connectors. Any other property of a Kafka client"
            + " is given with kafka. before its name, for example kafka.security.protocol, kafka.sasl.mechanism and"
            + " kafka.sasl.jaas.config; secrets best by a config provider of the worker. The principal needs Describe"
            + " and DescribeConfigs on the topics. ";

    private ClusterOptions() {}

    /**
     * Documentation of {@link #BOOTSTRAP_SERVERS_CONFIG}.
     *
     * @param use how the connector uses the access, in whole sentences
     */
    public static String doc(String use) {
        return DOC + use;
    }

    /** Whether the options of a connector give access. */
    public static boolean isGiven(Map<String, ?> properties) {
        return properties.get(BOOTSTRAP_SERVERS_CONFIG) instanceof String servers && !servers.isBlank();
    }

    /**
     * Properties for clients: the options that begin with {@link #PREFIX}, without this prefix; empty if there is no
     * access.
     *
     * @param properties all options of the connector
     */
    public static Map<String, Object> clientProperties(Map<String, ?> properties) {
        Map<String, Object> client = new HashMap<>();
        if (isGiven(properties)) {
            properties.forEach((name, value) -> {
                if (name.startsWith(PREFIX) && value != null) {
                    client.put(name.substring(PREFIX.length()), value);
                }
            });
        }
        return client;
    }

    /**
     * Sentences about properties that no client of Kafka has. They are no error, because a class that a property names can
     * have properties of its own.
     */
    public static List<String> unknown(Map<String, ?> properties) {
        Set<String> known = new HashSet<>(AdminClientConfig.configNames());
        known.addAll(ProducerConfig.configNames());
        known.addAll(ConsumerConfig.configNames());
        return clientProperties(properties).keySet().stream()
                .filter(name -> !known.contains(name))
                .sorted()
                .map(name -> PREFIX + name + " is no property of Kafka's clients"
                        + OptionNames.meant(name, known)
                                .map(meant -> ". Did you mean " + PREFIX + meant + "?")
                                .orElse(""))
                .toList();
    }

    /** The problem with {@link #BOOTSTRAP_SERVERS_CONFIG}: other options need it, and it is missing. */
    public static Optional<String> problem(Map<String, ?> properties) {
        Set<String> others = new TreeSet<>();
        properties.keySet().stream().filter(name -> name.startsWith(PREFIX)).forEach(others::add);
        others.remove(BOOTSTRAP_SERVERS_CONFIG);
        return others.isEmpty() || isGiven(properties)
                ? Optional.empty()
                : Optional.of("is needed with " + String.join(", ", others));
    }
}
