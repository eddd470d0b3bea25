package dev.velella.view.options;

import dev.velella.diff.options.BlankNodePolicy;
import dev.velella.diff.options.BlankNodeSettings;
import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.DiffSettings;
import dev.velella.diff.options.LatePolicy;
import dev.velella.diff.options.SnapshotSettings;
import dev.velella.graph.ElementType;
import dev.velella.graph.GraphPolicy;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TemporalStatement;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * Options of the view app: its own, those of the diff app that mean the same here, and those of Kafka Streams. Immutable.
 */
public final class ViewConfig extends AbstractConfig {
    /** Application id if none is configured. */
    public static final String DEFAULT_APPLICATION_ID = "velella-view";

    private static final String VIEW_PLACEHOLDER = "{view}";

    /** What the input topic holds. */
    public static final Option<InputKind> INPUT_KIND = Option.choice(DiffConfig.PREFIX + "input.kind", InputKind.GRAPHS)
            .high()
            .doc(
                    "What the input topic holds: graphs (each element is the whole graph of its stream, as for the diff app; or"
                            + " records that become graphs), or patches (of a diff app, from the first one on).");

    /** Topic of definitions and static data. */
    public static final Option<String> VIEWS_TOPIC = Option.text(DiffConfig.PREFIX + "views.topic")
            .byDefault("velella-views")
            .high()
            .doc(
                    "Topic of the definitions of views, and of static data. The key of a definition is the name of its view, the"
                            + " value its JSON; the key of static data is data: and a name, the value a document of RDF, in Turtle or as"
                            + " content-type says. A null value removes either. Created if missing, with one partition and"
                            + " cleanup.policy=compact, both of which it must have.");

    /** Folder of definitions and static data. */
    public static final Option<String> VIEWS_DIR = Option.text(DiffConfig.PREFIX + "views.dir")
            .high()
            .doc(
                    "Folder of definitions (*.json) and static data (*.ttl, *.nt, *.nq, *.trig). At its start the app makes"
                            + " views.topic equal to it: it writes what differs, and removes what is not in the folder. Without this option"
                            + " the topic is left as it is.");

    /** Beginning of the names of output topics. */
    public static final Option<String> OUTPUT_PREFIX = Option.text(DiffConfig.PREFIX + "output.prefix")
            .byDefault("view-")
            .high()
            .doc(
                    "Beginning of the names of the topics that the app writes: PREFIXview.rows has the rows of a view, compacted;"
                            + " PREFIXview.patches the patches of its graphs. Created when the view is defined, with the partitions of the"
                            + " input topic. Cannot change while the app has state.");

    /** Whether rows carry a schema. */
    public static final Option<Boolean> ROW_SCHEMAS = Option.flag(DiffConfig.PREFIX + "row.schemas", false)
            .medium()
            .doc(
                    "Whether keys and values of rows are JSON with a schema, as org.apache.kafka.connect.json.JsonConverter with"
                            + " schemas.enable=true reads it, for sinks that need the types of columns, such as JDBC. false: JSON alone. Cannot change while the app has state.");

    /** Graph of a stream's answer. */
    public static final Option<String> GRAPH_TEMPLATE = Option.text(DiffConfig.PREFIX + "graph.template")
            .byDefault("urn:velella:stream:{view}:{key}")
            .check(LambdaValidator.with(
                    (option, value) -> {
                        if (value != null && !value.toString().contains(VIEW_PLACEHOLDER)) {
                            throw new ConfigException(
                                    option, value, "must contain {view}, or two views would write one graph");
                        }
                    },
                    () -> "contains {view}"))
            .medium()
            .doc(
                    "IRI of the graph that holds the answer of a view for a stream, in the patches of the view. {view} stands for"
                            + " the name of the view, {key} for the key of the stream, percent-encoded. Cannot change while the app has"
                            + " state.");

    private static final List<Option<?>> OWN =
            List.of(INPUT_KIND, VIEWS_TOPIC, VIEWS_DIR, OUTPUT_PREFIX, ROW_SCHEMAS, GRAPH_TEMPLATE);

    /** Options of the diff app that have no meaning here. */
    private static final Set<String> OTHERS = Set.of(
            "output.topic",
            "late.topic",
            "snapshot.topic",
            "snapshot.keep.ms",
            "snapshot.interval.patches",
            "snapshot.interval.ms",
            "stream.ttl.ms",
            "stream.ttl.action",
            "patch.headers",
            "namespaces",
            "changes.remembered",
            "graph.policy",
            "graph.fixed",
            "graph.template",
            "temporal.statement",
            "element.type");

    private final DiffConfig diff;

