package dev.velella.source.payload;

import java.util.concurrent.atomic.AtomicLong;

/** What became of the messages of a task. Thread-safe. */
public final class PayloadCounts {
    public final AtomicLong graphs = new AtomicLong();
    public final AtomicLong errors = new AtomicLong();

    /** Messages in the lane of costly ones, now. */
    public final AtomicLong costlyNow = new AtomicLong();

    public final AtomicLong lettersLeftOut = new AtomicLong();
}
