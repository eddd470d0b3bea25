package dev.velella.serve.http;

import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.serve.select.Counter;
import dev.velella.serve.select.LocalGraphs;
import dev.velella.serve.select.Selection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * {@code POST /peer/graphs}: the part of an answer that another instance asks for. The body is a form with {@code key},
 * {@code prefix} or {@code after}; the header {@link KeyLookup#PASSED_ON} names the partitions. Thread-safe.
 */
final class PeerRoute implements Route {
    static final String PATH = "/peer/graphs";

    private final LocalGraphs local;

    PeerRoute(LocalGraphs local) {
        this.local = local;
    }

    @Override
    public List<String> methods() {
        return READING_OR_POST;
    }

    /** Percent-encoding may make three bytes of one. */
    @Override
    public int bodyFactor() {
        return 4;
    }

    @Override
    public Answer answer(ServerRequest request) {
        String asked = request.header(KeyLookup.PASSED_ON);
        if (asked == null) {
            throw new HttpFault(400, "only other instances of the service ask here");
        }
        Map<String, List<String>> form = ServerRequest.parameters(new String(request.body(), StandardCharsets.UTF_8));
        Selection selection;
        String after = ServerRequest.one(form, "after");
        String prefix = ServerRequest.one(form, "prefix");
        if (after != null) {
            selection = new Selection.After(Counter.parse(after));
        } else {
            selection = prefix == null
                    ? new Selection.Keys(form.getOrDefault("key", List.of()))
                    : new Selection.Prefix(prefix);
        }
        return Answer.asIs(200, new PeerContent(local.select(selection, KeyLookup.partitions(asked))))
                .header("Content-Type", "application/octet-stream");
    }
}
