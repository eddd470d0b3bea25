package dev.velella.sink.endpoint;

import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.Reply;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.query.QueryEndedException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the time of a request. Every exception, including errors of the JVM, becomes a fitting status with one line of
 * text. If a part of the result is already sent, the connection is broken instead. Thread-safe.
 */
final class GuardedRoute implements Route {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedRoute.class);

    private final StoreRoute route;
    private final List<String> methods;
    private final boolean isLinked;
    private final ScheduledExecutorService alarms;
    private final long timeoutMs;

    /**
     * @param methods the methods that the route answers
     * @param isLinked whether links of other sites may lead to it
     * @param alarms runs the time limits
     */
    GuardedRoute(
            StoreRoute route, List<String> methods, boolean isLinked, ScheduledExecutorService alarms, long timeoutMs) {
        this.route = route;
        this.methods = methods;
        this.isLinked = isLinked;
        this.alarms = alarms;
        this.timeoutMs = timeoutMs;
    }

    @Override
    public List<String> methods() {
        return methods;
    }

    @Override
    public boolean isLinked() {
        return isLinked;
    }

    @Override
    public Answer answer(ServerRequest request) {
        return Answer.written(reply -> answer(request, reply));
    }

    private void answer(ServerRequest request, Reply response) throws IOException {
        Deadline deadline = new Deadline(alarms, timeoutMs);
        try {
            route.answer(request, response);
            // RDF4J may end a result early, without an error, when its thread is interrupted.
            if (deadline.end()) {
                response.fail(503, timeoutText());
            } else if (Thread.interrupted()) {
                response.fail(503, "the request was given up: the endpoint is being stopped");
            } else {
                response.finish();
            }
        } catch (HttpFault e) {
            deadline.end();
            response.fail(e.status(), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) { // of a query; a query that was ended may throw many kinds of exceptions
            boolean late = deadline.end();
            LOG.debug("Query failed", e);
            QueryEndedException end = ended(e);
            if (end != null && !late) {
                response.fail(end.isLate() ? 503 : 507, String.valueOf(end.getMessage()));
            } else {
                response.fail(
                        late || e instanceof StoreFailedException ? 503 : 500,
                        late ? timeoutText() : "the query failed: " + e);
            }
        } catch (StackOverflowError e) {
            deadline.end();
            response.fail(400, "the query, or an expression of it, is nested too deeply");
        } catch (OutOfMemoryError e) {
            deadline.end();
            LOG.error("A request was ended because the heap is full; lower sparql.endpoint.memory.bytes", e);
            response.fail(507, "the request needs more memory than there is");
        } catch (Error e) { // for example a missing library; only this request fails
            deadline.end();
            LOG.error("A request failed", e);
            response.fail(500, "the query failed: " + e);
        } finally {
            deadline.end();
        }
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
