package dev.velella.keyframe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.frame.LossReports;
import dev.velella.frame.PartitionStamp;
import dev.velella.frame.StampedEncoders;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StreamElement;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.groups.Tuple;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class StampedEncodersTest {
    private final LossReports losses = new LossReports();
    private final StampedEncoders encoders =
            new StampedEncoders(topic -> Elements.encoder(4, 600_000, System::nanoTime), 2, losses);

    private JellyHeader write(int partition, long ordinal) {
        return write(new PartitionStamp(partition, ordinal, 0));
    }

    private JellyHeader write(PartitionStamp stamp) {
        return encode(stamp, Elements.graph(stamp.ordinal())).header();
    }

    private StatefulFrame encode(PartitionStamp stamp, StreamElement element) {
        return (StatefulFrame) encoders.encode("t", stamp, element);
    }

    @Test
    void aStreamCountsOnAndHasAKeyFrameEveryFewRecords() {
        JellyHeader first = write(0, 0);

        assertThat(first.seq()).isZero();
        assertThat(List.of(write(0, 1), write(0, 2), write(0, 3), write(0, 4), write(0, 5)))
                .allSatisfy(header -> assertThat(header.stream()).isEqualTo(first.stream()))
                .extracting(JellyHeader::seq, JellyHeader::dist)
                .containsExactly(tuple(1, 1), tuple(2, 2), tuple(3, 3), tuple(4, 0), tuple(5, 1));
    }

    @Test
    void aKeyFrameComesAfterTheTimeToo() {
        AtomicLong ns = new AtomicLong(-5);
        PartitionEncoder encoder = Elements.encoder(100, 1000, ns::get);
        encoder.encode(Elements.graph(1));
        ns.addAndGet(999_000_000);
        assertThat(encoder.encode(Elements.graph(2)).header().dist()).isEqualTo(1);
        ns.addAndGet(1_000_000);
        assertThat(encoder.encode(Elements.graph(3)).header().dist()).isZero();
        ns.addAndGet(999_999_999);
        assertThat(encoder.encode(Elements.graph(4)).header().dist()).isEqualTo(1);
    }

    @Test
    void graphsAndPatchesOfAPartitionAreStreamsOfTheirOwn() {
        PartitionEncoder encoder = Elements.encoder(10, 600_000, System::nanoTime);
        JellyHeader graph = encoder.encode(Elements.graph(1)).header();
        JellyHeader patch = encoder.encode(Elements.patch(1)).header();

        assertThat(patch.stream()).isNotEqualTo(graph.stream());
        assertThat(patch.seq()).isZero();
        assertThat(encoder.encode(Elements.graph(2)).header().seq()).isEqualTo(1);
    }

    @Test
    void aRecordThatIsHandedOverAgainHasTheSameBytes() {
        write(0, 0);
        StatefulFrame once = encode(new PartitionStamp(0, 1, 0), Elements.graph(7));
        StatefulFrame again = encode(new PartitionStamp(0, 1, 0), Elements.graph(7));

        assertThat(again.value()).isEqualTo(once.value());
        assertThat(again.header()).isEqualTo(once.header());
        assertThat(write(0, 2).seq()).isEqualTo(2);
    }

    @Test
    void aRecordAfterALossThatIsHandedOverAgainHasTheSameBytesToo() {
        write(0, 0);
        JellyHeader first = write(new PartitionStamp(0, 1, 1));

        assertThat(write(new PartitionStamp(0, 1, 1))).isEqualTo(first);
    }

    @Test
    void theSameNumberWithOtherContentsBeginsANewStream() {
        JellyHeader first = write(0, 0);
        JellyHeader other =
                encode(new PartitionStamp(0, 0, 0), Elements.patch(9)).header();
        JellyHeader graph =
                encode(new PartitionStamp(0, 0, 0), Elements.graph(42)).header();

        assertThat(List.of(other, graph)).allMatch(header -> header.seq() == 0);
        assertThat(graph.stream()).isNotEqualTo(first.stream());
    }

    @Test
    void anEarlierNumberBeginsANewStream() {
        write(0, 0);
        JellyHeader before = write(0, 1);
        JellyHeader repeated = write(0, 0);

        assertThat(repeated.stream()).isNotEqualTo(before.stream());
        assertThat(repeated.seq()).isZero();
    }

    @Test
    void aNumberThatIsLeftOutDoesNot() {
        write(0, 0);

        assertThat(write(0, 5).seq()).isEqualTo(1);
    }

    @Test
    void anotherCountOfLossesBeginsANewStreamInItsPartitionOnly() {
        write(0, 0);
        write(1, 0);

        assertThat(write(new PartitionStamp(0, 1, 1)).seq()).isZero();
        assertThat(write(new PartitionStamp(0, 2, 1)).seq()).isEqualTo(1);
        assertThat(write(1, 1).seq()).isEqualTo(1);
    }

    @Test
    void aReportedLossBeginsANewStreamOnce() {
        JellyHeader first = write(0, 0);
        write(1, 0);
        losses.report(first.stream());

        assertThat(write(1, 1).seq()).isEqualTo(1);
        JellyHeader next = write(0, 1);
        assertThat(next.seq()).isZero();
        assertThat(next.stream()).isNotEqualTo(first.stream());
        assertThat(write(0, 2).seq()).isEqualTo(1);
    }

    @Test
    void whatCannotBeWrittenBeginsANewStream() {
        ValueFactory values = SimpleValueFactory.getInstance();
        write(0, 0);
        RdfGraph star = RdfGraph.of(List.of(values.createStatement(
                values.createTriple(values.createIRI("urn:s"), values.createIRI("urn:p"), values.createIRI("urn:o")),
                values.createIRI("urn:p"),
                values.createIRI("urn:o"))));

        assertThatThrownBy(() -> encoders.encode("t", new PartitionStamp(0, 1, 0), star))
                .isInstanceOf(MalformedJellyException.class);
        assertThat(write(0, 2).seq()).isZero();
    }

    @Test
    void thePartitionUsedLongestAgoIsForgotten() {
        write(0, 0);
        write(1, 0);
        write(0, 1);
        write(2, 0);

        assertThat(write(0, 2).seq()).isEqualTo(2);
        assertThat(write(1, 1).seq()).isZero();
    }

    private static Tuple tuple(long seq, long dist) {
        return Tuple.tuple(seq, dist);
    }
}
