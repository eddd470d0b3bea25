package dev.velella.bench.converter;

import com.sun.management.ThreadMXBean;
import dev.velella.bench.measure.OperationMeter;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * As {@link OperationMeter}, for operations that take the same records through every {@link ConverterLayer}: its figures
 * for each layer by itself.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class LayerMeter {
    public long operations;
    public long codecNanos;
    public long codecCpuNanos;
    public long codecAllocatedBytes;
    public long protocolNanos;
    public long protocolCpuNanos;
    public long protocolAllocatedBytes;
    public long converterNanos;
    public long converterCpuNanos;
    public long converterAllocatedBytes;

    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long nanosAtStart;
    private long cpuAtStart;
    private long bytesAtStart;

    /** A layer begins. */
    void start() {
        bytesAtStart = thread.getCurrentThreadAllocatedBytes();
        cpuAtStart = thread.getCurrentThreadCpuTime();
        nanosAtStart = System.nanoTime();
    }

    /** The layer that began last has taken all records. */
    void stop(ConverterLayer layer) {
        long nanos = System.nanoTime() - nanosAtStart;
        long cpuNanos = thread.getCurrentThreadCpuTime() - cpuAtStart;
        long allocatedBytes = thread.getCurrentThreadAllocatedBytes() - bytesAtStart;
        switch (layer) {
            case CODEC -> {
                codecNanos += nanos;
                codecCpuNanos += cpuNanos;
                codecAllocatedBytes += allocatedBytes;
            }
            case PROTOCOL -> {
                protocolNanos += nanos;
                protocolCpuNanos += cpuNanos;
                protocolAllocatedBytes += allocatedBytes;
            }
            case CONVERTER -> {
                converterNanos += nanos;
                converterCpuNanos += cpuNanos;
                converterAllocatedBytes += allocatedBytes;
            }
        }
    }

    /** Every layer has had its turn. */
    void endOperation() {
        operations++;
    }
}
