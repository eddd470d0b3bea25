package dev.velella.page.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes answers, with the headers that all of them have. Stateless. */
final class PageAnswer {
    static final String JSON = "application/json";

    private static final String POLICY =
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private PageAnswer() {}

    /** Writes a whole answer. */
    static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        headers(exchange, type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    /** Writes an error as one line of text. */
    static void fail(HttpExchange exchange, int status, String reason) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", (reason + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Begins an answer without end. */
    static OutputStream begin(HttpExchange exchange, String type) throws IOException {
        headers(exchange, type);
        exchange.sendResponseHeaders(200, 0);
        return exchange.getResponseBody();
    }

    private static void headers(HttpExchange exchange, String type) {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type);
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cache-Control", "no-cache");
    }
}
