package dev.velella.source;

import java.util.concurrent.atomic.AtomicLong;

/** What became of the messages of a task. Thread-safe. */
final class PayloadCounts {
    final AtomicLong graphs = new AtomicLong();
    final AtomicLong errors = new AtomicLong();

    /** Messages in the lane of costly ones, now. */
    final AtomicLong costlyNow = new AtomicLong();

    final AtomicLong lettersLeftOut = new AtomicLong();
}
