package dev.velella.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Processor time and allocation of the measuring thread, summed over the operations of an iteration; JMH reports and
 * clears the public fields. Work of the garbage collector is not in it, but is in JMH's own time. An operation takes
 * milliseconds and reading the meter less than a microsecond or two.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class OperationMeter {
    public long operations;
    public long cpuNanos;
    public long allocatedBytes;

    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long cpuAtStart;
    private long bytesAtStart;

    void start() {
        bytesAtStart = thread.getCurrentThreadAllocatedBytes();
        cpuAtStart = thread.getCurrentThreadCpuTime();
    }

    void stop() {
        cpuNanos += thread.getCurrentThreadCpuTime() - cpuAtStart;
        allocatedBytes += thread.getCurrentThreadAllocatedBytes() - bytesAtStart;
        operations++;
    }
}
