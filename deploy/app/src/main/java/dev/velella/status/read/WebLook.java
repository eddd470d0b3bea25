package dev.velella.status.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.kit.http.client.BoundedHttp;
import dev.velella.kit.secret.ShownUrl;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

/** Reads documents over HTTP, with limits in time and size. Owns its client. Thread-safe. */
public final class WebLook {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_BYTES = 64 << 20;

    private final BoundedHttp http;
    private final Duration timeout;

    /** @param timeout longest wait for an answer */
    public WebLook(Duration timeout) {
        this.timeout = timeout;
        http = new BoundedHttp(BoundedHttp.Bounds.of(timeout));
    }

    /**
     * An answer.
     *
     * @param status status of HTTP; 0 if there was no answer
     * @param body the text; the reason if there was no answer
     */
    public record Answer(int status, String body) {
        /** Whether the status says that all is well. */
        public boolean isOk() {
            return status >= 200 && status < 300;
        }

        /** The document; an empty one if it is no JSON. */
        public JsonNode json() {
            try {
                JsonNode node = JSON.readTree(body);
                return node == null ? JSON.missingNode() : node;
            } catch (JsonProcessingException e) {
                return JSON.missingNode();
            }
        }

        /** Why there is no good answer, in words. */
        public String reason() {
            return status == 0 ? body : "answers with status " + status;
        }
    }

    /** Asks for a document. Does not throw: no answer is status 0 with the reason. */
    public Answer get(String url) {
        try {
            HttpResponse<InputStream> response = http.send(
                    HttpRequest.newBuilder(URI.create(url)).header("Accept", "application/json, text/plain;q=0.5"));
            return new Answer(response.statusCode(), BoundedHttp.text(response, MOST_BYTES));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer(0, "interrupted");
        } catch (IllegalArgumentException e) {
            return new Answer(0, ShownUrl.of(url) + " is no address");
        } catch (IOException e) {
            return new Answer(0, words(e));
        }
    }

    private String words(IOException failure) {
        if (failure instanceof HttpTimeoutException) {
            return "gives no answer within " + timeout.toMillis() + " ms";
        }
        if (failure instanceof ConnectException) {
            return "cannot be reached: nobody listens there";
        }
        String message = failure.getMessage();
        return "cannot be reached: " + (message == null ? failure.getClass().getSimpleName() : message);
    }
}
