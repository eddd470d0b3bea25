package dev.velella.log.asof;

import dev.velella.log.LogException;
import dev.velella.log.LogRecord;
import dev.velella.log.ReplayedGraph;
import dev.velella.record.PatchPosition;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The replay of one stream: from a snapshot, or from its first patch. A replay from a snapshot counts only if a patch of
 * the snapshot's number or a higher one stands before the moment: the snapshot itself may be later. If it does not count,
 * {@link #goBack} begins anew at the snapshot before. Not thread-safe.
 */
final class StreamReplay {
    private final String key;
    private final Until until;
    private final SnapshotDecoder decoder;
    private final Deque<Snapshot> older;
    private final @Nullable Snapshot newest;

    private ReplayedGraph graph = new ReplayedGraph();
    private @Nullable Snapshot base;
    private @Nullable LogRecord last;
    private @Nullable String problem;
    private long seen;
    private long firstSeen;
    private boolean isFinished;
    private boolean isProven;

    /** Decodes a snapshot. */
    interface SnapshotDecoder {
        /**
         * Decodes it.
         *
         * @throws LogException if that fails
         */
        LogRecord decode(Snapshot snapshot);
    }

    /** @param snapshots the newest snapshots that may be before the moment, the newest first; this object takes them out */
    StreamReplay(String key, Until until, Deque<Snapshot> snapshots, SnapshotDecoder decoder) {
        this.key = key;
        this.until = until;
        this.decoder = decoder;
        older = snapshots;
        newest = snapshots.peekFirst();
        begin();
    }

    private void begin() {
        graph = new ReplayedGraph();
        base = older.pollFirst();
        last = null;
        problem = null;
        seen = 0;
        firstSeen = 0;
        isFinished = false;
        if (base != null) {
            try {
                graph.begin(decoder.decode(base));
                isFinished = base.number() == until.number();
                isProven = isFinished;
            } catch (LogException e) {
                problem = e.getMessage();
                isFinished = true;
            }
        }
    }

    String key() {
        return key;
    }

    /** Offset from which patches must be read; 0 for a replay from the first patch. */
    long from() {
        return base == null ? 0 : base.bound();
    }

    /** The snapshot from which the replay goes on; null if it begins with the first patch. */
    @Nullable
    Snapshot base() {
        return base;
    }

    /** The newest snapshot that may be before the moment; null if there is none. */
    @Nullable
    Snapshot newest() {
        return newest;
    }

    /** Number of the first numbered patch that was read, from the snapshot on or from the begin; 0 if none was read. */
    long firstSeen() {
        return firstSeen;
    }

    /**
     * Takes the next patch of the stream.
     *
     * @param position number and hash of the patch; null if it has none
     * @param record decodes it
     */
    void take(@Nullable PatchPosition position, Supplier<LogRecord> record) {
        if (isFinished) {
            return;
        }
        if (position != null && position.number() > until.number()) {
            isFinished = true;
            return;
        }
        if (position != null) {
            firstSeen = firstSeen == 0 ? position.number() : firstSeen;
            seen = Math.max(seen, position.number());
            if (base != null && position.number() <= base.number()) {
                return;
            }
        }
        try {
            LogRecord patch = record.get();
            if (patch.eventTime() > until.eventTime()) {
                isFinished = true;
            } else if (graph.apply(patch) == ReplayedGraph.Effect.APPLIED) {
                last = patch;
                isFinished = position != null && position.number() == until.number();
            }
        } catch (LogException e) {
            problem = e.getMessage();
            isFinished = true;
        }
    }

    /**
     * Notes that the next patch has no number, and that patches before it were not read. Without numbers nothing tells
     * whether they are missing.
     *
     * @param place of the patch
     */
    void needsBegin(String place) {
        if (!isFinished && base == null) {
            problem = place
                    + ": the patch has no number, and the records before the first one that is left may be missing";
            isFinished = true;
        }
    }

    /** Whether nothing more of the stream is wanted. */
    boolean isFinished() {
        return isFinished;
    }

    /** Whether the graph is known to be the graph at the moment. */
    boolean isSettled() {
        if (problem != null) {
            return false;
        }
        if (until.isNumber()) {
            PatchPosition at = graph.position();
            return at != null && at.number() == until.number();
        }
        return base == null ? last != null : isProven || seen >= base.number();
    }

    /**
     * Begins anew at the snapshot before, or at the first patch.
     *
     * @param fromStart whether the log was read from its first record
     * @return false if there is no other begin that could give another result
     */
    boolean goBack(boolean fromStart) {
        boolean isFinal = base == null ? fromStart : until.isNumber() && problem == null;
        if (!isFinal) {
            begin();
        }
        return !isFinal;
    }

    /** Begins anew at the newest snapshot, which other records prove. */
    void standAtNewest() {
        if (newest != null) {
            older.addFirst(newest);
            begin();
            isProven = true;
        }
    }

    @Nullable
    String problem() {
        return problem;
    }

    PastStream result(int partition) {
        LogRecord patch = last;
        Snapshot from = base;
        return new PastStream(
                key,
                partition,
                graph.position(),
                graph.statements(),
                from == null
                        ? null
                        : from.record().topic() + "-" + from.record().partition() + "@"
                                + from.record().offset(),
                patch == null ? null : new PastStream.PatchPlace(patch.offset(), patch.timestamp(), patch.eventTime()));
    }
}
