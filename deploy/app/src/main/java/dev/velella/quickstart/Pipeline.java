package dev.velella.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.failure.Causes;
import dev.velella.failure.UserException;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Samples;
import dev.velella.status.read.ConnectRest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running parts: broker, worker, diff app, source and sink connector. {@link #start} creates it. Closing stops the
 * started parts in reverse order, and takes less than five seconds.
 */
final class Pipeline implements AutoCloseable {
    static final String GRAPHS = "graphs";
    static final String PATCHES = "patches";

    /** The topic of snapshots, as in the sample of the sink. */
    private static final String SNAPSHOTS = "patches-snapshots";

    static final int PARTITIONS = 2;
    private static final String APPLICATION_ID = "velella-diff";
    private static final Duration STOP_TIME = Duration.ofSeconds(3);
    private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

    private final Deque<AutoCloseable> parts;
    private final EmbeddedBroker broker;
    private final Admin admin;
    private final DiffApp diffApp;
    private final ConnectWorker worker;
    private final ConnectRest connect;

    /**
     * Starts all parts. Pushes each part on the stack as soon as it runs, so that the caller can close it if a later
     * part fails.
     */
    private Pipeline(
            Deque<AutoCloseable> parts,
            DataDirectory directory,
            Places places,
            Samples samples,
            Map<String, String> diffOptions)
            throws IOException, InterruptedException {
        this.parts = parts;
        broker = started(broker(directory.resolve("kafka"), places.brokerPort()));
        admin = started(Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers())));
        createTopic(GRAPHS);
        diffApp = new DiffApp(new DiffConfig(diffOptions(directory, broker.bootstrapServers(), diffOptions)));
        parts.push(() -> diffApp.close(STOP_TIME));
        CompletableFuture<Void> diffStarted = CompletableFuture.runAsync(diffApp::start);
        worker = started(new ConnectWorker(broker.bootstrapServers(), samples.pluginPath(), places.restPort()));
        connect = new ConnectRest(worker.restUrl());
        try {
            diffStarted.get();
        } catch (ExecutionException e) {
            throw new UserException("the diff app did not start: " + Causes.rootMessage(e), e);
        }
    }

    /**
     * Ports chosen for this run.
     *
     * @param brokerPort port of the broker
     * @param restPort port of the worker's REST server
     * @param sparqlPort port of the SPARQL endpoint
     */
    record Places(int brokerPort, int restPort, int sparqlPort) {}

    /**
     * Starts broker, worker and diff app; connectors come later. If a part fails to start, the other parts are stopped.
     */
    static Pipeline start(DataDirectory directory, Places places, Samples samples, Map<String, String> diffOptions)
            throws IOException, InterruptedException {
        Deque<AutoCloseable> parts = new ArrayDeque<>();
        Pipeline pipeline = null;
        try {
            pipeline = new Pipeline(parts, directory, places, samples, diffOptions);
            return pipeline;
        } finally {
            if (pipeline == null) {
                closeAll(parts);
            }
        }
    }

    private static EmbeddedBroker broker(Path directory, int port) throws IOException {
        try {
            return new EmbeddedBroker(directory, port);
        } catch (RuntimeException e) {
            throw new UserException("the broker did not start on port " + port + ": " + Causes.rootMessage(e), e);
        }
    }

    private <T extends AutoCloseable> T started(T part) {
        parts.push(part);
        return part;
    }

    private static Map<String, String> diffOptions(
            DataDirectory directory, String bootstrapServers, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.put("bootstrap.servers", bootstrapServers);
        all.put("application.id", APPLICATION_ID);
        all.put("state.dir", directory.resolve("streams").toString());
        all.put("velella.input.topic", GRAPHS);
        all.put("velella.output.topic", PATCHES);
        all.put("velella.snapshot.topic", SNAPSHOTS);
        return all;
    }

    private void createTopic(String name) throws InterruptedException {
        try {
            admin.createTopics(List.of(new NewTopic(name, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new UserException("topic " + name + " could not be created: " + Causes.rootMessage(e), e);
            }
        }
    }

    String bootstrapServers() {
        return broker.bootstrapServers();
    }

    ConnectRest connect() {
        return connect;
    }

    String restUrl() {
        return worker.restUrl();
    }

    /** The failures of the parts, each in one line. */
    List<String> failures(Collection<String> connectors) throws IOException, InterruptedException {
        List<String> failures = new ArrayList<>();
        diffApp.failure().ifPresent(thrown -> failures.add("the diff app failed: " + Causes.rootMessage(thrown)));
        for (String name : connectors) {
            connect.failure(name).ifPresent(failure -> failures.add("connector " + name + " failed: " + failure));
        }
        return failures;
    }

    /** Total number of graphs of the source, after it has sent the last one; empty before. */
    Optional<Long> sourceTotal(String connector) throws IOException, InterruptedException {
        for (JsonNode entry : connect.offsets(connector)) {
            JsonNode offset = entry.path("offset");
            if (offset.path("complete").asBoolean()) {
                return Optional.of(offset.path("elements").asLong());
            }
        }
        return Optional.empty();
    }

    /** Next offset that the diff app will read, by partition of the topic of graphs. */
    Map<TopicPartition, Long> diffedTo() throws InterruptedException {
        Map<TopicPartition, Long> next = new HashMap<>();
        try {
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(APPLICATION_ID)
                    .partitionsToOffsetAndMetadata()
                    .get();
            committed.forEach((partition, offset) -> {
                if (offset != null) {
                    next.put(partition, offset.offset());
                }
            });
        } catch (ExecutionException e) {
            throw new UserException("the offsets of the diff app cannot be read: " + Causes.rootMessage(e), e);
        }
        return next;
    }

    /**
     * End of a topic, by partition, if all its transactions are decided; empty while a transaction is open there.
     *
     * @see TopicEnds#decided
     */
    Optional<Map<TopicPartition, Long>> decidedEnds(String topic) throws InterruptedException {
        try {
            return new TopicEnds(admin, topic, PARTITIONS).decided();
        } catch (ExecutionException e) {
            throw new UserException("the end of topic " + topic + " cannot be read: " + Causes.rootMessage(e), e);
        }
    }

    /** Bytes of the log of a topic, as they are on the broker's disk. */
    long logBytes(String topic) throws InterruptedException {
        try {
            return admin.describeLogDirs(List.of(EmbeddedBroker.ID)).allDescriptions().get().values().stream()
                    .flatMap(directories -> directories.values().stream())
                    .flatMap(directory -> directory.replicaInfos().entrySet().stream())
                    .filter(replica -> replica.getKey().topic().equals(topic))
                    .mapToLong(replica -> replica.getValue().size())
                    .sum();
        } catch (ExecutionException e) {
            throw new UserException("the size of topic " + topic + " cannot be read: " + Causes.rootMessage(e), e);
        }
    }

    @Override
    public void close() {
        closeAll(parts);
    }

    private static void closeAll(Deque<AutoCloseable> parts) {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                LOG.warn("A part did not stop cleanly", e);
            }
        }
    }
}
