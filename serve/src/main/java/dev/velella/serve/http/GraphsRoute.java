package dev.velella.serve.http;

import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.Conditions;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.Negotiation;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.serve.answer.GraphContent;
import dev.velella.serve.answer.GraphFormat;
import dev.velella.serve.select.AllGraphs;
import dev.velella.serve.select.Counter;
import dev.velella.serve.select.LeftOut;
import dev.velella.serve.select.Selected;
import dev.velella.serve.select.Selection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /graphs} and {@code POST /graphs}: the latest graphs of several streams in one document. Thread-safe.
 */
final class GraphsRoute implements Route {
    /** Header with the counter of an answer. */
    static final String COUNTER = "Velella-Counter";

    /** Header with the number of keys for which there is no stream. */
    static final String MISSING = "Velella-Missing-Keys";

    /** Header with the number of streams that are left out because they are broken. */
    static final String LEFT_OUT = "Velella-Left-Out";

    /** Header with the percent-encoded keys of some of them, with spaces between. */
    static final String LEFT_OUT_KEYS = "Velella-Left-Out-Keys";

    private static final Set<String> PARAMETERS = Set.of("key", "prefix", "after", "missing");
    private static final int MOST_NAMED = 5;

    private final AllGraphs graphs;

    GraphsRoute(AllGraphs graphs) {
        this.graphs = graphs;
    }

    @Override
    public List<String> methods() {
        return READING_OR_POST;
    }

    @Override
    public Answer answer(ServerRequest request) {
        Map<String, List<String>> parameters = request.parameters(PARAMETERS);
        boolean skip = isSkipped(ServerRequest.one(parameters, "missing"));
        Selection selection = selection(request, parameters);
        GraphFormat format = Negotiation.format(request.header("Accept"), List.of(GraphFormat.values()));
        Selected selected = graphs.select(selection);
        try {
            return answer(request, selection, selected, format, skip);
        } catch (RuntimeException e) {
            selected.close();
            throw e;
        }
    }

    private static Answer answer(
            ServerRequest request, Selection selection, Selected selected, GraphFormat format, boolean skip) {
        int missing = 0;
        if (selection instanceof Selection.Keys keys) {
            long leftOut = selected.leftOut().count();
            if (leftOut > 0 && !skip) {
                throw new HttpFault(
                        409,
                        leftOut + " of " + keys.keys().size() + " streams are not served, such as "
                                + named(selected.leftOut().keys()) + ": " + LeftOutRoute.PATH
                                + " says why. With missing=skip they are left out");
            }
            missing = keys.keys().size() - selected.found().cardinality() - (int) leftOut;
            if (missing > 0 && !skip) {
                throw new HttpFault(404, notFound(keys, selected, missing));
            }
        }
        String counter = selected.counter().toString();
        LeftOut leftOut = selected.leftOut();
        // A stream that is mended changes the answer, and not the counter.
        String tag = leftOut.count() == 0 ? counter : counter + "-without-" + leftOut.count();
        Answer answer;
        if (Conditions.has(request.header("If-None-Match"), tag)) {
            selected.close();
            answer = Answer.empty(304).header("Vary", "Accept, Accept-Encoding");
        } else {
            answer = Answer.of(format, new GraphContent(selected.graphs(), format.writer(true)));
        }
        if (missing > 0) {
            answer.header(MISSING, Integer.toString(missing));
        }
        leftOut(answer, leftOut);
        return answer.header("ETag", Conditions.tag(tag))
                .header(COUNTER, counter)
                .header("Cache-Control", "no-cache");
    }

    /** Says which streams the answer leaves out. */
    static void leftOut(Answer answer, LeftOut leftOut) {
        if (leftOut.count() > 0) {
            answer.header(LEFT_OUT, Long.toString(leftOut.count())).header(LEFT_OUT_KEYS, encoded(leftOut.keys()));
        }
    }

    private static String encoded(List<String> keys) {
        return keys.stream()
                .map(key -> URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining(" "));
    }

    private static String named(List<String> keys) {
        return keys.stream().limit(MOST_NAMED).map(key -> "'" + key + "'").collect(Collectors.joining(", "));
    }

    private static String notFound(Selection.Keys keys, Selected selected, int missing) {
        List<String> named = new ArrayList<>();
        for (int i = selected.found().nextClearBit(0);
                i < keys.keys().size() && named.size() < MOST_NAMED;
                i = selected.found().nextClearBit(i + 1)) {
            named.add("'" + keys.keys().get(i) + "'");
        }
        return "there is no stream for " + missing + " of " + keys.keys().size() + " keys, such as "
                + String.join(", ", named) + "; with missing=skip they are left out";
    }

    private static boolean isSkipped(@Nullable String value) {
        if (value == null || value.equals("fail")) {
            return false;
        }
        if (value.equals("skip")) {
            return true;
        }
        throw new HttpFault(400, "missing= takes fail or skip, not '" + value + "'");
    }

    private static Selection selection(ServerRequest request, Map<String, List<String>> parameters) {
        Set<String> keys = new LinkedHashSet<>(parameters.getOrDefault("key", List.of()));
        if (request.method().equals("POST")) {
            keys.addAll(keys(request));
        }
        String prefix = ServerRequest.one(parameters, "prefix");
        String after = ServerRequest.one(parameters, "after");
        boolean isPost = request.method().equals("POST");
        int given = (keys.isEmpty() && !isPost ? 0 : 1) + (prefix == null ? 0 : 1) + (after == null ? 0 : 1);
        if (given > 1) {
            throw new HttpFault(400, "only one of key=, prefix= and after= may be given");
        }
        if (after != null) {
            try {
                return new Selection.After(Counter.parse(after));
            } catch (IllegalArgumentException e) {
                throw new HttpFault(400, String.valueOf(e.getMessage()));
            }
        }
        return given == 0 || prefix != null
                ? new Selection.Prefix(prefix == null ? "" : prefix)
                : new Selection.Keys(new ArrayList<>(keys));
    }

    /** The keys of the body: a form with fields {@code key}, or a text with one key on each line. */
    private static List<String> keys(ServerRequest request) {
        String given = request.header("Content-Type");
        String type = given == null ? "" : given.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        String body = new String(request.body(), StandardCharsets.UTF_8);
        return switch (type) {
            case "application/x-www-form-urlencoded" ->
                ServerRequest.parameters(body.strip()).getOrDefault("key", List.of());
            case "text/plain" -> body.lines().filter(line -> !line.isEmpty()).toList();
            default ->
                throw new HttpFault(
                        415,
                        "POST needs Content-Type text/plain, with one key on each line, or"
                                + " application/x-www-form-urlencoded, with fields 'key'");
        };
    }
}
