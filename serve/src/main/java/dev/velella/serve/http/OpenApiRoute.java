package dev.velella.serve.http;

import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** {@code GET /openapi.json}: the description of the service (OpenAPI 3.1). Immutable. */
final class OpenApiRoute implements Route {
    private final String text;

    OpenApiRoute() {
        try (InputStream in = OpenApiRoute.class.getResourceAsStream("openapi.json")) {
            if (in == null) {
                throw new IllegalStateException("openapi.json is missing beside " + OpenApiRoute.class);
            }
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Answer answer(ServerRequest request) {
        return Answer.document("application/json", text);
    }
}
