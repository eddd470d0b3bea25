package dev.velella.sink.endpoint;

import com.sun.net.httpserver.HttpExchange;
import dev.velella.record.RecordHeaderNames;
import dev.velella.sink.store.Queryable;
import dev.velella.sink.store.StateStream;
import dev.velella.sink.store.StoreContent;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * Answers with all that the store holds at one moment, the sink's own rows first, as a delimited Jelly-RDF stream of
 * quads. One answer at a time, because a reader may hold up what makes the store durable. Thread-safe.
 */
final class StateRoute implements Route {
    private final Queryable store;
    private final Semaphore slot = new Semaphore(1);

    StateRoute(Queryable store) {
        this.store = store;
    }

    @Override
    public void answer(HttpExchange exchange, Response response) throws IOException {
        StaticRoute.requireGet(exchange);
        if (!slot.tryAcquire()) {
            response.header("Retry-After", "1");
            throw new HttpFault(503, "the state is being read already; try again later");
        }
        try {
            response.contentType(RecordHeaderNames.JELLY_RDF);
            StateStream.Writer writer = new StateStream.Writer(response);
            StoreContent.read(store, writer::write);
            writer.end();
        } finally {
            slot.release();
        }
    }
}
