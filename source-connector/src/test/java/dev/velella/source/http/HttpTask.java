package dev.velella.source.http;

import dev.velella.source.RdfSourceTask;
import java.time.Clock;

/** A task whose counts tests can read. */
final class HttpTask extends RdfSourceTask {
    private final HttpCounts counts;

    HttpTask() {
        this(new HttpCounts());
    }

    private HttpTask(HttpCounts counts) {
        super(HttpSource.type(() -> counts), Clock.systemUTC(), System::nanoTime);
        this.counts = counts;
    }

    HttpCounts counts() {
        return counts;
    }
}
