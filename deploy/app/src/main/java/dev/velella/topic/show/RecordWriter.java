package dev.velella.topic.show;

import dev.velella.topic.Finding;
import dev.velella.topic.Reading;
import dev.velella.topic.Span;
import java.io.IOException;

/** Writes records one after the other. */
public interface RecordWriter {
    /** The records of this part of a partition follow. */
    void span(Span span) throws IOException;

    /**
     * Writes a record with its data, or with the reason why there are none. One whose data cannot be spelled is written
     * as one that cannot be decoded.
     *
     * @return whether the data are there, or the record is a tombstone
     */
    boolean write(Reading reading) throws IOException;

    /** Something about the records that come next. */
    void note(Finding finding) throws IOException;

    /** Gives out what was written so far. */
    void flush() throws IOException;
}
