package dev.velella.sink.intake;

import dev.velella.graph.GraphPolicy;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.graph.UnfitElementException;
import dev.velella.jelly.JellyFrames.Kind;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.history.TrimmedAdvice;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ChainOptions;
import dev.velella.sink.options.ChainOptions.OnChainBreak;
import dev.velella.sink.options.HistoryOptions;
import dev.velella.sink.options.InputOptions;
import dev.velella.sink.options.InputOptions.OnGraph;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.options.SnapshotTopics;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.ChainStep;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.NetEffect;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.RecentPatches;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.sink.SinkRecord;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a record, and takes it into a batch: a patch by the chain of its stream, a snapshot where the
 * state of the stream is not known or behind it, a graph by {@code on.graph}. What is refused has changed nothing, neither
 * the batch nor what is remembered here. Not thread-safe.
 */
public final class RecordIntake {
    private static final String MISSING =
            ". A record is missing, or is not of this stream. Where the diff app writes snapshots"
                    + " (velella.snapshot.topic), let this connector read them too ("
                    + ChainOptions.SNAPSHOT_TOPICS_CONFIG
                    + "), with " + ChainOptions.ON_CHAIN_BREAK_CONFIG
                    + "=resync; or build a new store (another target.dir or target.url, with "
                    + HistoryOptions.ON_LOST_HISTORY_CONFIG + "=rebuild) from a topic that is whole";

    private final OnChainBreak onBreak;
    private final OnGraph onGraph;
    private final GraphSettings graphs;
    private final TargetGraph target;
    private final SnapshotTopics snapshots;
    private final TermPolicy terms;
    private final RecentPatches recent;
    private final SinkCounts counts;

    public RecordIntake(RdfSinkConfig config, TermPolicy terms, SinkCounts counts) {
        onBreak = config.onChainBreak();
        onGraph = config.onGraph();
        graphs = config.graphSettings();
        target = TargetGraph.of(graphs);
        snapshots = config.snapshotTopics();
        recent = new RecentPatches(config.repeatsRemembered());
        this.terms = terms;
        this.counts = counts;
    }

    /** One record on its way into a batch. */
    private record Entry(
            BatchBuilder batch,
            PartitionId partition,
            Claim claim,
            long offset,
            @Nullable String key,
            @Nullable PatchPosition position) {
        void pass() {
            batch.pass(partition, claim, offset);
        }

        void apply(List<PatchOperation> rows, @Nullable StreamId stream, @Nullable StreamState after) {
            batch.apply(partition, claim, offset, key, rows, stream, after);
        }
    }

    /**
     * Takes in a record that was decoded.
     *
     * @param claim of its partition as it was when the batch began
     * @throws PatchRefusedException if nothing of it may be applied
     */
    public void take(BatchBuilder batch, PartitionId id, Claim claim, SinkRecord record, RecordContent content) {
        PatchRecord read = PatchRecord.of(record);
        PatchPosition position = read.position();
        Entry entry = new Entry(batch, id, claim, record.originalKafkaOffset(), read.key(), position);
        if (position != null && position.snapshot()) {
            snapshot(entry, position, content);
        } else if (snapshots.holdsSnapshots(id.topic())) {
            throw new PatchRefusedException(
                    RefusalReason.HEADER,
                    "the record is of a topic of snapshots (" + ChainOptions.SNAPSHOT_TOPICS_CONFIG
                            + "), and has no header patch of the form number.hash.s");
        } else if (content instanceof RecordContent.Patch patch) {
            change(entry, NetEffect.effectiveRows(patch.patch()), true);
        } else if (content instanceof RecordContent.Graph graph) {
            change(entry, graphRows(entry, graph.graph()), false);
        } else {
            change(entry, tombstoneRows(entry), false);
        }
    }

