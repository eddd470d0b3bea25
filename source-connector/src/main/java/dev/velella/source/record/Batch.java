package dev.velella.source.record;

import dev.velella.source.element.ElementMemory;
import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.RdfSourceConfig;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * The records that were made and that the worker does not have yet. Their elements are in memory together, so a session
 * makes no more while there is no room. Used by one thread.
 */
public final class Batch {
    private final int mostRecords;

    /** The last element may exceed this number. */
    private final long mostStatements;

    private List<SourceRecord> records = new ArrayList<>();
    private long statements;
    private long bytes;

    private Batch(int mostRecords, long mostStatements) {
        this.mostRecords = mostRecords;
        this.mostStatements = mostStatements;
    }

    /** An empty batch with the bounds of the options. */
    public static Batch of(RdfSourceConfig config) {
        return new Batch(config.batchMaxRecords(), LimitOptions.statements(config.values()));
    }

    /** Most records that the worker gets at a time. */
    public int mostRecords() {
        return mostRecords;
    }

    /** Number of records. */
    public int size() {
        return records.size();
    }

    /** Whether there is no record. */
    public boolean isEmpty() {
        return records.isEmpty();
    }

    /** Whether the next element may become a record now. */
    public boolean hasRoom() {
        return records.size() < mostRecords && statements < mostStatements && bytes < ElementMemory.MOST_BYTES;
    }

    void add(SourceRecord record) {
        records.add(record);
    }

    /** Counts what elements take in memory. A session that holds few elements anyway need not count them. */
    public void count(long moreStatements, long moreBytes) {
        statements += moreStatements;
        bytes += moreBytes;
    }

    /** Hands out the next records; null if there are none. */
    public @Nullable List<SourceRecord> take() {
        if (records.isEmpty()) {
            return null;
        }
        List<SourceRecord> taken = records;
        if (taken.size() <= mostRecords) {
            records = new ArrayList<>();
            statements = 0;
            bytes = 0;
        } else {
            taken = new ArrayList<>(records.subList(0, mostRecords));
            records.subList(0, mostRecords).clear();
        }
        return taken;
    }
}
