package dev.velella.tests.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What the chaos asks of a worker. A worker that is busy or dead gives false or nothing; the caller tries again. */
public final class WorkerRest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final String url;
    private String lastRefusal = "none";

    public WorkerRest(String url) {
        this.url = url;
    }

    boolean isUp() throws InterruptedException {
        return send("GET", "/connectors", "").isPresent();
    }

    /** Creates a connector or changes it. */
    public boolean configure(String connector, Map<String, String> config) throws IOException, InterruptedException {
        return send("PUT", "/connectors/" + connector + "/config", JSON.writeValueAsString(config))
                .isPresent();
    }

    /** Restarts a connector and all its tasks. */
    boolean restart(String connector) throws InterruptedException {
        return send("POST", "/connectors/" + connector + "/restart?includeTasks=true", "")
                .isPresent();
    }

    private static boolean isFailed(JsonNode part) {
        return part.path("state").asText().equals("FAILED");
    }

    /** Restarts what failed; returns how many failed, tasks and the connector itself. */
    public int heal(String connector) throws InterruptedException {
        Optional<JsonNode> status = send("GET", "/connectors/" + connector + "/status", "");
        int failed = 0;
        if (status.isPresent()) {
            failed += isFailed(status.get().path("connector")) ? 1 : 0;
            for (JsonNode task : status.get().path("tasks")) {
                failed += isFailed(task) ? 1 : 0;
            }
        }
        String path = "/connectors/" + connector + "/restart?includeTasks=true&onlyFailed=true";
        return failed > 0 && send("POST", path, "").isPresent() ? failed : 0;
    }

    /** Number of tasks if all run; -1 if not. */
    public int runningTasks(String connector) throws InterruptedException {
        Optional<JsonNode> status = send("GET", "/connectors/" + connector + "/status", "");
        if (status.isEmpty()) {
            return -1;
        }
        JsonNode tasks = status.get().path("tasks");
        for (JsonNode task : tasks) {
            if (!task.path("state").asText().equals("RUNNING")) {
                return -1;
            }
        }
        return tasks.size();
    }

    /** What was asked last in vain, and what the worker said to that; "none" if it has never refused. */
    public String lastRefusal() {
        return lastRefusal;
    }

    private Optional<JsonNode> send(String method, String path, String body) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            if (response.statusCode() == 400) {
                throw new AssertionError(path + ": " + response.body());
            }
            if (response.statusCode() < 300) {
                return Optional.of(JSON.readTree(response.body().isBlank() ? "{}" : response.body()));
            }
            lastRefusal = method + " " + path + ": " + response.statusCode() + " " + response.body();
            return Optional.empty();
        } catch (IOException e) {
            lastRefusal = method + " " + path + ": " + e;
            return Optional.empty();
        }
    }
}
