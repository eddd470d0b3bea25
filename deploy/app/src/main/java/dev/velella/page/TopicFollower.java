package dev.velella.page;

import dev.velella.dictionary.DictionaryUnavailableException;
import dev.velella.kit.thread.Daemon;
import dev.velella.log.Begin;
import dev.velella.log.DecodingLimits;
import dev.velella.log.LogException;
import dev.velella.log.LogRecord;
import dev.velella.log.Span;
import dev.velella.log.TopicAccess;
import dev.velella.log.TopicLog;
import dev.velella.log.TopicReader;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a topic of graphs or patches into a book, from some records before the end on, with a thread and a consumer of
 * its own. If the brokers or the topic are away, it tries again. A record that cannot be decoded is counted and left out.
 */
final class TopicFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicFollower.class);
    private static final long PAUSE_MS = 2_000;

    private final TopicAccess access;
    private final String dictionariesTopic;
    private final long before;
    private final StreamBook book;
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<Integer, Long> positions = new HashMap<>();
    private volatile @Nullable TopicLog reading;

    /**
     * Begins to read.
     *
     * @param before records before the end of each partition with which it begins
     */
    TopicFollower(TopicAccess access, String dictionariesTopic, long before, StreamBook book) {
        this.access = access;
        this.dictionariesTopic = dictionariesTopic;
        this.before = before;
        this.book = book;
        thread = Daemon.of("velella-page-" + access.topic(), this::run);
        thread.start();
    }

    private void run() {
        boolean told = false;
        while (closed.getCount() > 0) {
            try (TopicLog log =
                    new TopicLog(access, dictionariesTopic, DecodingLimits.DEFAULT.unhurried(), Long.MAX_VALUE)) {
                reading = log;
                if (closed.getCount() > 0) { // else nobody stops the reader
                    follow(log);
                }
                told = false;
            } catch (KafkaException | LogException | DictionaryUnavailableException | IOException e) {
                if (!told) {
                    LOG.warn(
                            "Topic {} cannot be read at the moment, and is tried again: {}",
                            access.topic(),
                            e.getMessage());
                    told = true;
                }
            } finally {
                reading = null;
            }
            pause();
        }
    }

    private void pause() {
        try {
            if (closed.await(PAUSE_MS, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            closed.countDown();
        }
    }

    private void follow(TopicLog log) throws IOException {
        TopicReader.Records records = record -> take(log, record);
        List<Span> spans = new ArrayList<>();
        for (Span span : log.reader().spans(Set.of(), new Begin.Latest())) {
            long from = positions.getOrDefault(span.partition(), span.to() - before);
            from = Math.min(span.to(), Math.max(span.logStart(), from));
            spans.add(new Span(span.partition(), span.logStart(), from, span.to()));
        }
        for (Span span : spans) {
            log.reader().read(span, records);
        }
        log.reader().follow(spans, null, records);
    }

    private void take(TopicLog log, ConsumerRecord<byte[], byte[]> record) {
        positions.put(record.partition(), record.offset() + 1);
        LogRecord read;
        try {
            read = log.decode(record);
        } catch (LogException e) {
            LOG.debug("A record is left out", e);
            book.unreadable();
            return;
        }
        Place place = new Place(
                read.key() == null ? "" : read.key(),
                read.eventTime(),
                read.place(),
                record.value() == null ? 0 : record.value().length);
        if (read.element() instanceof RdfGraph graph) {
            book.graph(place, graph);
        } else if (read.element() instanceof RdfPatch patch) {
            book.patch(place, patch, read.position());
        }
    }

    @Override
    public void close() {
        closed.countDown();
        TopicLog log = reading;
        if (log != null) {
            log.reader().stop();
        }
        try {
            thread.join(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
