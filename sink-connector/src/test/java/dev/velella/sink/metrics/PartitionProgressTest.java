package dev.velella.sink.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the metrics of a partition say. */
class PartitionProgressTest {
    private final PartitionProgress progress = new PartitionProgress();

    private void apply(long nextOffset, long timestampMs) {
        progress.read(timestampMs);
        progress.applied(nextOffset);
        progress.durable(nextOffset);
    }

    @Test
    void nothingIsKnownAtFirst() {
        assertThat(progress.appliedLag()).isEqualTo(-1);
        assertThat(progress.appliedAgeMs(1_000)).isEqualTo(-1);
    }

    @Test
    void lagGrowsWithTheEndThoughNothingIsApplied() {
        progress.claimed(0);
        apply(10, 1_000);
        progress.end(10);
        assertThat(progress.appliedLag()).isZero();
        progress.end(25);
        assertThat(progress.appliedLag()).isEqualTo(15);
        assertThat(progress.durableLag()).isEqualTo(15);
    }

    @Test
    void markersOfTransactionsAreNoLag() {
        apply(10, 1_000);
        progress.end(13);
        assertThat(progress.appliedLag()).as("nobody has looked yet").isEqualTo(3);
        progress.noRecords(10, 13);
        assertThat(progress.appliedLag()).isZero();
        assertThat(progress.durableLag()).isZero();
        progress.end(20);
        assertThat(progress.appliedLag()).as("behind the markers").isEqualTo(7);
    }

    @Test
    void recordsThatTheWorkerLeftOutAreNoLag() {
        apply(10, 1_000);
        progress.end(15);
        progress.passed(15);
        assertThat(progress.appliedLag()).isZero();
        progress.claimed(4);
        assertThat(progress.appliedLag()).as("read again").isEqualTo(11);
    }

    @Test
    void timeIsBehindOnlyWhileRecordsAre() {
        apply(10, 1_000);
        progress.end(10);
        assertThat(progress.appliedAgeMs(9_000)).as("idle").isZero();
        progress.end(12);
        assertThat(progress.appliedAgeMs(9_500))
                .as("since all were applied, not since the last record")
                .isEqualTo(500);
        assertThat(progress.durableAgeMs(9_500)).as("nobody looked before").isEqualTo(8_500);
        apply(12, 9_400);
        assertThat(progress.appliedAgeMs(90_000)).isZero();
        assertThat(progress.durableAgeMs(90_000)).isZero();
    }

    @Test
    void withoutAccessToTheClusterAnEmptyPollSaysThatNothingIsLeft() {
        apply(10, 1_000);
        assertThat(progress.appliedAgeMs(3_000)).isEqualTo(2_000);
        progress.idle();
        assertThat(progress.appliedAgeMs(5_000)).isZero();
        assertThat(progress.appliedLag()).isEqualTo(-1);
        progress.read(6_000);
        assertThat(progress.appliedAgeMs(6_500)).isEqualTo(1_500);
    }

    @Test
    void whatIsNotDurableIsBehindOfItself() {
        progress.read(1_000);
        progress.applied(10);
        progress.end(10);
        assertThat(progress.appliedLag()).isZero();
        assertThat(progress.durableLag()).isEqualTo(10);
        progress.durable(10);
        assertThat(progress.durableLag()).isZero();
    }

    @Test
    void whatTheWorkerLeftOutBehindTheLastRecordIsNotDurableBeforeThat() {
        progress.read(1_000);
        progress.applied(4);
        progress.durable(4);
        progress.read(2_000);
        progress.applied(10);
        progress.end(15);
        progress.passed(15);
        assertThat(progress.appliedLag()).isZero();
        assertThat(progress.durableLag()).isEqualTo(11);
        progress.durable(4);
        assertThat(progress.durableAgeMs(5_000))
                .as("a checkpoint of nothing new makes it no younger")
                .isEqualTo(4_000);
    }

    @Test
    void withoutAccessToTheClusterAnEmptyPollSaysNothingOfWhatIsNotDurable() {
        apply(4, 500);
        progress.read(1_000);
        progress.applied(10);
        progress.idle();
        assertThat(progress.appliedAgeMs(5_000)).isZero();
        assertThat(progress.durableAgeMs(5_000)).isEqualTo(4_500);
        progress.durable(10);
        assertThat(progress.durableAgeMs(5_000)).isZero();
    }

    @Test
    void ofAPartitionThatIsAnotherTasksNothingIsSaid() {
        apply(10, 1_000);
        progress.end(20);
        progress.closed();
        assertThat(progress.appliedLag()).isEqualTo(-1);
        assertThat(progress.appliedOffset()).isEqualTo(-1);
        assertThat(progress.durableAgeMs(5_000)).isEqualTo(-1);
    }
}
