package dev.velella.source.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts of the requests of a task and of their answers, since the task was started. Any thread may read them at any
 * time.
 */
public final class HttpCounts {
    final AtomicLong requests = new AtomicLong();
    final AtomicLong failures = new AtomicLong();
    final AtomicLong bytes = new AtomicLong();
    final AtomicLong elements = new AtomicLong();

    /** Requests made. */
    public long requests() {
        return requests.get();
    }

    /** Requests that failed, or whose answer was cut off; the task repeats them. */
    public long failures() {
        return failures.get();
    }

    /** Bytes read from the bodies of answers. */
    public long bytes() {
        return bytes.get();
    }

    /** Frames and documents read. */
    public long elements() {
        return elements.get();
    }
}
