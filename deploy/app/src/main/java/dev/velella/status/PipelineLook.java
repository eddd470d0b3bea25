package dev.velella.status;

import dev.velella.converter.TaskCluster;
import dev.velella.status.read.ClusterLook;
import dev.velella.status.read.DiffLook;
import dev.velella.status.read.LocalMetrics;
import dev.velella.status.read.Metrics;
import dev.velella.status.read.ScrapedMetrics;
import dev.velella.status.read.StoreLook;
import dev.velella.status.read.ViewLook;
import dev.velella.status.read.WebLook;
import dev.velella.status.read.WorkerLook;
import dev.velella.status.state.ConnectorState;
import dev.velella.status.state.DiffState;
import dev.velella.status.state.DiffState.Instance;
import dev.velella.status.state.PipelineState;
import dev.velella.status.state.Severity;
import dev.velella.status.state.SinkState;
import dev.velella.status.state.TopicState;
import dev.velella.status.state.TopicState.Bounds;
import dev.velella.status.state.ViewsState;
import dev.velella.status.state.ViewsState.ViewState;
import dev.velella.view.app.HeldViews;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.options.ViewConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all parts of a pipeline, again and again, and tells its state with the troubles. A part that does not answer
 * is a trouble, never an exception. Owns the clients. Not thread-safe.
 */
public final class PipelineLook implements AutoCloseable {
    private static final String PLUGINS = "kafka_connect_plugins_";
    private static final String VIEWS = "kafka_streams_velella_view_metrics_";

    private final PipelineConfig config;
    private final WorkerLook workers;
    private final ClusterLook cluster;
    private final DiffLook diff;
    private final DiffLook viewApp;
    private final StoreLook store;
    private final Metrics.Source metrics;
    private final History history = new History();

    /** Makes the clients; sends no request yet. Metrics come from the addresses in the configuration. */
    public PipelineLook(PipelineConfig config) {
        this(config, null);
    }

    private PipelineLook(PipelineConfig config, Metrics.@Nullable Source local) {
        this.config = config;
        Duration timeout = Duration.ofMillis(PipelineConfig.TIMEOUT_MS.of(config));
        WebLook web = new WebLook(timeout);
        workers = new WorkerLook(PipelineConfig.CONNECT_URL.of(config), web);
        cluster = new ClusterLook(
                config.bootstrapServers(), config.clients(), PipelineConfig.VIEW_APPLICATION_ID.of(config), timeout);
        diff = new DiffLook(PipelineConfig.HEALTH_URLS.of(config), web);
        viewApp = new DiffLook(PipelineConfig.VIEW_HEALTH_URLS.of(config), web);
        store = new StoreLook(config.storeUrl(), web);
        metrics = local == null ? new ScrapedMetrics(PipelineConfig.METRICS_URLS.of(config), web) : local;
    }

    /** A look at a pipeline in this process: metrics come from JMX. */
    public static PipelineLook ofThisProcess(PipelineConfig config) {
        return new PipelineLook(config, new LocalMetrics());
    }

    /** Looks at all parts. Takes as long as the slowest of them, a few timeouts at most. */
    public PipelineState read() {
        WorkerLook.Result worker = workers.read();
        Map<String, String> topics = topics(worker.connectors());
        String application = PipelineConfig.APPLICATION_ID.of(config);
        Set<String> groups = new TreeSet<>(Set.of(application));
        worker.connectors().stream().filter(ConnectorState::isSink).forEach(sink -> groups.add(group(sink)));
        ClusterLook.Result kafka = cluster.read(topics, groups);
        Metrics values = metrics.read();
        long now = System.currentTimeMillis();
        Map<TopicPartition, Long> diffed = kafka.committed().getOrDefault(application, Map.of());
        String graphs = PipelineConfig.GRAPH_TOPIC.of(config);
        Long diffLag = diffed.isEmpty() ? null : lag(kafka.topics(), Set.of(graphs), diffed);
        Map<String, Map<TopicPartition, Long>> applied = new HashMap<>();
        List<SinkState> sinks = new ArrayList<>();
        for (ConnectorState sink : worker.connectors()) {
            if (sink.isSink()) {
                StoreLook.Result stored = store.read(sink);
                Map<TopicPartition, Long> committed = kafka.committed().getOrDefault(group(sink), Map.of());
                Map<TopicPartition, Long> done =
                        stored.applied().isEmpty() ? offsets(values, "offset_applied", sink.name()) : stored.applied();
                applied.put(sink.name(), done.isEmpty() ? committed : done);
                sinks.add(state(sink, stored, done, committed, kafka.topics(), values, now));
            }
        }
        PipelineState state = new PipelineState(
                now,
                Severity.WELL,
                kafka.cluster(),
                worker.worker(),
                worker.connectors(),
                needed(kafka.topics()),
                new DiffState(application, diffLag, diff.read()),
                sinks,
                views(kafka.views(), values, now),
                null,
                List.of());
        Findings findings = new Findings(history, now);
        Checks.check(new Facts(state, values, diffed, applied), findings);
        return state.with(findings.troubles());
    }

