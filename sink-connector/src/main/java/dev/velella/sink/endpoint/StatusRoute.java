package dev.velella.sink.endpoint;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.kit.http.message.Reply;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.sink.query.Queryable;
import java.io.IOException;

/**
 * Answers with the figures of the store as JSON. This costs nothing, because the figures are always up to date.
 * Thread-safe.
 */
final class StatusRoute implements StoreRoute {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Queryable store;

    StatusRoute(Queryable store) {
        this.store = store;
    }

    @Override
    public void answer(ServerRequest request, Reply response) throws IOException {
        response.contentType("application/json");
        response.write(JSON.writeValueAsBytes(store.status()));
    }
}
