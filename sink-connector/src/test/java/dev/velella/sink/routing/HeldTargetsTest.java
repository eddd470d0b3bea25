package dev.velella.sink.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.sink.RecordingContext;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Target;
import dev.velella.sink.targets.remote.RetryPolicy;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeldTargetsTest {
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final Route A = new Route("http://localhost:1/a", null);
    private static final Route B = new Route("http://localhost:1/b", null);

    private final AtomicLong clock = new AtomicLong();
    private final RoutingCounts counts = new RoutingCounts(10);
    private final RdfSinkConfig config =
            new RdfSinkConfig(Map.of("name", "sink", "target", "sparql", "target.url", "http://localhost:1/{key}"));
    private final HeldTargets held = new HeldTargets(
            new OpenTargets(
                    config,
                    HeldTargetsTest::answering,
                    DeadLetters.of(Map.of(), "sink", new RecordingContext(), new SinkCounts(clock::get)),
                    new SinkCounts(clock::get),
                    counts,
                    clock::get),
            new RetryPolicy(1_000, 1, 1),
            clock::get,
            counts);

    /** A store that answers whatever it is asked. */
    private static Target answering(RdfSinkConfig config) {
        return (Target) Proxy.newProxyInstance(
                Target.class.getClassLoader(), new Class<?>[] {Target.class}, (target, method, arguments) -> null);
    }

    @AfterEach
    void end() {
        held.close();
    }

    private void fails(Route route, long from) {
        held.failed(route, Map.of(P0, from), new StoreUnavailableException("no answer", null, Duration.ZERO));
    }

    @Test
    void anOffsetNeverGrowsWhileAStoreIsDown() {
        fails(A, 7);
        fails(A, 3);
        fails(A, 9);
        held.lacks(A, P0, 12);
        assertThat(held.needed(P0, false)).hasValue(3);
        assertThat(held.needed(P0, true)).as("down").isEmpty();
    }

    @Test
    void ofTwoStoresThatAreBackTheOneThatLacksMoreDecides() {
        fails(A, 8);
        fails(B, 3);
        assertThat(held.needed(P0, false)).hasValue(3);
        Map<PartitionId, Long> again = new HashMap<>();
        while (held.down() > 0) {
            clock.addAndGet(1_000);
            again.putAll(held.goOn());
            Thread.onSpinWait();
        }
        assertThat(again).isEqualTo(Map.of(P0, 3L));
        assertThat(held.reads(A, P0, 7)).isFalse();
        assertThat(held.reads(A, P0, 8)).isTrue();
        assertThat(held.reads(B, P0, 3)).isTrue();
    }
}
