package dev.velella.sink.intake;

import dev.velella.letter.RefusalReason;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.PatchPosition;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ChainOptions;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.options.SnapshotTopics;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.NetEffect;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides how a record is handled, and takes it into a batch: a patch by the chain of its stream; a snapshot if the
 * state of the stream is unknown or older; a graph as {@code on.graph} says. A refused record has changed nothing,
 * neither in the batch nor in this object. Not thread-safe.
 */
public final class RecordIntake {
    private final SnapshotTopics snapshots;
    private final PatchIntake patches;
    private final SnapshotIntake wholeGraphs;
    private final GraphIntake graphs;

    public RecordIntake(RdfSinkConfig config, TermPolicy terms, SinkCounts counts) {
        snapshots = config.snapshotTopics();
        patches = new PatchIntake(config, terms, counts);
        wholeGraphs = new SnapshotIntake(config, terms, counts);
        graphs = new GraphIntake(config, terms);
    }

    /**
     * Takes a decoded record into a batch.
     *
     * @param claim claim of the record's partition at the begin of the batch
     * @throws PatchRefusedException if nothing of the record may be applied
     */
    public void take(BatchBuilder batch, Claim claim, InputRecord record, RecordContent.Decoded content) {
        IntakeEntry entry = new IntakeEntry(batch, claim, record);
        record.check();
        PatchPosition position = record.position();
        if (position != null && position.snapshot()) {
            wholeGraphs.take(entry, position, content);
        } else if (snapshots.holdsSnapshots(record.partition().topic())) {
            throw new PatchRefusedException(
                    RefusalReason.HEADER,
                    "the record is of a topic of snapshots (" + ChainOptions.SNAPSHOT_TOPICS.name()
                            + "), and has no header patch of the form number.hash.s");
        } else if (content instanceof RecordContent.Element data) {
            take(entry, data.element());
        } else {
            patches.take(entry, graphs.tombstoneRows(entry), false);
        }
    }

    private void take(IntakeEntry entry, StreamElement element) {
        if (element instanceof RdfPatch patch) {
            patches.take(entry, NetEffect.effectiveRows(patch), true);
        } else if (element instanceof RdfGraph graph) {
            patches.take(entry, graphs.rows(entry, graph), false);
        }
    }

    /**
     * Sorts records into the best order to take them in; records of different topics have no order of their own. If a
     * stream waits for a snapshot, snapshots come first. Otherwise they come last, so that they need not replace a
     * graph that the patches have already built.
     */
    public Collection<InputRecord> inOrder(Collection<InputRecord> records, BatchBuilder batch) {
        if (snapshots.isEmpty()) {
            return records;
        }
        List<InputRecord> whole = new ArrayList<>();
        List<InputRecord> changes = new ArrayList<>();
        for (InputRecord record : records) {
            (snapshots.holdsSnapshots(record.partition().topic()) ? whole : changes).add(record);
        }
        boolean isAwaited = streams(whole).stream()
                .anyMatch(
                        stream -> batch.chain(stream).map(StreamState::isBroken).orElse(true));
        List<InputRecord> ordered = new ArrayList<>(isAwaited ? whole : changes);
        ordered.addAll(isAwaited ? changes : whole);
        return ordered;
    }

    /** The streams of records whose chains will be needed. */
    public Set<StreamId> streams(Collection<InputRecord> records) {
        Set<StreamId> streams = new LinkedHashSet<>();
        for (InputRecord record : records) {
            try {
                String key = record.key();
                if (key != null) {
                    streams.add(snapshots.stream(record.partition(), key));
                }
            } catch (PatchRefusedException e) {
                // the fault is reported when the record is taken in
            }
        }
        return streams;
    }

    /**
     * Leaves out a record whose frame cannot be decoded now, if its headers show that the frame is not needed: it
     * repeats an applied patch, a snapshot covers it, or its stream waits for a snapshot.
     *
     * @return false if the frame is needed
     */
    public boolean passUndecoded(BatchBuilder batch, Claim claim, InputRecord record) {
        return patches.passUndecoded(new IntakeEntry(batch, claim, record));
    }

    /**
     * Treats a patch that can never be decoded like a missing patch, if the options let such streams wait for a
     * snapshot.
     *
     * @return false if the patch has to be refused
     * @throws PatchRefusedException if patches before it are missing too, so that the stream could not continue with
     *     this patch
     */
    public boolean breakUndecodable(BatchBuilder batch, Claim claim, InputRecord record, String reason) {
        return patches.breakUndecodable(new IntakeEntry(batch, claim, record), reason);
    }
}
