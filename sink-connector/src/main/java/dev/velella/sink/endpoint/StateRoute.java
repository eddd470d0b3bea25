package dev.velella.sink.endpoint;

import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.Reply;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.record.RecordHeaderNames;
import dev.velella.sink.embedded.StateStream;
import dev.velella.sink.embedded.StoreContent;
import dev.velella.sink.query.Queryable;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import org.eclipse.rdf4j.query.QueryInterruptedException;

/**
 * Answers with the whole content of the store at one moment, as a delimited Jelly-RDF stream of quads. The sink's own
 * rows come first. The content is read into a temporary file before anything is sent. The reason: a reader of the store
 * may block writers and checkpoints, and a slow client must not do so. One answer at a time. Thread-safe.
 */
final class StateRoute implements StoreRoute {
    private final Queryable store;
    private final Semaphore slot = new Semaphore(1);

    StateRoute(Queryable store) {
        this.store = store;
    }

    @Override
    public void answer(ServerRequest request, Reply response) throws IOException {
        if (!slot.tryAcquire()) {
            response.header("Retry-After", "1");
            throw new HttpFault(503, "the state is being read already; try again later");
        }
        try {
            Path file = Files.createTempFile("velella-state-", ".jelly");
            try {
                read(file);
                response.contentType(RecordHeaderNames.JELLY_RDF);
                Files.copy(file, response);
            } finally {
                Files.delete(file);
            }
        } finally {
            slot.release();
        }
    }

    private void read(Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            StateStream.Writer writer = new StateStream.Writer(out);
            StoreContent.read(store, writer::write);
            writer.end();
        } catch (ClosedByInterruptException e) {
            throw new QueryInterruptedException(e); // the time is over, and nothing was sent yet
        }
    }
}
