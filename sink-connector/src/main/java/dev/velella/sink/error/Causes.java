package dev.velella.sink.error;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Searches the causes of exceptions, because exceptions of libraries wrap each other. */
public final class Causes {
    private Causes() {}

    /** Whether an exception or one of its causes is of a kind. */
    public static boolean any(@Nullable Throwable fault, Predicate<Throwable> kind) {
        for (Throwable at = fault; at != null; at = at.getCause()) {
            if (kind.test(at)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the message of an exception, or of one of its causes, contains a text. */
    public static boolean mention(Throwable fault, String text) {
        return any(fault, at -> String.valueOf(at.getMessage()).contains(text));
    }
}
