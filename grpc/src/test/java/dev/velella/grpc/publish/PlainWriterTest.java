package dev.velella.grpc.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.grpc.options.GrpcConfig;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.rdf.RdfGraph;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class PlainWriterTest {
    private static final int ROOM = 512;

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final List<Status> failures = new ArrayList<>();
    private int done;
    private int more;
    private final PlainWriter writer = new PlainWriter(
            producer,
            new GraphRecords(new GrpcConfig(Map.of(
                    "kafka.bootstrap.servers",
                    "localhost:1",
                    "listener",
                    "localhost:0",
                    "jelly.mode",
                    "self-contained"))),
            "topic",
            new FrameWriter.CallEnd() {
                @Override
                public void done() {
                    done++;
                }

                @Override
                public void failed(Status status) {
                    failures.add(status);
                }

                @Override
                public void more() {
                    more++;
                }
            },
            0);

    private void write(int from, int to) {
        for (int number = from; number <= to; number++) {
            writer.write(new Publication(number, "k".getBytes(StandardCharsets.UTF_8), null, RdfGraph.of(List.of())));
        }
    }

    private String written() {
        return String.valueOf(writer.abandon(false).get(CallMetadata.WRITTEN));
    }

    @Test
    void theCallIsDoneWhenAllFramesAreAcknowledged() {
        write(1, 3);
        producer.completeNext();
        assertThat(written()).isEqualTo("1");
        writer.finish();
        producer.completeNext();
        assertThat(done).isZero();
        producer.completeNext();
        assertThat(done).isEqualTo(1);
        assertThat(written()).isEqualTo("3");
    }

    @Test
    void onlyTheFramesBeforeTheFirstRefusedOneAreCertain() {
        write(1, 4);
        producer.completeNext();
        producer.errorNext(new TimeoutException("late"));
        producer.errorNext(new TimeoutException("late"));
        producer.completeNext();
        writer.finish();

        assertThat(written()).isEqualTo("1");
        assertThat(done).isZero();
        assertThat(failures.get(0).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(failures.get(0).getDescription()).startsWith("frame number 2 of the call cannot be written");
    }

    @Test
    void aCallThatHasNoRoomIsAskedForMoreOnce() {
        write(1, ROOM - 1);
        assertThat(writer.wantsMore()).isTrue();
        write(ROOM, ROOM + 1);
        assertThat(writer.wantsMore()).isFalse();
        producer.completeNext();
        assertThat(more).as("there is no room yet").isZero();
        producer.completeNext();
        producer.completeNext();
        assertThat(more).isEqualTo(1);
    }
}
