package dev.velella.sink.history;

import dev.velella.sink.options.ChainOptions;
import dev.velella.sink.options.HistoryOptions;
import dev.velella.sink.options.InputOptions;
import dev.velella.sink.options.PatchTopics;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.options.SnapshotTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ways in which an operator can react if a store and its topics do not fit. Every way in a message works and loses
 * no data.
 */
public final class WaysOut {
    private static final String REBUILD = HistoryOptions.ON_LOST_HISTORY.name() + "=rebuild";

    private final RdfSinkConfig config;

    public WaysOut(RdfSinkConfig config) {
        this.config = config;
    }

    /**
     * The whole message of a task that stops.
     *
     * @param lost the reason why store and topics do not fit
     * @param fault why the topics cannot rebuild the store; empty if they can
     */
    public String message(LostHistory.Lost lost, Optional<String> fault) {
        String reason = lost.reason() + ". Nothing was changed. ";
        if (fault.isPresent()) {
            String way = config.onGraph() == InputOptions.OnGraph.FAIL
                    ? snapshots(lost.topic())
                    : TrimmedAdvice.graphs(config.target());
            return reason + "The topics cannot build the store again: " + fault.get() + ". " + way;
        }
        if (lost.emptied()) {
            return reason + "The topics hold all it takes: set " + REBUILD + ", and the store is filled from them";
        }
        return reason + config.target().rebuildAdvice(config, REBUILD);
    }

    /** The value of {@code topics} with one more topic. */
    private String topics(String more) {
        Object topics = config.originals().get(PatchTopics.TOPICS);
        return topics == null || topics.toString().isBlank()
                ? PatchTopics.TOPICS_REGEX + " so that it matches " + more + " too"
                : PatchTopics.TOPICS + "=" + topics.toString().replace(" ", "") + "," + more;
    }

    private String pairs(String snapshots, String topic) {
        List<String> pairs = new ArrayList<>(SnapshotTopics.pairs(config.originals()));
        pairs.add(snapshots + ":" + topic);
        return String.join(",", pairs);
    }

    private String snapshots(String topic) {
        Optional<String> there = config.snapshotTopics().snapshotsOf(topic);
        String name = there.orElse(topic + "-snapshots");
        return "Keep the store as it is until snapshots cover what was deleted: give the diff app"
                + " velella.snapshot.topic=" + name
                + " and start it again; it writes a snapshot of every stream, at the"
                + " latest after velella.snapshot.interval.ms. Then "
                + (there.isPresent()
                        ? "start this task again, with " + REBUILD
                        : "set " + topics(name) + ", " + ChainOptions.SNAPSHOT_TOPICS.name() + "=" + pairs(name, topic)
                                + " and " + REBUILD + " here")
                + (config.target().isInWorker()
                        ? ""
                        : ", with a new, empty store (" + config.target().placeOption() + ")");
    }
}