    private static String group(ConnectorState sink) {
        return sink.config().getOrDefault("consumer.override.group.id", "connect-" + sink.name());
    }

    /** The topics of the pipeline with their roles, from the configurations. */
    private Map<String, String> topics(List<ConnectorState> connectors) {
        Map<String, String> topics = new LinkedHashMap<>();
        topics.put(PipelineConfig.GRAPH_TOPIC.of(config), "graphs");
        topics.put(PipelineConfig.PATCH_TOPIC.of(config), "patches");
        for (ConnectorState connector : connectors) {
            Map<String, String> options = connector.config();
            for (String topic : split(options.get("topics"))) {
                boolean hasSnapshots = options.containsKey("snapshot.topics")
                        ? options.get("snapshot.topics").contains(topic + ":")
                        : topic.endsWith("-snapshots"); // the sink pairs them by their names
                topics.putIfAbsent(topic, hasSnapshots ? "snapshots" : "patches");
            }
            for (String option : List.of("dead.letter.topic", "errors.deadletterqueue.topic.name")) {
                split(options.get(option)).forEach(topic -> topics.put(topic, "dead letters"));
            }
        }
        topics.putIfAbsent(config.dictionariesTopic(), TopicState.DICTIONARIES);
        for (ConnectorState connector : connectors) {
            topics.putIfAbsent(TaskCluster.dictionariesTopic(connector.config()), TopicState.DICTIONARIES);
        }
        PipelineConfig.LETTER_TOPICS.of(config).forEach(topic -> topics.put(topic, "dead letters"));
        return topics;
    }

    /** Without the topics of dictionaries that are not there, unless records build on dictionaries and none is there. */
    private static List<TopicState> needed(List<TopicState> topics) {
        boolean isAnyNeeded = topics.stream().anyMatch(topic -> topic.form().equals(TopicState.ON_DICTIONARY))
                && topics.stream().noneMatch(topic -> isOfDictionaries(topic) && topic.partitions() > 0);
        return topics.stream()
                .filter(topic -> isAnyNeeded || !isOfDictionaries(topic) || topic.partitions() > 0)
                .toList();
    }

    private static boolean isOfDictionaries(TopicState topic) {
        return topic.role().equals(TopicState.DICTIONARIES);
    }

    private static List<String> split(@Nullable String list) {
        List<String> parts = new ArrayList<>();
        for (String part : (list == null ? "" : list).split(",", -1)) {
            if (!part.isBlank()) {
                parts.add(part.strip());
            }
        }
        return parts;
    }

    private static SinkState state(
            ConnectorState sink,
            StoreLook.Result stored,
            Map<TopicPartition, Long> applied,
            Map<TopicPartition, Long> committed,
            List<TopicState> topics,
            Metrics metrics,
            long now) {
        String name = sink.name();
        Set<String> read = new TreeSet<>(split(sink.config().get("topics")));
        Long lagApplied = number(metrics.sum(PLUGINS + "lag_records_applied", name));
        if (lagApplied == null && !applied.isEmpty()) {
            lagApplied = lag(topics, read, applied);
        }
        Long lagDurable = number(metrics.sum(PLUGINS + "lag_records_durable", name));
        if (lagDurable == null) {
            Map<TopicPartition, Long> durable = stored.durable().isEmpty() ? committed : stored.durable();
            lagDurable = durable.isEmpty() ? null : lag(topics, read, durable);
        }
        Long lagAppliedMs = number(metrics.most(PLUGINS + "lag_ms_applied", name));
        Long newest = topics.stream()
                .filter(topic -> read.contains(topic.name()) && topic.role().equals("patches"))
                .map(TopicState::newest)
                .filter(time -> time != null)
                .max(Long::compare)
                .orElse(null);
        Long freshness = lagAppliedMs != null && lagAppliedMs > 0
                ? lagAppliedMs
                : newest != null && lagApplied != null && lagApplied == 0
                        ? Long.valueOf(Math.max(0, now - newest))
                        : null;
        return new SinkState(
                name,
                stored.address(),
                stored.answers(),
                stored.reason(),
                stored.statements(),
                stored.streams(),
                lagApplied,
                lagDurable,
                lagAppliedMs,
                number(metrics.most(PLUGINS + "lag_ms_durable", name)),
                number(metrics.most(PLUGINS + "store_waiting_ms", name)),
                freshness,
                stored.history());
    }

