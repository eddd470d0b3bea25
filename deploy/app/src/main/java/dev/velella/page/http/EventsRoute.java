package dev.velella.page.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import dev.velella.kit.http.ClientThreads;
import dev.velella.page.PipelineWatch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** Sends each new state to a client, as server-sent events, until the client goes. Thread-safe. */
final class EventsRoute {
    private static final int CLIENTS = 16;
    private static final long SIGN_MS = 5_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PipelineWatch watch;
    private final ClientThreads threads;
    private final Semaphore clients = new Semaphore(CLIENTS);

    EventsRoute(PipelineWatch watch, ClientThreads threads) {
        this.watch = watch;
        this.threads = threads;
    }

    /** @throws PageFault 503 if too many clients listen already */
    void answer(HttpExchange exchange) throws IOException, PageFault {
        if (!clients.tryAcquire()) {
            throw new PageFault(503, CLIENTS + " clients listen already; ask /api/v1/state instead");
        }
        try {
            OutputStream out = PageAnswer.begin(exchange, "text/event-stream");
            long version = 0;
            while (!Thread.currentThread().isInterrupted()) {
                long after = version;
                PipelineWatch.Seen seen = threads.work(() -> await(after)).orElse(null);
                // A comment finds out whether the client is still there.
                String event = seen == null
                        ? ": \n\n"
                        : "id: " + seen.version() + "\nevent: state\ndata: " + JSON.writeValueAsString(seen.state())
                                + "\n\n";
                version = seen == null ? version : seen.version();
                out.write(event.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } finally {
            clients.release();
        }
    }

    private Optional<PipelineWatch.Seen> await(long after) throws IOException {
        try {
            return Optional.ofNullable(watch.await(after, SIGN_MS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the server is being stopped", e);
        }
    }
}
