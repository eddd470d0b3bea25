package dev.velella.source.wikibase;

import dev.velella.source.fetch.Answer;
import dev.velella.source.fetch.Ask;
import dev.velella.source.fetch.Attempts;
import dev.velella.source.fetch.HttpFetch;
import dev.velella.source.payload.PayloadException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a stream of events on a thread of its own, connection after connection, each resumed after the last event that was
 * read whole. {@link #take} returns whole changes. While too many wait, nothing is read from the socket. {@link #close} ends
 * the reading.
 */
final class EventReader implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EventReader.class);

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
    private final long backoffMs;
    private final long backoffMaxMs;
    private final Attempts attempts;
    private final BlockingQueue<EntityChange> changes = new ArrayBlockingQueue<>(AHEAD);
    private final Semaphore room = new Semaphore(AHEAD_BYTES);
    private final Thread thread;
    private volatile @Nullable ConnectException failure;
    private volatile boolean closed;

    /** Id of the last event after which the stream can be resumed; null if there is none. */
    private @Nullable String resumeAfter;

    /** @param resumeAfter id of an event; null to begin as the address says */
    EventReader(AbstractConfig config, int mostBytes, @Nullable String resumeAfter, WikibaseCounts counts) {
        fetch = new HttpFetch(WikibaseOptions.fetch(config), counts.requests, counts.bytes);
        uri = URI.create(WikibaseOptions.URL.of(config));
        userAgent = WikibaseOptions.USER_AGENT.of(config);
        filter = EventFilter.of(config);
        this.mostBytes = mostBytes;
        this.resumeAfter = resumeAfter;
        this.counts = counts;
        backoffMs = WikibaseOptions.BACKOFF_MS.of(config);
        backoffMaxMs = Math.max(backoffMs, WikibaseOptions.BACKOFF_MAX_MS.of(config));
        attempts = new Attempts(log, counts.failures, backoffMs, backoffMaxMs);
        thread = new Thread(this::run, "velella-wikibase");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!closed) {
                long before = counts.events.get();
                long wait;
                try {
                    wait = Math.min(backoffMaxMs, read());
                    attempts.succeeded();
                } catch (ServerSentEvents.TooLongException e) {
                    throw new ConnectException(uri.getHost() + ": " + e.getMessage() + "; raise the limit", e);
                } catch (IOException e) {
                    if (closed) {
                        return;
                    } else if (counts.events.get() > before) {
                        attempts.progressed();
                    }
                    wait = attempts.failed(e);
                }
                TimeUnit.MILLISECONDS.sleep(wait);
            }
        } catch (InterruptedException e) {
            log.debug("Reading was ended");
        } catch (ConnectException e) {
            failure = e;
        } catch (RuntimeException | OutOfMemoryError e) { // otherwise nobody would see the error
            failure = new ConnectException("the events cannot be read: " + e, e);
        }
    }

    /** Reads one answer, and returns the wait before the next connection. */
    private long read() throws IOException, InterruptedException {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", userAgent);
        headers.put("Cache-Control", "no-store");
        if (resumeAfter != null) {
            headers.put("Last-Event-ID", resumeAfter);
        }
        try (Answer answer = fetch.send(Ask.get(uri, EVENT_STREAM, headers).meaning(204, 304))) {
            if (answer.status() != 200) {
                return backoffMaxMs; // the server has no events at present
            } else if (!answer.mediaType().equals(EVENT_STREAM)) {
                throw new ConnectException("the answer of wikibase.url is " + answer.header("Content-Type")
                        + ", not a stream of server-sent events");
            }
            ServerSentEvents events = new ServerSentEvents(answer.body(), mostBytes);
            ChunkJoiner joiner = new ChunkJoiner(mostBytes);
            for (ServerSentEvents.Event event = events.next(); event != null; event = events.next()) {
                take(event, joiner);
            }
            return events.retryMs() < 0 ? backoffMs : Math.max(LEAST_WAIT_MS, events.retryMs());
        }
    }

    private void take(ServerSentEvents.Event event, ChunkJoiner joiner) throws IOException, InterruptedException {
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
            room.acquire(bytes(change));
            changes.put(change);
        }
        if (!joiner.isOpen()) {
            resumeAfter = id;
        }
    }

    private static int bytes(EntityChange change) {
        return Math.max(1, Math.min(AHEAD_BYTES, change.events().length));
    }

    /**
     * Takes the next changes; empty if none arrived in time.
     *
     * @param most most changes to take
     * @param patience longest wait for the first one
     * @throws ConnectException if reading has failed and all changes before the failure were taken
     */
    List<EntityChange> take(int most, Duration patience) throws InterruptedException {
        // The failure is read before the queue: so all changes from before the failure are in the queue.
        ConnectException failed = failure;
        List<EntityChange> taken = new ArrayList<>();
        EntityChange first = failed == null ? changes.poll(patience.toNanos(), TimeUnit.NANOSECONDS) : changes.poll();
        if (first != null) {
            taken.add(first);
            changes.drainTo(taken, most - 1);
        } else if (failed != null) {
            throw failed;
        }
        taken.forEach(change -> room.release(bytes(change)));
        return taken;
    }

    /** Ends the reading at once. Does not wait. Idempotent. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
