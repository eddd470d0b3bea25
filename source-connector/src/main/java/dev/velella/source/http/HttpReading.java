package dev.velella.source.http;

import dev.velella.source.element.ElementMemory;
import dev.velella.source.fetch.Attempts;
import dev.velella.source.task.BackgroundReader;
import org.apache.kafka.common.config.AbstractConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads an input, request after request. Between two requests it waits for the interval of the options; after a failure it
 * waits longer each time (backoff).
 */
final class HttpReading implements BackgroundReader.Reading<HttpElement> {
    private static final Logger log = LoggerFactory.getLogger(HttpReading.class);

    /** Most elements that are read before the task takes them. */
    private static final int AHEAD = 100;

    private final HttpInput input;
    private final HttpCounts counts;
    private final long intervalMs;
    private final Attempts attempts;

    private HttpReading(HttpInput input, AbstractConfig config, HttpCounts counts) {
        this.counts = counts;
        this.input = input;
        intervalMs = HttpOptions.POLL_INTERVAL_MS.of(config);
        attempts = HttpOptions.ACCESS.attempts(config, log, counts.failures);
    }

    /** A reader of an input. It is not started. */
    static BackgroundReader<HttpElement> reader(HttpInput input, AbstractConfig config, HttpCounts counts) {
        return new BackgroundReader<>(
                "velella-http",
                AHEAD,
                ElementMemory.MOST_BYTES,
                HttpElement::estimatedBytes,
                new HttpReading(input, config, counts));
    }

    @Override
    public void read(BackgroundReader.Sink<HttpElement> sink) throws InterruptedException {
        attempts.repeat(sink::isClosed, () -> {
            input.read(element -> {
                counts.elements.incrementAndGet(); // before the task can take the element
                sink.add(element);
                attempts.progressed();
            });
            return intervalMs;
        });
    }
}
