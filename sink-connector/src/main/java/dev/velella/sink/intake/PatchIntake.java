package dev.velella.sink.intake;

import dev.velella.graph.GraphPolicy;
import dev.velella.graph.TargetGraph;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.PatchOperation;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.history.TrimmedAdvice;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ChainOptions;
import dev.velella.sink.options.ChainOptions.OnChainBreak;
import dev.velella.sink.options.HistoryOptions;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.options.SnapshotTopics;
import dev.velella.sink.store.ChainStep;
import dev.velella.sink.store.RecentPatches;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.util.List;
import java.util.Optional;
import org.eclipse.rdf4j.model.IRI;
import org.jspecify.annotations.Nullable;

/**
 * Takes patches into a batch by the chains of their streams. A patch that does not follow its chain is left out if the
 * store already has its effect. Otherwise its stream waits for a snapshot, or the patch is refused. Not thread-safe.
 */
final class PatchIntake {
    private static final String MISSING =
            ". A record is missing, or is not of this stream. Where the diff app writes snapshots"
                    + " (velella.snapshot.topic), let this connector read them too ("
                    + ChainOptions.SNAPSHOT_TOPICS.name()
                    + "), with " + ChainOptions.ON_CHAIN_BREAK.name()
                    + "=resync; or build a new store (another target.dir or target.url, with "
                    + HistoryOptions.ON_LOST_HISTORY.name() + "=rebuild) from a topic that is whole";

    private final OnChainBreak onBreak;
    private final SnapshotTopics snapshots;
    private final TermPolicy terms;
    private final RecentPatches recent;

    /** Names the graph of a stream; null if the options do not say that each stream has a graph of its own. */
    private final @Nullable TargetGraph naming;

    /** What to do about statements in a graph that is to be empty. */
    private final String leftAdvice;

    private final SinkCounts counts;

    PatchIntake(RdfSinkConfig config, TermPolicy terms, SinkCounts counts) {
        onBreak = config.onChainBreak();
        snapshots = config.snapshotTopics();
        recent = new RecentPatches(config.repeatsRemembered());
        naming = config.graphSettings().policy() == GraphPolicy.PER_STREAM
                ? TargetGraph.of(config.graphSettings())
                : null;
        leftAdvice = ". They would stay there for ever. "
                + (config.target().isInWorker()
                        ? "To delete them, stop the connector and run velella verify --repair"
                        : "If nobody needs them, delete them (DROP GRAPH)")
                + "; or give this connector " + config.emptyStore();
        this.terms = terms;
        this.counts = counts;
    }

    /**
     * Takes changes into the batch if they follow the chain of their stream.
     *
     * @param isPatch whether the rows come from a patch, not from a graph
     */
    void take(IntakeEntry entry, List<PatchOperation> rows, boolean isPatch) {
        String key = entry.key();
        PatchPosition position = entry.position();
        if (key == null) {
            if (position != null) {
                throw new PatchRefusedException(
                        RefusalReason.KEY, "the patch is numbered, but the record has no key that names its stream");
            }
            entry.apply(isPatch ? terms.admit(rows) : rows, null, null);
            counts.applied(rows.size());
            return;
        }
        StreamId stream = snapshots.stream(entry.partition(), key);
        long change = position == null ? 0 : PatchChain.change(rows);
        Optional<StreamState> stored = entry.chain(stream);
        ChainStep step = ChainStep.of(stored, position, change, (other, sum) -> recent.knows(stream, other, sum));
        if (step instanceof ChainStep.Follows follows) {
            if (position != null && stored.flatMap(StreamState::position).isEmpty()) {
                Optional<String> left = left(entry, stream, rows);
                if (left.isPresent()) {
                    breakChain(entry, stream, stored, left.get(), leftAdvice);
                    return;
                }
            }
            entry.apply(isPatch ? terms.admit(rows) : rows, stream, follows.after());
            counts.applied(rows.size());
            if (position != null) {
                recent.applied(stream, position, change);
            }
        } else if (step instanceof ChainStep.Repeats) {
            entry.pass();
            counts.repeated();
        } else if (step instanceof ChainStep.Covered) {
            entry.pass();
            counts.covered();
        } else {
            breakChain(entry, stream, stored, ((ChainStep.Breaks) step).reason(), missing(entry, stored));
        }
    }

