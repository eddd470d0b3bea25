package dev.velella.page.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.velella.failure.UserException;
import dev.velella.kit.http.ClientThreads;
import dev.velella.kit.options.Listener;
import dev.velella.page.PipelineWatch;
import dev.velella.page.StreamBook;
import dev.velella.page.Vocabulary;
import dev.velella.status.PipelineConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the page and its API, read-only. Book and watch belong to the caller and must live longer. Owns its threads.
 * Thread-safe.
 */
public final class PageServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PageServer.class);
    private static final int THREADS = 32;
    private static final long PATIENCE_MS = 10_000;
    private static final long FIRST_STATE_MS = 5_000;
    private static final int STREAMS = 200;
    private static final int PATCHES = 20;
    private static final int VOCABULARY_GRAPHS = 50;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final StreamBook book;
    private final PipelineWatch watch;
    private final HttpServer server;
    private final ClientThreads threads;
    private final HostRule hosts;
    private final StaticFiles files;
    private final QueryRoute queries;
    private final EventsRoute events;
    private final String address;

    /**
     * Starts to listen.
     *
     * @throws UserException if the address cannot be used
     */
    public PageServer(PipelineConfig config, StreamBook book, PipelineWatch watch) {
        this.book = book;
        this.watch = watch;
        Listener listener = config.listener();
        try {
            files = new StaticFiles();
            InetSocketAddress place = new InetSocketAddress(InetAddress.getByName(listener.host()), listener.port());
            server = HttpServer.create(place, ClientThreads.BACKLOG);
        } catch (IOException e) {
            throw new UserException(
                    "the page cannot be served on " + listener + " (" + PipelineConfig.LISTENER + "): " + e.getMessage()
                            + "; choose another address or port",
                    e);
        }
        AtomicInteger count = new AtomicInteger();
        threads = new ClientThreads(THREADS, PATIENCE_MS, work -> {
            Thread thread = new Thread(work, "velella-page-http-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        hosts = new HostRule(listener.host(), PipelineConfig.ALLOWED_HOSTS.of(config));
        queries = new QueryRoute(PipelineConfig.QUERY_URL.orNull(config), watch);
        events = new EventsRoute(watch, threads);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
        address = "http://" + new Listener(listener.host(), server.getAddress().getPort());
    }

    /** Address of the page. */
    public String address() {
        return address;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try { // no try with resources: it would close the exchange before a fault is answered
            hosts.check(exchange.getRequestHeaders());
            answer(exchange);
        } catch (PageFault e) {
            PageAnswer.fail(exchange, e.status(), String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("A request of the page failed", e);
            PageAnswer.fail(exchange, 500, "the request failed: " + e);
        } finally {
            exchange.close();
        }
    }

    private void answer(HttpExchange exchange) throws IOException, PageFault, InterruptedException {
        String path = exchange.getRequestURI().getPath();
        String method = exchange.getRequestMethod();
        boolean query = path.equals("/api/v1/query");
        if (query ? !method.equals("POST") : !method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", query ? "POST" : "GET, HEAD");
            throw new PageFault(405, "the API is read-only: GET, and POST of a query");
        }
        Map<String, String> parameters = parameters(exchange.getRequestURI().getRawQuery());
        switch (path) {
            case "/api/v1/state" -> json(exchange, state());
            case "/api/v1/events" -> events.answer(exchange);
            case "/api/v1/streams" -> json(exchange, book.search(parameters.getOrDefault("search", ""), STREAMS));
            case "/api/v1/stream" -> json(exchange, stream(parameters.getOrDefault("key", "")));
            case "/api/v1/vocabulary" -> json(exchange, Vocabulary.of(book.graphs(VOCABULARY_GRAPHS)));
            case "/api/v1/query" -> {
                String text = QueryRoute.query(exchange);
                threads.work(() -> passed(() -> queries.pass(text, parameters))).send(exchange);
            }
            case "/api/v1/commits" ->
                threads.work(() -> passed(queries::commits)).send(exchange);
            default -> files.file(path).send(exchange);
        }
    }

    /** A request to the store. */
    private interface Request {
        PageDocument send() throws PageFault, InterruptedException;
    }

    /** Makes an answer of a failure, because the work of a thread throws nothing but IOException. */
    private static PageDocument passed(Request request) throws IOException {
        try {
            return request.send();
        } catch (PageFault e) {
            return PageDocument.of(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the server is being stopped", e);
        }
    }

    private static void json(HttpExchange exchange, Object document) throws IOException {
        PageAnswer.send(exchange, 200, PageAnswer.JSON, JSON.writeValueAsBytes(document));
    }

    private Object state() throws PageFault, InterruptedException {
        PipelineWatch.Seen seen = watch.await(0, FIRST_STATE_MS);
        if (seen == null) {
            throw new PageFault(503, "the first look at the pipeline has not ended yet");
        }
        return seen.state();
    }

    private ObjectNode stream(String key) throws PageFault {
        StreamBook.Stream stream = book.stream(key)
                .orElseThrow(
                        () -> new PageFault(404, "no element of this stream has come since the page began to read"));
        ObjectNode node = JSON.createObjectNode();
        Terms.write(node, stream, PATCHES);
        return node;
    }

    private static Map<String, String> parameters(@Nullable String query) throws PageFault {
        Map<String, String> parameters = new HashMap<>();
        try {
            for (String pair : (query == null ? "" : query).split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    parameters.put(
                            URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new PageFault(400, "the parameters are not encoded well: " + e.getMessage());
        }
        return parameters;
    }

    /** Stops listening, and breaks connections. */
    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
