package dev.velella.sink.endpoint;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import dev.velella.sink.query.Queryable;
import java.io.IOException;

/**
 * Answers with the figures of the store as JSON. This costs nothing, because the figures are always up to date.
 * Thread-safe.
 */
final class StatusRoute implements Route {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Queryable store;

    StatusRoute(Queryable store) {
        this.store = store;
    }

    @Override
    public void answer(HttpExchange exchange, Response response) throws IOException {
        StaticRoute.requireGet(exchange);
        response.contentType("application/json");
        response.write(JSON.writeValueAsBytes(store.status()));
    }
}
