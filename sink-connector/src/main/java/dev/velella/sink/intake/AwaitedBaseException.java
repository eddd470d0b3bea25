package dev.velella.sink.intake;

import dev.velella.record.MissingDictionaryException;
import org.apache.kafka.connect.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * A record waits for its dictionary, or for the records on which it builds, which cannot be read now. Connect hands it
 * over again; the records before it are applied.
 */
public final class AwaitedBaseException extends RetriableException {
    private static final long serialVersionUID = 1L;

    public AwaitedBaseException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** A record whose dictionary is missing. */
    public static AwaitedBaseException missing(String place, String reason) {
        return new AwaitedBaseException(
                place + ": the task waits for a dictionary: " + MissingDictionaryException.ADVICE
                        + ". Nothing is skipped. The reason: " + reason,
                null);
    }
}
