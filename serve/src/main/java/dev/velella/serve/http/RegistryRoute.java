package dev.velella.serve.http;

import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.rdf.GraphHash;
import dev.velella.serve.answer.CountedGraphs;
import dev.velella.serve.answer.GraphContent;
import dev.velella.serve.answer.GraphFormat;
import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.intake.Served;
import dev.velella.serve.select.AllGraphs;
import dev.velella.serve.select.Counter;
import dev.velella.serve.select.LocalGraphs;
import dev.velella.serve.select.Selected;
import dev.velella.serve.select.Selection;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoredGraph;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * The protocol by which registries of nanopublications give theirs: {@code /} has the counter in its headers, and {@code
 * /nanopubs.jelly?afterCounter=N} the nanopublications after it, each a frame with its counter. The counter of a
 * nanopublication is the offset of its patch, plus one, so there must be one partition. Ended streams are left out.
 * Thread-safe.
 */
final class RegistryRoute implements Route {
    static final String ROOT = "/";
    static final String STREAM = "/nanopubs.jelly";

    private static final String PREFIX = "Nanopub-Registry-";

    private final LogFollower follower;
    private final LocalGraphs local;
    private final AllGraphs graphs;

    RegistryRoute(LogFollower follower, LocalGraphs local, AllGraphs graphs) {
        this.follower = follower;
        this.local = local;
        this.graphs = graphs;
    }

    @Override
    public Answer answer(ServerRequest request) {
        Served served = follower.served();
        if (served.count() > 1) {
            throw new HttpFault(
                    404,
                    "a registry counts its nanopublications, and this topic has " + served.count()
                            + " partitions, whose patches have no common order; /graphs?after=none has all graphs");
        }
        return request.path().equals(ROOT) ? about(request, served) : stream(request);
    }

    /** The state of the registry, in the headers and as JSON. */
    private Answer about(ServerRequest request, Served served) {
        request.parameters(Set.of());
        if (!served.isComplete()) {
            return headers(
                    Answer.document("application/json", "{\"status\": \"loading\"}\n"),
                    "loading",
                    Counter.before(Map.of()));
        }
        Selected nothing = graphs.select(new Selection.Keys(List.of()));
        nothing.close();
        String text = "{\"setupId\": " + setup() + ", \"status\": \"ready\", \"loadCounter\": "
                + count(nothing.counter()) + "}\n";
        return headers(Answer.document("application/json", text), "ready", nothing.counter());
    }

    private Answer stream(ServerRequest request) {
        long after = after(ServerRequest.one(request.parameters(Set.of("afterCounter")), "afterCounter"));
        TreeMap<Integer, Long> offsets = new TreeMap<>();
        if (after > 0) {
            offsets.put(0, after - 1);
        }
        Selected selected = graphs.select(new Selection.After(new Counter(offsets)));
        Answer answer =
                Answer.of(GraphFormat.JELLY, new GraphContent(new NotEnded(selected.graphs()), new CountedGraphs()));
        GraphsRoute.leftOut(answer, selected.leftOut());
        return headers(answer, "ready", selected.counter()).header("Cache-Control", "no-cache");
    }

    private static long after(@Nullable String text) {
        try {
            return text == null ? 0 : Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new HttpFault(400, "afterCounter= takes a number, not '" + text + "'");
        }
    }

    private Answer headers(Answer answer, String status, Counter counter) {
        return answer.header(PREFIX + "Status", status)
                .header(PREFIX + "Setup-Id", Long.toString(setup()))
                .header(PREFIX + "Load-Counter", Long.toString(count(counter)));
    }

    private static long count(Counter counter) {
        return counter.offset(0) + 1;
    }

    /** A number that changes when the topic is made anew: then the counters begin again. */
    private long setup() {
        String topic = local.topic();
        return topic == null ? 0 : Uuid.fromString(topic).getMostSignificantBits() >>> 1;
    }

    /** Graphs of streams that have not ended. */
    private record NotEnded(Rows<StoredGraph> rows) implements Rows<StoredGraph> {
        @Override
        public @Nullable StoredGraph next() {
            StoredGraph graph = rows.next();
            while (graph != null && graph.hash() == GraphHash.EMPTY) {
                graph = rows.next();
            }
            return graph;
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
