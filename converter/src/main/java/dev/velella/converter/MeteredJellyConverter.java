package dev.velella.converter;

import dev.velella.converter.ConverterCounts.Base;
import dev.velella.frame.FrameResult.Reason;
import dev.velella.kit.metrics.PluginGauges;
import dev.velella.kit.options.Spelling;
import dev.velella.rdf.ElementKind;
import dev.velella.record.LookBackOutcome;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.metrics.Monitorable;
import org.apache.kafka.common.metrics.PluginMetrics;

/**
 * {@link JellyConverter} with metrics, for workers of Kafka 4.1 and newer; older workers cannot load this class. The
 * worker shows the metrics as {@code kafka.connect:type=plugins,connector=…,task=…,converter=value}, with the tags in
 * the table.
 *
 * <table>
 * <caption>Metrics; totals count since the task was started</caption>
 * <tr><th>name</th><th>tags</th><th>meaning</th></tr>
 * <tr><td>{@code records-encoded-total}, {@code bytes-encoded-total}</td><td>kind, mode</td><td>records written and the
 *     length of their values</td></tr>
 * <tr><td>{@code key-frames-encoded-total}, {@code streams-begun-total}</td><td></td><td>key frames written; the key
 *     frames among them that begin a codec stream</td></tr>
 * <tr><td>{@code records-decoded-total}, {@code bytes-decoded-total}</td><td>kind, mode</td><td>records read and the
 *     length of their values</td></tr>
 * <tr><td>{@code records-duplicate-total}</td><td></td><td>records that repeat the record before them in their codec
 *     stream, byte by byte</td></tr>
 * <tr><td>{@code records-missing-state-total}</td><td>reason</td><td>records that were not decoded, because codec state
 *     was missing</td></tr>
 * <tr><td>{@code records-lost-total}</td><td></td><td>records that were written but never came, as later records
 *     prove</td></tr>
 * <tr><td>{@code look-backs-total}, {@code look-back-records-total}</td><td>outcome; none</td><td>searches for the key
 *     frame of a record; records read for them</td></tr>
 * <tr><td>{@code streams-held}, {@code state-bytes}</td><td></td><td>state of the decoder now: codec streams, and
 *     memory in bytes (estimated)</td></tr>
 * </table>
 */
public final class MeteredJellyConverter extends JellyConverter implements Monitorable {
    @Override
    public void withPluginMetrics(PluginMetrics metrics) {
        ConverterCounts counts = counts();
        PluginGauges gauges = new PluginGauges(metrics);
        traffic(gauges, "encoded", "written", counts.encoded);
        traffic(gauges, "decoded", "read", counts.decoded);
        for (Reason reason : Reason.values()) {
            gauges.add(
                    "records-missing-state-total",
                    "Records that were not decoded because codec state was missing, since the task started",
                    Map.of("reason", Spelling.of(reason)),
                    () -> counts.missingOf(reason));
        }
        for (LookBackOutcome outcome : LookBackOutcome.values()) {
            gauges.add(
                    "look-backs-total",
                    "Look-backs since the task started: searches in the topic for the key frame of a record",
                    Map.of("outcome", Spelling.of(outcome)),
                    () -> counts.lookBacksOf(outcome));
        }
        gauges.add(
                "look-back-records-total",
                "Records read by look-backs since the task started",
                counts.lookBackRecords::get);
        gauges.add("key-frames-encoded-total", "Key frames written since the task started", counts.keyFrames::get);
        gauges.add(
                "streams-begun-total",
                "Codec streams that the encoder has begun since the task started",
                counts.newStreams::get);
        gauges.add(
                "records-duplicate-total",
                "Records since the task started that repeat the record before them in their codec stream,"
                        + " byte by byte",
                counts.duplicates::get);
        gauges.add(
                "records-lost-total",
                "Records that were written but never came, as a later record of the codec stream proves,"
                        + " since the task started",
                counts.lost::get);
        gauges.add("streams-held", "Codec streams whose state the decoder holds now", counts.streamsHeld::get);
        gauges.add("state-bytes", "Memory of the decoder's state now, in bytes (estimated)", counts.stateBytes::get);
    }

    private static void traffic(PluginGauges gauges, String what, String verb, ConverterCounts.Traffic traffic) {
        for (ElementKind kind : ElementKind.values()) {
            for (Base base : Base.values()) {
                LinkedHashMap<String, String> tags = new LinkedHashMap<>();
                tags.put("kind", Spelling.of(kind));
                tags.put("mode", Spelling.of(base));
                gauges.add(
                        "records-" + what + "-total",
                        "Records " + verb + " since the task started",
                        tags,
                        () -> traffic.records(kind, base));
                gauges.add(
                        "bytes-" + what + "-total",
                        "Bytes of the values of the records " + verb + " since the task started",
                        tags,
                        () -> traffic.bytes(kind, base));
            }
        }
    }
}
