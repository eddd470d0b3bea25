package dev.velella.diff.input;

import dev.velella.diff.element.RecordPlace;
import java.io.Closeable;
import org.apache.kafka.streams.processor.api.Record;

/** Reads the values of the records of one task. Not thread-safe. */
public interface RecordContents extends Closeable {
    /**
     * Reads one record.
     *
     * @param nowMs the clock, in ms since 1970
     * @throws dev.velella.graph.UnfitElementException if the record cannot be accepted, or builds on earlier records that
     *     cannot be read
     * @throws dev.velella.jelly.format.MalformedJellyException if the value must be a Jelly frame and is none
     * @throws org.apache.kafka.streams.errors.StreamsException if the record may be right, and what it needs cannot be read
     */
    Content read(Record<byte[], byte[]> record, RecordPlace place, long nowMs);

    @Override
    void close();
}
