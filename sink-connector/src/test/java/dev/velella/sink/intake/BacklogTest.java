package dev.velella.sink.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.sink.store.PartitionId;
import java.util.List;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private final PartitionEnds ends = new PartitionEnds();
    private final Backlog backlog = new Backlog(3, ends);

    private static InputRecord record(int partition, long offset) {
        return InputRecord.of(new SinkRecord("patches", partition, null, null, null, null, offset));
    }

    private void end(int partition, long offset) {
        ends.end(new PartitionId("patches", partition), offset);
    }

    @Test
    void aFullPollIsNotAll() {
        assertThat(backlog.isMoreThan(List.of(record(0, 1), record(0, 2), record(0, 3))))
                .isTrue();
        assertThat(backlog.isMoreThan(List.of(record(0, 1), record(0, 2)))).isFalse();
        assertThat(backlog.isMoreThan(List.of())).isFalse();
    }

    @Test
    void aPollThatIsNotFullIsNotAllWhereAPartitionIsKnownToGoOn() {
        end(0, 10);
        end(1, 10);
        assertThat(backlog.isMoreThan(List.of(record(0, 9), record(1, 6)))).isTrue();
        assertThat(backlog.isMoreThan(List.of(record(0, 9), record(1, 7))))
                .as("less than a poll is left")
                .isFalse();
        assertThat(backlog.isMoreThan(List.of(record(1, 6), record(1, 7)))).isFalse();
        assertThat(backlog.isMoreThan(List.of(record(0, 40))))
                .as("what is known is old")
                .isFalse();
    }
}
