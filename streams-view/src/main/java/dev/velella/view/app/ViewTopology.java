package dev.velella.view.app;

import dev.velella.diff.app.DiffTopology;
import dev.velella.diff.app.TaskProcessor;
import dev.velella.view.View;
import dev.velella.view.options.ViewConfig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;

/**
 * The topology, in two parts that meet in the topic of epochs only. One task reads the topic of definitions and writes epochs
 * ({@link Definitions}). A task for each partition reads the input and the topic of epochs, and writes answers, to two topics
 * for each view ({@link ViewTask}).
 */
final class ViewTopology {
    /** Names of the state stores; the names of their changelogs are made of the application id, the name and {@code changelog}. */
    static final String STORE = "velella-view-state";

    static final String DEFINITIONS = "velella-view-definitions";

    private static final String PROCESSOR = "views";
    private static final String READER = "definitions";

    private ViewTopology() {}

    /**
     * Makes the topology.
     *
     * @param topics makes the output topics of views, or throws
     */
    static Topology of(ViewShared shared, Consumer<List<View>> topics) {
        ViewConfig config = shared.config;
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        Topology topology = new Topology();
        topology.addSource("views-topic", bytes, bytes, config.viewsTopic());
        topology.addProcessor(READER, () -> new Definitions(shared, topics), "views-topic")
                .addStateStore(DiffTopology.store(DEFINITIONS), READER);
        DiffTopology.addSink(topology, Definitions.EPOCHS, config.epochsTopic(), READER);

        DiffTopology.addSource(topology, "input", config.diff().topics().input());
        topology.addSource("epochs-topic", bytes, bytes, config.epochsTopic());
        topology.addProcessor(
                        PROCESSOR,
                        () -> new TaskProcessor(context -> new ViewTask(shared, context)),
                        "input",
                        "epochs-topic")
                .addStateStore(DiffTopology.store(STORE), PROCESSOR);
        DiffTopology.addSink(topology, ViewTask.CONTROL, config.epochsTopic(), PROCESSOR);
        DiffTopology.addSink(
                topology, Answers.ROWS, (key, value, out) -> config.rowTopic(view(out.headers())), PROCESSOR);
        DiffTopology.addSink(
                topology, Answers.PATCHES, (key, value, out) -> config.patchTopic(view(out.headers())), PROCESSOR);
        DiffTopology.addLetters(topology, config.diff().topics().deadLetters(), PROCESSOR);
        return topology;
    }

    private static String view(Headers headers) {
        return new String(headers.lastHeader(Answers.VIEW).value(), StandardCharsets.UTF_8);
    }
}
