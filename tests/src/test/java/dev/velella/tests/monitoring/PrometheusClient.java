package dev.velella.tests.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/** Questions to a Prometheus server. */
public final class PrometheusClient {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;

    /** @param url without a path */
    public PrometheusClient(String url) {
        this.url = url;
    }

    /** Whether an expression has at least one series now. */
    public boolean hasSeries(String expression) throws IOException, InterruptedException {
        return !get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
                .path("data")
                .path("result")
                .isEmpty();
    }

    /** Names of the alerts that fire now. */
    public Set<String> firing() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        for (JsonNode alert : get("/api/v1/alerts").path("data").path("alerts")) {
            if (alert.path("state").asText().equals("firing")) {
                names.add(alert.path("labels").path("alertname").asText());
            }
        }
        return names;
    }

    /** Whether the server answers. */
    public boolean isReady() throws IOException, InterruptedException {
        try {
            return client.send(
                                    HttpRequest.newBuilder(URI.create(url + "/-/ready"))
                                            .build(),
                                    BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (ConnectException e) {
            return false;
        }
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        String body = client.send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString())
                .body();
        return JSON.readTree(body);
    }
}
