package dev.velella.grpc.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.grpc.options.GrpcConfig;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.rdf.RdfGraph;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.rdf4j.model.util.Statements;
import org.eclipse.rdf4j.model.util.Values;
import org.junit.jupiter.api.Test;

class NumberedWriterTest {
    private static final TopicPartition PLACE = new TopicPartition("topic", 0);
    private static final int MOST_FRAMES = 3;

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final End end = new End();

    /** What the timer runs when the time of a transaction is over, a task for each transaction. */
    private final List<Runnable> timer = new ArrayList<>();

    private static final class End implements FrameWriter.CallEnd {
        private final List<Status> failures = new ArrayList<>();
        private int done;

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
            throw new AssertionError("it always wants more");
        }
    }

    private NumberedWriter writer(FrameNumbers numbers) {
        producer.initTransactions();
        GrpcConfig config = new GrpcConfig(Map.of(
                "kafka.bootstrap.servers", "localhost:1", "listener", "localhost:0", "jelly.mode", "self-contained"));
        return new NumberedWriter(
                producer,
                numbers,
                new GraphRecords(config),
                new NumberedWriter.Settings("topic", "group", PLACE, MOST_FRAMES, timer::add),
                end);
    }

    private static Publication frame(long number, String text) {
        RdfGraph graph = RdfGraph.of(
                List.of(Statements.statement(Values.iri("urn:s"), Values.iri("urn:p"), Values.literal(text), null)));
        return new Publication(number, "key".getBytes(StandardCharsets.UTF_8), null, graph);
    }

    private static Publication frame(long number) {
        return frame(number, "frame " + number);
    }

    /** The numbers that are committed, and the records with them. */
    private void checkCommitted(long next, int records) {
        assertThat(producer.history()).hasSize(records);
        List<OffsetAndMetadata> offsets = producer.consumerGroupOffsetsHistory().stream()
                .map(groups -> groups.get("group").get(PLACE))
                .toList();
        assertThat(offsets.get(offsets.size() - 1).offset()).isEqualTo(next);
    }

    private static long next(Metadata trailers) {
        return Long.parseLong(String.valueOf(trailers.get(CallMetadata.NEXT)));
    }

    @Test
    void framesAreCommittedInTimeWhileThePublisherPauses() {
        NumberedWriter writer = writer(FrameNumbers.NONE);
        writer.write(frame(1));
        writer.write(frame(2));
        assertThat(producer.history()).isEmpty();
        assertThat(timer).as("one task for the transaction").hasSize(1);

        timer.get(0).run();

        checkCommitted(3, 2);
        writer.write(frame(3));
        assertThat(timer).as("the next transaction has a time of its own").hasSize(2);
        timer.get(1).run();
        checkCommitted(4, 3);
        assertThat(end.failures).isEmpty();
    }

    @Test
    void aTimeThatIsOverEndsItsOwnTransactionOnly() {
        NumberedWriter writer = writer(FrameNumbers.NONE);
        for (long number = 1; number <= MOST_FRAMES; number++) {
            writer.write(frame(number));
        }
        checkCommitted(4, 3); // it was full
        writer.write(frame(4));

        timer.get(0).run();
        checkCommitted(4, 3);
        timer.get(1).run();
        checkCommitted(5, 4);
        timer.get(1).run(); // nothing is open
        assertThat(producer.commitCount()).isEqualTo(2);
    }

    @Test
    void aFailureOfTheTimedCommitEndsTheCall() {
        NumberedWriter writer = writer(FrameNumbers.NONE);
        writer.write(frame(1));
        producer.commitTransactionException = new TimeoutException("no broker");

        timer.get(0).run();

        assertThat(end.failures).hasSize(1);
        assertThat(end.failures.get(0).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(next(writer.abandon(false))).isEqualTo(1);
    }

    @Test
    void aWriterThatWasReplacedIsTold() {
        NumberedWriter writer = writer(FrameNumbers.NONE);
        writer.write(frame(1));
        producer.commitTransactionException = new ProducerFencedException("a newer one");

        timer.get(0).run();

        assertThat(end.failures.get(0).getCode()).isEqualTo(Status.Code.ABORTED);
    }

    @Test
    void afterTheEndNoTimeWritesAnything() {
        NumberedWriter writer = writer(FrameNumbers.NONE);
        writer.write(frame(1));
        assertThat(next(writer.abandon(false))).isEqualTo(1);
        assertThat(producer.closed()).isTrue();
        assertThat(producer.history()).isEmpty();

        timer.get(0).run();
        writer.write(frame(2));
        writer.finish();

        assertThat(end.failures).isEmpty();
        assertThat(end.done).isZero();
        assertThat(producer.history()).isEmpty();
    }

    @Test
    void aCallThatIsStoppedKeepsWhatItHas() {
        NumberedWriter writer = writer(FrameNumbers.NONE);
        writer.write(frame(1));
        assertThat(next(writer.abandon(true))).isEqualTo(2);
        checkCommitted(2, 1);
        assertThat(producer.closed()).isTrue();
    }

    @Test
    void framesThatAreThereAreLeftOutAndOthersUnderTheirNumbersRefused() {
        FrameNumbers before = FrameNumbers.NONE.after(frame(1)).after(frame(2)).after(frame(3));
        NumberedWriter writer = writer(before);
        assertThat(writer.next()).isEqualTo(4);
        writer.write(frame(1));
        writer.write(frame(2));
        writer.write(frame(3));
        assertThat(timer).isEmpty();
        assertThatThrownBy(() -> writer.write(frame(1, "another")))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageStartingWith("ALREADY_EXISTS");
        assertThatThrownBy(() -> writer.write(frame(3, "another"))).hasMessageStartingWith("ALREADY_EXISTS");
        assertThatThrownBy(() -> writer.write(frame(5)))
                .hasMessageStartingWith("FAILED_PRECONDITION")
                .hasMessageContaining("the next one of this velella-producer is 4");

        writer.write(frame(4));
        writer.finish();

        checkCommitted(5, 1);
        assertThat(end.done).isEqualTo(1);
        assertThat(producer.closed()).isTrue();
    }

    @Test
    void aShorterStreamUnderTheSameNameIsRefused() {
        NumberedWriter writer =
                writer(FrameNumbers.NONE.after(frame(1)).after(frame(2)).after(frame(3)));
        writer.write(frame(1));
        writer.write(frame(2));
        assertThatThrownBy(writer::finish)
                .hasMessageStartingWith("FAILED_PRECONDITION")
                .hasMessageContaining("the last frame of the call has number 2");
        writer.write(frame(3));
        writer.finish();
        assertThat(end.done).isEqualTo(1);
    }
}
