package dev.velella.tests.wikibase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.fixture.EventServer;
import dev.velella.fixture.WikibaseEvents;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.sink.store.ReservedGraphs;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import dev.velella.tests.diff.DiffInstance;
import dev.velella.tests.remote.ServerProcess;
import dev.velella.tests.remote.SharedServers;
import dev.velella.tests.remote.StoreServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sparql.SPARQLRepository;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Events in disorder and twice go from a server of events through a worker, the diff app and a sink into Fuseki: each entity has
 * its graph. The long form kills worker and diff app, or tells how many events a second that were.
 */
@Tag("long")
class WikibaseIT {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int CHANGES = Integer.getInteger("velella.wikibase.changes", 600);
    private static final String SINK = "wikibase-sink";

    private final int kills = Integer.getInteger("velella.wikibase.kills", 0);
    private final int entities = Math.max(40, CHANGES / 10);
    private final WikibaseEvents.Stream stream = WikibaseEvents.of(7, CHANGES, entities, true);
    private final EntityGraphs expected = new EntityGraphs(stream);
    private final StoreServer fuseki = SharedServers.get(ServerProcess.Kind.FUSEKI);

    @TempDir
    private Path scratch;

    @Test
    void everyEntityHasItsGraphInTheStore() throws Exception {
        try (EventServer server = new EventServer(
                stream.events(),
                20,
                kills == 0 ? 0 : Math.max(200, stream.events().size() / 10))) {
            if (kills == 0) {
                runInThisProcess(server);
            } else {
                runInProcessesThatAreKilled(server);
            }
        }
    }

