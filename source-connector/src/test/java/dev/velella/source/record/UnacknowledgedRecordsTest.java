package dev.velella.source.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.source.Logged;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class UnacknowledgedRecordsTest {
    private long nanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(7); // the clock may pass its end

    private UnacknowledgedRecords records(Map<String, String> options) {
        return new UnacknowledgedRecords(
                options, topics -> "Topic graphs has 12 partitions. Asked about " + topics, () -> nanos);
    }

    private static final SourceRecord RECORD = of("graphs", 1).get(0);

    private static List<SourceRecord> of(String topic, int records) {
        return Collections.nCopies(
                records, new SourceRecord(Map.of(), Map.of(), topic, Schema.BYTES_SCHEMA, new byte[0]));
    }

    private void pass(long seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void whatIsAcknowledgedInTimeIsNotWorthALine() {
        UnacknowledgedRecords records = records(Map.of());
        pass(100);
        assertThat(said(records)).isEmpty();
        records.handOut(of("graphs", 2));
        pass(4);
        assertThat(records.count()).isEqualTo(2);
        assertThat(records.stalledMs()).isEqualTo(4000);
        records.acknowledge(RECORD);
        pass(4);
        assertThat(said(records)).isEmpty();
        records.acknowledge(RECORD);
        pass(100);
        assertThat(said(records)).isEmpty();
        assertThat(records.count()).isZero();
        assertThat(records.stalledMs()).isZero();
    }

    @Test
    void thatNothingGoesOnIsSaidAfterFiveSecondsThenLessAndLessOften() {
        UnacknowledgedRecords records = records(Map.of());
        records.handOut(of("graphs", 500));
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
        records.acknowledge(RECORD);
        said(records); // at the level INFO
        pass(5);
        assertThat(said(records)).contains("none of 499 records");
    }

    @Test
    void transactionsThatEndByTimeAreWaitedFor() {
        UnacknowledgedRecords records =
                records(Map.of("transaction.boundary", "interval", "transaction.boundary.interval.ms", "30000"));
        records.handOut(of("graphs", 1));
        pass(34);
        assertThat(said(records)).isEmpty();
        pass(1);
        assertThat(said(records)).contains("none of 1 records for 35 s");
    }

    /** One bad message whose dead letter has no topic stops all: the line must name that topic too. */
    @Test
    void theTopicsOfTheRecordsThatWaitAreNamed() {
        UnacknowledgedRecords records = records(Map.of());
        records.handOut(of("graphs", 3));
        records.handOut(of("dead", 1));
        records.acknowledge(RECORD);
        pass(5);
        assertThat(said(records))
                .contains("none of 3 records", "topic dead (1), topic graphs (2)", "{dead=-1, graphs=-1}");
        records.acknowledge(of("dead", 1).get(0));
        pass(10);
        assertThat(said(records)).contains("topic graphs (2)").doesNotContain("dead");
    }

    private static String said(UnacknowledgedRecords records) {
        return Logged.by(records::look);
    }
}
