package dev.velella.view.app;

import dev.velella.diff.app.AppPlan;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.app.DiffTopics;
import dev.velella.diff.options.InputTopics;
import dev.velella.view.View;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewKind;
import dev.velella.view.definition.ViewRefusedException;
import dev.velella.view.options.ViewConfig;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;

/** The view app: {@link DiffApp} with the topology of views in place of the diff. */
public final class ViewApp implements AppPlan {
    private static final Map<String, String> COMPACTED =
            Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);

    /** Without snapshots a new store needs all patches from the first. */
    private static final Map<String, String> KEPT = Map.of(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_DELETE,
            TopicConfig.RETENTION_MS_CONFIG,
            "-1");

    private final ViewConfig config;
    private final ViewFaults faults = new ViewFaults();

    /** Null before the app has a topology. */
    private volatile @Nullable ViewShared shared;

    /** Output topics that are known to be there. */
    private final Set<String> checked = ConcurrentHashMap.newKeySet();

    private ViewApp(ViewConfig config) {
        this.config = config;
    }

    /** Makes an app that is not started and holds no resources. */
    public static DiffApp of(ViewConfig config) {
        return new DiffApp(config.diff(), new ViewApp(config));
    }

    @Override
    public String name() {
        return "view app";
    }

    @Override
    public void prepare(Admin admin, Map<String, Integer> inputs) {
        DiffTopics topics = new DiffTopics(admin, config.diff());
        int partitions = DiffTopics.most(inputs);
        String epochs = config.epochsTopic();
        topics.checkRight(config.viewsTopic(), AclOperation.READ);
        if (!topics.created(epochs, partitions, COMPACTED)) {
            topics.checkPartitions(StreamsConfig.APPLICATION_ID_CONFIG, epochs, partitions);
            topics.checkCompacted(
                    StreamsConfig.APPLICATION_ID_CONFIG, epochs, "which forgets the definitions that hold");
        }
        String views = config.viewsTopic();
        if (!topics.created(views, 1, COMPACTED)) {
            OptionalInt found = topics.partitions(views);
            if (found.orElse(1) != 1) {
                throw new ConfigException(
                        ViewConfig.VIEWS_TOPIC.name(),
                        views,
                        "the topic has " + found.getAsInt()
                                + " partitions and must have 1, so that all definitions have one order");
            }
            topics.checkCompacted(ViewConfig.VIEWS_TOPIC.name(), views, "which forgets definitions");
        }
        topics.prepareLetters(partitions);
        topics.prepareDictionaries();
        topics.checkRights(inputs, List.of(ViewTopology.STORE, ViewTopology.DEFINITIONS));
        topics.checkRight(epochs, AclOperation.READ);
        checkAnswers(topics);
        String dir = config.viewsDir();
        if (dir != null) {
            topics.checkRight(views, AclOperation.WRITE);
            new ViewsFolder(config, dir).publish();
        }
        ViewsFolder.present(config).forEach((key, value) -> {
            if (!key.startsWith(Definitions.DATA)) {
                checkOutputs(topics, new String(value, StandardCharsets.UTF_8));
            }
        });
    }

    /** The topics of the views that hold were made before these held: a new one would lack what does not change. */
    private void checkAnswers(DiffTopics topics) {
        HeldViews held = new HeldViews();
        ViewsFolder.read(config, config.epochsTopic(), record -> {
            if (new String(record.key(), StandardCharsets.UTF_8).startsWith(Epoch.PART)) {
                held.take(record.key(), record.value());
            }
        });
        for (ViewDefinition view : held.definitions()) {
            for (String topic : outputs(view.name(), view.kind()).keySet()) {
                if (topics.partitions(topic).isEmpty()) {
                    throw new ConfigException(
                            ViewConfig.OUTPUT_PREFIX.name(),
                            topic,
                            "the topic of the view " + view.name()
                                    + " was deleted, and a new one lacks the answers that"
                                    + " do not change. Create it again, start the app, and define the view under another name");
                }
            }
        }
    }

    /** The topics of views that are there already: else their records would end one thread after the other. */
    private void checkOutputs(DiffTopics topics, String definition) {
        try {
            ViewDefinition view = ViewDefinition.parse(definition);
            outputs(view.name(), view.kind()).keySet().forEach(topic -> topics.checkRight(topic, AclOperation.WRITE));
        } catch (ViewRefusedException e) {
            return; // it has no topics, and is told when it is read
        }
    }

    /** The topics that a view writes, and whether they are topics of rows. */
    private Map<String, Boolean> outputs(String view, ViewKind kind) {
        Map<String, Boolean> topics = new HashMap<>();
        if (kind.hasRows()) {
            topics.put(config.rowTopic(view), true);
        }
        if (kind.hasGraph()) {
            topics.put(config.patchTopic(view), false);
        }
        return topics;
    }

    @Override
    public Topology topology(Map<String, Integer> inputs) {
        InputTopics input = config.diff().topics().input();
        int partitions = DiffTopics.most(inputs);
        ViewShared all = new ViewShared(config, partitions, input.isSeveral() ? inputs : Map.of(), faults);
        shared = all;
        return ViewTopology.of(all, views -> makeTopics(views, partitions));
    }

    /**
     * Makes the output topics of views.
     *
     * @throws ConfigException if one is there and does not fit
     */
    private void makeTopics(List<View> views, int partitions) {
        Map<String, Boolean> wanted = new HashMap<>();
        views.forEach(view -> wanted.putAll(outputs(view.name(), view.kind())));
        wanted.keySet().removeAll(checked);
        InputTopics input = config.diff().topics().input();
        for (String topic : wanted.keySet()) {
            if (input.has(topic)) {
                throw new ConfigException(ViewConfig.OUTPUT_PREFIX.name(), topic, "is a topic that the app reads");
            }
        }
        if (wanted.isEmpty()) {
            return;
        }
        StreamsConfig streams = new StreamsConfig(config.diff().streamsProperties());
        String id = streams.getString(StreamsConfig.APPLICATION_ID_CONFIG) + "-view-topics";
        try (Admin admin = Admin.create(streams.getAdminConfigs(id))) {
            DiffTopics topics = new DiffTopics(admin, config.diff());
            wanted.forEach((topic, isOfRows) -> {
                if (!topics.created(topic, partitions, isOfRows ? COMPACTED : KEPT)) {
                    topics.checkRight(topic, AclOperation.WRITE);
                    topics.checkPartitions(ViewConfig.OUTPUT_PREFIX.name(), topic, partitions);
                    if (isOfRows) {
                        topics.checkCompacted(
                                ViewConfig.OUTPUT_PREFIX.name(), topic, "which forgets rows that have not changed");
                    } else {
                        topics.refuseCompacted(
                                ViewConfig.OUTPUT_PREFIX.name(),
                                topic,
                                "which deletes patches that later ones build on; set cleanup.policy=delete for it");
                    }
                }
                checked.add(topic);
            });
        }
    }

    @Override
    public Set<String> outputs() {
        ViewShared present = shared;
        Set<String> topics = new TreeSet<>();
        if (present != null) {
            present.newest()
                    .forEach(view ->
                            topics.addAll(outputs(view.name(), view.kind()).keySet()));
        }
        return topics;
    }

    @Override
    public @Nullable String remark() {
        return faults.text();
    }
}