    /** The view app; null if there is none. */
    private @Nullable ViewsState views(ViewLook.@Nullable Result found, Metrics values, long now) {
        List<Instance> instances = viewApp.read();
        if (found == null && instances.isEmpty()) {
            return null;
        }
        ViewLook.Result app = found == null ? ViewLook.Result.UNKNOWN : found;
        HeldViews held = app.held();
        Map<String, Double> answers = values.sums(VIEWS + "answers_total", "view");
        Map<String, Double> failures = values.sums(VIEWS + "failures_total", "view");
        // A view has no count before its first answer.
        Double unasked = values.of(VIEWS + "epoch").findAny().isPresent() ? 0.0 : null;
        List<ViewState> views = new ArrayList<>();
        for (ViewDefinition view : held == null ? List.<ViewDefinition>of() : held.definitions()) {
            String name = view.name();
            Double count = answers.getOrDefault(name, unasked);
            views.add(new ViewState(
                    name,
                    view.kind().id(),
                    topics(view),
                    held == null ? "" : held.refused().getOrDefault(name, ""),
                    number(count),
                    count == null ? null : history.rate("answers " + name, count, now),
                    number(failures.getOrDefault(name, unasked)),
                    view.json()));
        }
        return new ViewsState(
                PipelineConfig.VIEW_APPLICATION_ID.of(config),
                app.members(),
                app.lag(),
                app.lagMs(),
                held == null ? null : held.epoch(),
                number(values.sums(VIEWS + "rebuild_streams_left", "").get("")),
                number(values.sums(VIEWS + "old_answers", "").get("")),
                instances,
                views);
    }

    private List<String> topics(ViewDefinition view) {
        String prefix = PipelineConfig.VIEW_PREFIX.of(config);
        List<String> topics = new ArrayList<>();
        if (view.kind().hasRows()) {
            topics.add(ViewConfig.rowTopic(prefix, view.name()));
        }
        if (view.kind().hasGraph()) {
            topics.add(ViewConfig.patchTopic(prefix, view.name()));
        }
        return topics;
    }

    private static @Nullable Long number(@Nullable Double value) {
        return value == null ? null : Long.valueOf(value.longValue());
    }

    private static @Nullable Long number(OptionalDouble value) {
        return value.isPresent() ? Long.valueOf((long) value.getAsDouble()) : null;
    }

    private static Map<TopicPartition, Long> offsets(Metrics metrics, String metric, String connector) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        metrics.of(PLUGINS + metric)
                .filter(sample -> sample.label("connector").equals(connector) && sample.value() >= 0)
                .forEach(sample -> offsets.put(
                        new TopicPartition(sample.label("topic"), Integer.parseInt(sample.label("partition"))),
                        (long) sample.value()));
        return offsets;
    }

    /** Records of topics behind given offsets; a partition without an offset counts whole. */
    private static long lag(List<TopicState> topics, Set<String> names, Map<TopicPartition, Long> done) {
        long lag = 0;
        for (TopicState topic : topics) {
            if (names.contains(topic.name())) {
                for (Map.Entry<Integer, Bounds> span : topic.spans().entrySet()) {
                    Bounds bounds = span.getValue();
                    long next = done.getOrDefault(new TopicPartition(topic.name(), span.getKey()), bounds.begin());
                    lag += Math.max(0, bounds.end() - Math.max(next, bounds.begin()));
                }
            }
        }
        return lag;
    }

    @Override
    public void close() {
        cluster.close();
    }
}