    /**
     * Records in the order in which they are best taken: between topics there is none. Snapshots come first where a stream
     * waits for one, else last, so that they need not replace what the patches lead to.
     */
    public Collection<SinkRecord> inOrder(Collection<SinkRecord> records, BatchBuilder batch) {
        if (snapshots.isEmpty()) {
            return records;
        }
        List<SinkRecord> whole = new ArrayList<>();
        List<SinkRecord> changes = new ArrayList<>();
        for (SinkRecord record : records) {
            (snapshots.holdsSnapshots(record.originalTopic()) ? whole : changes).add(record);
        }
        boolean isAwaited = streams(whole).stream()
                .anyMatch(
                        stream -> batch.chain(stream).map(StreamState::isBroken).orElse(true));
        List<SinkRecord> ordered = new ArrayList<>(isAwaited ? whole : changes);
        ordered.addAll(isAwaited ? changes : whole);
        return ordered;
    }

    /** The streams of records, whose chains will be asked for. */
    public Set<StreamId> streams(Collection<SinkRecord> records) {
        Set<StreamId> streams = new LinkedHashSet<>();
        for (SinkRecord record : records) {
            try {
                String key = PatchRecord.key(record.key());
                if (key != null) {
                    streams.add(stream(PatchRecord.partition(record), key));
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
    public void checkUndecoded(SinkRecord record, Kind kind) {
        PatchPosition position = PatchRecord.of(record).position();
        boolean isSnapshot = position != null && position.snapshot();
        if (kind == Kind.RDF && onGraph == OnGraph.FAIL && !isSnapshot) {
            throw graphRefused();
        }
    }

    /**
     * Leaves out a record whose frame cannot be decoded now, where its headers say enough: it repeats a patch that was
     * applied, a snapshot covers it, or its stream waits for a snapshot.
     *
     * @return false if the frame is needed
     */
    public boolean passUndecoded(BatchBuilder batch, PartitionId id, Claim claim, SinkRecord record) {
        PatchRecord read = PatchRecord.of(record);
        PatchPosition position = read.position();
        if (read.key() == null || position == null || position.snapshot()) {
            return false;
        }
        StreamId stream = stream(id, read.key());
        StreamState stored = batch.chain(stream).orElse(null);
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
        batch.pass(id, claim, record.originalKafkaOffset());
        return true;
    }

    /**
     * Takes a patch that cannot be decoded at all for one that is missing in its stream, where such streams wait for a
     * snapshot.
     *
     * @return false if it has to be refused
     * @throws PatchRefusedException if patches before it are missing too, so that the stream could not go on with it
     */
    public boolean breakUndecodable(BatchBuilder batch, PartitionId id, Claim claim, SinkRecord record, String reason) {
        PatchRecord read = PatchRecord.of(record);
        PatchPosition position = read.position();
        if (read.key() == null || position == null || position.snapshot()) {
            return false;
        }
        StreamId stream = stream(id, read.key());
        if (onBreak != OnChainBreak.RESYNC) {
            if (position.number() > 1 && batch.chain(stream).isEmpty()) {
                throw new PatchRefusedException(
                        RefusalReason.CHAIN,
                        reason + ". The store has nothing of stream '" + read.key() + "', and this is its patch "
                                + position.number());
            }
            return false;
        }
        Entry entry = new Entry(batch, id, claim, record.originalKafkaOffset(), read.key(), position);
        breakChain(entry, stream, batch.chain(stream), "patch " + position.number() + " cannot be decoded: " + reason);
        return true;
    }

    private StreamId stream(PartitionId id, String key) {
        return new StreamId(snapshots.streamTopic(id.topic()), key);
    }

    /** @param isPatch whether the rows are those of a patch, and not what a graph comes to */
    private void change(Entry entry, List<PatchOperation> rows, boolean isPatch) {
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
        StreamId stream = stream(entry.partition(), key);
        long change = position == null ? 0 : PatchChain.change(rows);
        Optional<StreamState> stored = entry.batch().chain(stream);
        ChainStep step = ChainStep.of(stored, position, change, (other, sum) -> recent.knows(stream, other, sum));
        if (step instanceof ChainStep.Follows follows) {
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
            breakChain(entry, stream, stored, ((ChainStep.Breaks) step).reason());
        }
    }

    private void breakChain(Entry entry, StreamId stream, Optional<StreamState> stored, String reason) {
        boolean wasBroken = stored.map(StreamState::isBroken).orElse(false);
        if (!wasBroken) {
            counts.chainBroken();
        }
        if (onBreak != OnChainBreak.RESYNC) {
            throw new PatchRefusedException(
                    RefusalReason.CHAIN,
                    "the chain of patches is broken: " + reason
                            + (stored.isEmpty()
                                    ? ". The patches before it are gone. "
                                            + new TrimmedAdvice(
                                                            entry.partition().topic(), snapshots)
                                                    .patches()
                                    : MISSING));
        }
        StreamState before = stored.orElse(StreamState.BROKEN_AT_START);
        if (wasBroken) {
            entry.pass();
        } else {
            counts.log(entry.partition() + "@" + entry.offset() + ", key '" + stream.key()
                    + "': the chain of patches is broken: " + reason
                    + ". The stream's patches are left out until a snapshot comes");
            entry.batch().passBroken(entry.partition(), entry.claim(), entry.offset(), stream, before.broken());
        }
        counts.skipped();
    }

    private void snapshot(Entry entry, PatchPosition position, RecordContent content) {
        String key = entry.key();
        if (key == null) {
            throw new PatchRefusedException(
                    RefusalReason.KEY, "the record is a snapshot, but has no key that names its stream");
        }
        if (!snapshots.mayHoldSnapshots(entry.partition().topic())) {
            throw new PatchRefusedException(
                    RefusalReason.HEADER,
                    "the record is a snapshot, and "
                            + ChainOptions.SNAPSHOT_TOPICS_CONFIG + " does not say of which topic's streams those of "
                            + entry.partition().topic() + " are");
        }
        Set<Statement> statements = wholeGraph(content);
        Optional<String> breach = PatchChain.breach(null, position, PatchChain.change(adds(statements)));
        if (breach.isPresent()) {
            throw new PatchRefusedException(
                    RefusalReason.UNFIT, "the snapshot is not the graph that it announces: " + breach.get());
        }
        StreamId stream = stream(entry.partition(), key);
        Optional<StreamState> stored = entry.batch().chain(stream);
        if (!replaces(position, stored)) {
            entry.pass();
            counts.snapshotIgnored();
            return;
        }
        Set<Statement> wanted = new LinkedHashSet<>();
        statements.forEach(statement -> wanted.add(terms.admit(statement)));
        boolean isEmptyBefore = stored.map(state -> state.number() == 0).orElse(true);
        List<PatchOperation> rows = replacement(entry.batch(), ownGraphs(key, wanted, isEmptyBefore), wanted);
        entry.apply(rows, stream, StreamState.at(position));
        counts.snapshotApplied(rows.size());
    }

    /** Whether the store's state of the stream is not known, or behind the snapshot. */
    private static boolean replaces(PatchPosition snapshot, Optional<StreamState> stored) {
        if (stored.isEmpty() || snapshot.number() > stored.get().number()) {
            return true;
        }
        StreamState state = stored.get();
        return state.isBroken() && snapshot.number() == state.number() && snapshot.hash() != state.hash();
    }

    private static Set<Statement> wholeGraph(RecordContent content) {
        if (content instanceof RecordContent.Graph graph) {
            return new LinkedHashSet<>(graph.graph().statements());
        }
        Set<Statement> statements = new LinkedHashSet<>();
        if (content instanceof RecordContent.Patch patch) {
            for (PatchOperation row : NetEffect.effectiveRows(patch.patch())) {
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

    /** The graphs that a snapshot takes the place of; none where the store has nothing of the stream and others share. */
    private Set<IRI> ownGraphs(String key, Set<Statement> wanted, boolean isEmptyBefore) {
        if (graphs.policy() == GraphPolicy.PER_STREAM) {
            IRI own = target.graphName(key);
            if (wanted.stream().allMatch(statement -> own.equals(statement.getContext()))) {
                return Set.of(own);
            }
        }
        if (isEmptyBefore) {
            return Set.of();
        }
        throw new PatchRefusedException(
                RefusalReason.UNFIT,
                "the snapshot cannot take the place of the stream's graph, because its statements are not all in that graph"
                        + " as the options graph.policy and graph.template name it; set them as they are in the diff app");
    }

    private List<PatchOperation> graphRows(Entry entry, RdfGraph graph) {
        if (onGraph == OnGraph.FAIL) {
            throw graphRefused();
        }
        String key = entry.key();
        if (key == null && graphs.policy() == GraphPolicy.PER_STREAM) {
            throw new PatchRefusedException(
                    RefusalReason.KEY, "the record has no key, which names the graph that its statements go into");
        }
        String stream = key == null ? "" : key;
        String scope = onGraph == OnGraph.REPLACE && key != null
                ? "stream " + entry.partition().topic() + " " + key
                : "record " + entry.partition() + "@" + entry.offset();
        Set<Statement> wanted = new LinkedHashSet<>();
        try {
            Collection<Statement> placed = target.statements(stream, graph);
            new DocumentNodes(scope).rename(placed).forEach(statement -> wanted.add(terms.admit(statement)));
        } catch (UnfitElementException e) {
            throw new PatchRefusedException(RefusalReason.UNFIT, String.valueOf(e.getMessage()));
        }
        if (onGraph == OnGraph.ADD) {
            return adds(wanted);
        }
        return replacement(entry.batch(), replacedGraphs(stream, wanted), wanted);
    }

    private static PatchRefusedException graphRefused() {
        return new PatchRefusedException(
                RefusalReason.KIND,
                "the value is a graph; this connector applies patches: point it at the output topic of the diff app, or"
                        + " set " + InputOptions.ON_GRAPH_CONFIG + " to add or replace");
    }

    private Set<IRI> replacedGraphs(String key, Set<Statement> wanted) {
        if (graphs.policy() != GraphPolicy.KEEP) {
            return Set.of(target.graphName(key));
        }
        Set<IRI> named = new LinkedHashSet<>();
        for (Statement statement : wanted) {
            Resource context = statement.getContext();
            if (!(context instanceof IRI iri)) {
                throw new PatchRefusedException(
                        RefusalReason.UNFIT,
                        "the graph has statements outside of named graphs, which cannot be replaced under"
                                + " graph.policy=keep; use graph.policy=per-stream");
            }
            named.add(iri);
        }
        return named;
    }

    private List<PatchOperation> tombstoneRows(Entry entry) {
        if (onGraph != OnGraph.REPLACE) {
            throw new PatchRefusedException(
                    RefusalReason.KIND,
                    "the value is null; a topic of patches has no tombstones. It deletes the graph of its key with "
                            + InputOptions.ON_GRAPH_CONFIG + "=replace");
        }
        String key = entry.key();
        if (key == null || graphs.policy() == GraphPolicy.KEEP) {
            throw new PatchRefusedException(
                    RefusalReason.UNFIT,
                    "the value is null, and it is not known which graph that deletes: that needs a key, and graph.policy"
                            + " per-stream or fixed");
        }
        return replacement(entry.batch(), Set.of(target.graphName(key)), Set.of());
    }

    private static List<PatchOperation> replacement(BatchBuilder batch, Set<IRI> graphs, Set<Statement> wanted) {
        List<PatchOperation> rows = new ArrayList<>();
        Set<Statement> there = new LinkedHashSet<>();
        graphs.forEach(graph -> there.addAll(batch.statements(graph)));
        for (Statement statement : there) {
            if (!wanted.contains(statement)) {
                rows.add(new PatchOperation.Delete(statement));
            }
        }
        for (Statement statement : wanted) {
            if (!there.contains(statement)) {
                rows.add(new PatchOperation.Add(statement));
            }
        }
        return rows;
    }

    private static List<PatchOperation> adds(Collection<Statement> statements) {
        List<PatchOperation> rows = new ArrayList<>(statements.size());
        statements.forEach(statement -> rows.add(new PatchOperation.Add(statement)));
        return rows;
    }
}
