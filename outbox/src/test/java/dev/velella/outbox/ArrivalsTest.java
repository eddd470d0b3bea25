package dev.velella.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A group of commits waits for the transactions that came together with the group before it, and for no others. */
class ArrivalsTest {
    private static final long TEN_MS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Arrivals arrivals = new Arrivals();

    @Test
    void aWriterThatIsAloneNeverWaits() {
        assertThat(arrivals.isComplete(1)).isTrue();
        arrivals.groupEnded(1, 0, TEN_MS);
        assertThat(arrivals.isComplete(1)).isTrue();
    }

    @Test
    void writersThatCameDuringACommitAndItsOwnWriterBecomeOneGroup() {
        arrivals.groupEnded(1, 7, TEN_MS);
        assertThat(arrivals.isComplete(7)).isFalse();
        assertThat(arrivals.isComplete(8)).isTrue();
        arrivals.groupEnded(8, 0, TEN_MS);
        assertThat(arrivals.isComplete(7)).isFalse();
        assertThat(arrivals.isComplete(8)).isTrue();
    }

    @Test
    void aWriterThatHasStoppedDelaysOneGroup() {
        arrivals.groupEnded(2, 0, TEN_MS);
        assertThat(arrivals.isComplete(1)).isFalse();
        arrivals.groupEnded(1, 0, TEN_MS);
        assertThat(arrivals.isComplete(1)).isTrue();
    }

    @Test
    void theWaitIsAQuarterOfTheTimeThatGroupsTake() {
        assertThat(arrivals.patienceNanos()).isZero();
        arrivals.groupEnded(1, 1, TEN_MS);
        assertThat(arrivals.patienceNanos()).isEqualTo(TEN_MS / 4);
        arrivals.groupEnded(1, 1, 3 * TEN_MS);
        assertThat(arrivals.patienceNanos()).isBetween(TEN_MS / 4, 3 * TEN_MS / 4);
    }

    @Test
    void aStoreThatCommitsAtOnceIsNotWaitedFor() {
        arrivals.groupEnded(1, 7, TimeUnit.MICROSECONDS.toNanos(200));
        assertThat(arrivals.patienceNanos()).isZero();
    }
}
