package dev.velella.view.app;

import dev.velella.diff.input.LookBackClient;
import dev.velella.diff.streams.CommitPace;
import dev.velella.diff.streams.EarlyCommits;
import dev.velella.view.View;
import dev.velella.view.ViewSet;
import dev.velella.view.options.ViewConfig;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What all tasks of an app share. Thread-safe. */
final class ViewShared {
    private static final long PART_BYTES = 1 << 19;

    final ViewConfig config;

    /** Number of partitions of the topic of epochs: that of the largest input topic. */
    final int partitions;

    /** Numbers of partitions of input topics that must not change. */
    final Map<String, Integer> inputs;

    final ViewFaults faults;
    final LookBackClient client = new LookBackClient();
    final ThreadLocal<CommitPace> paces;

    private @Nullable ViewSet newest;

    private @Nullable Epoch last;
    private @Nullable ViewSet compiled;

    ViewShared(ViewConfig config, int partitions, Map<String, Integer> inputs, ViewFaults faults) {
        this.config = config;
        this.partitions = partitions;
        this.inputs = inputs;
        this.faults = faults;
        paces = EarlyCommits.paces(config.diff().settings().earlyCommitMs());
    }

    /** Largest value of a record of the topic of epochs. */
    int partBytes() {
        return (int) Math.min(PART_BYTES, config.diff().settings().room().maxBytes() / 2);
    }

    /** Notes that a task has begun these views. */
    synchronized void begin(ViewSet views) {
        if (newest == null || views.epoch() > newest.epoch()) {
            newest = views;
        }
    }

    /** The newest views that a task has begun. */
    synchronized List<View> newest() {
        return newest == null ? List.of() : newest.views();
    }

    /** The views of an epoch; they are compiled once for all tasks. */
    synchronized ViewSet compile(Epoch epoch) {
        ViewSet known = compiled;
        if (known == null || !epoch.equals(last)) {
            known = epoch.compile();
            compiled = known;
            last = epoch;
        }
        return known;
    }
}
