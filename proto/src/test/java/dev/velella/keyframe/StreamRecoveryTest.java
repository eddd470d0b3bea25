package dev.velella.keyframe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.ElementKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamRecoveryTest {
    private final DecoderStreams streams = new DecoderStreams(Limits.DEFAULT, StreamLimits.DEFAULT);
    private final List<StatefulFrame> frames = new ArrayList<>();

    @BeforeEach
    void encode() {
        PartitionEncoder encoder = Elements.smallTables(5);
        for (int i = 0; i < 12; i++) {
            frames.add(encoder.encode(Elements.graph(i)));
        }
    }

    private StreamRecovery recoveryOf(int number) {
        return new StreamRecovery(streams, "t", frames.get(number).header());
    }

    private void read(StreamRecovery recovery, int number) {
        recovery.read(frames.get(number).header(), frames.get(number).value());
    }

    private void canBeRead(int number) {
        FrameResult result = streams.decode(
                "t", frames.get(number).header(), frames.get(number).value());
        assertThat(result).isInstanceOfSatisfying(FrameResult.Decoded.class, graph -> assertThat(graph.element())
                .isEqualTo(Elements.graph(number)));
    }

    @Test
    void theRecordsFromTheKeyFrameOnRestoreTheState() {
        StreamRecovery recovery = recoveryOf(8);
        for (int i = 3; i < 8; i++) {
            assertThat(recovery.needs(frames.get(i).header())).isEqualTo(i >= 5);
            read(recovery, i);
        }

        assertThat(recovery.install()).isTrue();
        canBeRead(8);
        canBeRead(9);
    }

    @Test
    void stateThatWasReadFurtherIsReplaced() {
        for (int i = 0; i < 12; i++) {
            canBeRead(i);
        }
        StreamRecovery recovery = recoveryOf(7);
        read(recovery, 5);
        read(recovery, 6);

        assertThat(recovery.install()).isTrue();
        canBeRead(7);
    }

    @Test
    void withoutTheKeyFrameNothingIsRestored() {
        StreamRecovery recovery = recoveryOf(8);
        read(recovery, 6);
        read(recovery, 7);

        assertThat(recovery.hasKeyFrame()).isFalse();
        assertThat(recovery.install()).isFalse();
        assertThat(streams.size()).isZero();
    }

    @Test
    void withALostRecordNothingIsRestored() {
        StreamRecovery recovery = recoveryOf(8);
        read(recovery, 5);
        read(recovery, 7);

        assertThat(recovery.hasKeyFrame()).isTrue();
        assertThat(recovery.install()).isFalse();
    }

    @Test
    void duplicatesAreReadOver() {
        StreamRecovery recovery = recoveryOf(8);
        for (int number : new int[] {5, 5, 6, 6, 7, 7, 5, 6}) {
            read(recovery, number);
        }
        assertThat(recovery.install()).isTrue();
        canBeRead(8);
    }

    @Test
    void aForgedKeyFrameBeforeOrAfterTheRealOneDoesNoHarm() {
        StatefulFrame foreign = Elements.smallTables(5).encode(Elements.graph(99));
        JellyHeader five = frames.get(5).header();
        JellyHeader forged = new JellyHeader(ElementKind.GRAPH, five.stream(), 77, 5, 0);

        for (boolean before : new boolean[] {true, false}) {
            StreamRecovery recovery = recoveryOf(8);
            if (before) {
                recovery.read(forged, foreign.value());
            }
            read(recovery, 5);
            if (!before) {
                recovery.read(forged, foreign.value());
            }
            read(recovery, 6);
            recovery.read(frames.get(7).header(), new byte[] {0x0A, 0x02, 0x7F});
            read(recovery, 7);
            assertThat(recovery.install()).isTrue();
            canBeRead(8);
        }
    }
}
