package dev.velella.source.wikibase;

import dev.velella.lift.PayloadException;
import dev.velella.source.fetch.Answer;
import dev.velella.source.fetch.Ask;
import dev.velella.source.fetch.Attempts;
import dev.velella.source.fetch.HttpFetch;
import dev.velella.source.task.BackgroundReader;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the whole changes of a stream of events, connection after connection, each resumed after the last event that was read
 * whole. While too many wait, nothing is read from the socket.
 */
final class EventReading implements BackgroundReader.Reading<EntityChange> {
    private static final Logger log = LoggerFactory.getLogger(EventReading.class);

    /** Most changes, and bytes of their events, that are read before the task takes them. */
    private static final int AHEAD = 2000;

    private static final int AHEAD_BYTES = 1 << 26;

    /** Shortest wait between two connections, whatever the server asks for. */
    private static final long LEAST_WAIT_MS = 100;

    private static final String EVENT_STREAM = "text/event-stream";

    private final HttpFetch fetch;
    private final URI uri;
    private final String userAgent;
    private final int mostBytes;
    private final EventFilter filter;
    private final WikibaseCounts counts;
    private final Attempts attempts;

    /** Id of the last event after which the stream can be resumed; null if there is none. */
    private @Nullable String resumeAfter;

    /** @param resumeAfter id of an event; null to begin as the address says */
    private EventReading(AbstractConfig config, int mostBytes, @Nullable String resumeAfter, WikibaseCounts counts) {
        fetch = new HttpFetch(WikibaseOptions.fetch(config), counts.requests, counts.bytes);
        uri = URI.create(WikibaseOptions.URL.of(config));
        userAgent = WikibaseOptions.USER_AGENT.of(config);
        filter = EventFilter.of(config);
        this.mostBytes = mostBytes;
        this.resumeAfter = resumeAfter;
        this.counts = counts;
        attempts = WikibaseOptions.ACCESS.attempts(config, log, counts.failures);
    }

    /**
     * A reader of the changes. It is not started.
     *
     * @param mostBytes most bytes of an event, and of the events of a change
     * @param resumeAfter id of an event; null to begin as the address says
     */
    static BackgroundReader<EntityChange> reader(
            AbstractConfig config, int mostBytes, @Nullable String resumeAfter, WikibaseCounts counts) {
        return new BackgroundReader<>(
                "velella-wikibase",
                AHEAD,
                AHEAD_BYTES,
                change -> change.events().length,
                new EventReading(config, mostBytes, resumeAfter, counts));
    }

    @Override
    public void read(BackgroundReader.Sink<EntityChange> sink) throws InterruptedException {
        attempts.repeat(sink::isClosed, () -> {
            try {
                return Math.min(attempts.longestMs(), readOnce(sink));
            } catch (ServerSentEvents.TooLongException e) {
                throw new ConnectException(uri.getHost() + ": " + e.getMessage() + "; raise the limit", e);
            }
        });
    }

    /** Reads one answer, and returns the wait before the next connection. */
    private long readOnce(BackgroundReader.Sink<EntityChange> sink) throws IOException, InterruptedException {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", userAgent);
        headers.put("Cache-Control", "no-store");
        if (resumeAfter != null) {
            headers.put("Last-Event-ID", resumeAfter);
        }
        try (Answer answer = fetch.send(Ask.get(uri, EVENT_STREAM, headers).meaning(204, 304))) {
            if (answer.status() != 200) {
                return attempts.longestMs(); // the server has no events at present
            } else if (!answer.mediaType().equals(EVENT_STREAM)) {
                throw new ConnectException("the answer of wikibase.url is " + answer.header("Content-Type")
                        + ", not a stream of server-sent events");
            }
            ServerSentEvents events = new ServerSentEvents(answer.body(), mostBytes);
            ChunkJoiner joiner = new ChunkJoiner(mostBytes);
            for (ServerSentEvents.Event event = events.next(); event != null; event = events.next()) {
                take(event, joiner, sink);
            }
            return events.retryMs() < 0 ? attempts.firstMs() : Math.max(LEAST_WAIT_MS, events.retryMs());
        }
    }

    private void take(ServerSentEvents.Event event, ChunkJoiner joiner, BackgroundReader.Sink<EntityChange> sink)
            throws IOException, InterruptedException {
        if (event.type().equals("error")) {
            throw new IOException("the server sent an error event");
        } else if (!event.type().equals("message")) {
            return;
        }
        String id = event.id();
        if (id == null || id.isEmpty()) {
            throw new ConnectException(
                    "the events of wikibase.url have no id, so the stream could not be resumed after one;"
                            + " set wikibase.url to a stream whose events have ids");
        }
        counts.events.incrementAndGet();
        attempts.progressed();
        List<EntityChange> whole = new ArrayList<>();
        try {
            RdfChange chunk = RdfChange.read(event.data());
            if (filter.takes(chunk)) {
                joiner.add(id, chunk, event.data(), whole::add);
            } else {
                counts.filtered.incrementAndGet();
            }
        } catch (PayloadException e) {
            joiner.end(whole::add);
            whole.add(new EntityChange(id, List.of(), event.data(), e));
        }
        for (EntityChange change : whole) {
            sink.add(change);
        }
        if (!joiner.isOpen()) {
            resumeAfter = id;
        }
    }
}
