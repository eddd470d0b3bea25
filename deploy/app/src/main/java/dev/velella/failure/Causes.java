package dev.velella.failure;

/** What an exception says at bottom. */
public final class Causes {
    private Causes() {}

    /** Message of the innermost cause, or its class name where it has none. */
    public static String rootMessage(Throwable thrown) {
        Throwable cause = thrown;
        for (Throwable next = cause.getCause(); next != null; next = next.getCause()) {
            cause = next;
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getName() : message;
    }
}
