package dev.velella.status.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.status.state.ConnectorState;
import dev.velella.status.state.ConnectorState.TaskState;
import dev.velella.status.state.PipelineState.Endpoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the connectors of Velella, with their tasks, at a Connect worker. A good answer counts for some seconds, because
 * the worker logs each request. Not thread-safe.
 */
public final class WorkerLook {
    private static final String SOURCE = "dev.velella.source.RdfSourceConnector";
    private static final String SINK = "dev.velella.sink.RdfSinkConnector";

    private static final long FRESH_NANOS = 4_000_000_000L;

    private final String url;
    private final WebLook web;
    private @Nullable Result last;
    private long lastNanos;

    /** @param url address of the worker's REST API */
    public WorkerLook(String url, WebLook web) {
        this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.web = web;
    }

    /**
     * What a worker says.
     *
     * @param worker whether it answers
     * @param connectors the connectors of Velella, sources first, then by name
     */
    public record Result(Endpoint worker, List<ConnectorState> connectors) {}

    /** What the worker says, or said a moment ago. */
    public Result read() {
        Result before = last;
        if (before == null || !before.worker().answers() || System.nanoTime() - lastNanos > FRESH_NANOS) {
            before = ask();
            last = before;
            lastNanos = System.nanoTime();
        }
        return before;
    }

    private Result ask() {
        WebLook.Answer answer = web.get(url + "/connectors?expand=status&expand=info");
        if (!answer.isOk()) {
            return new Result(new Endpoint(ShownUrl.of(url), false, answer.reason()), List.of());
        }
        List<ConnectorState> connectors = new ArrayList<>();
        answer.json().properties().forEach(entry -> {
            ConnectorState connector = connector(entry.getKey(), entry.getValue());
            if (!connector.kind().isEmpty()) {
                connectors.add(connector);
            }
        });
        connectors.sort(Comparator.comparing(ConnectorState::isSink).thenComparing(ConnectorState::name));
        return new Result(new Endpoint(ShownUrl.of(url), true, ""), connectors);
    }

    private static ConnectorState connector(String name, JsonNode node) {
        Map<String, String> config = new HashMap<>();
        node.path("info")
                .path("config")
                .properties()
                .forEach(option -> config.put(option.getKey(), option.getValue().asText()));
        String type = config.getOrDefault("connector.class", "");
        String kind = type.equals(SOURCE) ? "source" : type.equals(SINK) ? "sink" : "";
        JsonNode status = node.path("status");
        List<TaskState> tasks = new ArrayList<>();
        for (JsonNode task : status.path("tasks")) {
            tasks.add(new TaskState(
                    task.path("id").asInt(),
                    task.path("state").asText(),
                    task.path("worker_id").asText(),
                    reason(task)));
        }
        JsonNode connector = status.path("connector");
        return new ConnectorState(
                name,
                kind,
                kind.equals("source")
                        ? config.getOrDefault("source.type", "")
                        : config.getOrDefault("target", "memory"),
                connector.path("state").asText("UNKNOWN"),
                reason(connector),
                config.getOrDefault("value.converter.jelly.mode", "auto"),
                tasks,
                config);
    }

    private static String reason(JsonNode state) {
        String trace = state.path("trace").asText("");
        return trace.isEmpty() ? "" : ConnectRest.reason(trace);
    }
}