    private void runInThisProcess(EventServer server) throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free())) {
            createTopics(broker.bootstrapServers());
            Map<String, String> diffOptions = diffOptions(broker.bootstrapServers());
            diffOptions.put("state.dir", scratch.resolve("state").toString());
            try (DiffApp diff = new DiffApp(new DiffConfig(diffOptions));
                    ConnectWorker worker =
                            new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free())) {
                diff.start();
                assertThat(diff.awaitRunning(PATIENCE)).isTrue();
                ConnectRest rest = new ConnectRest(worker.restUrl());
                begin(rest, server, broker.bootstrapServers());
                int half = half(); // compilers have their work then
                server.have(half);
                Await.until("half of the events are committed", PATIENCE, () -> isCommitted(rest, half - 1));
                finish(rest, server, broker.bootstrapServers(), half);
            }
        }
    }

    /** About half of the events, so that no change is torn. */
    private int half() {
        int half = stream.events().size() / 2;
        while (!stream.events().get(half).contains("\"sequence\":0,")) {
            half++;
        }
        return half;
    }

    private void runInProcessesThatAreKilled(EventServer server) throws Exception {
        try (BrokerProcess broker = new BrokerProcess(scratch.resolve("kafka"))) {
            createTopics(broker.bootstrapServers());
            try (WorkerProcess worker = new WorkerProcess(scratch, broker.bootstrapServers());
                    DiffInstance diff =
                            new DiffInstance(scratch.resolve("diff"), diffOptions(broker.bootstrapServers()))) {
                worker.awaitUp();
                begin(worker.rest(), server, broker.bootstrapServers());
                for (int kill = 1; kill <= kills; kill++) {
                    server.have(stream.events().size() * kill / (kills + 1));
                    long before = changes(broker.bootstrapServers());
                    Await.until(
                            "changes are under way", PATIENCE, () -> changes(broker.bootstrapServers()) > before + 20);
                    worker.kill();
                    diff.kill();
                    worker.start();
                    worker.awaitUp();
                }
                finish(worker.rest(), server, broker.bootstrapServers(), 20);
            }
        }
    }

    private static void createTopics(String bootstrapServers) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            Topics.create(admin, "changes", 2);
            Topics.create(admin, "wikibase-dead-letters", 1);
        }
    }

    /** Number of records in the topic of changes. */
    private static long changes(String bootstrapServers) {
        return Topics.committed(bootstrapServers, "changes", 2).size();
    }

    private void begin(ConnectRest rest, EventServer server, String bootstrapServers) throws Exception {
        rest.create(source(server, bootstrapServers));
        rest.create(sink(fuseki, bootstrapServers));
        Await.until("the first change is in the store", PATIENCE, () -> count(fuseki) > 0);
    }

    private void finish(ConnectRest rest, EventServer server, String bootstrapServers, int before) throws Exception {
        int events = stream.events().size();
        long began = System.nanoTime();
        double cpuBefore = processorSeconds();
        server.have(events);
        Await.until(expected.statements() + " statements are in the store", PATIENCE, () -> {
            for (String connector : List.of("wikibase-source", SINK)) {
                assertThat(rest.failure(connector)).isEmpty();
            }
            return isCommitted(rest, events - 1)
                    && count(fuseki) == expected.statements()
                    && expected.differences(contents(fuseki)).isEmpty();
        });
        double seconds = (System.nanoTime() - began) / 1e9;
        double cpu = processorSeconds() - cpuBefore;
        expected.check(contents(fuseki));
        assertThat(Topics.committed(bootstrapServers, "wikibase-dead-letters", 1))
                .isEmpty();
        int timed = events - before;
        System.out.printf(
                "wikibase: %d events, %d kills, %d connections, %d statements, %d of them shared; the last %d events: %.1f s, %.0f"
                        + " events/s; %.1f s of processor time, %.0f events/s on two processors%n",
                events,
                kills,
                server.requests(),
                expected.statements(),
                expected.shared(),
                timed,
                seconds,
                timed / seconds,
                cpu,
                2 * timed / cpu);
    }

    private static boolean isCommitted(ConnectRest rest, int event) throws Exception {
        return rest.offsets("wikibase-source").toString().replace("\\", "").contains("\"offset\":" + event + "}");
    }

    /** Processor time of this process and those that it has started. */
    private static double processorSeconds() {
        return Stream.concat(
                                Stream.of(ProcessHandle.current()),
                                ProcessHandle.current().descendants())
                        .mapToLong(process -> process.info()
                                .totalCpuDuration()
                                .orElse(Duration.ZERO)
                                .toMillis())
                        .sum()
                / 1e3;
    }

    private static Map<String, String> diffOptions(String bootstrapServers) {
        Map<String, String> options = new HashMap<>();
        options.put("bootstrap.servers", bootstrapServers);
        options.put("application.id", "wikibase-diff");
        options.put("consumer.session.timeout.ms", "6000");
        options.put("producer.transaction.timeout.ms", "8000");
        options.put("velella.input.topic", "changes");
        options.put("velella.output.topic", "patches");
        options.put("velella.changes.remembered", "16");
        return options;
    }

    private static ObjectNode source(EventServer server, String bootstrapServers) throws Exception {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", bootstrapServers);
        options.put("wikibase.url", server.url());
        options.put("wikibase.topic", "eqiad.mutation");
        options.put("wikibase.retry.backoff.ms", "50");
        options.put("wikibase.retry.backoff.max.ms", "500");
        options.put("producer.override.transaction.timeout.ms", "8000");
        return new Samples(Installation.home()).connector("wikibase-source.json", options);
    }

    private static ObjectNode sink(StoreServer fuseki, String bootstrapServers) throws Exception {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", bootstrapServers);
        options.put("target.url", fuseki.queryUrl().toString());
        options.put("target.update.url", fuseki.updateUrl().toString());
        options.put("topics", "patches");
        options.put("snapshot.topics", "");
        ObjectNode sink = new Samples(Installation.home()).connector("sparql-sink.json", options);
        sink.put("name", SINK);
        return sink;
    }

    private static long count(StoreServer fuseki) {
        SPARQLRepository repository = new SPARQLRepository(fuseki.queryUrl().toString());
        try (RepositoryConnection connection = repository.getConnection();
                TupleQueryResult result = connection
                        .prepareTupleQuery("SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o }"
                                + " FILTER STRSTARTS(STR(?g), '" + EntityGraphs.PREFIX + "') }")
                        .evaluate()) {
            return Long.parseLong(result.next().getValue("n").stringValue());
        } finally {
            repository.shutDown();
        }
    }

    private static List<Statement> contents(StoreServer fuseki) {
        SPARQLRepository repository = new SPARQLRepository(fuseki.queryUrl().toString());
        List<Statement> all = new ArrayList<>();
        try (RepositoryConnection connection = repository.getConnection();
                TupleQueryResult result = connection
                        .prepareTupleQuery("SELECT ?s ?p ?o ?g { GRAPH ?g { ?s ?p ?o } }")
                        .evaluate()) {
            for (BindingSet row : result) {
                Resource graph = (Resource) row.getValue("g");
                if (graph.stringValue().startsWith(EntityGraphs.PREFIX) && !ReservedGraphs.isReserved(graph)) {
                    all.add(VALUES.createStatement(
                            (Resource) row.getValue("s"),
                            VALUES.createIRI(row.getValue("p").stringValue()),
                            row.getValue("o"),
                            graph));
                }
            }
        } finally {
            repository.shutDown();
        }
        return all;
    }
}
