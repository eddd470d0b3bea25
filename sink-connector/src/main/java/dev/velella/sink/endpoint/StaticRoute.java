package dev.velella.sink.endpoint;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Answers with a file of this package. Immutable and thread-safe. */
final class StaticRoute implements Route {
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
    public void answer(HttpExchange exchange, Response response) throws IOException {
        requireGet(exchange);
        response.contentType(contentType);
        response.header("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
        response.write(content);
    }

    static void requireGet(HttpExchange exchange) {
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            throw new HttpFault(405, "only GET and HEAD are answered");
        }
    }
}
