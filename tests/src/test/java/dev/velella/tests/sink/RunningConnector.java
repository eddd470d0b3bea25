package dev.velella.tests.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** A connector of a worker that is stopped, changed and started again. */
public final class RunningConnector {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ConnectRest rest;
    private final String url;
    private final ObjectNode connector;
    private final String name;

    /** @param connector with its name; not created yet */
    public RunningConnector(String restUrl, ObjectNode connector) {
        this.rest = new ConnectRest(restUrl);
        this.connector = connector;
        this.name = connector.get("name").asText();
        this.url = restUrl + "/connectors/" + name;
    }

    public void create() throws Exception {
        rest.create(connector);
    }

    /** Waits until a task has failed, and checks why. */
    public void awaitFailure(String reason) throws Exception {
        Await.until(
                name + " fails: " + reason, PATIENCE, () -> rest.failure(name).isPresent());
        assertThat(rest.failure(name)).get().asString().contains(reason);
    }

    /** Stops it and waits until it has no task. */
    public void stop() throws Exception {
        put("/stop", "");
        Await.until(name + " has no task", PATIENCE, () -> !http.send(
                        HttpRequest.newBuilder(URI.create(url + "/tasks")).build(), BodyHandlers.ofString())
                .body()
                .contains("\"task\""));
    }

    public void resume() throws Exception {
        put("/resume", "");
    }

    /** Changes options of the stopped connector and lets it go on. */
    public void configure(Map<String, String> changes) throws Exception {
        ObjectNode config = ((ObjectNode) connector.get("config")).deepCopy();
        changes.forEach(config::put);
        put("/config", config.toString());
        resume();
    }

    /** Starts the tasks again that have failed. */
    public void restartFailedTasks() throws Exception {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(url + "/restart?includeTasks=true&onlyFailed=true"))
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    }

    /** Asks Connect to forget the offsets of the stopped connector; gives its answer. */
    public String resetOffsets() throws Exception {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(url + "/offsets")).DELETE().build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isGreaterThanOrEqualTo(400);
        return answer.body();
    }

    private void put(String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(body))
                .build();
        Await.until("PUT " + path, PATIENCE, () -> {
            int status = http.send(request, BodyHandlers.ofString()).statusCode();
            assertThat(status).as("PUT %s", path).matches(code -> code < 300 || code == 409);
            return status < 300;
        });
    }
}
