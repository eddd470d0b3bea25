package dev.velella.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import dev.velella.failure.UserException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the running pipeline again and again, shows the progress, and finds out when the whole stream has been
 * applied: the source has committed its last offset, the diff app has committed every graph, and the sink has applied
 * every patch.
 */
final class Watch {
    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

    private static final long PERIOD_MS = 200;

    /** Number of looks from one request for the connectors' failures to the next. */
    private static final int LOOKS_PER_FAILURE_CHECK = 5;

    private final Pipeline pipeline;
    private final List<String> connectors;
    private final Topic<GraphMeter> graphs;
    private final Topic<PatchMeter> patches;
    private final StoreClient store;
    private final Progress progress;
    private final Feed feed;

    /** Total number of graphs of the source; empty until it has sent the last one. */
    private Optional<Long> total = Optional.empty();

    /**
     * A topic that is read.
     *
     * @param tail reads the topic
     * @param meter counts the records
     */
    record Topic<M extends TopicTail.Reader>(TopicTail tail, M meter) {}

    /**
     * @param connectors names of the source connector and the sink connector, in this order
     * @param feed tells the total number of graphs
     */
    Watch(
            Pipeline pipeline,
            List<String> connectors,
            Topic<GraphMeter> graphs,
            Topic<PatchMeter> patches,
            StoreClient store,
            Progress progress,
            Feed feed) {
        this.pipeline = pipeline;
        this.connectors = connectors;
        this.graphs = graphs;
        this.patches = patches;
        this.store = store;
        this.progress = progress;
        this.feed = feed;
    }

    /**
     * Waits until the whole stream is applied.
     *
     * @return false if interrupted before
     * @throws UserException if a part of the pipeline has failed
     */
    boolean untilApplied(Shutdown shutdown) throws IOException, InterruptedException {
        long sentBefore = -1;
        for (int look = 0; true; look++) {
            if (look % LOOKS_PER_FAILURE_CHECK == 0) {
                checkFailures();
            }
            // The parts are looked at in the order of the flow: a part that is found complete stays complete.
            long sent = graphs.meter().graphs();
            if (total.isEmpty() && sent == sentBefore) {
                total = feed.total(pipeline, connectors.get(0));
            }
            sentBefore = sent;
            if (total.isPresent() && graphs.meter().graphs() > total.get()) {
                throw new UserException(
                        "the topic of graphs has more than the " + total.get() + " graphs that were sent");
            }
            boolean allSent = total.isPresent() && graphs.meter().graphs() == total.get();
            long diffLag = lag(graphs.tail().readTo(), pipeline.diffedTo());
            boolean allRead = allSent && diffLag == 0 && hasReadPatches();
            Optional<JsonNode> status = store.status();
            long applyLag = lag(patches.tail().readTo(), applied(status));
            Progress.State state = new Progress.State(
                    graphs.meter().graphs(),
                    total.orElse(feed.announced()),
                    patches.meter().patches(),
                    status.map(s -> s.path("statements").asLong()).orElse(0L),
                    diffLag + applyLag);
            if (allRead && applyLag == 0 && status.isPresent()) {
                progress.done(state);
                return true;
            }
            progress.show(state);
            if (shutdown.await(PERIOD_MS)) {
                return false;
            }
        }
    }

    /** Whether every patch was read. Called when the diff app has committed every graph. */
    private boolean hasReadPatches() throws InterruptedException {
        return pipeline.decidedEnds(Pipeline.PATCHES)
                .map(patches.tail()::hasRead)
                .orElse(false);
    }

    /**
     * Watches the parts until the run is interrupted. What cannot be read from a topic is left out from now on.
     *
     * @param say takes the failure of each part, once
     */
    void untilInterrupted(Shutdown shutdown, Consumer<String> say) throws InterruptedException {
        graphs.tail().passOverUnreadable();
        patches.tail().passOverUnreadable();
        Set<String> said = new HashSet<>();
        while (!shutdown.await(PERIOD_MS * LOOKS_PER_FAILURE_CHECK)) {
            try {
                failures().stream().filter(said::add).forEach(say);
            } catch (IOException e) {
                LOG.warn("Whether the connectors run is not known: {}", e.getMessage());
            }
        }
    }

    private void checkFailures() throws IOException, InterruptedException {
        List<String> failures = failures();
        if (!failures.isEmpty()) {
            throw new UserException(failures.get(0));
        }
    }

    private List<String> failures() throws IOException, InterruptedException {
        List<String> failures = new ArrayList<>(pipeline.failures(connectors));
        feed.failure().ifPresent(failures::add);
        for (TopicTail tail : List.of(graphs.tail(), patches.tail())) {
            RuntimeException thrown = tail.failure();
            if (thrown != null) {
                failures.add("a topic cannot be read: " + thrown.getMessage());
            }
        }
        return failures;
    }

    private static long lag(Map<TopicPartition, Long> produced, Map<TopicPartition, Long> consumed) {
        long lag = 0;
        for (Map.Entry<TopicPartition, Long> partition : produced.entrySet()) {
            lag += Math.max(0, partition.getValue() - consumed.getOrDefault(partition.getKey(), 0L));
        }
        return lag;
    }

    private static Map<TopicPartition, Long> applied(Optional<JsonNode> status) {
        Map<TopicPartition, Long> applied = new HashMap<>();
        status.ifPresent(node -> node.path("partitions")
                .forEach(row -> applied.put(
                        new TopicPartition(
                                row.path("topic").asText(),
                                row.path("partition").asInt()),
                        row.path("applied").asLong())));
        return applied;
    }
}
