package dev.velella.source.record;

import dev.velella.letter.LetterForm;
import org.apache.kafka.connect.header.ConnectHeaders;

/**
 * The origin of an element that somebody else has sent, and that can be left out: no other element builds on it. If it is
 * refused, {@code on.error} decides about it.
 */
public interface Received extends Origin {
    /** Who has sent it: the topic of a message, or a URL without secrets. It is the key of the dead letter. */
    String sender();

    /** The bytes as they were sent. */
    byte[] bytes();

    /** How the bytes are written. */
    default LetterForm form() {
        return LetterForm.RAW;
    }

    /** Adds the headers of a dead letter that tell where it comes from. */
    void describe(ConnectHeaders headers);

    @Override
    default String advice() {
        return "; to go on without such elements, set on.error=skip or dead-letter";
    }
}
