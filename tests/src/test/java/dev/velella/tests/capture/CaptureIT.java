package dev.velella.tests.capture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.capture.OutboxPosition;
import dev.velella.cli.VelellaRun;
import dev.velella.outbox.OutboxSail;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.GraphHash;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.store.ReservedGraphs;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import dev.velella.tests.remote.ServedRepository;
import dev.velella.tests.remote.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four writers update repositories of an RDF4J server that have outboxes, while a worker makes patches of the commits and
 * replicas of the patches, and server, worker and broker are killed in turn: in the end every replica equals its repository.
 */
class CaptureIT {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String HEARTBEATS = "heartbeats";

    /** Products that are inserted in one update before the connectors start. */
    private static final int STOCK = 100;

    private final List<String> stores =
            List.of(System.getProperty("velella.outbox.stores", "memory").split(","));
    private final int kills = Integer.getInteger("velella.outbox.kills", 1);
    private final int products = Integer.getInteger("velella.outbox.products", 300);
    /** A large store is read for a long time. */
    private final Duration patience = Duration.ofSeconds(180 + products / 20);

    private final int updatesOfKill = Integer.getInteger("velella.outbox.updates", 40);
    private final HttpClient client = HttpClient.newHttpClient();
    private final RepositoryContents contents = new RepositoryContents(client);
    private final AtomicBoolean writing = new AtomicBoolean(true);
    private final Map<String, Integer> ports = new HashMap<>();
    private final AtomicInteger updates = new AtomicInteger();
    private final Map<String, StoreBackup> backups = new HashMap<>();
    private int restored;

    @TempDir
    private Path scratch;

