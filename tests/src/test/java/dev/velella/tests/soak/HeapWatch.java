package dev.velella.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * What lives on the heaps after a full collection, once a minute, by role: tasks and partitions go from one worker or instance
 * to the other, and what they hold goes with them.
 */
final class HeapWatch {
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /** From the first sample on; by then everything has been used once. */
    private static final Duration WARM = Duration.ofMinutes(10);

    private static final double GROWTH = 1.1;

    private final SoakPipeline pipeline;
    private final List<Sample> samples = new ArrayList<>();

    private record Sample(Duration at, Map<String, Long> bytes) {}

    HeapWatch(SoakPipeline pipeline) {
        this.pipeline = pipeline;
    }

    /** Takes a sample if the last one is a minute old. All processes must run. */
    void sampleIfDue() throws Exception {
        if (samples.isEmpty()
                || pipeline.log
                                .elapsed()
                                .minus(samples.get(samples.size() - 1).at())
                                .compareTo(INTERVAL)
                        >= 0) {
            sample();
        }
    }

    /** Takes a sample. */
    void sample() throws Exception {
        Map<String, Long> bytes = new TreeMap<>();
        for (Map.Entry<String, List<Long>> role : pipeline.pids().entrySet()) {
            long sum = 0;
            for (long pid : role.getValue()) {
                sum += live(pid);
            }
            bytes.put(role.getKey(), sum);
        }
        samples.add(new Sample(pipeline.log.elapsed(), bytes));
        pipeline.log.line("heap: " + text(bytes));
    }

    /** Bytes in use when the JVM has just collected; it is asked over its own JMX agent. */
    private static long live(long pid) throws IOException, AttachNotSupportedException {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
        try (JMXConnector agent = JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()))) {
            MemoryMXBean memory = ManagementFactory.newPlatformMXBeanProxy(
                    agent.getMBeanServerConnection(), ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
            memory.gc();
            return memory.getHeapMemoryUsage().getUsed();
        } finally {
            machine.detach();
        }
    }

    private static String text(Map<String, Long> bytes) {
        return bytes.entrySet().stream()
                .map(role -> "%s %.1f MB".formatted(role.getKey(), role.getValue() / 1e6))
                .collect(Collectors.joining(", "));
    }

    /** The first sample of minute 10 or later, or else the first one; and the last one. */
    String summary() {
        return "  heap at %d min: %s%n  heap at %d min: %s%n"
                .formatted(
                        warm().at().toMinutes(),
                        text(warm().bytes()),
                        last().at().toMinutes(),
                        text(last().bytes()));
    }

    /** No role has more at the end than it had when it was warm, but for a tenth. */
    void check() {
        last().bytes().forEach((role, bytes) -> assertThat(bytes)
                .as("live bytes of %s at the end", role)
                .isLessThanOrEqualTo((long) (GROWTH * warm().bytes().get(role))));
    }

    private Sample warm() {
        return samples.stream()
                .filter(sample -> sample.at().minus(samples.get(0).at()).compareTo(WARM) >= 0)
                .findFirst()
                .orElse(samples.get(0));
    }

    private Sample last() {
        return samples.get(samples.size() - 1);
    }
}
