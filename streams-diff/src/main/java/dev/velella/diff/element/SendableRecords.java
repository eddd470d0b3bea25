package dev.velella.diff.element;

import dev.velella.diff.options.DiffConfig;
import dev.velella.letter.LetterRoom;
import dev.velella.letter.RefusalReason;
import org.apache.kafka.common.utils.Bytes;

/**
 * Refuses what the app's producer would refuse: that would end the thread, and the next one would meet it again. Immutable.
 *
 * @param room what the producer sends at most
 */
public record SendableRecords(LetterRoom room) {
    /** Whether a record of a stream can be sent. */
    public boolean isSendable(Bytes stream, long bytes) {
        return bytes < Integer.MAX_VALUE && room.fits(stream.get().length, (int) bytes);
    }

    /**
     * Refuses a record of a stream that cannot be sent.
     *
     * @param what the record is, for the message
     * @param bytes of its value
     * @throws RefusedElementException if it cannot be sent
     */
    public void check(String what, Bytes stream, long bytes) {
        if (!isSendable(stream, bytes)) {
            throw new RefusedElementException(
                    RefusalReason.UNWRITABLE,
                    what + " has " + bytes + " bytes as a record, more than the app sends: " + room.maxBytes() + " ("
                            + DiffConfig.PRODUCER_MAX_REQUEST_SIZE
                            + "). To write it, raise that, and max.message.bytes of the topics, or message.max.bytes of"
                            + " the brokers, as well");
        }
    }
}
