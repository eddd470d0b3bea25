package dev.velella.source.payload;

import java.util.concurrent.atomic.AtomicLong;

/** Counts of the outcomes of a task's messages. Thread-safe. */
public final class PayloadCounts {
    public final AtomicLong graphs = new AtomicLong();
    public final AtomicLong errors = new AtomicLong();

    /** Messages that are now in the lane of costly messages. */
    public final AtomicLong costlyNow = new AtomicLong();

    public final AtomicLong lettersLeftOut = new AtomicLong();
}
