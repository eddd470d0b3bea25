package dev.velella.page.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.failure.UserException;
import dev.velella.kit.http.ListenException;
import dev.velella.kit.http.Route;
import dev.velella.kit.http.Routes;
import dev.velella.kit.http.ServerSettings;
import dev.velella.kit.http.WebServer;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.page.PipelineWatch;
import dev.velella.page.StreamBook;
import dev.velella.page.Vocabulary;
import dev.velella.status.PipelineConfig;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Serves the page and its API, read-only. Book and watch belong to the caller and must live longer. Owns its server.
 * Thread-safe.
 */
public final class PageServer implements AutoCloseable {
    private static final long FIRST_STATE_MS = 5_000;
    private static final int STREAMS = 200;
    private static final int PATCHES = 20;
    private static final int VOCABULARY_GRAPHS = 50;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final StreamBook book;
    private final PipelineWatch watch;
    private final QueryRoute queries;
    private final ViewRoute views;
    private final WebServer server;

    /**
     * Starts to listen.
     *
     * @throws UserException if the address cannot be used
     */
    public PageServer(PipelineConfig config, StreamBook book, PipelineWatch watch) {
        this.book = book;
        this.watch = watch;
        queries = new QueryRoute(PipelineConfig.QUERY_URL.orNull(config), watch);
        views = new ViewRoute(config, watch);
        ServerSettings settings = config.server();
        try {
            server = new WebServer(
                            settings,
                            new Routes(routes(), "the page is at /, and its API is described at /openapi.json"))
                    .start();
        } catch (ListenException | IOException e) {
            throw new UserException(
                    "the page cannot be served on " + settings.listener() + " (" + PipelineConfig.LISTENER + "): "
                            + e.getMessage() + "; choose another address or port",
                    e);
        }
    }

    /** A question to the API. */
    private interface Question {
        Answer answer(ServerRequest request) throws InterruptedException, JsonProcessingException;
    }

    private Map<String, Route> routes() throws IOException {
        Map<String, Route> routes = new HashMap<>(StaticFiles.routes());
        routes.put("/api/v1/state", route(request -> json(state())));
        routes.put(
                "/api/v1/events",
                route(request -> Answer.endless(() -> "text/event-stream", new EventsContent(watch))));
        routes.put("/api/v1/streams", route(request -> json(book.search(one(request, "search"), STREAMS))));
        routes.put("/api/v1/stream", route(request -> json(stream(one(request, "key")))));
        routes.put("/api/v1/vocabulary", route(request -> json(Vocabulary.of(book.graphs(VOCABULARY_GRAPHS)))));
        routes.put("/api/v1/view", route(request -> views.answer(one(request, "name"))));
        routes.put("/api/v1/commits", route(request -> queries.commits()));
        Route query = route(queries::pass);
        routes.put("/api/v1/query", new Route() {
            @Override
            public Answer answer(ServerRequest request) {
                return query.answer(request);
            }

            @Override
            public List<String> methods() {
                return List.of("POST");
            }
        });
        return routes;
    }

    private static Route route(Question question) {
        return request -> {
            try {
                return StaticFiles.guarded(question.answer(request));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new HttpFault(503, "the server is being stopped", e);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** Address of the page. */
    public String address() {
        return server.address();
    }

    private static String one(ServerRequest request, String parameter) {
        return Objects.requireNonNullElse(ServerRequest.one(request.parameters(), parameter), "");
    }

    private static Answer json(Object document) throws JsonProcessingException {
        return Answer.document(200, StaticFiles.JSON, JSON.writeValueAsBytes(document));
    }

    private Object state() throws InterruptedException {
        PipelineWatch.Seen seen = watch.await(0, FIRST_STATE_MS);
        if (seen == null) {
            throw new HttpFault(503, "the first look at the pipeline has not ended yet");
        }
        return seen.state();
    }

    private ObjectNode stream(String key) {
        StreamBook.Stream stream = book.stream(key)
                .orElseThrow(
                        () -> new HttpFault(404, "no element of this stream has come since the page began to read"));
        ObjectNode node = JSON.createObjectNode();
        Terms.write(node, stream, PATCHES);
        return node;
    }

    /** Stops listening, and breaks connections. */
    @Override
    public void close() {
        server.close();
    }
}
