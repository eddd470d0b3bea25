package dev.velella.quickstart;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for Ctrl-C or the end of the run, and keeps the JVM alive until everything is closed. */
final class Shutdown implements AutoCloseable {
    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    static Shutdown install() {
        Shutdown shutdown = new Shutdown();
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            shutdown.requested.countDown();
                            try {
                                shutdown.closed.await(5, TimeUnit.SECONDS);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "quickstart-shutdown"));
        return shutdown;
    }

    boolean requested() {
        return requested.getCount() == 0;
    }

    boolean await(long ms) throws InterruptedException {
        return requested.await(ms, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
