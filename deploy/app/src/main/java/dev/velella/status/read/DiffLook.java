package dev.velella.status.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.status.state.DiffState.Instance;
import java.util.List;

/** Reads the health of the diff app's instances. Thread-safe. */
public final class DiffLook {
    private final List<String> urls;
    private final WebLook web;

    /** @param urls addresses of the instances' health listeners */
    public DiffLook(List<String> urls, WebLook web) {
        this.urls = List.copyOf(urls);
        this.web = web;
    }

    /** Asks all instances. */
    public List<Instance> read() {
        return urls.stream().map(this::read).toList();
    }

    private Instance read(String url) {
        String path = url.contains("/health") ? url : (url.endsWith("/") ? url : url + "/") + "health/ready";
        WebLook.Answer answer = web.get(path);
        JsonNode health = answer.json();
        if (!health.has("state")) {
            return new Instance(ShownUrl.of(url), "", false, false, answer.reason());
        }
        String failure = health.path("failure").asText("");
        return new Instance(
                ShownUrl.of(url),
                health.path("state").asText(),
                health.path("live").asBoolean(),
                health.path("ready").asBoolean(),
                failure.equals("null") ? "" : failure);
    }
}
