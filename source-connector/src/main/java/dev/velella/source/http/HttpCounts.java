package dev.velella.source.http;

import java.util.concurrent.atomic.AtomicLong;

/** What a task has asked for and read since it was started. Thread-safe: may be read at any time. */
public final class HttpCounts {
    final AtomicLong requests = new AtomicLong();
    final AtomicLong failures = new AtomicLong();
    final AtomicLong bytes = new AtomicLong();
    final AtomicLong elements = new AtomicLong();

    /** Requests made. */
    public long requests() {
        return requests.get();
    }

    /** Requests that failed, or whose answer was cut, and that were made again. */
    public long failures() {
        return failures.get();
    }

    /** Bytes read of the bodies of answers. */
    public long bytes() {
        return bytes.get();
    }

    /** Frames and documents read. */
    public long elements() {
        return elements.get();
    }
}
