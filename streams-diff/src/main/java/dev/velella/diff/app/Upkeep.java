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
 * Goes through the streams of one task, again and again, and does the work that no record triggers: it writes snapshots
 * that are due by time, and handles silent streams.
 *
 * <p>A punctuator runs one round every {@link #ROUND_MS}. A round visits the stored records in the order of their keys.
 * It looks at a bounded number of records and changes a bounded number of streams; the next round continues from there.
 * Work that is due is therefore late by at most one pass over all streams. Not thread-safe.
 */
public final class Upkeep {
    /** Time from one round to the next, in ms. */
    public static final long ROUND_MS = 1000;

    /** Maximum number of stored records that one round looks at. */
    static final int MOST_VISITED = 2000;

    /** Maximum number of streams that one round changes. */
    public static final int MOST_CHANGED = 200;

    /**
     * Time after a start, in ms, before the rounds look for silent streams. Elements that came while no app was running
     * may still wait in the topic, so a stream can look silent although it is not.
     */
    private static final long READING_MS = 60_000;

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    private final StreamDiff diff;
    private final boolean isNeeded;
    private final SilenceSettings silence;
    private final StepWriter writer;
    private final DiffMetrics metrics;
    private final long startedMs;

    /** The key after which the next round continues; null if it begins with the first key. */
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

    /** Runs one round. */
    void round(long nowMs) {
        metrics.state(diff);
        if (!isNeeded) {
            return;
        }
        for (Due stream : nextDue(nowMs)) {
            if (stream.silent()) {
                endSilence(stream.key(), nowMs);
            } else {
                writer.write(snapshot(stream.key(), nowMs), null, nowMs, null);
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
        writer.write(step, null, nowMs, null);
        if (step.outcome() == StreamDiff.Outcome.PATCH) {
            metrics.silent();
        }
    }
}
