package dev.velella.sink.endpoint;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.Reply;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.versions.CommitTable;
import dev.velella.sink.versions.StoreHistory;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Answers with the commits of the history as JSON, the last ones or those from a number on. Thread-safe. */
final class CommitsRoute implements StoreRoute {
    /** Maximum number of commits of an answer. */
    private static final int MOST = 1_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Queryable store;

    CommitsRoute(Queryable store) {
        this.store = store;
    }

    @Override
    public void answer(ServerRequest request, Reply response) throws IOException {
        CommitTable commits = store.history().map(StoreHistory::commits).orElseThrow(QueryRoute::noHistory);
        List<String> from = request.parameters().getOrDefault("from", List.of());
        long last = commits.last();
        long first = commits.first();
        long begin = from.isEmpty() ? last - MOST + 1 : number(from.get(0));
        ObjectNode answer = JSON.createObjectNode();
        answer.put("first", first);
        answer.put("last", last);
        ArrayNode list = answer.putArray("commits");
        for (long number = Math.max(begin, first);
                number <= Math.min(last, Math.max(begin, first) + MOST - 1);
                number++) {
            CommitRecord commit = commits.find(number).orElse(null);
            if (commit != null) { // else it was forgotten meanwhile
                write(list.addObject(), commit);
            }
        }
        response.contentType("application/json");
        response.write(JSON.writeValueAsBytes(answer));
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new HttpFault(400, "from is the number of a commit");
        }
    }

    private static void write(ObjectNode node, CommitRecord commit) {
        node.put("commit", commit.number());
        node.put("time", Instant.ofEpochMilli(commit.wallClockMs()).toString());
        if (commit.eventTimeMs() >= 0) {
            node.put("eventTime", Instant.ofEpochMilli(commit.eventTimeMs()).toString());
        }
        ObjectNode offsets = node.putObject("nextOffsets");
        Map<String, Long> sorted = new TreeMap<>();
        commit.offsets().forEach((id, offset) -> sorted.put(id.toString(), offset));
        sorted.forEach(offsets::put);
    }
}
