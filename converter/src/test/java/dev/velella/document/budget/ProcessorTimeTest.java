package dev.velella.document.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ProcessorTimeTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** For differences between the clock of the machine and the clock of the thread. */
    private static final long CLOCKS_NANOS = 1_000_000;

    /** Each answer lies between two exact ones, but for the precision. */
    @Test
    void isAsExactAsItSaysWhileAThreadWorksAndWaits() {
        long waited = 0;
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < 100; i++) {
                long before = THREADS.getCurrentThreadCpuTime();
                long told = ProcessorTime.nanos();
                long after = THREADS.getCurrentThreadCpuTime();
                assertThat(told)
                        .as("after %s ns of waiting", waited)
                        .isBetween(before - CLOCKS_NANOS, after + ProcessorTime.PRECISION_NANOS + CLOCKS_NANOS);
            }
            long began = System.nanoTime();
            LockSupport.parkNanos(2 * CLOCKS_NANOS);
            waited += System.nanoTime() - began;
        }
    }
}
