package dev.velella.topic;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end in order when the process is told to end. It stops the command's reading, and delays the end of
 * the process until the command has written its last output, by a few seconds at most.
 */
public final class Interruption implements AutoCloseable {
    private static final long LONGEST_SECONDS = 4;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;

    /** @param stop makes the command end soon; called on another thread */
    public Interruption(Runnable stop) {
        hook = new Thread(
                () -> {
                    stop.run();
                    try {
                        boolean unused = done.await(LONGEST_SECONDS, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "topic-shutdown");
    }

    /** Registers this interruption. */
    public void install() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Reports that the command has written everything. */
    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // Ignored: the process is ending already.
        }
    }
}
