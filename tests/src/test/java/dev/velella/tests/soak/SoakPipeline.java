package dev.velella.tests.soak;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.fixture.CutProxy;
import dev.velella.fixture.SmallDisk;
import dev.velella.quickstart.part.Samples;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.HangingTransactions;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.mqtt.HiveMqProcess;
import dev.velella.tests.remote.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;

/**
 * All parts, each in a process of its own: devices and a broker of MQTT, Kafka, two workers, two instances of the diff app (a
 * third one that may join), four stores, and the service of graphs. While a test waits, its {@link Supervisor} looks after them.
 */
final class SoakPipeline implements AutoCloseable {
    static final String GRAPHS = "graphs";
    static final String PATCHES = "patches";
    static final String SNAPSHOTS = "snapshots";
    static final int PARTITIONS = 3;

    private static final String SOURCE = "mqtt-source";
    private static final long PAUSE_NS = TimeUnit.MINUTES.toNanos(1);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    final FaultLog log;
    final BrokerProcess kafka;
    final HiveMqProcess mqtt;
    final CutProxy mqttLink;
    final List<ServerProcess> servers = new ArrayList<>();
    final List<CutProxy> storeLinks = new ArrayList<>();
    final SmallDisk lmdbDisk;
    final SmallDisk diffDisk;
    final List<SoakWorker> workers = new ArrayList<>();
    final List<SoakService> diffs = new ArrayList<>();
    final SoakService serve;
    final List<SoakStore> stores = new ArrayList<>();
    final SoakDevices devices;
    final Supervisor supervisor;
    private final HangingTransactions transactions;

