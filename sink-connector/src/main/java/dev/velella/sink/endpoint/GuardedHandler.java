package dev.velella.sink.endpoint;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.velella.sink.store.StoreFailedException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What holds for every request: the Host header is checked, the time is limited, and an error becomes one line of text
 * with a fitting status, or a broken connection when part of the result is out already. Thread-safe.
 */
final class GuardedHandler implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedHandler.class);

    private final Map<String, Route> routes;
    private final HostCheck hosts;
    private final ScheduledExecutorService alarms;
    private final long timeoutMs;

    /**
     * @param routes answer of each path, which has to match exactly
     * @param alarms where time limits run
     */
    GuardedHandler(Map<String, Route> routes, HostCheck hosts, ScheduledExecutorService alarms, long timeoutMs) {
        this.routes = Map.copyOf(routes);
        this.hosts = hosts;
        this.alarms = alarms;
        this.timeoutMs = timeoutMs;
    }

    /** An exception from here makes the HTTP server break the connection. */
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        Response response = new Response(exchange);
        Deadline deadline = new Deadline(alarms, timeoutMs);
        try {
            answer(exchange, response);
            // RDF4J may end a result early, without an error, when its thread is interrupted.
            if (deadline.end()) {
                response.fail(503, timeoutText());
            } else if (Thread.interrupted()) {
                response.fail(503, "the endpoint is being stopped");
            } else {
                response.finish();
            }
        } catch (HttpFault e) {
            deadline.end();
            response.fail(e.status(), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) { // of a query; one that is interrupted ends in many ways
            boolean late = deadline.end();
            LOG.debug("Query failed", e);
            response.fail(
                    late || e instanceof StoreFailedException ? 503 : 500,
                    late ? timeoutText() : "the query failed: " + e);
        } finally {
            deadline.end();
        }
    }

    private void answer(HttpExchange exchange, Response response) throws IOException {
        hosts.check(exchange.getRequestHeaders().getFirst("Host"));
        Route route = routes.get(exchange.getRequestURI().getPath());
        if (route == null) {
            throw new HttpFault(404, "nothing here; the endpoint is /sparql");
        }
        route.answer(exchange, response);
    }

    private String timeoutText() {
        return "the request took longer than " + timeoutMs + " ms";
    }
}
