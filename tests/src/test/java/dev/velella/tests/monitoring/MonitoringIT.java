package dev.velella.tests.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.InstalledProgram;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pipeline from MQTT to a store, with the agent that shows its metrics, and a real Prometheus: every metric that an alert
 * names is exported, and every panel of the dashboard shows something.
 */
class MonitoringIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @Test
    void everyAlertAndEveryPanelFindsItsMetrics(@TempDir Path scratch) throws Exception {
        Path program = InstalledProgram.requirePrometheus("prometheus");
        int metrics = Ports.free();
        int port = Ports.free();
        Process pipeline = Installation.start(
                "-javaagent:" + Installation.home().resolve("agents/jmx_prometheus_javaagent.jar") + "=" + metrics + ":"
                        + Installation.home().resolve("etc/monitoring/jmx-exporter.yml"),
                scratch.resolve("out.txt"),
                scratch.resolve("err.txt"),
                "quickstart",
                "--mqtt",
                "--graphs",
                "600",
                "--data-dir",
                scratch.resolve("data").toString());
        Process prometheus = prometheus(program, scratch, metrics, port);
        try {
            PrometheusClient client = new PrometheusClient("http://127.0.0.1:" + port);
            Await.until("Prometheus answers", PATIENCE, client::isReady);
            for (String metric : MonitoringFiles.metricsOfAlerts()) {
                if (!metric.contains("velella_view_")) { // the quickstart has no view app; ViewAppIT looks for them
                    await(pipeline, scratch, client, metric);
                }
            }
            List<String> expressions = MonitoringFiles.expressionsOfDashboard();
            assertThat(expressions).hasSizeGreaterThan(20);
            for (String expression : expressions) {
                await(pipeline, scratch, client, expression);
            }
            assertThat(client.firing()).doesNotContain("VelellaPartDown", "VelellaTaskFailed", "VelellaTopicTrimmed");
        } finally {
            prometheus.destroyForcibly().onExit().join();
            pipeline.destroy();
            pipeline.onExit().join();
        }
    }

    private static void await(Process pipeline, Path scratch, PrometheusClient client, String expression)
            throws Exception {
        Await.until(expression + " has a series", PATIENCE, () -> {
            assertThat(pipeline.isAlive())
                    .as(
                            "%s%s",
                            Files.readString(scratch.resolve("out.txt")), Files.readString(scratch.resolve("err.txt")))
                    .isTrue();
            return client.hasSeries(expression);
        });
    }

    private static Process prometheus(Path program, Path scratch, int metrics, int port) throws Exception {
        Path configuration = Files.writeString(
                scratch.resolve("prometheus.yml"),
                Files.readString(MonitoringFiles.FOLDER.resolve("prometheus.yml"))
                        .replace(": 5s", ": 1s")
                        .replace("connect:9404", "127.0.0.1:" + metrics)
                        .replace("diff-app:9404", "127.0.0.1:" + metrics)
                        .replace("page:9404", "127.0.0.1:" + metrics)
                        .replace("alertmanager:9093", "127.0.0.1:1"));
        Files.copy(MonitoringFiles.FOLDER.resolve("alerts.yml"), scratch.resolve("alerts.yml"));
        return new ProcessBuilder(
                        program.toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + scratch.resolve("prometheus"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(scratch.resolve("prometheus.log").toFile())
                .start();
    }
}
