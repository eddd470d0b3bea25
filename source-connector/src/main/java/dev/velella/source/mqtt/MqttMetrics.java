package dev.velella.source.mqtt;

import dev.velella.kit.metrics.PluginGauges;
import dev.velella.source.mqtt.client.MqttCounts;
import dev.velella.source.mqtt.link.LinkCounts;
import dev.velella.source.record.ElementCounts;
import dev.velella.source.record.TaskMetrics;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.source.SourceTaskContext;

/**
 * Metrics of a task that reads MQTT messages, in workers of Kafka 4.1 and newer:
 * {@code kafka.connect:type=plugins,connector=…,task=…}.
 */
final class MqttMetrics {
    private MqttMetrics() {}

    /** Adds the metrics. Does nothing if the worker has no place for them. */
    static void register(
            SourceTaskContext context,
            MqttCounts mqtt,
            ElementCounts elements,
            AtomicLong costlyNow,
            LinkCounts links) {
        TaskMetrics.register(context, metrics -> {
            addAll(metrics, mqtt, costlyNow);
            elements.register(metrics, "graphs-read-total", "Messages");
            addLinks(metrics, links);
        });
    }

    private static void addLinks(PluginGauges metrics, LinkCounts links) {
        metrics.add(
                "mqtt-link-messages-missing-total",
                "Messages of devices that did not come, by the numbers of the messages that came, since the task started",
                links.missing::get);
        metrics.add(
                "mqtt-link-messages-repeated-total",
                "Messages of devices that came again, by their numbers, and were left out, since the task started",
                links.repeated::get);
        metrics.add(
                "mqtt-link-dictionaries-read-total",
                "Dictionaries of devices that the task has fetched from the broker since it started",
                links.dictionaries::get);
        metrics.add(
                "mqtt-link-dictionaries-missing-total",
                "Messages that were refused because the broker did not retain their dictionary, since the task started",
                links.withoutDictionary::get);
    }

    private static void addAll(PluginGauges metrics, MqttCounts mqtt, AtomicLong costlyNow) {
        metrics.add(
                "mqtt-messages-received-total",
                "Messages received since the task started, including messages that the broker delivered again",
                mqtt::messages);
        metrics.add(
                "mqtt-bytes-received-total",
                "Bytes of the payloads of all messages received since the task started",
                mqtt::bytes);
        metrics.add(
                "mqtt-messages-redelivered-total",
                "Messages that the broker delivered again and the task left out, since the task started",
                mqtt::redelivered);
        metrics.add(
                "mqtt-messages-acknowledged-total",
                "Messages that the task has acknowledged to the broker since it started, because Kafka has them"
                        + " or because they were skipped",
                mqtt::acknowledged);
        metrics.add(
                "mqtt-messages-dropped-total",
                "Messages of QoS 0 that the task has dropped since it started, because mqtt.buffer.max.messages or"
                        + " mqtt.buffer.max.bytes was reached",
                mqtt::dropped);
        metrics.add(
                "mqtt-messages-unacknowledged",
                "Messages that were received and that Kafka does not have yet; 0 if no message is under way",
                mqtt::unsettled);
        metrics.add(
                "mqtt-bytes-unacknowledged",
                "Memory in bytes (approximate) of the messages that were received and that Kafka does not have yet;"
                        + " 0 if no message is under way",
                mqtt::unsettledBytes);
        metrics.add(
                "mqtt-messages-costly",
                "Messages that are now in the lane of costly messages: they wait to be read, or were read and wait"
                        + " for the task",
                costlyNow::get);
        metrics.add(
                "mqtt-connections-total",
                "Connections that the broker has accepted since the task started",
                mqtt::connections);
        metrics.add(
                "mqtt-pauses-total",
                "Times since the task started that it stopped reading from the broker, because"
                        + " mqtt.buffer.max.messages or mqtt.buffer.max.bytes was exceeded",
                mqtt::pauses);
        metrics.add(
                "mqtt-connected",
                "1 while the task is connected to the broker and has subscribed, else 0",
                mqtt::connected);
    }
}
