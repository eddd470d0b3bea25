package dev.velella.verify;

import dev.velella.diff.compare.RollingDiff;
import dev.velella.failure.UserException;
import dev.velella.graph.TargetGraph;
import dev.velella.record.PatchPosition;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StoreMoment;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemRows;
import dev.velella.sink.view.StoreView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Compares a store with the topics that its sink reads, up to the offsets that the store has applied. Problems and
 * facts go to a report. Not thread-safe.
 */
public final class StoreVerification {
    private final StoreView store;
    private final SinkTopics topics;
    private final SinkFacts sink;
    private final TargetGraph naming;
    private final Report report;
    private final StateDifference state = new StateDifference();
    private SystemRows rows = new SystemRows("");
    private Map<StreamId, PatchPosition> expectedChains = Map.of();

    /**
     * @param store the store; the caller closes it
     * @param sink the sink of the store
     * @param naming rule that names the graph of each stream
     */
    public StoreVerification(StoreView store, SinkTopics topics, SinkFacts sink, TargetGraph naming, Report report) {
        this.store = store;
        this.topics = topics;
        this.sink = sink;
        this.naming = naming;
        this.report = report;
    }

    /**
     * The result of a full comparison.
     *
     * @param change change that makes the store equal to its topics, but for the literals below
     * @param undecided number of statements for which the topics do not tell whether the store should hold them
     * @param sameValue number of literals that the store gives in another form, with the same value
     * @param nearestValue number of literals that the store gives with another value, since it cannot hold theirs
     * @param moment moment of the store that was compared
     */
    public record Outcome(RollingDiff change, long undecided, long sameValue, long nearestValue, StoreMoment moment) {
        /** What this means. */
        public Verdict verdict() {
            if (!change.isEmpty() || nearestValue > 0) {
                return Verdict.DIFFERENT;
            }
            if (undecided > 0) {
                return Verdict.UNDECIDED;
            }
            return sameValue > 0 ? Verdict.EQUAL_BY_VALUE : Verdict.EQUAL;
        }
    }

    /**
     * Compares the hashes of the store's chains with the hashes of its statements, and with the last patches of the
     * topics.
     *
     * @return whether the store is equal, as far as hashes can show it
     * @throws UserException if the topics cannot be read, or do not hold the records that the store has applied
     * @throws IncompleteStoreException if the store lacks records that the topics held once
     */
    public boolean compareChains() throws IOException {
        GraphTallies tallies = GraphTallies.of(store, sink.name());
        Map<PartitionId, Long> offsets = offsets(tallies.rows());
        trimmed(offsets, tallies.rows());
        TopicHeads heads = new TopicHeads();
        SinkTopics.byTopic(offsets).forEach((topic, ends) -> topics.read(topic, ends, heads));
        report.say("topics: " + heads.records() + " records, headers only");
        long before = report.problems();
        boolean told = new ChainCheck(tallies, heads, naming, store.isExclusive(), report).run();
        if (report.problems() > before && store.mayRewriteLiterals()) {
            report.say("the store may write literals in a form of its own, which changes hashes: --full tells such"
                    + " literals from differences");
        }
        warnOfDefaultGraph();
        return told && report.problems() == before;
    }

    /**
     * Compares every statement with the state that the topics give.
     *
     * @param snapshotTopic topic of snapshots of the diff app; null if there is none
     * @throws UserException if a record cannot be decoded, or the topics begin too late
     * @throws IncompleteStoreException if the store lacks records that the topics held once
     */
    public Outcome compareStatements(@Nullable String snapshotTopic) throws IOException {
        readStore();
        Map<PartitionId, Long> offsets = offsets(rows);
        Rebuild rebuild = new Rebuild(state, offsets.size() <= 1, sink.repeatsRemembered());
        Map<String, Map<Integer, Long>> byTopic = SinkTopics.byTopic(offsets);
        Set<String> trimmed = trimmed(offsets, rows);
        if (snapshotTopic == null) {
            byTopic.forEach((topic, ends) -> sink.snapshotTopic(topic)
                    .filter(named -> trimmed.contains(topic))
                    .ifPresent(named -> begin(rebuild, named, topic)));
        } else if (byTopic.size() == 1) {
            begin(rebuild, snapshotTopic, byTopic.keySet().iterator().next());
        } else {
            throw new UserException(
                    "topic " + snapshotTopic + " holds snapshots for one topic of patches, but the store has applied"
                            + " the topics " + byTopic.keySet() + ": set snapshot.topics in the configuration instead");
        }
        byTopic.forEach((topic, ends) -> topics.read(topic, ends, rebuild));
        expectedChains = new HashMap<>(rebuild.chains(rows));
        report.say("topics: " + rebuild.patches() + " patches, which give " + state.expected() + " statements of "
                + expectedChains.size() + " numbered streams");
        warnOfDefaultGraph();
        return outcome();
    }

    /** The offsets up to which a store has applied the partitions of a connector; empty if it has no rows. */
    static Map<PartitionId, Long> nextOffsets(StoreView store, String connector) throws IOException {
        return GraphTallies.of(store, connector).rows().nextOffsets();
    }

    /**
     * The topics whose first records retention has removed.
     *
     * @throws IncompleteStoreException if the store never had the removed records
     */
    private Set<String> trimmed(Map<PartitionId, Long> offsets, SystemRows found) {
        Set<String> trimmed = new HashSet<>();
        SinkTopics.byTopic(offsets)
                .forEach((topic, ends) -> topics.trimmed(topic, ends.keySet()).forEach((partition, begin) -> {
                    trimmed.add(topic);
                    String removed =
                            topic + "-" + partition + ": retention has removed the records below offset " + begin;
                    if (ends.getOrDefault(partition, 0L) < begin) {
                        throw new IncompleteStoreException(
                                removed + ", and the store has only the records below " + ends.get(partition)
                                        + ": whether there were records between, or only markers of transactions,"
                                        + " nobody can tell any more");
                    }
                    if (found.chains().keySet().stream()
                            .noneMatch(stream -> stream.topic().equals(topic))) {
                        throw new IncompleteStoreException(removed
                                + ", and the store has no stream of the topic, neither by patches nor by snapshots");
                    }
                }));
        return trimmed;
    }

