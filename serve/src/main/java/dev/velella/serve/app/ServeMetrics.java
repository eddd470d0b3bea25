package dev.velella.serve.app;

import dev.velella.serve.http.HttpService;
import dev.velella.serve.intake.FollowerCounts;
import dev.velella.serve.intake.LogFollower;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;

/** The metrics of the service in JMX: {@code velella:type=serve}. Closing takes them out. */
final class ServeMetrics implements AutoCloseable {
    private static final String GROUP = "serve";

    private final Metrics metrics = new Metrics(
            new MetricConfig(), List.of(new JmxReporter()), Time.SYSTEM, new KafkaMetricsContext("velella"));

    ServeMetrics(LogFollower follower, HttpService http) {
        FollowerCounts counts = follower.counts();
        add("broken-streams", "Streams of this instance that are not served.", counts::brokenStreams);
        add("refused-records-total", "Records that could not be applied.", counts::refusedRecords);
        add("mended-streams-total", "Streams that a snapshot has mended.", counts::mendedStreams);
        add("patches-total", "Patches that were read and fit.", counts::patches);
        add("served-partitions", "Partitions that this instance serves.", () -> follower.served()
                .ready()
                .size());
        add("loading-partitions", "Partitions that this instance has and does not serve yet.", () -> follower.served()
                .loading()
                .size());
        add("answers", "Answers that are being written.", http::answers);
        add("subscribers", "Streams of events that are being written.", http::subscribers);
    }

    private void add(String name, String description, LongSupplier value) {
        Gauge<Long> gauge = (config, now) -> value.getAsLong();
        metrics.addMetric(metrics.metricName(name, GROUP, description), gauge);
    }

    @Override
    public void close() {
        metrics.close();
    }
}
