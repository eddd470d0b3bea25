package dev.velella.sink.routing;

import dev.velella.kit.metrics.PluginGauges;
import java.util.Map;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** The metrics of routing. Workers older than Kafka 4.1 have none. */
public final class RoutingMetrics {
    private RoutingMetrics() {}

    /** Registers all metrics, if the worker accepts metrics of connectors. */
    public static void register(SinkTaskContext context, RoutingCounts counts) {
        try {
            PluginMetrics metrics = context.pluginMetrics();
            if (metrics != null) {
                register(new PluginGauges(metrics), counts);
            }
        } catch (NoSuchMethodError | NoClassDefFoundError | UnsupportedOperationException e) {
            // the other metrics of the sink report it
        }
    }

    private static void register(PluginGauges gauges, RoutingCounts counts) {
        gauges.add("routing-open-targets", "Stores that the task has open", counts::openNow);
        gauges.add(
                "routing-held-targets",
                "Stores that are down: their records are read again when they are back",
                counts::heldNow);
        gauges.add(
                "routing-records-total",
                "Records that stores have applied or left out since the task started; a record counts once for each"
                        + " store",
                counts::routedInAll);
        gauges.add(
                "routing-unmatched-total",
                "Records without a store that were left out since the task started",
                counts::unmatchedInAll);
        gauges.add(
                "routing-failures-total",
                "Failures of stores since the task started, after which a store counts as down",
                counts::failuresInAll);
        gauges.add(
                "routing-catch-ups-total",
                "Times since the task started that a store that was down has caught up",
                counts::catchUpsInAll);
        gauges.add(
                "routing-made-total",
                "Repositories that the task has made from the template since it started",
                counts::madeInAll);
        counts.onStore((store, own) -> {
            Map<String, String> tags = Map.of("store", store);
            gauges.add(
                    "routing-store-records-total",
                    "Records that one store has applied or left out since the task started",
                    tags,
                    own.records::get);
            gauges.add(
                    "routing-store-failures-total",
                    "Failures of one store since the task started",
                    tags,
                    own.failures::get);
            gauges.add(
                    "routing-store-down", "1 if the store is down, else 0; 'other' counts them", tags, own.down::get);
        });
    }
}
