package dev.velella.keyframe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Continuity;
import dev.velella.frame.FrameResult.MissingState;
import dev.velella.frame.FrameResult.Reason;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecoderStreamsTest {
    private final DecoderStreams streams = new DecoderStreams(Limits.DEFAULT, new StreamLimits(3, 256 << 20));
    private final List<StatefulFrame> frames = frames(12, 5);

    /** Records 0 to {@code count - 1} of one stream; number i holds {@code Elements.graph(i)}. */
    private static List<StatefulFrame> frames(int count, int interval) {
        PartitionEncoder encoder = Elements.smallTables(interval);
        List<StatefulFrame> frames = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            frames.add(encoder.encode(Elements.graph(i)));
        }
        return frames;
    }

    private FrameResult read(StatefulFrame frame) {
        return streams.decode("t", frame.header(), frame.value());
    }

    private FrameResult read(int number) {
        return read(frames.get(number));
    }

    private void readsAs(int number, Continuity.Kind kind, long lost) {
        assertThat(read(number)).isInstanceOfSatisfying(FrameResult.Decoded.class, result -> {
            assertThat(result.element()).isEqualTo(Elements.graph(number));
            assertThat(result.continuity()).isEqualTo(new Continuity(kind, lost));
        });
    }

    private void isMissing(int number, Reason reason, long expected) {
        assertThat(read(number)).isInstanceOfSatisfying(MissingState.class, missing -> {
            assertThat(missing.reason()).isEqualTo(reason);
            assertThat(missing.message())
                    .contains(
                            expected < 0
                                    ? "not read"
                                    : "record " + (reason == Reason.REPLAY ? expected : expected - 1));
            assertThat(missing.message()).contains(frames.get(number).header().streamName());
        });
    }

    /** The header says a record fewer since the key frame than were read: another key frame was meant. */
    @Test
    void aRecordWhoseDistanceDoesNotFollowIsNotDecoded() {
        readsAs(0, Continuity.Kind.FIRST, 0);
        readsAs(1, Continuity.Kind.NEXT, 0);
        JellyHeader right = frames.get(2).header();
        JellyHeader forged = new JellyHeader(right.kind(), right.stream(), right.link(), right.seq(), right.dist() - 1);
        assertThat(streams.decode("t", forged, frames.get(2).value()))
                .isInstanceOfSatisfying(MissingState.class, missing -> assertThat(missing.reason())
                        .isEqualTo(Reason.WRONG_LINK));
        readsAs(2, Continuity.Kind.NEXT, 0);
    }

    @Test
    void aStreamIsReadInOrder() {
        readsAs(0, Continuity.Kind.FIRST, 0);
        for (int i = 1; i < frames.size(); i++) {
            readsAs(i, Continuity.Kind.NEXT, 0);
        }
    }

    @Test
    void readingBeginsAtAnyKeyFrame() {
        isMissing(4, Reason.NO_STATE, -1);
        readsAs(5, Continuity.Kind.FIRST, 0);
        readsAs(6, Continuity.Kind.NEXT, 0);
    }

    @Test
    void theLastRecordOnceMoreIsADuplicate() {
        read(0);
        readsAs(1, Continuity.Kind.NEXT, 0);
        readsAs(1, Continuity.Kind.DUPLICATE, 0);
        readsAs(1, Continuity.Kind.DUPLICATE, 0);
        readsAs(2, Continuity.Kind.NEXT, 0);
    }

    @Test
    void theLastNumberWithOtherBytesIsNoDuplicate() {
        read(0);
        read(1);
        byte[] other = Arrays.copyOf(frames.get(1).value(), frames.get(1).value().length + 1);

        assertThat(streams.decode("t", frames.get(1).header(), other)).isInstanceOf(MissingState.class);
        readsAs(2, Continuity.Kind.NEXT, 0);
    }

    @Test
    void anEarlierRecordIsAReplayAndChangesNothing() {
        read(0);
        read(1);
        read(2);
        isMissing(1, Reason.REPLAY, 3);
        readsAs(3, Continuity.Kind.NEXT, 0);
    }

    @Test
    void aRewindToAKeyFrameIsReadFromThereOn() {
        for (int i = 0; i < 8; i++) {
            read(i);
        }
        readsAs(5, Continuity.Kind.REWOUND, 0);
        readsAs(6, Continuity.Kind.NEXT, 0);
        isMissing(8, Reason.GAP, 7);
        readsAs(7, Continuity.Kind.NEXT, 0);
    }

    @Test
    void aLostRecordIsAGapUntilTheNextKeyFrameWhichSaysHowManyAreMissing() {
        read(0);
        read(1);
        isMissing(3, Reason.GAP, 2);
        isMissing(4, Reason.GAP, 2);
        readsAs(5, Continuity.Kind.AFTER_LOSS, 1);
        readsAs(6, Continuity.Kind.NEXT, 0);
    }

    @Test
    void lostRecordsAreCountedAcrossKeyFrames() {
        read(0);
        read(1);
        isMissing(3, Reason.GAP, 2);
        readsAs(10, Continuity.Kind.AFTER_LOSS, 7);
    }

    @Test
    void aRecordThatCannotBeDecodedIsNotLost() {
        read(0);
        byte[] broken = {0x0A, 0x02, 0x7F};
        assertThatThrownBy(() -> streams.decode("t", frames.get(1).header(), broken))
                .isInstanceOf(MalformedJellyException.class);
        isMissing(2, Reason.GAP, 1);
        isMissing(3, Reason.GAP, 1);
        isMissing(4, Reason.GAP, 1);
        readsAs(5, Continuity.Kind.RESUMED, 0);
    }

    @Test
    void anEmptyGraphIsAnEmptyValueAndARecordLikeOthers() {
        PartitionEncoder encoder = Elements.smallTables(5);
        read(encoder.encode(Elements.graph(1)));
        StatefulFrame empty = encoder.encode(RdfGraph.of(List.of()));

        assertThat(empty.value()).isEmpty();
        assertThat(read(empty)).extracting("element").isInstanceOf(RdfGraph.class);
        assertThat(read(encoder.encode(Elements.graph(2))))
                .extracting("element")
                .isInstanceOf(RdfGraph.class);
    }

    @Test
    void afterABrokenRecordTheRightOneIsStillTaken() {
        read(0);
        assertThatThrownBy(() -> streams.decode("t", frames.get(1).header(), new byte[] {0x0A, 0x02, 0x7F}))
                .isInstanceOf(MalformedJellyException.class);
        readsAs(1, Continuity.Kind.NEXT, 0);
    }

    @Test
    void aForgedRecordCannotShiftTheTablesOfAnotherWriter() {
        read(0);
        read(1);
        JellyHeader two = frames.get(2).header();
        StatefulFrame foreign = frames(1, 5).get(0);

        // A key frame in the stream's name, with the number that is next: it is read as what it says, and no more.
        assertThat(streams.decode(
                        "t", new JellyHeader(ElementKind.GRAPH, two.stream(), two.link(), 2, 0), foreign.value()))
                .extracting("element")
                .isInstanceOf(RdfGraph.class);
        isMissing(3, Reason.WRONG_LINK, 3);
        isMissing(4, Reason.GAP, 3);
        readsAs(5, Continuity.Kind.RESUMED, 0);
    }

    @Test
    void aForgedSuccessorIsRefusedByItsLink() {
        read(0);
        JellyHeader one = frames.get(1).header();
        JellyHeader wrongLink = new JellyHeader(ElementKind.GRAPH, one.stream(), one.link() ^ 1, 1, 1);
        JellyHeader wrongDist = new JellyHeader(ElementKind.GRAPH, one.stream(), one.link(), 1, 0);

        assertThat(streams.decode("t", wrongLink, frames.get(1).value()))
                .isInstanceOfSatisfying(MissingState.class, missing -> assertThat(missing.reason())
                        .isEqualTo(Reason.WRONG_LINK));
        assertThatThrownBy(() -> streams.decode("t", wrongDist, frames.get(1).value()))
                .isInstanceOf(MalformedJellyException.class);
        readsAs(1, Continuity.Kind.NEXT, 0);
    }

    @Test
    void aKeyFrameWithAWrongLinkSaysSo() {
        for (int i = 0; i < 5; i++) {
            read(i);
        }
        JellyHeader five = frames.get(5).header();
        FrameResult result = streams.decode(
                "t",
                new JellyHeader(ElementKind.GRAPH, five.stream(), five.link() ^ 1, 5, 0),
                frames.get(5).value());

        assertThat(((FrameResult.Decoded) result).continuity().kind()).isEqualTo(Continuity.Kind.WRONG_LINK);
    }

    @Test
    void streamsOfOtherTopicsAndKindsAreOthers() {
        read(0);
        JellyHeader one = frames.get(1).header();

        assertThat(streams.decode("u", one, frames.get(1).value())).isInstanceOf(MissingState.class);
        JellyHeader patch = new JellyHeader(ElementKind.PATCH, one.stream(), one.link(), 1, 1);
        assertThat(streams.decode("t", patch, frames.get(1).value())).isInstanceOf(MissingState.class);
        readsAs(1, Continuity.Kind.NEXT, 0);
    }

    @Test
    void patchesAreReadTheSameWay() {
        PartitionEncoder encoder = Elements.smallTables(3);
        for (int i = 0; i < 8; i++) {
            int number = i;
            assertThat(read(encoder.encode(Elements.patch(i))))
                    .isInstanceOfSatisfying(FrameResult.Decoded.class, result -> assertThat(result.element())
                            .isEqualTo(Elements.patch(number)));
        }
    }

    @Test
    void aFloodOfUnknownStreamsCostsNoMoreThanTheLimit() {
        read(0);
        for (int i = 0; i < 100; i++) {
            read(frames(1, 5).get(0));
            assertThat(streams.size()).isLessThanOrEqualTo(3);
        }
        isMissing(1, Reason.NO_STATE, -1);
        for (int i = 0; i < 100; i++) {
            read(frames(2, 5).get(1));
        }
        assertThat(streams.size()).isLessThanOrEqualTo(3);
    }

    @Test
    void stateIsBoundedInBytesButOneStreamIsKept() {
        DecoderStreams narrow = new DecoderStreams(Limits.DEFAULT, new StreamLimits(1000, 1));
        for (StatefulFrame frame : frames) {
            assertThat(narrow.decode("t", frame.header(), frame.value()))
                    .extracting("element")
                    .isInstanceOf(RdfGraph.class);
        }
        assertThat(narrow.size()).isEqualTo(1);
        assertThat(narrow.bytes()).isPositive();
        StatefulFrame other = frames(1, 5).get(0);
        narrow.decode("t", other.header(), other.value());
        assertThat(narrow.size()).isEqualTo(1);
        narrow.clear();
        assertThat(narrow.bytes()).isZero();
    }
}
