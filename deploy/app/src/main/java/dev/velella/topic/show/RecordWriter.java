package dev.velella.topic.show;

import dev.velella.log.Reading;
import dev.velella.log.Span;
import dev.velella.topic.Finding;
import java.io.IOException;

/** Writes records one after the other. */
public interface RecordWriter {
    /** Announces that the records of this part of a partition follow. */
    void span(Span span) throws IOException;

    /**
     * Writes a record with its data, or with the reason why there are none. A record whose data have no spelling in
     * text is written like a record that cannot be decoded.
     *
     * @return whether the data were written, or the record is a tombstone
     */
    boolean write(Reading reading) throws IOException;

    /** Writes a finding about the next records. */
    void note(Finding finding) throws IOException;

    /** Flushes the output. */
    void flush() throws IOException;
}
