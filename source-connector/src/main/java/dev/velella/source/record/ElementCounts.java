package dev.velella.source.record;

import dev.velella.kit.metrics.PluginGauges;
import dev.velella.source.options.ErrorOptions;
import java.util.concurrent.atomic.AtomicLong;

/** Counts of what became of the received elements of a task, since it was started. Thread-safe. */
public final class ElementCounts {
    final AtomicLong records = new AtomicLong();
    final AtomicLong errors = new AtomicLong();
    final AtomicLong lettersLeftOut = new AtomicLong();

    /** Elements that became records. */
    public long records() {
        return records.get();
    }

    /**
     * Adds the metrics.
     *
     * @param name name of the number of records
     * @param elements names the elements, in the plural, at the beginning of a sentence
     */
    public void register(PluginGauges metrics, String name, String elements) {
        metrics.add(name, elements + " that became records, since the task started", records::get);
        metrics.add(
                "payload-errors-total",
                elements + " that were refused because they could not be read or break a rule of the options,"
                        + " since the task started",
                errors::get);
        metrics.add(
                "dead-letters-left-out-total",
                elements + " that were refused and are no dead letters, since the task started: their MQTT topic or URL"
                        + " already had " + ErrorOptions.DEAD_LETTER_MAX_PER_MINUTE.name()
                        + " dead letters in that minute",
                lettersLeftOut::get);
    }
}
