package dev.velella.quickstart;

import dev.velella.page.PipelineWatch;
import dev.velella.page.StreamBook;
import dev.velella.page.http.PageServer;
import dev.velella.status.PipelineConfig;
import dev.velella.status.PipelineLook;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The page of the quickstart, or none. Owns the server and the watch, and closes them. */
final class ServedPage implements AutoCloseable {
    /** No page. */
    static final ServedPage NONE = new ServedPage(null, null);

    private final @Nullable PipelineWatch watch;
    private final @Nullable PageServer server;

    private ServedPage(@Nullable PipelineWatch watch, @Nullable PageServer server) {
        this.watch = watch;
        this.server = server;
    }

    /**
     * Serves a page.
     *
     * @throws dev.velella.failure.UserException if its address cannot be used
     */
    static ServedPage start(PipelineConfig config, StreamBook book) {
        PipelineWatch watch = new PipelineWatch(PipelineLook.ofThisProcess(config), book);
        PageServer server = null;
        try {
            server = new PageServer(config, book, watch);
            return new ServedPage(watch, server);
        } finally {
            if (server == null) {
                watch.close();
            }
        }
    }

    /** Its address. */
    Optional<String> address() {
        return Optional.ofNullable(server).map(PageServer::address);
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
        if (watch != null) {
            watch.close();
        }
    }
}
