package dev.velella.source.mqtt;

import dev.velella.metrics.PluginGauges;
import dev.velella.source.mqtt.client.MqttCounts;
import dev.velella.source.payload.PayloadCounts;
import dev.velella.source.record.TaskMetrics;
import org.apache.kafka.connect.source.SourceTaskContext;

/**
 * Metrics of a task that reads MQTT messages, in workers of Kafka 4.1 and newer:
 * {@code kafka.connect:type=plugins,connector=…,task=…}.
 *
 * <table>
 * <caption>Metrics; totals count since the task was started</caption>
 * <tr><th>name</th><th>meaning</th></tr>
 * <tr><td>{@code mqtt-messages-received-total}, {@code mqtt-bytes-received-total}</td><td>messages, including
 *     re-deliveries, and the length of their payloads</td></tr>
 * <tr><td>{@code mqtt-messages-redelivered-total}</td><td>messages that were delivered again and left out</td></tr>
 * <tr><td>{@code mqtt-messages-acknowledged-total}</td><td>messages acknowledged because Kafka has them</td></tr>
 * <tr><td>{@code mqtt-messages-dropped-total}</td><td>messages of QoS 0 for which there was no room</td></tr>
 * <tr><td>{@code mqtt-messages-unacknowledged}, {@code mqtt-bytes-unacknowledged}</td><td>messages and bytes that were
 *     received and are not yet in Kafka, now: the lag of the acknowledgements</td></tr>
 * <tr><td>{@code mqtt-messages-costly}</td><td>messages in the lane of costly messages, now: they wait to be read, or
 *     were read and wait for the task</td></tr>
 * <tr><td>{@code mqtt-connections-total}, {@code mqtt-pauses-total}, {@code mqtt-connected}</td><td>connections; times
 *     that the task stopped reading because too much was received; 1 while there is a connection</td></tr>
 * <tr><td>{@code graphs-read-total}, {@code payload-errors-total}</td><td>payloads that became graphs; payloads that
 *     did not</td></tr>
 * <tr><td>{@code dead-letters-left-out-total}</td><td>payload errors without a dead letter, because their topic had too
 *     many dead letters in a minute</td></tr>
 * </table>
 */
final class MqttMetrics {
    private MqttMetrics() {}

    /** Adds the metrics. Does nothing if the worker has no place for them. */
    static void register(SourceTaskContext context, MqttCounts mqtt, PayloadCounts payloads) {
        TaskMetrics.register(context, metrics -> addAll(metrics, mqtt, payloads));
    }

    private static void addAll(PluginGauges metrics, MqttCounts mqtt, PayloadCounts payloads) {
        metrics.add("mqtt-messages-received-total", "Messages received", mqtt::messages);
        metrics.add("mqtt-bytes-received-total", "Bytes of payloads received", mqtt::bytes);
        metrics.add("mqtt-messages-redelivered-total", "Messages that came again and were left out", mqtt::redelivered);
        metrics.add("mqtt-messages-acknowledged-total", "Messages acknowledged", mqtt::acknowledged);
        metrics.add("mqtt-messages-dropped-total", "Messages of QoS 0 without room", mqtt::dropped);
        metrics.add("mqtt-messages-unacknowledged", "Messages that Kafka does not have yet", mqtt::unsettled);
        metrics.add("mqtt-bytes-unacknowledged", "Bytes that Kafka does not have yet", mqtt::unsettledBytes);
        metrics.add("mqtt-messages-costly", "Messages in the lane of costly ones", payloads.costlyNow::get);
        metrics.add("mqtt-connections-total", "Connections to the broker", mqtt::connections);
        metrics.add("mqtt-pauses-total", "Times that nothing was read because too much was received", mqtt::pauses);
        metrics.add("mqtt-connected", "Whether there is a connection", mqtt::connected);
        metrics.add("graphs-read-total", "Payloads that became graphs", payloads.graphs::get);
        metrics.add("payload-errors-total", "Payloads that did not", payloads.errors::get);
        metrics.add(
                "dead-letters-left-out-total",
                "Of these, messages above dead.letter.max.per.minute, which are no dead letters",
                payloads.lettersLeftOut::get);
    }
}
