package dev.velella.serve.http;

import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.Conditions;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.Negotiation;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.record.RecordHeaderNames;
import dev.velella.serve.answer.PatchContent;
import dev.velella.serve.answer.PatchFormat;
import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.intake.Served;
import dev.velella.serve.select.Counter;
import dev.velella.serve.select.LocalGraphs;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredGraph;
import dev.velella.serve.state.StoredPatch;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /patches}: the kept patches of a stream from a number on, or, as text/event-stream, all patches as they come.
 * Thread-safe.
 */
final class PatchesRoute implements Route {
    private static final Set<String> PARAMETERS = Set.of("key", "from", "after");

    private final KeyLookup lookup;
    private final LogFollower follower;
    private final LocalGraphs local;

    PatchesRoute(KeyLookup lookup, LogFollower follower, LocalGraphs local) {
        this.lookup = lookup;
        this.follower = follower;
        this.local = local;
    }

    @Override
    public Answer answer(ServerRequest request) {
        Map<String, List<String>> parameters = request.parameters(PARAMETERS);
        PatchFormat format = Negotiation.format(request.header("Accept"), List.of(PatchFormat.values()));
        String key = ServerRequest.one(parameters, "key");
        if (format == PatchFormat.EVENTS) {
            return events(request, key, counter(request, parameters));
        }
        if (key == null) {
            throw new HttpFault(400, "key= is needed; only text/event-stream has the patches of all streams");
        }
        if (parameters.containsKey("after")) {
            throw new HttpFault(400, "after= is for text/event-stream; from= takes the number of the first patch");
        }
        long from = number(ServerRequest.one(parameters, "from"));
        return lookup.answer(request, key, false, (view, graph) -> from(view, graph, from, format));
    }

    private static long number(@Nullable String text) {
        try {
            long number = text == null ? 1 : Long.parseLong(text);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new HttpFault(400, "from= takes the number of a patch, from 1, not '" + text + "'");
    }

    private static Answer from(StoreView view, StoredGraph graph, long from, PatchFormat format) {
        if (from > graph.number() + 1) {
            throw new HttpFault(404, "there is no patch " + from + "; the last one is " + graph.position());
        }
        if (from <= graph.number() && !view.hasPatch(graph.key(), from)) {
            try (Rows<StoredPatch> kept = view.patches(graph.key(), from)) {
                StoredPatch first = kept.next();
                throw new HttpFault(
                        410,
                        "patch " + from + " is not kept any more; "
                                + (first == null ? "none is" : "the first that is kept is " + first.number()));
            }
        }
        return Answer.of(
                        format,
                        new PatchContent(new OwnedRows<>(view.patches(graph.key(), from), view), format.writer()))
                .header("ETag", Conditions.tag(graph.position()))
                .header("Cache-Control", "no-cache");
    }

    /** The counter after which a client wants patches; null for those that come from now on. */
    private static @Nullable Counter counter(ServerRequest request, Map<String, List<String>> parameters) {
        String last = request.header("Last-Event-ID");
        String text = last == null ? ServerRequest.one(parameters, "after") : last;
        try {
            return text == null ? null : Counter.parse(text.strip());
        } catch (IllegalArgumentException e) {
            throw new HttpFault(400, String.valueOf(e.getMessage()));
        }
    }

    private Answer events(ServerRequest request, @Nullable String key, @Nullable Counter after) {
        if (key != null) {
            return lookup.answer(request, key, true, (view, graph) -> {
                try (view) {
                    return events(view, key, Set.of(graph.partition()), after);
                }
            });
        }
        Served served = follower.served();
        if (!served.others().isEmpty()) {
            throw new HttpFault(
                    503,
                    "this instance has a part of the partitions only; ask with key=, or ask each instance for its keys: "
                            + String.join(", ", Set.copyOf(served.others().values())));
        }
        if (!served.isComplete()) {
            throw new HttpFault(503, "not all partitions are served at the moment");
        }
        try (StoreView view = local.view(served.ready())) {
            return events(view, null, served.ready(), after);
        }
    }

    private Answer events(StoreView view, @Nullable String key, Set<Integer> partitions, @Nullable Counter after) {
        SortedMap<Integer, Long> places = new TreeMap<>();
        Counter now = Counter.before(view.nextOffsets());
        for (int partition : partitions) {
            long offset = (after == null ? now : after).offset(partition);
            if (after != null && offset + 1 < view.keptFrom(partition)) {
                throw new HttpFault(
                        410,
                        "the patches after offset " + offset + " of partition " + partition + " are not kept any more,"
                                + " only those from " + view.keptFrom(partition) + " on: fetch the graphs");
            }
            places.put(partition, offset);
        }
        return Answer.endless(PatchFormat.EVENTS, new EventContent(local, follower, key, places))
                .header(RecordHeaderNames.RDF_MESSAGE, PatchFormat.RDF_PATCH.mediaType());
    }
}