    private void begin(Rebuild rebuild, String snapshotTopic, String topicOfPatches) {
        SnapshotBases bases = new SnapshotBases(topicOfPatches);
        topics.readAll(snapshotTopic, bases);
        report.say("streams begin with their last snapshots in topic " + snapshotTopic);
        bases.handOver(rebuild, rows);
    }

    private void readStore() throws IOException {
        rows = new SystemRows(sink.name());
        SystemRows reading = rows;
        store.read(statement -> {
            if (SystemRows.isRow(statement)) {
                reading.add(statement);
            } else {
                state.store(statement);
            }
        });
    }

    /** Compares again after a repair, with the state that the topics gave before. */
    public Outcome compareAgain() throws IOException {
        state.forgetStored();
        readStore();
        return outcome();
    }

    private Outcome outcome() {
        List<Statement> deletes = new ArrayList<>(state.deletes(ours()));
        List<Statement> adds = new ArrayList<>(state.adds());
        long unseen = adds.size();
        if (!store.hasDefaultGraph()) {
            adds.removeIf(statement -> statement.getContext() == null); // they may be there
        }
        unseen -= adds.size();
        RewrittenLiterals rewritten = store.mayRewriteLiterals()
                ? RewrittenLiterals.takeFrom(deletes, adds, state.stored())
                : RewrittenLiterals.none();
        int data = deletes.size() + adds.size();
        compareRows(deletes, adds);
        int chains = deletes.size() + adds.size() - data;
        report.say("difference: " + deletes.size() + " statements too many, " + adds.size() + " missing"
                + (chains == 0 ? "" : "; " + chains + " of them are the sink's rows of chains"));
        rewritten.tell(report);
        long undecided = state.undecided();
        if (undecided > 0) {
            report.problem("undecided: " + undecided + " statements are changed by streams of several partitions, and"
                    + " the topics do not show the order of these changes; streams must not share statements");
        }
        if (unseen > 0) {
            report.problem(
                    "undecided: " + unseen + " statements of the default graph, which this store does not tell from"
                            + " the statements of its other graphs");
        }
        return new Outcome(
                new RollingDiff(deletes, adds),
                undecided + unseen,
                rewritten.sameValue(),
                rewritten.nearestValue(),
                rows.moment());
    }

    /** Compares the chains, as rows of the system graph. */
    private void compareRows(List<Statement> deletes, List<Statement> adds) {
        Set<StreamId> streams = new HashSet<>(rows.chains().keySet());
        streams.addAll(expectedChains.keySet());
        for (StreamId stream : streams) {
            PatchPosition position = expectedChains.get(stream);
            if (position == null || !isAt(rows.chain(stream), position)) {
                deletes.addAll(rows.chains().getOrDefault(stream, List.of()));
                if (position != null) {
                    adds.add(rows.row(stream, position));
                }
            }
        }
    }

    /** Whether a chain is at a position, reached by patches or by a snapshot. */
    private static boolean isAt(Optional<StreamState> chain, PatchPosition position) {
        return chain.filter(state ->
                        !state.isBroken() && state.number() == position.number() && state.hash() == position.hash())
                .isPresent();
    }

    /**
     * Tells which surplus statements of the store count as a difference. In a shared store, only statements in graphs
     * of our streams count.
     */
    private Predicate<Statement> ours() {
        if (store.isExclusive()) {
            return statement -> true;
        }
        Set<Resource> graphs = new HashSet<>();
        expectedChains.keySet().forEach(stream -> graphs.add(naming.graphName(stream.key())));
        rows.chains().keySet().forEach(stream -> graphs.add(naming.graphName(stream.key())));
        return statement -> graphs.contains(statement.getContext());
    }

    private Map<PartitionId, Long> offsets(SystemRows found) {
        Map<PartitionId, Long> offsets = found.nextOffsets();
        if (offsets.isEmpty()) {
            throw new UserException("the store (" + store.place() + ") has no rows of connector " + sink.name()
                    + (found.connectors().isEmpty()
                            ? ": nothing was ever applied to it"
                            : ", only of " + String.join(", ", found.connectors()) + "; give --name"));
        }
        report.say("store " + found.storeId() + " (" + store.place() + ") of connector " + sink.name());
        Set<String> applied = new HashSet<>();
        offsets.forEach((id, offset) -> {
            report.say(id + ": applied below offset " + offset
                    + (sink.reads(id.topic()) || sink.isOfSnapshots(id.topic())
                            ? ""
                            : " (the connector no longer reads this topic)"));
            applied.add(id.topic());
        });
        for (String topic : sink.topics()) {
            if (!applied.contains(topic)) {
                report.say(topic + ": nothing applied");
            }
        }
        if (!sink.transforms().isEmpty()) {
            report.say("the connector transforms records (" + sink.transforms()
                    + "), but here they are compared as they are in the topics");
        }
        offsets.keySet().removeIf(id -> sink.isOfSnapshots(id.topic()));
        return offsets;
    }

    private void warnOfDefaultGraph() {
        if (!store.hasDefaultGraph()) {
            report.say("not compared: the default graph, because this store shows the statements of all graphs in it");
        }
    }
}
