package dev.velella.page.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.letter.LetterHeaders;
import dev.velella.page.NewestRecords;
import dev.velella.page.NewestRecords.Last;
import dev.velella.page.PatchNote;
import dev.velella.page.PipelineWatch;
import dev.velella.status.PipelineConfig;
import dev.velella.status.state.PipelineState;
import dev.velella.status.state.TopicState;
import dev.velella.status.state.ViewsState;
import dev.velella.status.state.ViewsState.ViewState;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A view: its definition, and the last rows, patches and refusals, which are read from their topics when somebody asks. One view is
 * read at a time, and the same one once a second. Thread-safe.
 */
final class ViewRoute {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHOWN = 20;
    private static final int MOST_CHARS = 16_384;
    private static final long FRESH_NANOS = 1_000_000_000L;
    private static final long PATIENCE_MS = 10_000;

    private final NewestRecords records;
    private final PipelineWatch watch;
    private final Semaphore reading = new Semaphore(1);
    private String lastName = "";
    private byte[] last = {};
    private long lastNanos;

    ViewRoute(PipelineConfig config, PipelineWatch watch) {
        records = new NewestRecords(config);
        this.watch = watch;
    }

    /** The view of a name. */
    Answer answer(String name) throws InterruptedException, JsonProcessingException {
        PipelineWatch.Seen seen = watch.await(0, PATIENCE_MS);
        ViewsState app = seen == null ? null : seen.state().views();
        if (seen == null || app == null) {
            throw new HttpFault(404, "no view app is known");
        }
        ViewState view = app.views().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new HttpFault(404, "no view of this name holds"));
        if (!reading.tryAcquire(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
            throw new HttpFault(503, "other views are being read; try again");
        }
        try {
            if (!name.equals(lastName) || System.nanoTime() - lastNanos > FRESH_NANOS) {
                last = JSON.writeValueAsBytes(read(view, app.applicationId(), seen.state()));
                lastName = name;
                lastNanos = System.nanoTime();
            }
            return Answer.document(200, StaticFiles.JSON, last);
        } finally {
            reading.release();
        }
    }

    private ObjectNode read(ViewState view, String application, PipelineState state) throws JsonProcessingException {
        ObjectNode node = JSON.createObjectNode();
        node.put("name", view.name());
        node.set("definition", JSON.readTree(view.definition()));
        ArrayNode problems = node.putArray("problems");
        ArrayNode rows = node.putArray("rows");
        ArrayNode patches = node.putArray("patches");
        ArrayNode refusals = node.putArray("refusals");
        try {
            for (String topic : view.topics()) {
                if (topic.endsWith(".rows")) {
                    records.read(topic, SHOWN, row -> true).forEach(row -> row(row, rows.addObject()));
                } else {
                    for (PatchNote patch : records.patches(
                            topic, SHOWN, reason -> problems.removeAll().add(reason))) {
                        Terms.write(patches.addObject().put("key", patch.place().key()), patch);
                    }
                }
            }
            for (TopicState topic : state.topics()) {
                if (topic.role().equals("dead letters") && topic.partitions() > 0) {
                    records.read(topic.name(), SHOWN, letter -> isOf(letter, application, view.name()))
                            .forEach(letter -> refusal(letter, refusals.addObject()));
                }
            }
        } catch (IOException e) {
            problems.add("Not all could be read: " + e.getMessage());
        }
        return node;
    }

    private static void row(Last row, ObjectNode out) {
        out.put("time", row.time());
        out.put("record", row.place());
        out.put("epoch", row.headers().getOrDefault("velella.epoch", ""));
        out.put("old", row.headers().containsKey("velella.old"));
        out.set("key", json(row.key()));
        out.set("value", json(row.value()));
    }

    /** The columns of a row, without their schema; a text if it is too long, or no JSON. */
    private static @Nullable JsonNode json(@Nullable String text) {
        if (text == null) {
            return null;
        }
        if (text.length() > MOST_CHARS) {
            return TextNode.valueOf(text.length() + " characters, too long to be shown");
        }
        try {
            JsonNode node = JSON.readTree(text);
            return node.has("payload") && !node.has("stream") ? node.get("payload") : node;
        } catch (JsonProcessingException e) {
            return TextNode.valueOf(text);
        }
    }

    /** Whether the app wrote a dead letter about an answer of this view, or about an element that no view was asked about. */
    private static boolean isOf(Last letter, String application, String view) {
        return application.equals(letter.headers().get(LetterHeaders.APPLICATION_ID))
                && (!"answer".equals(letter.headers().get(LetterHeaders.REASON))
                        || letter.headers()
                                .getOrDefault(LetterHeaders.MESSAGE, "")
                                .contains("view " + view + ": "));
    }

    private static void refusal(Last letter, ObjectNode out) {
        out.put("time", letter.time())
                .put("record", letter.place())
                .put("stream", letter.key())
                .put("reason", letter.headers().getOrDefault(LetterHeaders.REASON, ""))
                .put("message", letter.headers().getOrDefault(LetterHeaders.MESSAGE, ""));
    }
}
