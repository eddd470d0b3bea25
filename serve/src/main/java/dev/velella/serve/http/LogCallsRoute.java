package dev.velella.serve.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.Content;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.intake.Served;
import dev.velella.serve.patchlog.LogNames;
import dev.velella.serve.patchlog.ServedLog;
import dev.velella.serve.select.LocalGraphs;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredGraph;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.eclipse.jetty.http.HttpFields;

/**
 * {@code POST /logs/$/rpc}: the requests of RDF Delta that list and describe logs, as JSON. A log is named by {@code name}, or
 * by {@code datasource}, which is its id or its name. Logs are neither made nor removed: streams are. Thread-safe.
 */
final class LogCallsRoute implements Route {
    static final String PATH = PatchLogRoute.PATH + "$/rpc";
    static final String ENCODED_PATH = PatchLogRoute.PATH + "%24/rpc";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final LogFollower follower;
    private final LocalGraphs local;
    private final LogNames names;
    private final PatchLogRoute logs;

    LogCallsRoute(LogFollower follower, LocalGraphs local, LogNames names, PatchLogRoute logs) {
        this.follower = follower;
        this.local = local;
        this.names = names;
        this.logs = logs;
    }

    @Override
    public List<String> methods() {
        return READING_OR_POST;
    }

    @Override
    public Answer answer(ServerRequest request) {
        if (!request.method().equals("POST")) {
            throw new HttpFault(405, "a call is sent with POST");
        }
        JsonNode call = read(request.body());
        JsonNode argument = call.path("arg");
        String operation = call.path("operation").asText();
        return switch (operation) {
            case "ping" -> json(Map.of("value", Instant.now().toString()));
            case "list_datasource" -> list((view, graph) -> "\"" + names.id(graph.key()) + "\"");
            case "list_descriptions" ->
                list((view, graph) -> text(ServedLog.described(names.id(graph.key()), graph.key())));
            case "list_log_info" ->
                list((view, graph) -> text(new ServedLog(view, graph, names.topic()).description()));
            case "describe_datasource", "describe_log" -> describe(argument);
            default ->
                throw new HttpFault(
                        400,
                        "the operation '" + operation + "' is not answered; known are ping, list_datasource,"
                                + " list_descriptions, list_log_info, describe_datasource and describe_log");
        };
    }

    private static JsonNode read(byte[] body) {
        try {
            JsonNode call = JSON.readTree(body);
            if (call != null && call.isObject()) {
                return call;
            }
        } catch (IOException e) {
            // said below
        }
        throw new HttpFault(
                400, "the body is no JSON object such as {\"operation\": \"list_descriptions\", \"arg\": {}}");
    }

    private static Answer json(Map<String, Object> value) {
        return Answer.document("application/json", text(value) + "\n");
    }

    private static String text(Map<String, Object> value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The description of a log; an empty object if there is none, as RDF Delta answers. */
    private Answer describe(JsonNode argument) {
        String name = argument.path("name").asText();
        if (name.isEmpty()) {
            name = names.key(argument.path("datasource").asText());
        }
        if (name.isEmpty()) {
            return json(Map.of());
        }
        names.id(name);
        try {
            return logs.answer(new ServerRequest("GET", PatchLogRoute.path(name), "", HttpFields.EMPTY, new byte[0]));
        } catch (HttpFault e) {
            if (e.status() == 404) {
                return json(Map.of());
            }
            throw e;
        }
    }

    /** A list of all logs, of an instance that has them all. */
    private Answer list(BiFunction<StoreView, StoredGraph, String> element) {
        Served served = follower.served();
        if (!served.isComplete() || !served.others().isEmpty()) {
            throw new HttpFault(
                    503, "this instance does not have all partitions; describe_datasource finds a log by its name");
        }
        StoreView view = local.view(served.ready());
        return Answer.asIs(200, new Elements(view, view.graphs("", served.ready()), element))
                .header("Content-Type", "application/json");
    }

    /** The elements of a list, one after the other. */
    private static final class Elements implements Content {
        private final StoreView view;
        private final Rows<StoredGraph> graphs;
        private final BiFunction<StoreView, StoredGraph, String> element;
        private String before = "{\"array\":[";

        Elements(StoreView view, Rows<StoredGraph> graphs, BiFunction<StoreView, StoredGraph, String> element) {
            this.view = view;
            this.graphs = graphs;
            this.element = element;
        }

        @Override
        public Progress write(OutputStream out) throws IOException {
            StoredGraph graph = graphs.next();
            String piece =
                    graph == null ? (before.equals(",") ? "" : before) + "]}\n" : before + element.apply(view, graph);
            out.write(piece.getBytes(StandardCharsets.UTF_8));
            before = ",";
            return graph == null ? Progress.END : Progress.MORE;
        }

        @Override
        public void close() {
            graphs.close();
            view.close();
        }
    }
}
