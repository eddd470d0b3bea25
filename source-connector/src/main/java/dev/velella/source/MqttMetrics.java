package dev.velella.source;

import dev.velella.source.mqtt.MqttCounts;
import java.util.LinkedHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics of a task of messages, in workers of Kafka 4.1 and newer: {@code kafka.connect:type=plugins,connector=…,task=…}.
 *
 * <table>
 * <caption>Metrics; totals count since the task was started</caption>
 * <tr><th>name</th><th>meaning</th></tr>
 * <tr><td>{@code mqtt-messages-received-total}, {@code mqtt-bytes-received-total}</td><td>messages, with those that came
 *     again, and the length of their payloads</td></tr>
 * <tr><td>{@code mqtt-messages-redelivered-total}</td><td>messages that came again and were left out</td></tr>
 * <tr><td>{@code mqtt-messages-acknowledged-total}</td><td>messages acknowledged because Kafka has them</td></tr>
 * <tr><td>{@code mqtt-messages-dropped-total}</td><td>messages of QoS 0 for which there was no room</td></tr>
 * <tr><td>{@code mqtt-messages-unacknowledged}, {@code mqtt-bytes-unacknowledged}</td><td>what was received and is not yet
 *     in Kafka, now: how far acknowledgements lag behind</td></tr>
 * <tr><td>{@code mqtt-connections-total}, {@code mqtt-pauses-total}, {@code mqtt-connected}</td><td>connections; times
 *     that nothing was read because too much was received; 1 while there is one</td></tr>
 * <tr><td>{@code graphs-read-total}, {@code payload-errors-total}</td><td>what became of payloads</td></tr>
 * </table>
 */
final class MqttMetrics {
    private static final Logger log = LoggerFactory.getLogger(MqttMetrics.class);

    private MqttMetrics() {}

    /** Adds the metrics; nothing where the worker has no place for them. */
    static void register(SourceTaskContext context, MqttCounts mqtt, PayloadCounts payloads) {
        try {
            PluginMetrics metrics = context.pluginMetrics();
            if (metrics != null) {
                addAll(metrics, mqtt, payloads);
            }
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            log.info("This worker is older than Kafka 4.1 and has no metrics of plugins");
        }
    }

    private static void addAll(PluginMetrics metrics, MqttCounts mqtt, PayloadCounts payloads) {
        add(metrics, "mqtt-messages-received-total", "Messages received", mqtt::messages);
        add(metrics, "mqtt-bytes-received-total", "Bytes of payloads received", mqtt::bytes);
        add(
                metrics,
                "mqtt-messages-redelivered-total",
                "Messages that came again and were left out",
                mqtt::redelivered);
        add(metrics, "mqtt-messages-acknowledged-total", "Messages acknowledged", mqtt::acknowledged);
        add(metrics, "mqtt-messages-dropped-total", "Messages of QoS 0 without room", mqtt::dropped);
        add(metrics, "mqtt-messages-unacknowledged", "Messages that Kafka does not have yet", mqtt::unsettled);
        add(metrics, "mqtt-bytes-unacknowledged", "Bytes that Kafka does not have yet", mqtt::unsettledBytes);
        add(metrics, "mqtt-connections-total", "Connections to the broker", mqtt::connections);
        add(metrics, "mqtt-pauses-total", "Times that nothing was read because too much was received", mqtt::pauses);
        add(metrics, "mqtt-connected", "Whether there is a connection", mqtt::connected);
        add(metrics, "graphs-read-total", "Payloads that became graphs", payloads.graphs::get);
        add(metrics, "payload-errors-total", "Payloads that did not", payloads.errors::get);
    }

    private static void add(PluginMetrics metrics, String name, String description, LongSupplier value) {
        Gauge<Long> gauge = (config, now) -> value.getAsLong();
        metrics.addMetric(metrics.metricName(name, description, new LinkedHashMap<>()), gauge);
    }
}
