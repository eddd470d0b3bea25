package dev.velella.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.diff.options.DiffConfig;
import dev.velella.failure.UserException;
import dev.velella.graph.TargetGraph;
import dev.velella.page.StreamBook;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.source.format.ElementFile;
import dev.velella.status.PipelineConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.logging.log4j.core.config.Configurator;

/**
 * One run of the whole pipeline: starts the pipeline, sends the stream through it, shows the progress, checks the store
 * against the stream, and serves until it is interrupted.
 */
public final class Quickstart {
    private static final int BROKER_PORT = 9092;
    private static final int REST_PORT = 8083;
    private static final int SPARQL_PORT = 7878;
    private static final int PAGE_PORT = 7880;

    /** Topic of what the diff app cannot take. */
    private static final String DIFF_LETTERS = "diff-dead-letters";

    private static final Duration STORE_PATIENCE = Duration.ofSeconds(60);

    private static final String WEATHER_QUERY =
            """
            PREFIX sosa: <http://www.w3.org/ns/sosa/>
            PREFIX om: <http://www.ontology-of-units-of-measure.org/resource/om-2/>
            SELECT ?stream ?property ?value WHERE {
              GRAPH ?stream {
                ?result sosa:isResultOf/sosa:observedProperty ?property ; om:hasNumericalValue ?value
              }
            } ORDER BY ?stream ?property LIMIT 9""";

    private static final String ANY_QUERY =
            """
            SELECT ?stream (COUNT(*) AS ?statements) WHERE {
              GRAPH ?stream { ?s ?p ?o }
            } GROUP BY ?stream ORDER BY ?stream LIMIT 9""";

    private final QuickstartOptions options;
    private final PrintStream out;
    private final DataDirectory directory;
    private final Pipeline.Places places;
    private final Samples samples;
    private final StoreClient store;
    private final String policy;
    private final StreamBook book = new StreamBook();

    private Quickstart(QuickstartOptions options, String policy, DataDirectory directory, Samples samples)
            throws IOException {
        this.options = options;
        this.policy = policy;
        this.out = System.out;
        this.directory = directory;
        this.samples = samples;
        int sparqlPort = options.port().isPresent()
                ? Ports.demanding(options.port().get(), "--port")
                : Ports.preferring(SPARQL_PORT);
        places = new Pipeline.Places(Ports.preferring(BROKER_PORT), Ports.preferring(REST_PORT), sparqlPort);
        store = new StoreClient("http://localhost:" + sparqlPort);
    }

    /**
     * Runs the pipeline until the check is done. Then it serves until it is interrupted, unless the options end it.
     *
     * @return 0 if the store equals the stream, else 1
     * @throws UserException if there is a problem that the user can solve
     */
    public static int run(QuickstartOptions options) throws IOException, InterruptedException {
        Samples samples = Samples.installed();
        options.input().ifPresent(ElementFile::verify);
        String policy = graphPolicy(options);
        // The shutdown is the first resource, so that it is released last, after everything else is closed.
        try (Shutdown shutdown = Shutdown.install();
                PatchFile patches = PatchFile.create(options.patchesOut().orElse(null));
                DataDirectory directory = DataDirectory.open(options.dataDir().orElse(null), options.stream(policy))) {
            logTo(directory);
            return new Quickstart(options, policy, directory, samples).run(patches, shutdown);
        }
    }

    /** The user's policy. If the user chose none: the policy that the stream needs; a line tells the user about it. */
    private static String graphPolicy(QuickstartOptions options) {
        if (options.graphPolicy().isPresent() || options.input().isEmpty()) {
            return options.graphPolicy().orElse(StreamLook.PER_STREAM);
        }
        StreamLook look = StreamLook.at(options.input().get());
        if (look.policy().equals(StreamLook.KEEP)) {
            System.out.printf(
                    "Element %,d is a dataset with graphs of its own, so graph.policy=keep is used (--graph-policy).%n",
                    look.looked());
        }
        return look.policy();
    }

    private static void logTo(DataDirectory directory) {
        System.setProperty("velella.log.file", directory.resolve("velella.log").toString());
        Configurator.reconfigure(URI.create("classpath:log4j2-quickstart.xml"));
    }

