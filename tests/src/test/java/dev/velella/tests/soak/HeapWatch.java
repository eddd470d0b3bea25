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
import java.util.Set;
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

    /** Roles of our own programs. */
    private static final Set<String> OURS = Set.of("worker", "diff", "serve");

    /** Number of samples whose median counts. A single sample differs by a fifth: one process has just been started, another has more to do. */
    private static final int MEDIAN_OF = 5;

    private final SoakPipeline pipeline;
    private final List<Sample> samples = new ArrayList<>();

    /**
     * A look at all processes.
     *
     * @param at time since the run began
     * @param bytes by role
     */
    record Sample(Duration at, Map<String, Long> bytes) {}

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

    /** The medians of the first samples from minute 10 on, and of the last ones. */
    String summary() {
        return "  heap from minute %d on: %s%n  heap until minute %d: %s%n"
                .formatted(
                        warm(samples).get(0).at().toMinutes(),
                        text(median(warm(samples))),
                        samples.get(samples.size() - 1).at().toMinutes(),
                        text(median(last(samples))));
    }

    /** None of our programs has more at the end than it had when it was warm, but for a tenth. */
    void check() {
        assertThat(grown(samples)).as("roles whose heap has grown").isEmpty();
    }

    /**
     * Our programs whose median of the last samples is above the median of the first warm samples by more than a tenth. The
     * brokers and stores of others are not judged.
     */
    static List<String> grown(List<Sample> samples) {
        Map<String, Long> warm = median(warm(samples));
        Map<String, Long> last = median(last(samples));
        assertThat(last).containsKeys(OURS.toArray(String[]::new));
        return OURS.stream()
                .filter(role -> last.get(role) > GROWTH * warm.get(role))
                .map(role -> role + ": " + last.get(role) + " after " + warm.get(role) + " bytes")
                .toList();
    }

    private static List<Sample> warm(List<Sample> samples) {
        List<Sample> warm = samples.stream()
                .filter(sample -> sample.at().minus(samples.get(0).at()).compareTo(WARM) >= 0)
                .limit(MEDIAN_OF)
                .toList();
        return warm.isEmpty() ? samples.subList(0, 1) : warm;
    }

    private static List<Sample> last(List<Sample> samples) {
        return samples.subList(Math.max(0, samples.size() - MEDIAN_OF), samples.size());
    }

    private static Map<String, Long> median(List<Sample> samples) {
        Map<String, Long> median = new TreeMap<>();
        for (String role : samples.get(0).bytes().keySet()) {
            long[] bytes = samples.stream()
                    .mapToLong(sample -> sample.bytes().get(role))
                    .sorted()
                    .toArray();
            median.put(role, bytes[bytes.length / 2]);
        }
        return median;
    }
}