    SoakPipeline(Path scratch, FaultLog log, int perSecond) throws Exception {
        this.log = log;
        try {
            Files.createDirectories(log("any").getParent());
            for (ServerProcess.Kind kind : List.of(ServerProcess.Kind.RDF4J, ServerProcess.Kind.TDB2)) {
                servers.add(part(new ServerProcess(kind, scratch.resolve(kind.name()), Map.of())));
            }
            mqtt = part(new HiveMqProcess(scratch.resolve("mqtt")));
            kafka = part(new BrokerProcess(scratch.resolve("kafka")));
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
                Topics.create(admin, GRAPHS, PARTITIONS);
            }
            lmdbDisk = part(new SmallDisk(scratch.resolve("lmdb-disk"), "160m"));
            diffDisk = part(new SmallDisk(scratch.resolve("diff-disk"), "160m"));
            for (int i = 0; i < 2; i++) {
                workers.add(part(new SoakWorker("worker-" + i, scratch, bootstrapServers(), Distribution.BUILT)));
                workers.get(i).process().start();
            }
            for (int i = 0; i < 3; i++) {
                Path state = i == 0 ? diffDisk.directory() : scratch.resolve("diff-state-" + i);
                diffs.add(SoakService.diff("diff-" + i, scratch, state, bootstrapServers(), Distribution.BUILT, 100));
                part(diffs.get(i).process());
            }
            diffs.get(0).process().start();
            diffs.get(1).process().start();
            serve = SoakService.serve("serve", scratch, bootstrapServers(), Distribution.BUILT);
            part(serve.process());
            awaitTopic(PATCHES);
            serve.process().start();
            transactions = new HangingTransactions(bootstrapServers());
            mqttLink = part(new CutProxy(mqtt.port()));
            stores.add(SoakStore.embedded("memory", scratch.resolve("memory-store"), bootstrapServers()));
            stores.add(SoakStore.embedded("lmdb", lmdbDisk.directory().resolve("store"), bootstrapServers()));
            for (ServerProcess server : servers) {
                server.awaitUp();
                storeLinks.add(part(new CutProxy(server.queryUrl().getPort())));
                stores.add(SoakStore.remote(server, storeLinks.get(storeLinks.size() - 1), bootstrapServers()));
            }
            devices = part(new SoakDevices(mqtt.port(), perSecond));
            List<ChildProcess> processes = new ArrayList<>();
            workers.forEach(worker -> processes.add(worker.process()));
            diffs.forEach(diff -> processes.add(diff.process()));
            processes.add(serve.process());
            supervisor = new Supervisor(processes, workers, connectors(), log);
            createConnectors();
        } catch (Exception | AssertionError e) {
            close();
            throw e;
        }
    }

    private <P extends AutoCloseable> P part(P part) {
        parts.push(part);
        return part;
    }

    /** Log of a process. */
    static Path log(String name) {
        return Path.of("target", "soak", name + ".log");
    }

    String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    private void awaitTopic(String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
            Await.until(
                    "there is a topic " + topic,
                    SoakDevices.PATIENCE,
                    () -> admin.listTopics().names().get().contains(topic));
        }
    }

    private void createConnectors() throws Exception {
        Installation.awaitUp(workers.get(0).connect());
        Installation.awaitUp(workers.get(1).connect());
        ConnectRest rest = workers.get(0).connect();
        rest.create(source());
        for (SoakStore store : stores) {
            rest.create(store.connector());
        }
        Await.until("the source has subscribed, and a reading is everywhere", SoakDevices.PATIENCE, () -> {
            supervisor.look();
            if (rest.isRunning(SOURCE)) {
                devices.publishFirst();
            }
            return lacking(Map.of(SoakDevices.FIRST, 1L)).isEmpty();
        });
    }

    private List<String> connectors() {
        List<String> names = new ArrayList<>(List.of(SOURCE));
        stores.forEach(store -> names.add(store.name()));
        return names;
    }

    private ObjectNode source() throws IOException {
        return new Samples(Installation.home())
                .connector(
                        "mqtt-source.json",
                        Map.of(
                                "kafka.bootstrap.servers", bootstrapServers(),
                                "mqtt.server.uri", mqttLink.uri(),
                                "mqtt.topics", "site/+/reading",
                                "mqtt.retry.backoff.ms", "100",
                                "mqtt.retry.backoff.max.ms", "1000",
                                "payload.content.type", "text/turtle",
                                "temporal.property", SoakReading.TIME,
                                "on.error", "fail",
                                "topic", GRAPHS));
    }

    /** Lets time pass. */
    void awaitTime(String what, long nanoTime) throws Exception {
        Await.until(what, SoakDevices.PATIENCE, () -> {
            supervisor.look();
            return System.nanoTime() - nanoTime >= 0;
        });
    }

    /** Waits until all parts work and every reader has at least these readings. Once a minute the log says what it waits for. */
    void awaitWhole(Map<String, Long> readings) throws Exception {
        AtomicLong said = new AtomicLong(System.nanoTime());
        AtomicReference<String> waits = new AtomicReference<>("");
        try {
            Await.until("all is whole", SoakDevices.PATIENCE, () -> {
                supervisor.look();
                List<String> troubles = troubles();
                Map<String, Map<String, Long>> lacking = troubles.isEmpty() ? lacking(readings) : Map.of();
                waits.set(troubles.isEmpty() ? lacking + " where " + readings + " was sent" : troubles.toString());
                boolean whole = troubles.isEmpty() && lacking.isEmpty();
                if (!whole && System.nanoTime() - said.get() > PAUSE_NS) {
                    said.set(System.nanoTime());
                    log.line("waits for " + waits.get());
                    for (String ended : transactions.abort()) {
                        log.line(ended);
                    }
                }
                return whole;
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; " + waits.get(), e);
        }
    }

    /** Parts that do not work now. */
    private List<String> troubles() throws Exception {
        List<String> troubles = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            if (!diffs.get(i).isReady()) {
                troubles.add("diff-" + i + " is not ready");
            }
        }
        if (!serve.isReady()) {
            troubles.add("serve is not ready");
        }
        if (troubles.isEmpty()) {
            for (String connector : connectors()) {
                if (supervisor.rest().runningTasks(connector) != 1) {
                    troubles.add(connector + " does not run its task");
                }
            }
        }
        return troubles;
    }

    /** Readers that have not all of these readings, each with what it has. */
    private Map<String, Map<String, Long>> lacking(Map<String, Long> readings) throws Exception {
        Map<String, Map<String, Long>> readers = new TreeMap<>();
        readers.put("serve", serve.numbers());
        for (SoakStore store : stores) {
            readers.put(store.name(), store.numbers());
        }
        readers.values().removeIf(found -> readings.entrySet().stream()
                .allMatch(reading -> found.getOrDefault(reading.getKey(), 0L) >= reading.getValue()));
        return readers;
    }

    /** Process numbers by role. A role is all programs of a kind, for their work goes from one to the other. */
    Map<String, List<Long>> pids() {
        Map<String, List<Long>> pids = new TreeMap<>();
        pids.put("kafka", List.of(kafka.pid()));
        pids.put("mqtt", List.of(mqtt.pid()));
        servers.forEach(server -> pids.put(server.toString(), List.of(server.pid())));
        for (ChildProcess process : supervisor.processes()) {
            if (process.isUp()) {
                pids.computeIfAbsent(process.name().replaceAll("-\\d$", ""), role -> new ArrayList<>())
                        .add(process.pid());
            }
        }
        return pids;
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
