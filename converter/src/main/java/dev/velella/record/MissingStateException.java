package dev.velella.record;

import dev.velella.frame.FrameResult.MissingState;
import dev.velella.frame.FrameResult.Reason;
import org.apache.kafka.common.errors.SerializationException;

/**
 * A record continues earlier records of its stream, and these were not read. Nothing was decoded, and nothing has
 * changed: once the earlier records are read, this record can be decoded.
 */
public final class MissingStateException extends SerializationException {
    private static final long serialVersionUID = 1;

    private final String header;

    private final Reason reason;

    /**
     * An exception for one record.
     *
     * @param place of the record, as far as it is known, for the message
     * @param missing the missing state
     */
    public MissingStateException(String place, MissingState missing) {
        super(place + ": " + missing.message()
                + ". Begin to read at the beginning of the partition, or read bytes and decode them with RecordDecoder and"
                + " LookBack in place of a deserializer");
        header = missing.header();
        reason = missing.reason();
    }

    /** The record's place in its stream, as its header says. */
    public String header() {
        return header;
    }

    /** The kind of problem with the state. */
    public Reason reason() {
        return reason;
    }
}