    /**
     * Reads and checks the options.
     *
     * @throws ConfigException if an option is unknown, missing or wrong, or if options contradict each other
     */
    public ViewConfig(Map<String, ?> properties) {
        super(own(), new HashMap<>(properties), false);
        Map<String, Object> rest = new HashMap<>(properties);
        own().names().forEach(rest::remove);
        for (String option : rest.keySet()) {
            if (option.startsWith(DiffConfig.PREFIX) && OTHERS.contains(option.substring(DiffConfig.PREFIX.length()))) {
                throw new ConfigException(option + " is an option of the diff app, and has no effect in the view app");
            }
        }
        rest.putIfAbsent(StreamsConfig.APPLICATION_ID_CONFIG, DEFAULT_APPLICATION_ID);
        rest.put(
                DiffConfig.OUTPUT_TOPIC_CONFIG,
                epochsTopic(String.valueOf(rest.get(StreamsConfig.APPLICATION_ID_CONFIG))));
        diff = new DiffConfig(rest);
        if (INPUT_KIND.of(this) == InputKind.PATCHES && diff.settings().lift() != null) {
            throw new ConfigException(INPUT_KIND.name(), "patches", "is for an input topic of Jelly-Patch");
        }
        if (diff.topics().input().has(VIEWS_TOPIC.of(this))) {
            throw new ConfigException(VIEWS_TOPIC.name(), VIEWS_TOPIC.of(this), "must not be an input topic");
        }
        try {
            graph("a");
        } catch (IllegalArgumentException e) {
            throw new ConfigException(GRAPH_TEMPLATE.name(), GRAPH_TEMPLATE.of(this), e.getMessage());
        }
    }

    private static ConfigDef own() {
        ConfigDef def = new ConfigDef();
        new OptionGroup(def, "Views").add(OWN.toArray(Option<?>[]::new));
        return def;
    }

    /** The app's options with their types, defaults and documentation. */
    public static ConfigDef definition() {
        ConfigDef def = own();
        DiffConfig.definition().configKeys().forEach((name, key) -> {
            if (!OTHERS.contains(name.substring(DiffConfig.PREFIX.length()))) {
                def.define(key);
            }
        });
        return def;
    }

    /** The options that the app shares with the diff app. Its output topic is the topic of epochs. */
    public DiffConfig diff() {
        return diff;
    }

    public InputKind inputKind() {
        return INPUT_KIND.of(this);
    }

    public String viewsTopic() {
        return VIEWS_TOPIC.of(this);
    }

    /** Folder of definitions; null if there is none. */
    public @Nullable String viewsDir() {
        return VIEWS_DIR.orNull(this);
    }

    /** The topic of epochs: definitions as ordered records, one copy in each partition. */
    public String epochsTopic() {
        return diff.outputTopic();
    }

    /** The topic of epochs of an app. */
    public static String epochsTopic(String applicationId) {
        return applicationId + "-epochs";
    }

    /** The topic of the rows of a view. */
    public String rowTopic(String view) {
        return rowTopic(OUTPUT_PREFIX.of(this), view);
    }

    /** The topic of the rows of a view of an app with this prefix. */
    public static String rowTopic(String prefix, String view) {
        return prefix + view + ".rows";
    }

    /** The topic of the patches of a view. */
    public String patchTopic(String view) {
        return patchTopic(OUTPUT_PREFIX.of(this), view);
    }

    /** The topic of the patches of a view of an app with this prefix. */
    public static String patchTopic(String prefix, String view) {
        return prefix + view + ".patches";
    }

    /** Options that say where answers are and what they look like, by name: those that do not change would stay as they are. */
    public Map<String, String> answerOptions() {
        Map<String, String> options = new HashMap<>();
        for (Option<?> option : List.of(OUTPUT_PREFIX, ROW_SCHEMAS, GRAPH_TEMPLATE)) {
            options.put(option.name().substring(DiffConfig.PREFIX.length()), String.valueOf(option.of(this)));
        }
        return options;
    }

    public boolean hasRowSchemas() {
        return ROW_SCHEMAS.of(this);
    }

    /** How elements become the graphs of their streams, which views are asked about. */
    public DiffSettings inputSettings() {
        DiffSettings settings = diff.settings();
        boolean isPatches = inputKind() == InputKind.PATCHES;
        GraphSettings asItIs = new GraphSettings(
                GraphPolicy.KEEP, GraphSettings.DEFAULT_TEMPLATE, null, TemporalStatement.KEEP, ElementType.AUTO);
        return with(
                asItIs,
                isPatches ? keptNodes() : settings.blankNodes(),
                isPatches ? LatePolicy.KEEP : settings.late(),
                settings.cacheStatements());
    }

    /** How the answers of a view become patches. */
    public DiffSettings outputSettings(String view) {
        return with(graph(view), keptNodes(), LatePolicy.KEEP, diff.settings().cacheStatements() / 4);
    }

    private BlankNodeSettings keptNodes() {
        return new BlankNodeSettings(
                BlankNodePolicy.KEEP, diff.settings().blankNodes().maxSteps());
    }

    private GraphSettings graph(String view) {
        return new GraphSettings(
                GraphPolicy.PER_STREAM,
                GRAPH_TEMPLATE.of(this).replace(VIEW_PLACEHOLDER, view),
                null,
                TemporalStatement.KEEP,
                ElementType.AUTO);
    }

    private DiffSettings with(
            GraphSettings graph, BlankNodeSettings blankNodes, LatePolicy late, long cacheStatements) {
        DiffSettings all = diff.settings();
        return new DiffSettings(
                all.lift(),
                all.keyTemplates(),
                graph,
                blankNodes,
                late,
                0,
                all.maxFutureMs(),
                cacheStatements,
                all.frames(),
                all.onError(),
                all.headers(),
                all.namespaces(),
                new SnapshotSettings(false, 1, 1),
                all.silence(),
                all.room(),
                all.earlyCommitMs());
    }
}
