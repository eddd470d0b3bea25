package dev.velella.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Devices send numbered readings at a steady rate through MQTT, two workers, two instances of the diff app into four stores and
 * the service of graphs, while faults that a seed draws happen to all parts. At the end every message is in the topic of graphs
 * once, every patch is there once, and each store and the service hold the last graph of each device and nothing else.
 *
 * <p>With {@code velella.soak.minutes} as long as wanted and with all kinds of faults; else a few cheap ones.
 */
@Tag("long")
class PipelineSoakIT {
    private static final long HEAP_IS_CHECKED_FROM_MINUTES = 20;

    private final long minutes = Long.getLong("velella.soak.minutes", 0);
    private final long seed = Long.getLong("velella.soak.seed", 1);
    private final Duration interval =
            Duration.ofSeconds(Long.getLong("velella.soak.interval.seconds", minutes > 0 ? 20 : 1));
    private final Duration longest =
            Duration.ofSeconds(Long.getLong("velella.soak.longest.seconds", minutes > 0 ? 3600 : 2));
    private final int rate = Integer.getInteger("velella.soak.rate", 6);
    private final List<FaultKind> kinds = kinds();

    private List<FaultKind> kinds() {
        String some = System.getProperty("velella.soak.kinds", minutes > 0 ? "" : "KILL_WORKER,KILL_DIFF,CUT_MQTT");
        return Arrays.stream(FaultKind.values())
                .filter(kind -> some.isEmpty()
                        ? kind.isUsual()
                        : List.of(some.split(",")).contains(kind.name()))
                .toList();
    }

    @Test
    void whateverFailsEveryStoreEndsWithWhatTheDevicesSent(@TempDir Path scratch) throws Exception {
        int count = minutes > 0 ? (int) (minutes * 60 / interval.toSeconds()) : kinds.size();
        FaultPlan plan = FaultPlan.of(seed, kinds, count, interval);
        FaultLog log = new FaultLog();
        log.line("seed " + seed + ", " + minutes + " minutes, " + count + " faults at most, " + rate + " messages/s");
        try (SoakPipeline pipeline = new SoakPipeline(scratch, log, rate)) {
            log.line("the pipeline runs");
            HeapWatch heap = new HeapWatch(pipeline);
            pipeline.devices.go();
            run(plan, pipeline, heap);
            pipeline.devices.hold();
            SoakVerdict verdict = new SoakVerdict(pipeline, scratch);
            verdict.awaitDrained();
            heap.sample();
            long graphs = verdict.checkGraphs();
            long patches = verdict.checkPatches();
            verdict.checkLastGraphs();
            verdict.verifyAll();
            System.out.printf(
                    "SOAK seed %d: %d faults in %d s, %d messages, %d graphs, %d patches; 0 wrong, 0 missing, 0 doubled%n"
                            + "  programs started again after they had ended by themselves: %d; failed connectors restarted: %d%n%s%s",
                    seed,
                    log.faults(),
                    log.elapsed().toSeconds(),
                    verdict.messages(),
                    graphs,
                    patches,
                    pipeline.supervisor.revived(),
                    pipeline.supervisor.healed(),
                    log.summary(),
                    heap.summary());
            assertThat(verdict.messages()).isPositive();
            if (minutes > HEAP_IS_CHECKED_FROM_MINUTES) {
                heap.check();
            }
        }
    }

    private void run(FaultPlan plan, SoakPipeline pipeline, HeapWatch heap) throws Exception {
        FaultInjector injector = new FaultInjector(pipeline, longest);
        Map<FaultKind, String> impossible = injector.impossible();
        for (FaultKind kind : kinds) {
            if (impossible.containsKey(kind)) {
                pipeline.log.leaveOut(kind, impossible.get(kind));
            }
        }
        long begin = System.nanoTime();
        heap.sample();
        for (Fault fault : plan.faults()) {
            if (!fault.overlaps()) {
                injector.end();
                heap.sampleIfDue();
                if (minutes > 0
                        && System.nanoTime() - begin
                                > Duration.ofMinutes(minutes).toNanos()) {
                    return;
                }
                pipeline.awaitTime("fault " + fault.number(), begin + fault.at().toNanos());
            }
            if (!impossible.containsKey(fault.kind())) {
                injector.begin(fault);
            }
        }
        injector.end();
    }
}