    private int run(PatchFile patchFile, Shutdown shutdown) throws IOException, InterruptedException {
        out.println("Velella quickstart: " + options.stream(policy));
        out.println("  data      " + directory + (directory.isTemporary() ? " (removed at the end)" : ""));
        Map<String, String> diffOptions = new HashMap<>(Map.of(
                "velella.graph.policy", policy,
                "velella.temporal.statement", options.temporalStatement(),
                "velella.late", options.late()));
        if (options.input().isPresent()) {
            diffOptions.put("velella.jelly.rdf.star", "true");
        } else { // anybody may write into the topics while it serves; with a file, the first bad element must end the
            // run
            diffOptions.put("velella.on.error", "dead-letter");
            diffOptions.put("velella.dead.letter.topic", DIFF_LETTERS);
        }
        int health = Ports.free();
        diffOptions.put("velella.health.listener", "localhost:" + health);
        long begun = System.nanoTime();
        try (Feed feed = feed();
                Pipeline pipeline = Pipeline.start(directory, places, samples, diffOptions);
                RecordValues graphValues = new RecordValues(pipeline.bootstrapServers());
                RecordValues patchValues = new RecordValues(pipeline.bootstrapServers())) {
            out.println("  broker    " + pipeline.bootstrapServers());
            out.println("  Connect   " + pipeline.restUrl() + "/connectors");
            feed.places().forEach(out::println);
            out.printf("  started in %.1f s%n", (System.nanoTime() - begun) / 1e9);
            GraphMeter graphs = new GraphMeter(graphValues, options.late().equals("keep"), book);
            PatchMeter patches = new PatchMeter(patchValues, patchFile.writer(), book);
            try (ServedPage page = options.exit() ? ServedPage.NONE : page(pipeline, health);
                    TopicTail graphTail =
                            new TopicTail(pipeline.bootstrapServers(), Pipeline.GRAPHS, Pipeline.PARTITIONS, graphs);
                    TopicTail patchTail = new TopicTail(
                            pipeline.bootstrapServers(), Pipeline.PATCHES, Pipeline.PARTITIONS, patches)) {
                page.address().ifPresent(address -> out.println("  page      " + address));
                graphTail.start();
                patchTail.start();
                long sent = System.nanoTime();
                List<String> connectors = createConnectors(pipeline, feed);
                feed.begin(graphs);
                Watch watch = new Watch(
                        pipeline,
                        connectors,
                        new Watch.Topic<>(graphTail, graphs),
                        new Watch.Topic<>(patchTail, patches),
                        store,
                        new Progress(out, Boolean.getBoolean("velella.terminal")),
                        feed);
                if (!watch.untilApplied(shutdown)) {
                    return 1;
                }
                Duration elapsed = Duration.ofNanos(System.nanoTime() - sent);
                patchFile.complete();
                Summary.Logs logs =
                        new Summary.Logs(pipeline.logBytes(Pipeline.GRAPHS), pipeline.logBytes(Pipeline.PATCHES));
                Summary.lines(graphs, patches, logs, graphs.last().size(), elapsed)
                        .forEach(out::println);
                boolean isWhole = report(feed, graphs, diffOptions);
                if (!options.exit() && !shutdown.requested()) {
                    out.println("Serving until Ctrl-C.");
                    isWhole &= serve(watch, shutdown);
                }
                return isWhole ? 0 : 1;
            }
        }
    }

    /** Serves until the run is interrupted. Returns whether no part has failed meanwhile; the others go on then. */
    private boolean serve(Watch watch, Shutdown shutdown) throws InterruptedException {
        AtomicBoolean isWhole = new AtomicBoolean(true);
        watch.untilInterrupted(shutdown, failure -> {
            isWhole.set(false);
            out.println("A PART HAS FAILED: " + failure);
            out.println("  The store no longer follows the stream. The other parts go on until Ctrl-C. The log is "
                    + directory.resolve("velella.log"));
        });
        return isWhole.get();
    }

    private Feed feed() throws IOException, InterruptedException {
        return options.mqtt() ? MqttFeed.start(options, samples, directory.resolve("mqtt")) : ConnectorFeed.of(options);
    }

