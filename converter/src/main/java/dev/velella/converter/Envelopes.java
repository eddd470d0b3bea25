package dev.velella.converter;

/**
 * By this a sink task says that it takes envelopes ({@link UndecodedFrame}, {@link RawValue}) in place of errors, so that nobody
 * has to say so in the configuration of its converter. Connect converts a task's records on the thread that started the task, and
 * gives a converter no other way to know for whom it works.
 *
 * <p>Every method is about the calling thread.
 */
public final class Envelopes {
    private static final ThreadLocal<Boolean> TAKEN = new ThreadLocal<>();

    private Envelopes() {}

    /** The task of this thread takes envelopes, until {@link #refuse}. To be called when the task is started. */
    public static void take() {
        TAKEN.set(true);
    }

    /** The task of this thread is no more, and the next one may be of another sink. */
    public static void refuse() {
        TAKEN.remove();
    }

    /** Whether the task of this thread takes envelopes. */
    static boolean areTaken() {
        return Boolean.TRUE.equals(TAKEN.get());
    }
}
