package dev.velella.tests.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.cli.VelellaRun;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.page.Page;
import dev.velella.page.http.PageServer;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.status.PipelineConfig;
import dev.velella.status.state.PipelineState;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import dev.velella.view.app.ViewApp;
import dev.velella.view.options.ViewConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;

/** A pipeline of simulated stations, with a worker in a process of its own, and its page in this process. */
final class PagePipeline implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(120);

    final EmbeddedBroker broker;
    final Admin admin;
    final WorkerProcess worker;
    final Path config;
    final DiffApp views;
    private final DiffApp diff;
    private final Page page;
    private final PageServer server;

    PagePipeline(Path scratch) throws Exception {
        int metrics = Ports.free();
        int health = Ports.free();
        int sparql = Ports.free();
        broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        Topics.create(admin, "graphs", 2);
        worker = new WorkerProcess(
                scratch,
                broker.bootstrapServers(),
                List.of("-javaagent:" + Installation.home().resolve("agents/jmx_prometheus_javaagent.jar") + "="
                        + metrics + ":" + Installation.home().resolve("etc/monitoring/jmx-exporter.yml")),
                384);
        diff = new DiffApp(new DiffConfig(Map.of(
                "bootstrap.servers", broker.bootstrapServers(),
                "application.id", "velella-diff",
                "state.dir", scratch.resolve("streams").toString(),
                "velella.input.topic", "graphs",
                "velella.output.topic", "patches",
                "velella.snapshot.topic", "patches-snapshots",
                "velella.health.listener", "localhost:" + health)));
        diff.start();
        Path folder = Files.createDirectory(scratch.resolve("views"));
        define(
                folder,
                "latest",
                "select",
                "\"key\":[\"property\"],",
                "SELECT ?property ?value ('<b>bold</b>' AS ?text)");
        define(folder, "readings", "construct", "", "CONSTRUCT { ?property sosa:hasSimpleResult ?value }");
        views = ViewApp.of(new ViewConfig(Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "application.id",
                "velella-view",
                "state.dir",
                scratch.resolve("views-state").toString(),
                "velella.input.topic",
                "graphs",
                "velella.views.dir",
                folder.toString())));
        views.start();
        Properties options = new Properties();
        options.putAll(Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                PipelineConfig.CONNECT_URL.name(),
                worker.restUrl(),
                PipelineConfig.HEALTH_URLS.name(),
                "http://localhost:" + health,
                PipelineConfig.METRICS_URLS.name(),
                "http://localhost:" + metrics + "/metrics",
                PipelineConfig.LISTENER.name(),
                "localhost:0"));
        config = scratch.resolve("page.properties");
        try (var out = Files.newOutputStream(config)) {
            options.store(out, null);
        }
        Map<String, String> parsed = new HashMap<>();
        options.forEach((key, value) -> parsed.put((String) key, (String) value));
        page = new Page(new PipelineConfig(parsed));
        server = new PageServer(new PipelineConfig(parsed), page.book(), page.watch());
        worker.awaitUp();
        create(
                "weather-source.json",
                Map.of(
                        "simulator.elements", "0",
                        "simulator.stations", "3",
                        "simulator.rate.per.second", "15"));
        create(
                "memory-sink.json",
                Map.of(
                        "target.dir", scratch.resolve("store").toString(),
                        "history", "true",
                        "sparql.endpoint.port", Integer.toString(sparql)));
    }

    private static void define(Path folder, String name, String kind, String key, String head) throws Exception {
        Files.writeString(
                folder.resolve(name + ".json"),
                "{\"name\":\"" + name + "\",\"kind\":\"" + kind + "\"," + key
                        + "\"query\":\"PREFIX sosa: <http://www.w3.org/ns/sosa/>"
                        + " PREFIX om: <http://www.ontology-of-units-of-measure.org/resource/om-2/> " + head
                        + " { ?result om:hasNumericalValue ?value ; sosa:isResultOf ?observation ."
                        + " ?observation sosa:observedProperty ?property }\"}");
    }

    void create(String sample, Map<String, String> changes) throws Exception {
        Map<String, String> all = new HashMap<>(changes);
        all.put("kafka.bootstrap.servers", broker.bootstrapServers());
        ObjectNode connector = new Samples(Installation.home()).connector(sample, all);
        worker.rest().create(connector);
    }

    String url() {
        return server.address();
    }

    PipelineState state() throws InterruptedException {
        var seen = page.watch().await(0, PATIENCE.toMillis());
        if (seen == null) {
            throw new AssertionError("the watch has seen nothing");
        }
        return seen.state();
    }

    boolean hasTrouble(String name) throws InterruptedException {
        return state().troubles().stream().anyMatch(trouble -> trouble.name().equals(name));
    }

    /** The command status in this process. */
    VelellaRun status(String... more) {
        String[] arguments = new String[3 + more.length];
        arguments[0] = "status";
        arguments[1] = "--config";
        arguments[2] = config.toString();
        System.arraycopy(more, 0, arguments, 3, more.length);
        return VelellaRun.of(arguments);
    }

    void awaitWell() throws Exception {
        Await.until("all is well", PATIENCE, () -> {
            PipelineState now = state();
            return now.troubles().isEmpty()
                    && now.sinks().stream().allMatch(sink -> sink.lagApplied() != null)
                    && now.views() != null
                    && now.views().views().size() == 2
                    && now.traffic() != null
                    && now.traffic().patches() > 0;
        });
    }

    @Override
    public void close() {
        server.close();
        page.close();
        worker.close();
        views.close(Duration.ofSeconds(4));
        diff.close(Duration.ofSeconds(4));
        admin.close(Duration.ZERO);
        broker.close();
    }
}
