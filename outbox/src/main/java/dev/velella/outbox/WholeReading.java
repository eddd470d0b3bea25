package dev.velella.outbox;

import java.util.function.Supplier;

/** RDF4J 5.2 ends a reading early, without an error, if its thread is interrupted. What is decided by a reading needs a whole one. Stateless. */
final class WholeReading {
    private WholeReading() {}

    /** Reads again as long as the thread is interrupted meanwhile. Afterwards it is interrupted again. */
    static <T> T of(Supplier<T> reading) {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                T read = reading.get();
                if (!Thread.currentThread().isInterrupted()) {
                    return read;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Call it after a reading.
     *
     * @throws InterruptedReadingException if the thread is interrupted, so that the reading may have ended early
     */
    static void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedReadingException();
        }
    }
}