    /**
     * Says what stands in the graph of a stream before its first patch; empty if nothing does, or if the graph is not
     * of this stream alone.
     */
    private Optional<String> left(IntakeEntry entry, StreamId stream, List<PatchOperation> rows) {
        if (naming == null) {
            return Optional.empty();
        }
        IRI graph = naming.graphName(stream.key());
        for (PatchOperation row : rows) {
            if (row instanceof PatchOperation.Add add
                    && !graph.equals(add.statement().getContext())) {
                return Optional.empty();
            }
        }
        int found = entry.batch().remains(stream, graph).size();
        return found == 0
                ? Optional.empty()
                : Optional.of("the graph <" + graph + "> must be empty before the first patch of its stream, and holds "
                        + found + (found == 1 ? " statement" : " statements")
                        + ", which no patch of the stream has put into this store");
    }

    /** What to do about a patch that does not follow. */
    private String missing(IntakeEntry entry, Optional<StreamState> stored) {
        return stored.isEmpty()
                ? ". The patches before it are gone. "
                        + new TrimmedAdvice(entry.partition().topic(), snapshots).patches()
                : MISSING;
    }

    private void breakChain(
            IntakeEntry entry, StreamId stream, Optional<StreamState> stored, String reason, String advice) {
        boolean wasBroken = stored.map(StreamState::isBroken).orElse(false);
        if (!wasBroken) {
            counts.chainBroken();
        }
        if (onBreak != OnChainBreak.RESYNC) {
            throw new PatchRefusedException(RefusalReason.CHAIN, "the chain of patches is broken: " + reason + advice);
        }
        StreamState before = stored.orElse(StreamState.BROKEN_AT_START);
        if (wasBroken) {
            entry.pass();
        } else {
            counts.log(entry.partition() + "@" + entry.record().offset() + ", key '" + stream.key()
                    + "': the chain of patches is broken: " + reason
                    + ". The stream's patches are left out until a snapshot comes");
            entry.passBroken(stream, before.broken());
        }
        counts.skipped();
    }

    /**
     * Leaves out a record whose frame cannot be decoded now, if its headers show that the frame is not needed: it
     * repeats an applied patch, a snapshot covers it, or its stream waits for a snapshot.
     *
     * @return false if the frame is needed
     */
    boolean passUndecoded(IntakeEntry entry) {
        String key = entry.key();
        PatchPosition position = entry.position();
        if (key == null || position == null || position.snapshot()) {
            return false;
        }
        StreamId stream = snapshots.stream(entry.partition(), key);
        StreamState stored = entry.chain(stream).orElse(null);
        if (stored == null) {
            return false;
        }
        boolean isLast = position.number() == stored.number() && position.hash() == stored.hash();
        boolean isOlder = position.number() < stored.number();
        if (stored.standing() == StreamState.Standing.SNAPSHOT && (isLast || isOlder)) {
            counts.covered();
        } else if (isLast || (isOlder && recent.knows(stream, position))) {
            counts.repeated();
        } else if (stored.isBroken() && onBreak == OnChainBreak.RESYNC && position.number() != stored.number() + 1) {
            counts.skipped();
        } else {
            return false;
        }
        entry.pass();
        return true;
    }

    /**
     * Treats a patch that can never be decoded like a missing patch, if the options let such streams wait for a
     * snapshot.
     *
     * @return false if the patch has to be refused
     * @throws PatchRefusedException if patches before it are missing too, so that the stream could not continue with
     *     this patch
     */
    boolean breakUndecodable(IntakeEntry entry, String reason) {
        String key = entry.key();
        PatchPosition position = entry.position();
        if (key == null || position == null || position.snapshot()) {
            return false;
        }
        StreamId stream = snapshots.stream(entry.partition(), key);
        if (onBreak != OnChainBreak.RESYNC) {
            if (position.number() > 1 && entry.chain(stream).isEmpty()) {
                throw new PatchRefusedException(
                        RefusalReason.CHAIN,
                        reason + ". The store has nothing of stream '" + key + "', and this is its patch "
                                + position.number());
            }
            return false;
        }
        Optional<StreamState> stored = entry.chain(stream);
        breakChain(
                entry,
                stream,
                stored,
                "patch " + position.number() + " cannot be decoded: " + reason,
                missing(entry, stored));
        return true;
    }
}
