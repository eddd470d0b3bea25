package dev.velella.diff.state;

import dev.velella.rdf.ErrorText;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;

/** Thrown when the stored state of a stream cannot be used. Whoever reads it again finds the same. */
public final class DamagedStateException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Has no cause, because the app ends with the words of the innermost one.
     *
     * @param why says what the store holds
     */
    public DamagedStateException(Bytes stream, IllegalArgumentException why) {
        super("the state store holds, for the stream "
                + ErrorText.name(new String(stream.get(), StandardCharsets.UTF_8)) + ", "
                + why.getMessage() + "; start with another application.id, or reset this one");
        addSuppressed(why);
    }
}
