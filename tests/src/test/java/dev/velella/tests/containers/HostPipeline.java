package dev.velella.tests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.graph.TargetGraph;
import dev.velella.quickstart.StoreCheck;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.Weather;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * Everything but the broker, on the host: the diff app, and a Connect worker with the plugin directory that runs the
 * sample connectors, from simulated stations to a store in memory. Holds no resources until it is started; closing stops
 * what was started.
 */
public final class HostPipeline implements AutoCloseable {
    public static final String GRAPHS = "graphs";
    public static final String PATCHES = "patches";
    private static final String SOURCE = "weather-source";
    private static final String SINK = "memory-sink";
    public static final int PARTITIONS = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final String bootstrapServers;
    private final Path scratch;
    private final StoreClient store;
    private final StoreCheck check;
    private final DiffApp diffApp;
    private final ConnectRest rest;
    private final Map<String, String> connectorOptions = new HashMap<>();
    private final Map<String, String> sinkOptions = new HashMap<>(Map.of("topics", PATCHES, "snapshot.topics", ""));
    private final int restPort = Ports.free();
    private final int sparqlPort = Ports.free();

    /** Null until started. */
    private @Nullable ConnectWorker worker;

    /**
     * A pipeline that is not started yet.
     *
     * @param bootstrapServers of the broker, which has none of the topics yet
     * @param scratch directory for state and store
     */
    HostPipeline(String bootstrapServers, Path scratch) throws IOException {
        this(bootstrapServers, scratch, Map.of(), Map.of());
    }

    /**
     * As the other, with more options.
     *
     * @param diffOptions of the diff app
     * @param converterOptions of the converters of source and sink, without {@code value.converter.}
     */
    public HostPipeline(
            String bootstrapServers,
            Path scratch,
            Map<String, String> diffOptions,
            Map<String, String> converterOptions)
            throws IOException {
        connectorOptions.put("value.converter", "dev.velella.converter.JellyConverter");
        converterOptions.forEach((name, value) -> connectorOptions.put("value.converter." + name, value));
        this.bootstrapServers = bootstrapServers;
        this.scratch = scratch;
        Map<String, String> options = new HashMap<>(diffOptions);
        options.put("bootstrap.servers", bootstrapServers);
        options.putIfAbsent("state.dir", scratch.resolve("streams").toString());
        options.put("velella.input.topic", GRAPHS);
        options.put("velella.output.topic", PATCHES);
        DiffConfig diff = new DiffConfig(options);
        diffApp = new DiffApp(diff);
        store = new StoreClient("http://localhost:" + sparqlPort);
        check = new StoreCheck(TargetGraph.of(diff.graphSettings()), store);
        rest = new ConnectRest("http://localhost:" + restPort);
    }

    /** Sets options of the sink, before the start. */
    public HostPipeline sink(Map<String, String> options) {
        sinkOptions.putAll(options);
        return this;
    }

    /** Starts diff app and worker, and posts the sample connectors for so many elements of so many stations. */
    public void start(int elements, int stations, int ratePerSecond) throws Exception {
        createTopic();
        diffApp.start();
        startConnectors(elements, stations, ratePerSecond);
    }

    /** Starts all but the diff app. */
    public void startConnectors(int elements, int stations, int ratePerSecond) throws Exception {
        Samples samples = new Samples(Installation.home());
        worker = new ConnectWorker(bootstrapServers, samples.pluginPath(), restPort);
        rest.create(samples.connector(
                SINK + ".json",
                with(
                        sinkOptions,
                        Map.of(
                                "kafka.bootstrap.servers",
                                bootstrapServers,
                                "target.dir",
                                scratch.resolve("store").toString(),
                                "consumer.override.session.timeout.ms",
                                "6000",
                                "sparql.endpoint.port",
                                Integer.toString(sparqlPort)))));
        rest.create(samples.connector(
                SOURCE + ".json",
                with(
                        Map.of(),
                        Map.of(
                                "kafka.bootstrap.servers", bootstrapServers,
                                "simulator.elements", Integer.toString(elements),
                                "simulator.stations", Integer.toString(stations),
                                "simulator.rate.per.second", Integer.toString(ratePerSecond)))));
    }

    private Map<String, String> with(Map<String, String> more, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(connectorOptions);
        all.putAll(more);
        all.putAll(settings);
        return all;
    }

    /**
     * How far the store has come: the sum of its next offsets over all partitions, transaction markers included, so at
     * least the number of patches applied; 0 while there is no store.
     */
    long appliedOffsets() throws Exception {
        long sum = 0;
        Optional<JsonNode> status = store.status();
        if (status.isPresent()) {
            for (JsonNode partition : status.get().path("partitions")) {
                sum += partition.path("applied").asLong();
            }
        }
        return sum;
    }

    /** Waits until the store has come further than so many offsets. */
    void awaitAppliedBeyond(long offsets) throws Exception {
        Await.until("offsets applied beyond " + offsets, PATIENCE, () -> unlessFailed(appliedOffsets() > offsets));
    }

    /** Waits until the store holds the last graph of each of the stations, statement by statement, and nothing else. */
    public StoreCheck.Result awaitStoreEqualsStream(int elements, int stations) throws Exception {
        Map<String, RdfGraph> last = new LinkedHashMap<>();
        for (SimulatedElement element : Weather.elements(elements, stations)) {
            last.put(element.key(), element.graph());
        }
        AtomicReference<StoreCheck.@Nullable Result> seen = new AtomicReference<>();
        try {
            Await.until("the store equals the stream", PATIENCE, () -> {
                seen.set(compare(last));
                return unlessFailed(seen.get() != null && seen.get().equal());
            });
        } catch (AssertionError e) {
            e.addSuppressed(new AssertionError("last seen: " + seen.get()));
            throw e;
        }
        return Objects.requireNonNull(seen.get());
    }

    /** Null while the endpoint does not answer, as between two lives of the sink's task. */
    private StoreCheck.@Nullable Result compare(Map<String, RdfGraph> last) throws InterruptedException {
        try {
            return check.compare(last);
        } catch (IOException e) {
            return null;
        }
    }

    /** A part that has failed is reported at once, with its reason, instead of when patience ends. */
    private boolean unlessFailed(boolean met) throws Exception {
        assertThat(diffApp.failure()).as("failure of the diff app").isEmpty();
        for (String connector : List.of(SOURCE, SINK)) {
            Optional<String> failure = rest.failure(connector);
            assertThat(failure).as("failure of %s", connector).isEmpty();
        }
        return met;
    }

    /** Deletes both connectors, as before a worker takes other ones of the same names. Connect keeps the source's offsets. */
    public void deleteConnectors() throws Exception {
        for (String connector : List.of(SOURCE, SINK)) {
            URI url = URI.create("http://localhost:" + restPort + "/connectors/" + connector);
            int status = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(url).DELETE().build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            assertThat(status).as("%s", url).isEqualTo(204);
        }
    }

    @Override
    public void close() {
        if (worker != null) {
            worker.close();
        }
        diffApp.close();
    }

    private void createTopic() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            if (!admin.listTopics().names().get().contains(GRAPHS)) {
                Topics.create(admin, GRAPHS, PARTITIONS);
            }
        }
    }
}
