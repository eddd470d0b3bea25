package dev.velella.source.mqtt.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.source.element.ElementMemory;
import dev.velella.source.input.SourceElement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class CostlyLaneTest {
    private static final Duration PATIENCE = Duration.ofDays(1);

    private final CostlyLane lane = CostlyLane.start(() -> {});

    @AfterEach
    void close() {
        lane.close();
    }

    @Test
    void noMessageIsBegunWhileMuchIsReadThatNobodyHasTaken() throws Exception {
        List<Boolean> begunBeforeTaken = new ArrayList<>();
        add(() -> element(ElementMemory.MOST_BYTES));
        add(() -> {
            begunBeforeTaken.add(lane.hasRead());
            return element(1);
        });
        lane.await(PATIENCE);
        while (begunBeforeTaken.isEmpty() && thread().getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(2_000_000);
        }
        assertThat(lane.take()).isPresent();
        lane.await(PATIENCE);
        assertThat(lane.take()).isPresent();
        assertThat(begunBeforeTaken).containsExactly(false);
        assertThat(lane.isEmpty()).isTrue();
    }

    /** What the thread throws would be heard by nobody else; the task dies of an error as if it had read itself. */
    @Test
    void errorsAreThrownWhereTheMessageIsTaken() throws Exception {
        add(() -> {
            throw new OutOfMemoryError("the heap is full");
        });
        add(() -> element(1));
        lane.await(PATIENCE);
        ReadMessage read = lane.take().orElseThrow();
        assertThatThrownBy(read::get).isInstanceOf(OutOfMemoryError.class).hasMessage("the heap is full");
        lane.await(PATIENCE);
        assertThat(lane.take().orElseThrow().get().bytes()).isEqualTo(1);
    }

    @Test
    void aClosedLaneGivesNothingAndEndsItsThread() throws Exception {
        CompletableFuture<Thread> begun = new CompletableFuture<>();
        add(() -> {
            begun.complete(Thread.currentThread());
            while (!Thread.interrupted()) {
                Thread.onSpinWait();
            }
            return element(1);
        });
        add(() -> element(1));
        Thread thread = begun.get();
        lane.close();
        thread.join();
        assertThat(lane.take()).isEmpty();
        assertThat(lane.isEmpty()).isTrue();
        lane.await(PATIENCE);
    }

    @Test
    void aStreamIsCostlyForAMinuteAndStreamsWithoutEndAreNotRemembered() {
        AtomicLong now = new AtomicLong();
        CostlyStreams streams = new CostlyStreams(Duration.ofMillis(10), now::get);
        streams.took("a", Duration.ofMillis(10).toNanos());
        assertThat(streams.contains("a")).isFalse();
        streams.took("a", Duration.ofMillis(11).toNanos());
        streams.took("a", 0);
        now.addAndGet(CostlyStreams.MEMORY.toNanos());
        assertThat(streams.contains("a")).isTrue();
        now.incrementAndGet();
        assertThat(streams.contains("a")).isFalse();
        for (int i = 0; i <= CostlyStreams.MOST; i++) {
            streams.took("s" + i, Duration.ofSeconds(1).toNanos());
        }
        assertThat(streams.contains("s0")).isFalse();
        assertThat(streams.contains("s1")).isTrue();
    }

    private void add(Supplier<SourceElement> element) {
        lane.add(new MessageReading("stream", null, null, element));
    }

    private static SourceElement element(long bytes) {
        return new SourceElement("key", null, null, new ConnectHeaders(), 1, bytes, true);
    }

    private static Thread thread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("velella-costly-lane"))
                .findFirst()
                .orElseThrow();
    }
}
