package dev.velella.source.task;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.ElementCounts;
import dev.velella.source.record.Elements;
import dev.velella.source.record.RecordStamps;
import java.time.Clock;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;

/**
 * What a task has when its session begins.
 *
 * @param stamps stamps of the session's records
 * @param clock clock of timestamps
 * @param nanoTime a clock as {@link System#nanoTime}, for the pace
 */
public record TaskStart(
        RdfSourceConfig config, RecordStamps stamps, SourceTaskContext context, Clock clock, LongSupplier nanoTime) {
    /**
     * The offset that Connect has stored for an input; null if there is none.
     *
     * @throws org.apache.kafka.connect.errors.ConnectException if a newer version has stored it
     */
    public @Nullable Map<String, Object> offset(Map<String, Object> partition) {
        return offsets().offset(partition);
    }

    /** The offsets that Connect has stored. Those of a newer version are refused when they are read. */
    public OffsetStorageReader offsets() {
        return new KnownOffsets(context.offsetStorageReader());
    }

    /** The way of elements to records; it owns the stamps. Called once. */
    public Elements elements(ElementCounts counts) {
        return new Elements(config, stamps, clock, counts);
    }
}
