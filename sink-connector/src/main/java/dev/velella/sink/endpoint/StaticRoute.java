package dev.velella.sink.endpoint;

import dev.velella.kit.http.message.Reply;
import dev.velella.kit.http.message.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Answers with a file of this package. Immutable and thread-safe. */
final class StaticRoute implements StoreRoute {
    private final byte[] content;
    private final String contentType;

    /** @param file name of a resource beside this class */
    StaticRoute(String file, String contentType) {
        this.contentType = contentType;
        try (InputStream in = StaticRoute.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing from the jar");
            }
            content = in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void answer(ServerRequest request, Reply response) throws IOException {
        response.contentType(contentType);
        response.header("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
        response.write(content);
    }
}
