package dev.velella.kit.thread;

import java.util.concurrent.ThreadFactory;

/**
 * Makes threads that do not keep the JVM alive. Whoever starts one ends it; a worker or a command that is to stop waits for
 * none of them. Stateless.
 */
public final class Daemon {
    private Daemon() {}

    /** A thread that is not started yet. */
    public static Thread of(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Makes the threads of an executor, which all have one name. */
    public static ThreadFactory named(String name) {
        return work -> of(name, work);
    }
}
