package dev.velella.serve.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.Negotiation;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.LogHeaders;
import dev.velella.rdfpatch.RdfPatchTextWriter;
import dev.velella.serve.answer.PatchFormat;
import dev.velella.serve.patchlog.LogNames;
import dev.velella.serve.patchlog.ServedLog;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredGraph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code GET /logs/KEY/VERSION} and {@code GET /logs/KEY/ID}: a patch of a stream as RDF Delta serves the patches of a log;
 * in place of KEY there may be the id of the log.
 * {@code GET /logs/KEY}: the description of the log. Thread-safe.
 */
final class PatchLogRoute implements Route {
    static final String PATH = "/logs/";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern VERSION = Pattern.compile("[0-9]{1,18}");

    private final KeyLookup lookup;
    private final LogNames names;

    PatchLogRoute(KeyLookup lookup, LogNames names) {
        this.lookup = lookup;
        this.names = names;
    }

    /** The path of a log. */
    static String path(String key) {
        return PATH + URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public Answer answer(ServerRequest request) {
        request.parameters(Set.of());
        List<String> parts = List.of(request.path().substring(PATH.length()).split("/", -1));
        String log = ServerRequest.decoded(parts.get(0));
        if (log.isEmpty() || parts.size() > 2) {
            throw new HttpFault(
                    404,
                    "a patch is at " + PATH + "KEY/VERSION or " + PATH + "KEY/ID; a slash in a key is written %2F");
        }
        String key = names.key(log);
        if (!key.equals(log)) {
            String path = path(key) + (parts.size() == 1 ? "" : "/" + parts.get(1));
            return answer(new ServerRequest("GET", path, "", request.headers(), request.body()));
        }
        if (parts.size() == 1 || parts.get(1).isEmpty()) {
            return lookup.answer(request, key, false, this::description);
        }
        Negotiation.format(request.header("Accept"), List.of(PatchFormat.RDF_PATCH));
        String name = ServerRequest.decoded(parts.get(1));
        return lookup.answer(request, key, false, (view, graph) -> patch(view, graph, name));
    }

    private ServedLog log(StoreView view, StoredGraph graph) {
        return new ServedLog(view, graph, names.topic());
    }

    private Answer description(StoreView view, StoredGraph graph) {
        try (view) {
            return Answer.document(
                    "application/json", JSON.writeValueAsString(log(view, graph).description()) + "\n");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private Answer patch(StoreView view, StoredGraph graph, String name) {
        RdfPatch patch;
        try (view) {
            ServedLog log = log(view, graph);
            if (VERSION.matcher(name).matches()) {
                long version = Long.parseLong(name);
                patch = log.patch(version).orElseThrow(() -> missing(log, graph, version));
            } else {
                String id = Objects.requireNonNullElse(LogHeaders.id(name), "");
                patch = log.patch(id)
                        .orElseThrow(() -> new HttpFault(
                                404,
                                "the stream '" + graph.key() + "' has no patch " + name + " that is still looked up"
                                        + " by its id; ask for its version"));
            }
        }
        StringBuilder text = new StringBuilder();
        try {
            new RdfPatchTextWriter(text).write(patch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Answer.document(PatchFormat.RDF_PATCH.mediaType(), text.toString())
                .header("Vary", "Accept, Accept-Encoding");
    }

    private static HttpFault missing(ServedLog log, StoredGraph graph, long version) {
        return version >= 1 && version <= graph.number()
                ? new HttpFault(
                        410, "version " + version + " is not kept any more; the first that is kept is " + log.first())
                : new HttpFault(404, "there is no version " + version + "; the last one is " + graph.number());
    }
}
