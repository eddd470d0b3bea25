package dev.velella.tests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.sink.remote.RemoteProbe;
import dev.velella.tests.Installation;
import dev.velella.tests.remote.RebalancesAndKills;
import dev.velella.tests.remote.RemoteStores;
import dev.velella.tests.remote.RemoteTargetContract;
import dev.velella.tests.remote.StoreServer;
import dev.velella.tests.sink.RemoteSink;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The target {@code sparql} on Oxigraph, which does updates one after the other on disk in line 0.4 and in memory in line 0.5,
 * and side by side on disk in line 0.5.
 */
@RequiresContainerEngine
@EnabledIfSystemProperty(
        named = OxigraphContainer.IMAGE_PROPERTY,
        matches = ".+",
        disabledReason = "no image of Oxigraph: deploy/images/build.sh makes one")
class OxigraphContainerIT extends RemoteTargetContract {
    private static final int RACES = 300;

    private static OxigraphContainer disk;
    private static OxigraphContainer memory;
    private static OxigraphContainer sideBySide;

    @BeforeAll
    static void startServers() throws Exception {
        disk = new OxigraphContainer("0.4", true);
        memory = new OxigraphContainer("0.5", false);
        sideBySide = new OxigraphContainer("0.5", true);
        for (OxigraphContainer server : List.of(disk, memory, sideBySide)) {
            server.awaitUp();
        }
    }

    @AfterAll
    static void stopServers() {
        for (OxigraphContainer server : List.of(disk, memory, sideBySide)) {
            server.close();
        }
    }

    @Override
    protected List<StoreServer> servers() {
        return List.of(disk, memory);
    }

    @Override
    protected int races(StoreServer server) {
        return RACES;
    }

    @Test
    void storesAreTheStreamInSpiteOfRebalancesAndKilledContainers(@TempDir Path scratch) throws Exception {
        List<RemoteSink> sinks = List.of(
                new RemoteSink(disk, "contained", Map.of("batch.max.records", "10")),
                new RemoteSink(memory, "contained", Map.of("batch.max.records", "10", "on.lost.history", "rebuild")));
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                ConnectWorker worker =
                        new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free())) {
            new RebalancesAndKills("contained", sinks, 1, 0, scratch).run(broker.bootstrapServers(), worker.restUrl());
        }
    }

    /** The probe has to see every time what a race shows only now and then. */
    @RepeatedTest(20)
    void aServerThatDoesUpdatesSideBySideIsRefused() {
        assertThat(RemoteProbe.of(RemoteStores.settings(sideBySide)).run()).hasValueSatisfying(finding -> {
            assertThat(finding.about()).isEqualTo(RemoteProbe.About.DELIVERY);
            assertThat(finding.message()).contains("both win").contains(sideBySide.updateUrl() + "");
        });
    }

    @Test
    void theWorkerSaysSoOnTheOptionThatHasToChange(@TempDir Path scratch) throws Exception {
        RemoteSink sink = new RemoteSink(sideBySide, "refused", Map.of());
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                ConnectWorker worker =
                        new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free())) {
            ObjectNode config =
                    (ObjectNode) sink.connector(broker.bootstrapServers()).get("config");
            config.put("name", sink.name());
            assertThat(errors(worker, config)).containsOnlyKeys("delivery");
            config.put("delivery", "at-least-once");
            assertThat(errors(worker, config)).isEmpty();
        }
    }

    /** What the worker says of a configuration, by option. */
    private static Map<String, String> errors(ConnectWorker worker, ObjectNode config) throws Exception {
        String plugin = config.get("connector.class").asText();
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(
                                        worker.restUrl() + "/connector-plugins/" + plugin + "/config/validate"))
                                .header("Content-Type", "application/json")
                                .PUT(HttpRequest.BodyPublishers.ofString(config.toString()))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        Map<String, String> errors = new TreeMap<>();
        for (JsonNode option : new ObjectMapper().readTree(answer.body()).get("configs")) {
            JsonNode value = option.get("value");
            if (!value.get("errors").isEmpty()) {
                errors.put(value.get("name").asText(), value.get("errors").toString());
            }
        }
        return errors;
    }
}
