package dev.velella.sink.intake;

import dev.velella.graph.GraphPolicy;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ChainOptions;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.options.SnapshotTopics;
import dev.velella.sink.store.NetEffect;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;

/**
 * Takes snapshots into a batch, as the difference between the snapshot and the stream's graph in the store. Stateless.
 */
final class SnapshotIntake {
    private final GraphSettings graphs;
    private final TargetGraph target;
    private final SnapshotTopics snapshots;
    private final TermPolicy terms;
    private final SinkCounts counts;

    SnapshotIntake(RdfSinkConfig config, TermPolicy terms, SinkCounts counts) {
        graphs = config.graphSettings();
        target = TargetGraph.of(graphs);
        snapshots = config.snapshotTopics();
        this.terms = terms;
        this.counts = counts;
    }

    /**
     * Takes a snapshot into the batch if the store's state of its stream is unknown or older. Where streams share their graph, a
     * snapshot cannot replace what the store has of one stream. It is left out there, because the patches lead on, unless the
     * chain of the stream is broken.
     *
     * @throws PatchRefusedException if the snapshot is not the graph that its header announces, or belongs to no stream
     */
    void take(IntakeEntry entry, PatchPosition position, RecordContent content) {
        String key = entry.key();
        if (key == null) {
            throw new PatchRefusedException(
                    RefusalReason.KEY, "the record is a snapshot, but has no key that names its stream");
        }
        if (!snapshots.mayHoldSnapshots(entry.partition().topic())) {
            throw new PatchRefusedException(
                    RefusalReason.HEADER,
                    "the record is a snapshot, but "
                            + ChainOptions.SNAPSHOT_TOPICS.name() + " does not name the topic of patches for its topic "
                            + entry.partition().topic() + "; add it");
        }
        Set<Statement> statements = wholeGraph(content);
        Optional<String> breach = PatchChain.breach(null, position, PatchChain.change(IntakeEntry.adds(statements)));
        if (breach.isPresent()) {
            throw new PatchRefusedException(
                    RefusalReason.UNFIT, "the snapshot is not the graph that it announces: " + breach.get());
        }
        StreamId stream = snapshots.stream(entry.partition(), key);
        Optional<StreamState> stored = entry.chain(stream);
        boolean isNew = stored.map(state -> state.number() == 0).orElse(true);
        boolean isNeeded = isNew || graphs.policy() == GraphPolicy.PER_STREAM || isBroken(stored);
        if (!replaces(position, stored) || !isNeeded) {
            entry.pass();
            counts.snapshotIgnored();
            return;
        }
        Set<Statement> wanted = new LinkedHashSet<>();
        statements.forEach(statement -> wanted.add(terms.admit(statement)));
        List<PatchOperation> rows = entry.replacement(ownGraphs(key, wanted, isNew), wanted);
        entry.apply(rows, stream, StreamState.at(position));
        counts.snapshotApplied(rows.size());
    }

    /** Whether the store's state of the stream is unknown, or older than the snapshot. */
    private static boolean replaces(PatchPosition snapshot, Optional<StreamState> stored) {
        if (stored.isEmpty() || snapshot.number() > stored.get().number()) {
            return true;
        }
        StreamState state = stored.get();
        return state.isBroken() && snapshot.number() == state.number() && snapshot.hash() != state.hash();
    }

    private static boolean isBroken(Optional<StreamState> stored) {
        return stored.isPresent() && stored.get().isBroken();
    }

    private static Set<Statement> wholeGraph(RecordContent content) {
        StreamElement element = content instanceof RecordContent.Element data ? data.element() : null;
        if (element instanceof RdfGraph graph) {
            return new LinkedHashSet<>(graph.statements());
        }
        Set<Statement> statements = new LinkedHashSet<>();
        if (element instanceof RdfPatch patch) {
            for (PatchOperation row : NetEffect.effectiveRows(patch)) {
                if (row instanceof PatchOperation.Add add) {
                    statements.add(add.statement());
                } else if (row instanceof PatchOperation.Delete) {
                    throw new PatchRefusedException(
                            RefusalReason.UNFIT,
                            "the record is a snapshot, but its patch deletes; a snapshot only adds");
                }
            }
        }
        return statements;
    }

    /**
     * The graphs that a snapshot replaces. There are none if the store has nothing of the stream and streams share
     * their graph.
     */
    private Set<IRI> ownGraphs(String key, Set<Statement> wanted, boolean isNew) {
        boolean hasOwn = graphs.policy() == GraphPolicy.PER_STREAM;
        if (hasOwn) {
            IRI own = target.graphName(key);
            if (wanted.stream().allMatch(statement -> own.equals(statement.getContext()))) {
                return Set.of(own);
            }
        }
        if (isNew) {
            return Set.of();
        }
        throw new PatchRefusedException(
                RefusalReason.UNFIT,
                hasOwn
                        ? "the snapshot cannot take the place of the stream's graph, because its statements are not all in that"
                                + " graph as the options graph.policy and graph.template name it; set them as they are in the"
                                + " diff app"
                        : "the chain of the stream is broken, and a snapshot cannot mend it, because streams share their graph"
                                + " (graph.policy); give the topics to a sink with a new, empty store");
    }
}
