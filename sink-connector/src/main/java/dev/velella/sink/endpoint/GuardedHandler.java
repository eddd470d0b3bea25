package dev.velella.sink.endpoint;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.velella.kit.http.ClientThreads;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.query.QueryEndedException;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the common rules to every request. It checks the headers Host and Origin and limits the time. Every
 * exception, including errors of the JVM, becomes a fitting status with one line of text. If a part of the result is
 * already sent, the connection is broken instead. Thread-safe.
 */
final class GuardedHandler implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedHandler.class);

    /** Paths that a browser shows when a user follows a link. Links of other sites may lead to them. */
    private static final Set<String> PAGES = Set.of("/", "/query-form.js", "/query-form.css");

    private final Map<String, Route> routes;
    private final HostCheck hosts;
    private final OriginCheck origins;
    private final ClientThreads threads;
    private final ScheduledExecutorService alarms;
    private final long timeoutMs;

    /**
     * @param routes the route of each path; a path must match exactly
     * @param threads threads in which the server calls this handler
     * @param alarms runs the time limits
     */
    GuardedHandler(
            Map<String, Route> routes,
            HostCheck hosts,
            OriginCheck origins,
            ClientThreads threads,
            ScheduledExecutorService alarms,
            long timeoutMs) {
        this.routes = Map.copyOf(routes);
        this.hosts = hosts;
        this.origins = origins;
        this.threads = threads;
        this.alarms = alarms;
        this.timeoutMs = timeoutMs;
    }

    /** Answers a request. If this method throws, the HTTP server breaks the connection. */
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        Response response = new Response(exchange);
        Deadline deadline = new Deadline(alarms, timeoutMs);
        try {
            answer(exchange, response);
            // RDF4J may end a result early, without an error, when its thread is interrupted.
            if (deadline.end()) {
                fail(response, 503, timeoutText());
            } else if (Thread.interrupted()) {
                fail(
                        response,
                        503,
                        "the request was given up: the endpoint is being stopped, or has no thread to wait");
            } else {
                threads.end();
                response.finish();
            }
        } catch (HttpFault e) {
            deadline.end();
            fail(response, e.status(), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) { // of a query; a query that was ended may throw many kinds of exceptions
            boolean late = deadline.end();
            LOG.debug("Query failed", e);
            QueryEndedException end = ended(e);
            if (end != null && !late) {
                fail(response, end.isLate() ? 503 : 507, String.valueOf(end.getMessage()));
            } else {
                fail(
                        response,
                        late || e instanceof StoreFailedException ? 503 : 500,
                        late ? timeoutText() : "the query failed: " + e);
            }
        } catch (StackOverflowError e) {
            deadline.end();
            fail(response, 400, "the query, or an expression of it, is nested too deeply");
        } catch (OutOfMemoryError e) {
            deadline.end();
            LOG.error("A request was ended because the heap is full; lower sparql.endpoint.memory.bytes", e);
            fail(response, 507, "the request needs more memory than there is");
        } catch (Error e) { // for example a missing library; only this request fails
            deadline.end();
            LOG.error("A request failed", e);
            fail(response, 500, "the query failed: " + e);
        } finally {
            deadline.end();
        }
    }

    private void fail(Response response, int status, String reason) throws IOException {
        threads.end();
        response.fail(status, reason);
    }

    private void answer(HttpExchange exchange, Response response) throws IOException {
        hosts.check(exchange.getRequestHeaders().getFirst("Host"));
        Route route = routes.get(exchange.getRequestURI().getPath());
        if (route == null) {
            throw new HttpFault(404, "nothing here; the endpoint is /sparql");
        }
        String path = exchange.getRequestURI().getPath();
        if (!PAGES.contains(path)) { // links of other sites may lead to pages only
            String site = origins.check(exchange.getRequestHeaders());
            if (site != null) {
                response.header("Access-Control-Allow-Origin", site);
                response.addHeader("Vary", "Origin");
            }
        }
        route.answer(exchange, response);
    }

    /** The {@link QueryEndedException} among the causes. RDF4J's writers of results wrap the exceptions of a query. */
    private static @Nullable QueryEndedException ended(Throwable failure) {
        Throwable at = failure;
        while (at != null && !(at instanceof QueryEndedException)) {
            at = at.getCause();
        }
        return (QueryEndedException) at;
    }

    private String timeoutText() {
        return "the request took longer than " + timeoutMs + " ms";
    }
}
