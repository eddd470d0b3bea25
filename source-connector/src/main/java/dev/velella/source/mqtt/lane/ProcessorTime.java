package dev.velella.source.mqtt.lane;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The processor time of threads. It stands still while a thread waits, so it does not depend on other work of the
 * machine.
 */
final class ProcessorTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ProcessorTime() {}

    /** Processor time of the calling thread so far, in ns. If the JVM does not measure it: the time of a clock. */
    static long nanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }
}