    /** The page of the pipeline: its state comes from the parts in this process, and its streams from the meters. */
    private ServedPage page(Pipeline pipeline, int health) throws IOException {
        int port = options.pagePort().isPresent()
                ? Ports.demanding(options.pagePort().get(), "--page-port")
                : Ports.preferring(PAGE_PORT);
        return ServedPage.start(
                new PipelineConfig(Map.of(
                        "bootstrap.servers",
                        pipeline.bootstrapServers(),
                        PipelineConfig.CONNECT_URL.name(),
                        pipeline.restUrl(),
                        PipelineConfig.HEALTH_URLS.name(),
                        "http://localhost:" + health,
                        PipelineConfig.LISTENER.name(),
                        "localhost:" + port,
                        PipelineConfig.LETTER_TOPICS.name(),
                        String.join(",", letterTopics()))),
                book);
    }

    /** The topics of dead letters that this run has. */
    private List<String> letterTopics() {
        return options.input().isPresent()
                ? List.of()
                : options.mqtt() ? List.of(DIFF_LETTERS, MqttFeed.LETTERS) : List.of(DIFF_LETTERS);
    }

    private List<String> createConnectors(Pipeline pipeline, Feed feed) throws IOException, InterruptedException {
        ObjectNode sink = samples.connector(
                "memory-sink.json",
                Map.of(
                        "kafka.bootstrap.servers", pipeline.bootstrapServers(),
                        // The worker of the quickstart is new enough for metrics.
                        "value.converter", "dev.velella.converter.MeteredJellyConverter",
                        "target.dir", directory.resolve("store").toString(),
                        "sparql.endpoint.port", Integer.toString(places.sparqlPort())));
        ObjectNode source = feed.connector(samples, pipeline.bootstrapServers());
        pipeline.connect().create(sink);
        pipeline.connect().create(source);
        return List.of(source.get("name").asText(), sink.get("name").asText());
    }

    private boolean report(Feed feed, GraphMeter graphs, Map<String, String> diffOptions)
            throws IOException, InterruptedException {
        List<String> notAsSent = feed.differences(graphs.last());
        if (!notAsSent.isEmpty()) {
            out.println("STREAM DIFFERS FROM THE MESSAGES THAT WERE SENT:");
            notAsSent.stream().limit(20).forEach(line -> out.println("  " + line));
        } else if (options.mqtt()) {
            out.printf(
                    "stream equals the messages that were sent: %,d messages, the last of each station compared%n",
                    graphs.graphs());
        }
        StoreCheck check = new StoreCheck(targetGraph(diffOptions), store);
        StoreCheck.Result result = patiently(() -> check.compare(graphs.last()));
        if (result.equal()) {
            out.printf(
                    "store equals stream: %,d graphs, %,d statements compared one by one%n",
                    result.graphs(), result.statements());
        } else {
            out.println("STORE DIFFERS FROM STREAM:");
            result.differences().stream().limit(20).forEach(line -> out.println("  " + line));
        }
        String query = options.input().isPresent() ? ANY_QUERY : WEATHER_QUERY;
        out.println("A query and its result (more at " + store.queryUrl() + "):");
        query.lines().forEach(line -> out.println("  " + line));
        printRows(patiently(() -> store.select(query)));
        return result.equal() && notAsSent.isEmpty();
    }

    /** A question to the store. */
    private interface Question<T> {
        T ask() throws IOException, InterruptedException;
    }

    /** Repeats a question for a while, because on a busy machine the worker may be restarting the sink's task. */
    private static <T> T patiently(Question<T> question) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + STORE_PATIENCE.toNanos();
        while (true) {
            try {
                return question.ask();
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(500);
            }
        }
    }

    /** The same definition of the target graph that the diff app uses. */
    private static TargetGraph targetGraph(Map<String, String> diffOptions) {
        Map<String, String> all = new HashMap<>(diffOptions);
        all.put("bootstrap.servers", "localhost");
        all.put("velella.input.topic", Pipeline.GRAPHS);
        all.put("velella.output.topic", Pipeline.PATCHES);
        return TargetGraph.of(new DiffConfig(all).graphSettings());
    }

    private void printRows(JsonNode result) {
        for (JsonNode row : result.path("results").path("bindings")) {
            StringBuilder line = new StringBuilder("   ");
            for (JsonNode variable : result.path("head").path("vars")) {
                line.append(' ')
                        .append(row.path(variable.asText()).path("value").asText());
            }
            out.println(line);
        }
    }
}
