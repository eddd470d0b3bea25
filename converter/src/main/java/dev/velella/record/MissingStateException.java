package dev.velella.record;

import dev.velella.keyframe.FrameResult.MissingState;
import dev.velella.keyframe.FrameResult.Reason;
import dev.velella.keyframe.JellyHeader;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.SerializationException;

/**
 * A record continues earlier records of its stream, and those were not read. Nothing was decoded, and nothing has changed:
 * once the earlier records were read, the record can be.
 */
public final class MissingStateException extends SerializationException {
    private static final long serialVersionUID = 1;

    /** Text of the header: the header itself is not serializable. */
    private final String header;

    private final Reason reason;

    /**
     * @param place of the record as far as it is known, for the message
     * @param missing what is missing
     */
    public MissingStateException(String place, MissingState missing) {
        super(place + ": " + missing.message()
                + ". Read the partition from the key frame on: with KeyFrameSeek before or"
                + " after the failure, or with RecordDecoder and LookBack in place of a deserializer");
        header = missing.header().toString();
        reason = missing.reason();
    }

    /** The record's place in its stream. */
    public JellyHeader header() {
        return JellyHeader.parse(header.getBytes(StandardCharsets.US_ASCII));
    }

    /** What is wrong with the state. */
    public Reason reason() {
        return reason;
    }
}