    @Test
    void everyReplicaEqualsItsRepositoryAfterKillsOfServerWorkerAndBroker() throws Exception {
        try (ServerProcess server = new ServerProcess(
                        ServerProcess.Kind.RDF4J, scratch.resolve("rdf4j"), Map.of("server.extra", jars()));
                BrokerProcess broker = new BrokerProcess(scratch.resolve("kafka"))) {
            List<ServedRepository> repositories = new ArrayList<>();
            server.awaitUp();
            for (String store : stores) {
                ServedRepository repository = ServedRepository.captured(server, store);
                repository.awaitUp();
                fill(repository, store);
                repositories.add(repository);
            }
            backUp(server, repositories);
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                Topics.create(admin, HEARTBEATS, 1);
                for (String store : stores) {
                    Topics.create(admin, "patches-" + store, 1);
                    Topics.create(admin, "signals-" + store, 1);
                }
            }
            List<ObjectNode> sinks = new ArrayList<>();
            ServedRepository last = repositories.get(repositories.size() - 1);
            try (WorkerProcess worker = new WorkerProcess(scratch, broker.bootstrapServers());
                    FusekiReplica fuseki =
                            new FusekiReplica(scratch.resolve("fuseki"), broker.bootstrapServers(), topic(last))) {
                worker.awaitUp();
                for (ServedRepository repository : repositories) {
                    worker.rest().create(source(repository, broker.bootstrapServers()));
                    sinks.add(sink(repository, broker.bootstrapServers()));
                    worker.rest().create(sinks.get(sinks.size() - 1));
                }
                sinks.add(fuseki.sink());
                worker.rest().create(fuseki.sink());
                List<CompletableFuture<Void>> writers = writers(repositories);
                for (int kill = 0; kill < kills; kill++) {
                    more(updatesOfKill);
                    server.kill();
                    server.start();
                    server.awaitUp();
                    awaitWhole(server, repositories);
                    more(updatesOfKill);
                    worker.kill();
                    broker.kill();
                    broker.start();
                    worker.start();
                    worker.awaitUp();
                }
                more(updatesOfKill);
                writing.set(false);
                writers.forEach(CompletableFuture::join);
                long end = 0;
                for (ServedRepository repository : repositories) {
                    end = awaitEnd(worker.rest(), repository, broker.bootstrapServers());
                }
                fuseki.awaitApplied(end, patience);
                assertThat(worker.rest().failure("fuseki-sink")).isEmpty();
                assertThat(fuseki.contents())
                        .isEqualTo(FusekiReplica.named(contents.of(last)))
                        .hasSizeGreaterThan(1000);
                verify(sinks.subList(sinks.size() - 1, sinks.size()));
                onceMore(repositories.get(0), broker.bootstrapServers());
                awaitEnd(worker.rest(), repositories.get(0), broker.bootstrapServers());
            }
            for (int i = 0; i < repositories.size(); i++) {
                Path directory = scratch.resolve("replica-" + repositories.get(i));
                assertThat(replica(directory, repositories.get(i) + "-sink"))
                        .isEqualTo(contents.of(repositories.get(i)))
                        .hasSizeGreaterThan(1000);
            }
            verify(sinks.subList(0, sinks.size() - 1));
            assertThat(Path.of("target", "servers.log"))
                    .content()
                    .doesNotContain("A kill of this process may damage its LmdbStore");
        }
        System.out.printf(
                "%d kills of the server, of the worker and of the broker, %d products, %d updates of %s, %d backups of NativeStores restored%n",
                kills, products, updates.get(), stores, restored);
    }

    /** Products before the capture begins. A MemoryStore writes all of its file in every commit, so it has fewer. */
    private void fill(ServedRepository repository, String store) {
        UpdateMix mix = new UpdateMix(99, 1);
        int count = store.equals("memory") ? Math.min(products, 1_000) : products;
        for (int i = 0; i < count; i += STOCK) {
            assertThat(update(repository, mix.stock(STOCK))).isTrue();
        }
    }

    /** Backups of NativeStores: RDF4J's own files of this kind may be damaged by a kill. */
    private void backUp(ServerProcess server, List<ServedRepository> repositories) throws Exception {
        List<ServedRepository> natives = repositories.stream()
                .filter(repository -> repository.toString().endsWith("native"))
                .toList();
        if (!natives.isEmpty()) {
            server.stop();
            for (ServedRepository repository : natives) {
                backups.put(
                        repository.toString(),
                        StoreBackup.make(
                                scratch.resolve("rdf4j"), repository, scratch.resolve("backup-" + repository)));
            }
            server.start();
            server.awaitUp();
        }
    }

    /** After a kill no store is damaged; or it is a NativeStore, the outbox refuses it, and its backup takes its place. */
    private void awaitWhole(ServerProcess server, List<ServedRepository> repositories) throws Exception {
        for (ServedRepository repository : repositories) {
            StoreBackup backup = backups.get(repository.toString());
            try {
                contents.position(repository);
            } catch (IOException refused) {
                if (backup == null) {
                    throw refused;
                }
                System.out.println("the backup takes the place of a store: " + refused.getMessage());
                server.kill();
                backup.restore();
                server.start();
                server.awaitUp();
                contents.position(repository);
                restored++;
            }
        }
    }

    private void onceMore(ServedRepository repository, String bootstrapServers) throws Exception {
        CaptureSignal signal = new CaptureSignal(bootstrapServers, topic(repository), signals(repository), HEARTBEATS);
        String key = repository.toString();
        signal.awaitHeartbeat(
                key, OutboxPosition.parse(contents.position(repository)).number(), patience);
        signal.emitsOnceMore(key, contents.of(repository), patience);
    }

    private void verify(List<ObjectNode> sinks) throws IOException {
        for (ObjectNode sink : sinks) {
            Path file = scratch.resolve(sink.get("name").asText() + ".json");
            new ObjectMapper().writeValue(file.toFile(), sink);
            VelellaRun run = VelellaRun.of("verify", "--config", file.toString(), "--timeout-ms", "60000", "--full");
            assertThat(run.status()).as(run.toString()).isZero();
        }
    }

    /** Waits until so many more updates were done. */
    private void more(int count) throws Exception {
        int goal = updates.get() + count;
        Await.until(goal + " updates", patience, () -> updates.get() >= goal);
    }

    private List<CompletableFuture<Void>> writers(List<ServedRepository> repositories) {
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            UpdateMix mix = new UpdateMix(writer, 2);
            writers.add(CompletableFuture.runAsync(() -> {
                while (writing.get()) {
                    String next = mix.next();
                    for (ServedRepository repository : repositories) {
                        if (update(repository, next)) {
                            updates.incrementAndGet();
                        }
                    }
                }
            }));
        }
        return writers;
    }

    /** Whether the server has done an update; nobody knows if it has not answered. */
    private boolean update(ServedRepository repository, String update) {
        try {
            HttpRequest request = HttpRequest.newBuilder(repository.updateUrl())
                    .header("Content-Type", "application/sparql-update")
                    .POST(HttpRequest.BodyPublishers.ofString(update))
                    .build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() >= 400 && answer.statusCode() < 500) {
                throw new AssertionError(answer.body());
            }
            if (answer.statusCode() >= 300) {
                System.out.println("HTTP " + answer.statusCode() + " of " + repository + ": " + answer.body());
            }
            return answer.statusCode() < 300;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until the source has emitted the last commit, and the sink has the last patch; returns the offset after it. */
    private long awaitEnd(ConnectRest rest, ServedRepository repository, String bootstrapServers) throws Exception {
        String position = contents.position(repository);
        Await.until(repository + " is read up to " + position, patience, () -> {
            assertThat(rest.failure(repository + "-source")).isEmpty();
            assertThat(rest.failure(repository + "-sink")).isEmpty();
            String offsets = rest.offsets(repository + "-source").toString();
            return offsets.contains(position) && offsets.contains("\"snapshot\":\"end\"");
        });
        int count = contents.of(repository).size();
        List<ConsumerRecord<String, byte[]>> records = Topics.committed(bootstrapServers, topic(repository), 1);
        long end = records.get(records.size() - 1).offset() + 1;
        StoreClient store = new StoreClient("http://localhost:" + ports.get(repository.toString()));
        Await.until(repository + "-sink has " + count + " statements durably", patience, () -> {
            assertThat(rest.failure(repository + "-sink")).isEmpty();
            JsonNode status = store.status().orElse(null);
            return status != null
                    && status.path("statements").asLong() == count
                    && status.path("partitions").path(0).path("durable").asLong() >= end;
        });
        return end;
    }

    /** The replica of a store whose worker has ended. */
    private static Set<Statement> replica(Path directory, String sink) {
        Set<Statement> all = new HashSet<>();
        try (MemoryTarget target = MemoryTarget.open(directory, sink, Duration.ofSeconds(240));
                RepositoryConnection connection = target.connect()) {
            connection.getStatements(null, null, null, false).forEach(statement -> {
                if (!ReservedGraphs.isReserved(statement.getContext())) {
                    all.add(VALUES.createStatement(
                            statement.getSubject(),
                            statement.getPredicate(),
                            statement.getObject(),
                            statement.getContext()));
                }
            });
        }
        return all;
    }

    private ObjectNode source(ServedRepository repository, String bootstrapServers) throws IOException {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", bootstrapServers);
        options.put("rdf4j.url", repository.queryUrl().toString());
        options.put("rdf4j.poll.interval.ms", "100");
        options.put("rdf4j.retry.backoff.ms", "100");
        options.put("rdf4j.retry.backoff.max.ms", "500");
        // Each chunk reads the whole store, so a store that many updates have made large needs few chunks.
        options.put("snapshot.chunk.statements", Integer.toString(Math.max(products, 2 * kills * updatesOfKill)));
        options.put("outbox.trim.interval.ms", "1000");
        options.put("topic", topic(repository));
        options.put("heartbeat.topic", HEARTBEATS);
        options.put("heartbeat.interval.ms", "500");
        options.put("signal.topic", signals(repository));
        options.put("producer.override.transaction.timeout.ms", "8000");
        ObjectNode connector = new Samples(Installation.home()).connector("rdf4j-repository-source.json", options);
        connector.put("name", repository + "-source");
        return connector;
    }

    private static String topic(ServedRepository repository) {
        return repository.toString().replace("captured", "patches");
    }

    private static String signals(ServedRepository repository) {
        return repository.toString().replace("captured", "signals");
    }

    private ObjectNode sink(ServedRepository repository, String bootstrapServers) throws IOException {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", bootstrapServers);
        options.put("topics", topic(repository));
        options.put("snapshot.topics", "");
        options.put("target.dir", scratch.resolve("replica-" + repository).toString());
        int port = Ports.free();
        ports.put(repository.toString(), port);
        options.put("sparql.endpoint.port", Integer.toString(port));
        options.put("checkpoint.interval.ms", "300");
        options.put("consumer.override.session.timeout.ms", "6000");
        ObjectNode connector = new Samples(Installation.home()).connector("memory-sink.json", options);
        connector.put("name", repository + "-sink");
        return connector;
    }

    /** The jars that are dropped into the server. */
    private static String jars() {
        return place(OutboxSail.class) + ";" + place(GraphHash.class);
    }

    private static String place(Class<?> of) {
        return Path.of(URI.create(
                        of.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toAbsolutePath()
                .toString();
    }
}
