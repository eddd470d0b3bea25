package dev.velella.status.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.status.state.ConnectorState;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads figures of the store of a sink: at the sink's endpoint, or, for a store on a server, whether it answers. Thread-safe. */
public final class StoreLook {
    private static final String QUERY = "?query=" + URLEncoder.encode("ASK {}", StandardCharsets.UTF_8);
    private static final Pattern SERVER = Pattern.compile("https?://[^/?#{]+", Pattern.CASE_INSENSITIVE);
    private static final int UNAUTHORIZED = 401;
    private static final int SERVER_ERROR = 500;

    private final @Nullable String given;
    private final WebLook web;

    /** @param given address of the sink's endpoint; null if the configuration of the sink names it */
    public StoreLook(@Nullable String given, WebLook web) {
        this.given = given;
        this.web = web;
    }

    /**
     * Figures of a store.
     *
     * @param address its address; empty if there is none
     * @param answers whether it answers; null if there is no address
     * @param reason why it does not
     * @param statements statements in it; null if it does not say
     * @param streams streams in it; null if it does not say
     * @param applied next offset to apply, by partition
     * @param durable next offset that is not durable, by partition
     * @param history whether it keeps a history
     */
    public record Result(
            String address,
            @Nullable Boolean answers,
            String reason,
            @Nullable Long statements,
            @Nullable Long streams,
            Map<TopicPartition, Long> applied,
            Map<TopicPartition, Long> durable,
            boolean history) {}

    /** Asks the store of a sink. */
    public Result read(ConnectorState sink) {
        boolean server = sink.config().containsKey("target.url");
        Optional<String> address = address(sink);
        if (address.isEmpty()) {
            return new Result("", null, "", null, null, Map.of(), Map.of(), false);
        }
        String url = address.get();
        if (server && given == null) {
            // Any answer will do, also one that asks for a login; 5xx says that the store itself does not work.
            WebLook.Answer answer = web.get(asked(url));
            boolean answers = answer.status() > 0 && answer.status() < SERVER_ERROR;
            return new Result(
                    ShownUrl.of(url), answers, answers ? "" : answer.reason(), null, null, Map.of(), Map.of(), false);
        }
        WebLook.Answer answer = web.get(url + "/status");
        JsonNode status = answer.json();
        if (answer.status() == UNAUTHORIZED) { // it answers, but not to us
            return new Result(ShownUrl.of(url), true, "", null, null, Map.of(), Map.of(), false);
        }
        if (!answer.isOk() || !status.has("statements")) {
            return new Result(
                    ShownUrl.of(url),
                    false,
                    answer.isOk() ? "is no endpoint of a sink" : answer.reason(),
                    null,
                    null,
                    Map.of(),
                    Map.of(),
                    false);
        }
        return new Result(
                ShownUrl.of(url),
                true,
                "",
                status.path("statements").asLong(),
                status.path("streams").asLong(),
                offsets(status, "applied"),
                offsets(status, "durable"),
                "true".equals(sink.config().get("history")));
    }

    /**
     * The address to ask. A sink that routes has a store for each value of its placeholders, which stand behind the host: only
     * its server can be asked, and the sink itself tells which stores do not work.
     */
    private static String asked(String url) {
        Matcher server = SERVER.matcher(url);
        return url.indexOf('{') >= 0 && server.lookingAt() ? server.group() + "/" : url + QUERY;
    }

    private Optional<String> address(ConnectorState sink) {
        if (given != null) {
            return Optional.of(given.endsWith("/") ? given.substring(0, given.length() - 1) : given);
        }
        Map<String, String> config = sink.config();
        if (config.containsKey("target.url")) {
            return Optional.ofNullable(config.get("target.url"));
        }
        if (!config.containsKey("sparql.endpoint.port")
                || config.containsKey("sparql.endpoint.ssl.keystore.location")) { // Java may not trust its certificate
            return Optional.empty();
        }
        String bind = config.getOrDefault("sparql.endpoint.bind", "127.0.0.1");
        String host = bind.equals("0.0.0.0") || bind.equals("127.0.0.1") ? "localhost" : bind;
        return Optional.of(
                "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + config.get("sparql.endpoint.port"));
    }

    private static Map<TopicPartition, Long> offsets(JsonNode status, String field) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        status.path("partitions")
                .forEach(row -> offsets.put(
                        new TopicPartition(
                                row.path("topic").asText(),
                                row.path("partition").asInt()),
                        row.path(field).asLong()));
        return offsets;
    }
}
