package dev.velella.diff.app;

import dev.velella.diff.DiffMetrics;
import dev.velella.diff.StreamDiff;
import dev.velella.diff.options.DiffSettings;
import dev.velella.diff.options.SilenceSettings;
import dev.velella.diff.output.StepWriter;
import dev.velella.graph.UnfitElementException;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.ErrorText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through the streams of one task, over and over, and finds those for which something has to be done that no record
 * asks for: a snapshot after some time, and an end to silence. One round looks at a bounded number of stored records and
 * changes a bounded number of streams, in the order of their keys; the next round goes on from there. So what is due is done as many
 * rounds later as it takes to look at all streams, at most. Not thread-safe.
 */
public final class Upkeep {
    /** Time from one round to the next. */
    public static final long ROUND_MS = 1000;

    /** Stored records looked at in one round. */
    static final int MOST_VISITED = 2000;

    /** Streams changed in one round. */
    public static final int MOST_CHANGED = 200;

    /** After a start elements may be waiting that came while nobody read; silence is looked for from then on. */
    private static final long READING_MS = 60_000;

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    private final StreamDiff diff;
    private final boolean isNeeded;
    private final SilenceSettings silence;
    private final StepWriter writer;
    private final DiffMetrics metrics;
    private final long startedMs;

    /** Where the next round goes on; null at the begin. */
    private @Nullable Bytes cursor;

    private record Due(Bytes key, boolean silent) {}

    /** @param nowMs when the task was initialised, in ms since 1970 */
    Upkeep(StreamDiff diff, DiffSettings settings, StepWriter writer, DiffMetrics metrics, long nowMs) {
        this.diff = diff;
        silence = settings.silence();
        isNeeded = silence.isEnabled() || settings.snapshots().enabled();
        this.writer = writer;
        this.metrics = metrics;
        startedMs = nowMs;
    }

    /** One round. */
    void round(long nowMs) {
        metrics.state(diff);
        if (!isNeeded) {
            return;
        }
        for (Due stream : nextDue(nowMs)) {
            if (stream.silent()) {
                endSilence(stream.key(), nowMs);
            } else {
                writer.write(snapshot(stream.key(), nowMs), null, nowMs);
            }
        }
    }

    private List<Due> nextDue(long nowMs) {
        boolean lookForSilence = nowMs - startedMs >= Math.min(READING_MS, silence.ttlMs());
        List<Due> due = new ArrayList<>();
        int visited = 0;
        do {
            int most = Math.min(MOST_VISITED - visited, MOST_CHANGED - due.size());
            cursor =
                    diff.visit(cursor, most, lookForSilence, nowMs, (key, isSilent) -> due.add(new Due(key, isSilent)));
            visited += most;
        } while (cursor != null && visited < MOST_VISITED && due.size() < MOST_CHANGED);
        return due;
    }

    private StreamDiff.Step snapshot(Bytes key, long nowMs) {
        try {
            return diff.snapshot(key, nowMs);
        } catch (MalformedJellyException | UnfitElementException e) {
            LOG.warn("The graph of stream {} cannot be written as a snapshot: {}", name(key), e.getMessage());
            return diff.postponeSnapshot(key, nowMs);
        }
    }

    private static String name(Bytes key) {
        return ErrorText.name(new String(key.get(), StandardCharsets.UTF_8));
    }

    private void endSilence(Bytes key, long nowMs) {
        StreamDiff.Step step;
        try {
            step = diff.endSilence(key, nowMs);
        } catch (MalformedJellyException | UnfitElementException e) {
            LOG.warn("The graph of the silent stream {} cannot be marked: {}", name(key), e.getMessage());
            step = diff.leaveSilent(key);
        }
        writer.write(step, null, nowMs);
        if (step.outcome() == StreamDiff.Outcome.PATCH) {
            metrics.silent();
        }
    }
}
