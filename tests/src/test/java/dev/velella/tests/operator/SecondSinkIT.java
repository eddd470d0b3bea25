package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.cli.VelellaRun;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import dev.velella.tests.remote.ServerProcess;
import dev.velella.tests.sink.PatchStream;
import dev.velella.tests.sink.RemoteSink;
import dev.velella.tests.sink.RunningConnector;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sink is made anew under another name, on the store that the first one filled: it is refused, and with each way out
 * of the message the store becomes the stream. With {@code velella.operator=true} somebody else changes the store too,
 * which takes two minutes to be seen.
 */
class SecondSinkIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final String TOPIC = "second";
    private static final boolean LONG = Boolean.getBoolean("velella.operator");

    private final PatchStream patches = new PatchStream(TOPIC, 90, 1, 1, 1);
    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void aRenamedSinkIsRefusedUntilItTakesTheOthersPlace(@TempDir Path scratch) throws Exception {
        WorkerMetrics metrics = new WorkerMetrics();
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                ServerProcess server =
                        new ServerProcess(ServerProcess.Kind.RDF4J, scratch.resolve("server"), Map.of());
                WorkerProcess worker =
                        new WorkerProcess(scratch, broker.bootstrapServers(), metrics.jvmOptions(), 384)) {
            Topics.create(admin, TOPIC, 1);
            server.awaitUp();
            worker.awaitUp();
            patches.write(broker.bootstrapServers(), TOPIC, 1_000, 0, 30);
            RemoteSink first = sink(server, "first", Map.of());
            RunningConnector running =
                    new RunningConnector(worker.restUrl(), first.connector(broker.bootstrapServers()));
            running.create();
            applied(first, worker, 30);
            running.stop();
            http.send(
                    HttpRequest.newBuilder(URI.create(worker.restUrl() + "/connectors/first"))
                            .DELETE()
                            .build(),
                    BodyHandlers.discarding());
            patches.write(broker.bootstrapServers(), TOPIC, 1_000, 30, 60);

            RemoteSink second = sink(server, "renamed", Map.of());
            RunningConnector renamed =
                    new RunningConnector(worker.restUrl(), second.connector(broker.bootstrapServers()));
            renamed.create();
            renamed.awaitFailure("connector first has applied partitions [second-0] to this store");
            String message = worker.rest().failure("renamed").orElseThrow();
            assertThat(first.audit(patches, true)).as("nothing was changed").isEqualTo(30);
            renamed.configure(Map.of("take.over", said(message, "take\\.over=([^ :]+)")));
            applied(second, worker, 60);
            assertThat(second.audit(patches, true)).isEqualTo(60);

            RemoteSink third = sink(server, "third", Map.of("tasks.max", "1"));
            RunningConnector emptying =
                    new RunningConnector(worker.restUrl(), third.connector(broker.bootstrapServers()));
            emptying.create();
            emptying.awaitFailure("connector renamed has applied partitions [second-0] to this store");
            renamed.stop();
            String command = worker.rest().failure("third").orElseThrow();
            update(said(command, "--data '[^']+' ([^ )]+)"), said(command, "--data '([^']+)'"));
            emptying.restartFailedTasks();
            applied(third, worker, 60);
            assertThat(third.audit(patches, true)).isEqualTo(60);
            if (LONG) {
                somebodyElseChangesTheStore(broker, server, worker, metrics, third, emptying, scratch);
            }
        }
    }

    private void somebodyElseChangesTheStore(
            EmbeddedBroker broker,
            ServerProcess server,
            WorkerProcess worker,
            WorkerMetrics metrics,
            RemoteSink sink,
            RunningConnector connector,
            Path scratch)
            throws Exception {
        assertThat(metrics.of("third", "", "divergence-total")).isZero();
        update(
                server.updateUrl().toString(),
                "INSERT { GRAPH ?g { <urn:x> <urn:p> 1 } } WHERE { SELECT ?g { GRAPH ?g { ?s ?p ?o }"
                        + " FILTER(STRSTARTS(STR(?g), \"urn:velella:stream:\")) } LIMIT 1 }");
        Await.until("the metric rises", PATIENCE, () -> metrics.of("third", "", "divergence-total") > 0);
        assertThat(Files.readString(Path.of("target", "worker.log")))
                .contains("somebody else has changed the graph in the store");
        connector.stop();
        Path config = scratch.resolve("sink.json");
        new ObjectMapper().writeValue(config.toFile(), sink.connector(broker.bootstrapServers()));
        VelellaRun repaired = VelellaRun.of("verify", "--config", config.toString(), "--repair");
        assertThat(repaired.status()).as(repaired.out() + repaired.err()).isZero();
        patches.write(broker.bootstrapServers(), TOPIC, 1_000, 60, 90);
        connector.resume();
        applied(sink, worker, 90);
        assertThat(sink.audit(patches, true)).isEqualTo(90);
    }

    private static RemoteSink sink(ServerProcess server, String name, Map<String, String> more) {
        return new RemoteSink(server, TOPIC, name, more);
    }

    private static void applied(RemoteSink sink, WorkerProcess worker, int records) throws Exception {
        Await.until(
                records + " are applied",
                PATIENCE,
                () -> sink.applied() == records && worker.rest().isRunning(sink.name()));
    }

    private void update(String url, String text) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/sparql-update")
                .POST(HttpRequest.BodyPublishers.ofString(text))
                .build();
        assertThat(http.send(request, BodyHandlers.discarding()).statusCode()).isBetween(200, 299);
    }

    private static String said(String advice, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(advice);
        assertThat(matcher.find()).as("%s in %s", pattern, advice).isTrue();
        return matcher.group(1);
    }
}
