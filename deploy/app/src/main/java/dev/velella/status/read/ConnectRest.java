package dev.velella.status.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.failure.UserException;
import dev.velella.kit.http.client.BoundedHttp;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Client of a worker's REST API. A worker that takes too long to answer counts as busy, because at its start it may
 * wait for transactions that a crash left open. Thread-safe.
 */
public final class ConnectRest {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int MOST_BYTES = 64 << 20;

    private final BoundedHttp http = new BoundedHttp(
            new BoundedHttp.Bounds(Duration.ofSeconds(5), TIMEOUT, TIMEOUT, TIMEOUT.toMillis() + " ms"));
    private final String baseUrl;

    /** @param baseUrl scheme, host and port of the worker */
    public ConnectRest(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    /** An answer of the worker. */
    private record Answer(int status, JsonNode body) {
        String message() {
            JsonNode message = body.get("message");
            return message == null ? "status " + status : message.asText();
        }
    }

    /**
     * Creates a connector with POST. If a connector with this name exists, changes its configuration with PUT. Waits
     * while the worker rebalances, and while the brokers do not answer the connector's own check in time.
     *
     * @param connector object with {@code name} and {@code config}, as in the sample files
     * @throws UserException if the worker refuses the configuration
     */
    public void create(ObjectNode connector) throws IOException, InterruptedException {
        String name = connector.get("name").asText();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Answer answer = send("POST", "/connectors", connector);
            if (answer.status() == 409 && answer.message().contains("already exists")) {
                answer = send("PUT", "/connectors/" + name + "/config", connector.get("config"));
            }
            if (answer.status() < 300) {
                return;
            }
            if (!isBusy(answer) || System.nanoTime() > deadline) {
                throw new UserException("connector " + name + " was refused: " + firstLines(answer.message()));
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    /** Whether the same request may succeed a moment later: the worker rebalances, or the brokers were slow to answer. */
    private static boolean isBusy(Answer answer) {
        return answer.status() == 409
                || answer.status() == 503
                || answer.status() == 500
                || answer.message().contains("no answer from the cluster");
    }

    /** The failure of the connector or of one of its tasks, in one line; empty if there is none. */
    public Optional<String> failure(String name) throws IOException, InterruptedException {
        Answer answer = send("GET", "/connectors/" + name + "/status", null);
        if (answer.status() != 200) {
            return Optional.empty();
        }
        Optional<String> failure = failureOf(answer.body().path("connector"));
        for (JsonNode task : answer.body().path("tasks")) {
            failure = failure.or(() -> failureOf(task));
        }
        return failure;
    }

    /** Whether the connector has at least one task and all of them run. */
    public boolean isRunning(String name) throws IOException, InterruptedException {
        Answer answer = send("GET", "/connectors/" + name + "/status", null);
        if (answer.status() != 200 || answer.body().path("tasks").isEmpty()) {
            return false;
        }
        for (JsonNode task : answer.body().path("tasks")) {
            if (!"RUNNING".equals(task.path("state").asText())) {
                return false;
            }
        }
        return true;
    }

    /** The {@code offsets} array of a connector; empty while the worker has none. */
    public JsonNode offsets(String name) throws IOException, InterruptedException {
        return send("GET", "/connectors/" + name + "/offsets", null).body().path("offsets");
    }

    /** The array of installed plugins; empty while the worker does not answer. */
    public JsonNode plugins() throws IOException, InterruptedException {
        Answer answer = send("GET", "/connector-plugins?connectorsOnly=false", null);
        return answer.status() == 200 ? answer.body() : JSON.createArrayNode();
    }

    private static Optional<String> failureOf(JsonNode state) {
        return "FAILED".equals(state.path("state").asText())
                ? Optional.of(reason(state.path("trace").asText()))
                : Optional.empty();
    }

    /**
     * The reason in a stack trace. The framework and the producer wrap the exception: the first message that is not
     * their own gives the reason. If there is none, the last message does.
     */
    public static String reason(String trace) {
        String last = "no reason given";
        for (String line : trace.lines().toList()) {
            boolean message = !line.startsWith("\t") && !line.startsWith(" ");
            if (!message) {
                continue;
            }
            last = line.replaceFirst("^Caused by: ", "").replaceFirst("^[\\w.$]+(Exception|Error): ", "");
            if (!last.startsWith("Tolerance exceeded")
                    && !last.startsWith("Exiting WorkerSinkTask")
                    && !last.startsWith("Unrecoverable exception")
                    && !last.startsWith("Cannot execute transactional method")
                    && !last.startsWith("Transaction Request was aborted")) {
                return last;
            }
        }
        return last;
    }

    private static String firstLines(String message) {
        return message.replaceAll("\\s*\\n\\s*", " ").strip();
    }

    private Answer send(String method, String path, @Nullable JsonNode body) throws IOException, InterruptedException {
        try {
            HttpResponse<InputStream> response = http.send(HttpRequest.newBuilder(URI.create(baseUrl + path))
                    .header("Content-Type", "application/json")
                    .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString())));
            return new Answer(response.statusCode(), body(BoundedHttp.text(response, MOST_BYTES)));
        } catch (HttpTimeoutException e) {
            return new Answer(503, JSON.createObjectNode().put("message", "the worker does not answer"));
        }
    }

    /** The body of an answer. A body that is not JSON, such as an error page of the server, becomes a message. */
    private static JsonNode body(String text) {
        if (text.isBlank()) {
            return JSON.createObjectNode();
        }
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode().put("message", text.strip());
        }
    }
}
