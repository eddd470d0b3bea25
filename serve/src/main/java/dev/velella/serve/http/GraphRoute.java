package dev.velella.serve.http;

import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.Conditions;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.Negotiation;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import dev.velella.serve.answer.GraphContent;
import dev.velella.serve.answer.GraphFormat;
import dev.velella.serve.answer.PatchContent;
import dev.velella.serve.answer.PatchFormat;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredGraph;
import dev.velella.serve.state.StoredPatch;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code GET /graphs/KEY}: the latest graph of one stream, or the patches since one that the client has. Thread-safe. */
final class GraphRoute implements Route {
    static final String PATH = "/graphs/";

    private static final Set<String> PARAMETERS = Set.of("since");

    private final KeyLookup lookup;

    GraphRoute(KeyLookup lookup) {
        this.lookup = lookup;
    }

    @Override
    public Answer answer(ServerRequest request) {
        String since = ServerRequest.one(request.parameters(PARAMETERS), "since");
        String key = ServerRequest.decoded(request.path().substring(PATH.length()));
        if (key.isEmpty()) {
            throw new HttpFault(400, "a key is missing after " + PATH + "; all graphs are at /graphs");
        }
        if (since == null) {
            GraphFormat format = Negotiation.format(request.header("Accept"), List.of(GraphFormat.values()));
            return lookup.answer(request, key, false, (view, graph) -> {
                view.close();
                return graph(request, graph, format);
            });
        }
        PatchFormat format =
                Negotiation.format(request.header("Accept"), List.of(PatchFormat.JELLY_PATCH, PatchFormat.RDF_PATCH));
        PatchPosition from = position(since);
        return lookup.answer(request, key, false, (view, graph) -> since(view, graph, from, format));
    }

    private static Answer graph(ServerRequest request, StoredGraph graph, GraphFormat format) {
        boolean has = Conditions.has(request.header("If-None-Match"), graph.position());
        Answer answer = has
                ? Answer.empty(304).header("Vary", "Accept, Accept-Encoding")
                : Answer.of(format, new GraphContent(new OneRow<>(graph), format.writer(false)));
        return answer.header("ETag", Conditions.tag(graph.position())).header("Cache-Control", "no-cache");
    }

    private static PatchPosition position(String text) {
        try {
            return PatchPosition.parse(text);
        } catch (IllegalArgumentException e) {
            throw new HttpFault(400, "since= takes the ETag of a graph, such as 17.h00c4d2f1a09be377, not " + text);
        }
    }

    /** The patches that lead from a graph of the client to the latest one. */
    private static Answer since(StoreView view, StoredGraph graph, PatchPosition from, PatchFormat format) {
        if (from.number() > graph.number() || (from.number() == graph.number() && from.hash() != graph.hash())) {
            throw new HttpFault(410, notAGraph(from) + "; the latest is " + graph.position() + ": fetch it");
        }
        Rows<StoredPatch> patches = new OneRow<>(null);
        if (from.number() < graph.number()) {
            try (Rows<StoredPatch> first = view.patches(graph.key(), from.number() + 1)) {
                StoredPatch next = first.next();
                if (next == null || next.number() != from.number() + 1) {
                    throw new HttpFault(
                            410,
                            "the patches after " + from.number() + " are not kept any more; the latest graph is "
                                    + graph.position() + ": fetch it");
                }
                RdfPatch patch =
                        new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT).decode(next.frame());
                if (next.hash() - PatchChain.change(patch.effectiveOperations()) != from.hash()) {
                    throw new HttpFault(
                            410, notAGraph(from) + "; the latest graph is " + graph.position() + ": fetch it");
                }
            }
            patches = view.patches(graph.key(), from.number() + 1);
        }
        return Answer.of(format, new PatchContent(new OwnedRows<>(patches, view), format.writer()))
                .header("ETag", Conditions.tag(graph.position()))
                .header("Cache-Control", "no-cache");
    }

    private static String notAGraph(PatchPosition from) {
        return "the stream had no graph with the number " + from.number() + " and the hash "
                + GraphHash.format(from.hash());
    }

    /** One row, or none. */
    private static final class OneRow<T> implements Rows<T> {
        private @Nullable T row;

        OneRow(@Nullable T row) {
            this.row = row;
        }

        @Override
        public @Nullable T next() {
            T next = row;
            row = null;
            return next;
        }
    }
}
