package dev.velella.diff.element;

import dev.velella.diff.options.DiffConfig;
import dev.velella.letter.LetterRoom;
import dev.velella.letter.RefusalReason;
import org.apache.kafka.common.utils.Bytes;

/**
 * Refuses records that the app's producer would refuse because of their size. Without this check such a record would
 * end the thread, and then the next thread too. Immutable.
 *
 * @param room maximum size of a record that the producer sends
 */
public record SendableRecords(LetterRoom room) {
    /** Whether the producer can send a record of a stream. */
    public boolean isSendable(Bytes stream, long bytes) {
        return bytes < Integer.MAX_VALUE && room.fits(stream.get().length, (int) bytes);
    }

    /**
     * Refuses a record of a stream that the producer cannot send.
     *
     * @param what name of the record's content, for the message
     * @param bytes size of its value
     * @throws RefusedElementException if the producer cannot send the record
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
