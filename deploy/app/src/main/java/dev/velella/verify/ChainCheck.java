package dev.velella.verify;

import dev.velella.graph.TargetGraph;
import dev.velella.rdf.GraphHash;
import dev.velella.record.PatchPosition;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.StreamState.Standing;
import dev.velella.sink.store.SystemRows;
import dev.velella.verify.GraphTallies.Tally;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Compares the chains that a store states in its rows with the hashes of its statements, and with the last patches of
 * its topics. Nothing is decoded. If hashes cannot show whether the store is right, the result is undecided.
 *
 * <p>A stream that has a graph of its own is compared alone. All streams that have statements, but no graph of their
 * own, are compared together with all graphs that belong to no stream. This works if no two of these streams hold the
 * same statement: the sum of the streams' hashes is then the hash of all these graphs.
 */
final class ChainCheck {
    private static final Comparator<StreamId> ORDER =
            Comparator.comparing(StreamId::topic).thenComparing(StreamId::key);

    private final GraphTallies store;
    private final SystemRows rows;
    private final TopicHeads topics;
    private final TargetGraph naming;
    private final boolean exclusive;
    private final Report report;
    private final Map<@Nullable Resource, Tally> foreign;
    private final List<StreamId> homeless = new ArrayList<>();
    private long fitting;
    private long beyondTopics;
    private long homelessHash;
    private long homelessFollowing;
    private boolean undecided;

    /**
     * @param naming rule that names the graph of each stream
     * @param exclusive whether the store should hold only statements of its streams
     */
    ChainCheck(GraphTallies store, TopicHeads topics, TargetGraph naming, boolean exclusive, Report report) {
        this.store = store;
        this.rows = store.rows();
        this.topics = topics;
        this.naming = naming;
        this.exclusive = exclusive;
        this.report = report;
        foreign = new HashMap<>(store.graphs());
    }

    /** Compares everything. Differences are problems of the report. Returns whether the hashes gave a result. */
    boolean run() {
        TreeSet<StreamId> streams = new TreeSet<>(ORDER);
        streams.addAll(rows.chains().keySet());
        streams.addAll(topics.heads().keySet());
        for (StreamId stream : streams) {
            foreign.remove(naming.graphName(stream.key()));
        }
        for (StreamId stream : streams) {
            Optional<StreamState> chain = rows.chain(stream);
            boolean followsTopic = compareWithTopic(stream, chain);
            if (chain.isPresent() && compareWithGraph(stream, chain.get(), followsTopic) && followsTopic) {
                fitting++;
            }
        }
        compareRest();
        summary(streams.size());
        return !undecided;
    }

    private static String name(StreamId stream) {
        return "stream " + stream.key() + " of " + stream.topic();
    }

    private boolean compareWithTopic(StreamId stream, Optional<StreamState> chain) {
        TopicHeads.@Nullable Head head = topics.heads().get(stream);
        List<Statement> found = rows.chains().getOrDefault(stream, List.of());
        if (chain.isEmpty() && !found.isEmpty()) {
            report.problem(name(stream) + ": the store's chain is damaged: "
                    + (found.size() == 1 ? found.get(0).getObject() : found.size() + " rows"));
            return false;
        }
        if (chain.filter(StreamState::isBroken).isPresent()) {
            report.problem(name(stream) + ": the chain is broken after patch "
                    + chain.get().number() + ": the sink applies no more patches of it until a snapshot comes"
                    + (head == null ? "" : "; the topic has " + head.header() + " at " + head.place()));
            return false;
        }
        if (head == null && topics.isTrimmed(stream.topic())) {
            beyondTopics++;
            return true;
        }
        if (head == null || !isAt(chain, head)) {
            report.problem(name(stream) + ": the chain differs from the topic: the store has patch "
                    + chain.map(StreamState::format).orElse("none") + ", the topic "
                    + (head == null ? "has no patch of it" : head.header() + " at " + head.place()));
            return false;
        }
        return true;
    }

    /** Whether a chain is at the last patch of its topic, or at a snapshot that covers that patch. */
    private boolean isAt(Optional<StreamState> chain, TopicHeads.Head head) {
        Optional<PatchPosition> last = head.position();
        if (chain.isEmpty() || last.isEmpty()) {
            return false;
        }
        StreamState state = chain.get();
        if (state.standing() == Standing.SNAPSHOT && last.get().number() < state.number()) {
            beyondTopics++;
            return true;
        }
        return state.number() == last.get().number()
                && state.hash() == last.get().hash();
    }

    private boolean compareWithGraph(StreamId stream, StreamState chain, boolean followsTopic) {
        Resource graph = naming.graphName(stream.key());
        Tally tally = store.graphs().get(graph);
        long hash = tally == null ? GraphHash.EMPTY : tally.hash();
        if (hash == chain.hash()) {
            return true;
        }
        if (tally == null && !foreign.isEmpty()) {
            homeless.add(stream);
            homelessHash += chain.hash();
            homelessFollowing += followsTopic ? 1 : 0;
            return false;
        }
        report.problem(name(stream) + ": the store differs from its own chain: <" + graph + "> holds "
                + (tally == null ? 0 : tally.statements()) + " statements of hash " + GraphHash.format(hash)
                + ", the chain says " + chain.format());
        return false;
    }

    /** Compares the graphs of no stream with the streams without a graph. */
    private void compareRest() {
        if (foreign.isEmpty() || (homeless.isEmpty() && !exclusive)) {
            return;
        }
        if (topics.unnumbered() > 0) {
            undecided = true;
            report.problem("undecided: " + topics.unnumbered() + " records of the topics have no patch number, so"
                    + " hashes cannot show whether " + foreign.size()
                    + " graphs that belong to no numbered stream are right; use --full");
        } else if (homeless.isEmpty()) {
            foreign.forEach((graph, tally) -> report.problem((graph == null ? "default graph" : "graph <" + graph + ">")
                    + ": holds " + tally.statements() + " statements of no stream"));
        } else {
            compareSums();
        }
    }

    private void compareSums() {
        long hash = foreign.values().stream().mapToLong(Tally::hash).sum();
        if (hash == homelessHash) {
            fitting += homelessFollowing;
            report.say(homeless.size() + " streams have no graph of their own and were compared together: the sum of"
                    + " their hashes is the hash of the " + foreign.size() + " graphs that belong to no single stream");
        } else {
            undecided = true;
            report.problem("undecided: " + homeless.size() + " streams (such as " + name(homeless.get(0))
                    + ") have no statements in graphs of their own, and the sum of their hashes is not the hash of the "
                    + foreign.size() + " graphs that belong to no single stream: the store differs from its chains, or"
                    + " streams share statements, or the graphs were named by another --graph-template; use --full");
        }
    }

    private void summary(int streams) {
        report.say("streams: " + streams + ", of which " + fitting + " fit");
        if (beyondTopics > 0) {
            report.say("not compared with the topics: " + beyondTopics
                    + " streams, because retention has deleted all their patches, or because a snapshot has brought the"
                    + " store beyond their last patch");
        }
    }
}
