package dev.velella.converter;

import dev.velella.keyframe.FrameResult.Reason;
import dev.velella.options.Spelling;
import dev.velella.rdf.ElementKind;
import dev.velella.record.LookBackOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.Monitorable;
import org.apache.kafka.common.metrics.PluginMetrics;

/**
 * {@link JellyConverter} with metrics, for workers of Kafka 4.1 and newer; older ones cannot load this class. The worker
 * shows them as {@code kafka.connect:type=plugins,connector=…,task=…,converter=value}, with the tags named below.
 *
 * <table>
 * <caption>Metrics; totals count since the task was started</caption>
 * <tr><th>name</th><th>tags</th><th>meaning</th></tr>
 * <tr><td>{@code records-encoded-total}, {@code bytes-encoded-total}</td><td>kind, mode</td><td>records written and the
 *     length of their values</td></tr>
 * <tr><td>{@code key-frames-encoded-total}, {@code streams-begun-total}</td><td></td><td>key frames, and those of them
 *     that begin a stream</td></tr>
 * <tr><td>{@code records-decoded-total}, {@code bytes-decoded-total}</td><td>kind, mode</td><td>records read and the
 *     length of their values</td></tr>
 * <tr><td>{@code records-duplicate-total}</td><td></td><td>records that came twice in a row</td></tr>
 * <tr><td>{@code records-missing-state-total}</td><td>reason</td><td>records that were not decoded</td></tr>
 * <tr><td>{@code records-lost-total}</td><td></td><td>records that a stream's writer wrote and that never came</td></tr>
 * <tr><td>{@code look-backs-total}, {@code look-back-records-total}</td><td>outcome; none</td><td>searches for a key
 *     frame, and records read for them</td></tr>
 * <tr><td>{@code streams-held}, {@code state-bytes}</td><td></td><td>decoder state at the moment</td></tr>
 * </table>
 */
public final class MeteredJellyConverter extends JellyConverter implements Monitorable {
    @Override
    public void withPluginMetrics(PluginMetrics metrics) {
        ConverterCounts counts = counts();
        traffic(metrics, "encoded", "written", counts.encoded);
        traffic(metrics, "decoded", "read", counts.decoded);
        for (Reason reason : Reason.values()) {
            add(
                    metrics,
                    "records-missing-state-total",
                    "Records that were not decoded, because codec state was missing",
                    Map.of("reason", name(reason)),
                    () -> counts.missingOf(reason));
        }
        for (LookBackOutcome outcome : LookBackOutcome.values()) {
            add(
                    metrics,
                    "look-backs-total",
                    "Searches for the key frame of a record",
                    Map.of("outcome", name(outcome)),
                    () -> counts.lookBacksOf(outcome));
        }
        add(metrics, "look-back-records-total", "Records read in look-backs", counts.lookBackRecords::get);
        add(metrics, "key-frames-encoded-total", "Key frames written", counts.keyFrames::get);
        add(metrics, "streams-begun-total", "Streams begun by the encoder", counts.newStreams::get);
        add(metrics, "records-duplicate-total", "Records that came twice in a row", counts.duplicates::get);
        add(metrics, "records-lost-total", "Records that were written and never came", counts.lost::get);
        add(metrics, "streams-held", "Streams of which the decoder holds state", counts.streamsHeld::get);
        add(metrics, "state-bytes", "Memory of the decoder's state, estimated", counts.stateBytes::get);
    }

    private static void traffic(PluginMetrics metrics, String what, String verb, ConverterCounts.Traffic traffic) {
        for (ElementKind kind : ElementKind.values()) {
            for (boolean stateful : List.of(false, true)) {
                LinkedHashMap<String, String> tags = new LinkedHashMap<>();
                tags.put("kind", Spelling.of(kind));
                tags.put("mode", stateful ? "stateful" : "self-contained");
                add(
                        metrics,
                        "records-" + what + "-total",
                        "Records " + verb,
                        tags,
                        () -> traffic.records(kind, stateful));
                add(
                        metrics,
                        "bytes-" + what + "-total",
                        "Bytes of values " + verb,
                        tags,
                        () -> traffic.bytes(kind, stateful));
            }
        }
    }

    private static void add(PluginMetrics metrics, String name, String description, LongSupplier value) {
        add(metrics, name, description, Map.of(), value);
    }

    /** As a value that is asked for: sensors would be shared by all converters of the worker that name them alike. */
    private static void add(
            PluginMetrics metrics, String name, String description, Map<String, String> tags, LongSupplier value) {
        Gauge<Long> gauge = (config, now) -> value.getAsLong();
        metrics.addMetric(metrics.metricName(name, description, new LinkedHashMap<>(tags)), gauge);
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
