package dev.velella.bench.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Elapsed time, and processor time and allocation of the measuring thread, summed over the operations of an iteration;
 * JMH reports and clears the public fields. Work of the garbage collector is in the elapsed time only. What is between a
 * start and a stop takes tens of microseconds at least, and reading the meter less than one.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class OperationMeter {
    public long operations;
    public long nanos;
    public long cpuNanos;
    public long allocatedBytes;

    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long nanosAtStart;
    private long cpuAtStart;
    private long bytesAtStart;

    /** Begins an operation, or a part of one. */
    public void start() {
        bytesAtStart = thread.getCurrentThreadAllocatedBytes();
        cpuAtStart = thread.getCurrentThreadCpuTime();
        nanosAtStart = System.nanoTime();
    }

    /** Ends a part of an operation. */
    public void stop() {
        nanos += System.nanoTime() - nanosAtStart;
        cpuNanos += thread.getCurrentThreadCpuTime() - cpuAtStart;
        allocatedBytes += thread.getCurrentThreadAllocatedBytes() - bytesAtStart;
    }

    /** All parts of an operation have been measured. */
    public void endOperation() {
        operations++;
    }
}
