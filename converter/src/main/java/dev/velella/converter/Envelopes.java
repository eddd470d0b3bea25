package dev.velella.converter;

/**
 * Tells the converter that a sink task takes envelopes ({@link UndecodedFrame}, {@link RawValue}) in place of errors.
 * The task says this itself, so that nobody has to set it in the configuration of the task's converter. It works by
 * thread: Connect converts the records of a task on the thread that started the task, and gives a converter no other
 * way to know its task.
 *
 * <p>Every method is about the calling thread.
 */
public final class Envelopes {
    private static final ThreadLocal<Boolean> TAKEN = new ThreadLocal<>();

    private Envelopes() {}

    /** The task of this thread takes envelopes until {@link #refuse}. To be called at the start of the task. */
    public static void take() {
        TAKEN.set(true);
    }

    /** The task of this thread has ended. The next task on this thread may belong to another sink. */
    public static void refuse() {
        TAKEN.remove();
    }

    /** Whether the task of this thread takes envelopes. */
    static boolean areTaken() {
        return Boolean.TRUE.equals(TAKEN.get());
    }
}
