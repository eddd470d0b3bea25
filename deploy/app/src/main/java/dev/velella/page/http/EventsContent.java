package dev.velella.page.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.kit.http.message.Content;
import dev.velella.page.PipelineWatch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Each new state as a server-sent event, without end. A client that is slow gets the last state only. Not thread-safe. */
final class EventsContent implements Content {
    private static final long SIGN_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PipelineWatch watch;
    private long version;
    private long written = System.nanoTime() - SIGN_NANOS;

    EventsContent(PipelineWatch watch) {
        this.watch = watch;
    }

    @Override
    public Progress write(OutputStream out) throws IOException {
        PipelineWatch.Seen seen = watch.newer(version).orElse(null);
        if (seen != null) {
            version = seen.version();
            send(out, "id: " + version + "\nevent: state\ndata: " + JSON.writeValueAsString(seen.state()) + "\n\n");
        } else if (System.nanoTime() - written >= SIGN_NANOS) {
            send(out, ": \n\n"); // a comment finds out whether the client is still there
        }
        return Progress.LATER;
    }

    private void send(OutputStream out, String event) throws IOException {
        out.write(event.getBytes(StandardCharsets.UTF_8));
        written = System.nanoTime();
    }

    @Override
    public void close() {}
}
