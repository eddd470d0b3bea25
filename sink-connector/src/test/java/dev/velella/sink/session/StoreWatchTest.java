package dev.velella.sink.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.store.StoreWaits;
import dev.velella.sink.store.TestWaits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What the log says of a store that does not answer. */
class StoreWatchTest {
    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final StoreWaits waits = TestWaits.of(clock::get);
    private final List<String> warnings = new ArrayList<>();
    private final List<String> news = new ArrayList<>();
    private final StoreWatch watch = new StoreWatch(
            "http http://localhost/store",
            waits,
            Duration.ofSeconds(5),
            "It is tried again.",
            clock::get,
            warnings::add,
            news::add);

    private void passes(long seconds) {
        for (long i = 0; i < seconds; i++) {
            clock.addAndGet(1_000);
            watch.look();
        }
    }

    private void fails(String why) {
        assertThatThrownBy(() -> waits.during("claim partitions [p-0]", () -> {
                    throw new StoreUnavailableException(why, null, Duration.ZERO);
                }))
                .isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void aStoreThatHangsIsNamedAfterFiveSecondsThenOnceAMinuteAndWhenItIsBack() {
        waits.during("apply 7 changes of partitions [p-0]", () -> {
            passes(4);
            assertThat(warnings).isEmpty();
            assertThat(waits.waitingMs()).isEqualTo(4_000);
            passes(1);
            assertThat(warnings)
                    .singleElement()
                    .asString()
                    .contains(
                            "http http://localhost/store",
                            "(5 s)",
                            "apply 7 changes of partitions [p-0]",
                            "It is tried again.");
            passes(59);
            assertThat(warnings).hasSize(1);
            passes(60);
            assertThat(warnings).hasSize(2);
            return true;
        });
        assertThat(waits.waitingMs()).isZero();
        assertThat(news).isEmpty();
        passes(1);
        assertThat(news).containsExactly("Store http http://localhost/store answers again, after about 124 s");
        passes(100);
        assertThat(news).hasSize(1);
    }

    @Test
    void theFirstWaitIsNamedWhateverTheClockShows() {
        clock.set(-2_000); // it may begin anywhere
        waits.during("apply", () -> {
            passes(5);
            return true;
        });
        assertThat(warnings).hasSize(1);
    }

    @Test
    void attemptsThatFailAreOneWait() {
        fails("cannot connect");
        clock.addAndGet(3_000);
        fails("connection refused");
        clock.addAndGet(3_000);
        watch.look();
        assertThat(waits.waitingMs()).isEqualTo(6_000);
        assertThat(warnings).singleElement().asString().contains("2 requests failed", "connection refused");
        waits.during("claim partitions [p-0]", () -> true);
        watch.look();
        assertThat(waits.waitingMs()).isZero();
        assertThat(news).hasSize(1);
    }

    @Test
    void aStoreThatIsSlowEachTimeIsNotNamedEachTime() {
        for (int batch = 0; batch < 10; batch++) {
            waits.during("apply", () -> {
                passes(6);
                return true;
            });
            passes(1);
        }
        assertThat(warnings).hasSizeLessThanOrEqualTo(7);
        assertThat(news).hasSameSizeAs(warnings);
    }
}
