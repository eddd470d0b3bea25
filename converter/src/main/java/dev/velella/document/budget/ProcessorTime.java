package dev.velella.document.budget;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The processor time of threads. It stands still while a thread waits, so it does not depend on other work of the machine.
 *
 * <p>A question to the system takes about a microsecond, and a small message is read in a few of them. So a thread asks at
 * most once in {@value #PRECISION_NANOS} ns, and counts the time of the clock in between.
 */
public final class ProcessorTime {
    /** Largest error, in ns. A thread that waits for a shorter time is counted as if it worked. */
    static final long PRECISION_NANOS = 200_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final ThreadLocal<Asked> LAST = ThreadLocal.withInitial(Asked::new);

    /** The last answer of the system to a thread. */
    private static final class Asked {
        private long processor = ask();
        private long clock = System.nanoTime();

        private long nanos() {
            long since = System.nanoTime() - clock;
            if (since < PRECISION_NANOS) {
                return processor + since;
            }
            processor = ask();
            clock = System.nanoTime();
            return processor;
        }
    }

    private ProcessorTime() {}

    /**
     * Processor time of the calling thread so far, in ns; up to {@value #PRECISION_NANOS} ns too much. If the JVM does not
     * measure it: the time of a clock.
     */
    public static long nanos() {
        return LAST.get().nanos();
    }

    private static long ask() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }
}
