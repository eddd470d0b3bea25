package dev.velella.source.mqtt.link;

import java.util.concurrent.atomic.AtomicLong;

/** Counts of the messages of a task that build on dictionaries. Thread-safe. */
public final class LinkCounts {
    /** Messages whose numbers were left out: they did not come. */
    public final AtomicLong missing = new AtomicLong();

    /** Messages that came again, by their number, and were left out. */
    public final AtomicLong repeated = new AtomicLong();

    /** Dictionaries that were read. */
    public final AtomicLong dictionaries = new AtomicLong();

    /** Messages that were refused because their dictionary was not found. */
    public final AtomicLong withoutDictionary = new AtomicLong();
}
