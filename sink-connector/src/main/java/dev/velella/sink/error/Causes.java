package dev.velella.sink.error;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What is behind the exceptions of libraries, which wrap each other. */
public final class Causes {
    private Causes() {}

    /** Whether an exception or one of its causes is of some kind. */
    public static boolean any(@Nullable Throwable fault, Predicate<Throwable> kind) {
        for (Throwable at = fault; at != null; at = at.getCause()) {
            if (kind.test(at)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a text is in the message of an exception or of one of its causes. */
    public static boolean mention(Throwable fault, String text) {
        return any(fault, at -> String.valueOf(at.getMessage()).contains(text));
    }
}
