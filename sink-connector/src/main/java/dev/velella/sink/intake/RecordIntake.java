package dev.velella.sink.intake;

import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.PatchPosition;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ChainOptions;
import dev.velella.sink.options.InputOptions.OnGraph;
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
 * Decides what becomes of a record, and takes it into a batch: a patch by the chain of its stream, a snapshot where the
 * state of the stream is not known or behind it, a graph by {@code on.graph}. What is refused has changed nothing, neither
 * the batch nor what is remembered here. Not thread-safe.
 */
public final class RecordIntake {
    private final OnGraph onGraph;
    private final SnapshotTopics snapshots;
    private final PatchIntake patches;
    private final SnapshotIntake wholeGraphs;
    private final GraphIntake graphs;

    public RecordIntake(RdfSinkConfig config, TermPolicy terms, SinkCounts counts) {
        onGraph = config.onGraph();
        snapshots = config.snapshotTopics();
        patches = new PatchIntake(config, terms, counts);
        wholeGraphs = new SnapshotIntake(config, terms, counts);
        graphs = new GraphIntake(config, terms);
    }

    /**
     * Takes in a record that was decoded.
     *
     * @param claim of its partition as it was when the batch began
     * @throws PatchRefusedException if nothing of it may be applied
     */
    public void take(BatchBuilder batch, Claim claim, InputRecord record, RecordContent content) {
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
     * Records in the order in which they are best taken: between topics there is none. Snapshots come first where a stream
     * waits for one, else last, so that they need not replace what the patches lead to.
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

    /** The streams of records, whose chains will be asked for. */
    public Set<StreamId> streams(Collection<InputRecord> records) {
        Set<StreamId> streams = new LinkedHashSet<>();
        for (InputRecord record : records) {
            try {
                String key = record.key();
                if (key != null) {
                    streams.add(snapshots.stream(record.partition(), key));
                }
            } catch (PatchRefusedException e) {
                // said when the record's turn comes
            }
        }
        return streams;
    }

    /**
     * Checks that a record whose frame cannot be decoded now is worth the search for its state.
     *
     * @throws PatchRefusedException if it is of a kind that is not taken
     */
    public void checkUndecoded(InputRecord record, ElementKind kind) {
        PatchPosition position = record.position();
        boolean isSnapshot = position != null && position.snapshot();
        if (kind == ElementKind.GRAPH && onGraph == OnGraph.FAIL && !isSnapshot) {
            throw GraphIntake.refused();
        }
    }

    /**
     * Leaves out a record whose frame cannot be decoded now, where its headers say enough: it repeats a patch that was
     * applied, a snapshot covers it, or its stream waits for a snapshot.
     *
     * @return false if the frame is needed
     */
    public boolean passUndecoded(BatchBuilder batch, Claim claim, InputRecord record) {
        return patches.passUndecoded(new IntakeEntry(batch, claim, record));
    }

    /**
     * Takes a patch that cannot be decoded at all for one that is missing in its stream, where such streams wait for a
     * snapshot.
     *
     * @return false if it has to be refused
     * @throws PatchRefusedException if patches before it are missing too, so that the stream could not go on with it
     */
    public boolean breakUndecodable(BatchBuilder batch, Claim claim, InputRecord record, String reason) {
        return patches.breakUndecodable(new IntakeEntry(batch, claim, record), reason);
    }
}
