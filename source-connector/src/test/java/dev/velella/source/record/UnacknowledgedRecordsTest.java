package dev.velella.source.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.source.Logged;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnacknowledgedRecordsTest {
    private long nanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(7); // the clock may pass its end

    private UnacknowledgedRecords records(Map<String, String> options) {
        return new UnacknowledgedRecords(options, () -> "Topic graphs has 12 partitions.", () -> nanos);
    }

    private void pass(long seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void whatIsAcknowledgedInTimeIsNotWorthALine() {
        UnacknowledgedRecords records = records(Map.of());
        pass(100);
        assertThat(said(records)).isEmpty();
        records.handOut(2);
        pass(4);
        assertThat(records.count()).isEqualTo(2);
        assertThat(records.stalledMs()).isEqualTo(4000);
        records.acknowledge();
        pass(4);
        assertThat(said(records)).isEmpty();
        records.acknowledge();
        pass(100);
        assertThat(said(records)).isEmpty();
        assertThat(records.count()).isZero();
        assertThat(records.stalledMs()).isZero();
    }

    @Test
    void thatNothingGoesOnIsSaidAfterFiveSecondsThenLessAndLessOften() {
        UnacknowledgedRecords records = records(Map.of());
        records.handOut(500);
        int lines = 0;
        for (int second = 1; second <= 1000; second++) {
            pass(1);
            String said = said(records);
            if (second == 5) {
                assertThat(said)
                        .contains("acknowledged none of 500 records for 5 s", "Topic graphs has 12 partitions.")
                        .contains("kafka_cluster_id", "producer.override.max.block.ms");
            }
            lines += said.isEmpty() ? 0 : 1;
        }
        assertThat(lines).isEqualTo(9); // after 5, 10, 20, 40, 80, 160, 320, 620, 920 s
        records.acknowledge();
        said(records); // at the level INFO
        pass(5);
        assertThat(said(records)).contains("none of 499 records");
    }

    @Test
    void transactionsThatEndByTimeAreWaitedFor() {
        UnacknowledgedRecords records =
                records(Map.of("transaction.boundary", "interval", "transaction.boundary.interval.ms", "30000"));
        records.handOut(1);
        pass(34);
        assertThat(said(records)).isEmpty();
        pass(1);
        assertThat(said(records)).contains("none of 1 records for 35 s");
    }

    private static String said(UnacknowledgedRecords records) {
        return Logged.by(records::look);
    }
}
