package dev.velella.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class UnrestorableStreamsTest {
    private static final TopicPartition PLACE = new TopicPartition("t", 0);
    private static final LookBackResult LOST = LookBackResult.without(LookBackOutcome.LOST, "lost");

    private final UnrestorableStreams streams = new UnrestorableStreams();

    private static JellyHeader header(long stream, long seq, long dist) {
        return new JellyHeader(ElementKind.PATCH, stream, seq == 0 ? 0 : 5, seq, dist);
    }

    @Test
    void whatBuildsOnAMissingRecordIsKnownUntilTheNextKeyFrame() {
        streams.put(PLACE, header(1, 15, 5), LOST, 13);
        assertThat(streams.find(PLACE, header(1, 14, 4))).isEqualTo(LOST);
        assertThat(streams.find(PLACE, header(1, 19, 9))).isEqualTo(LOST);
        assertThat(streams.find(PLACE, header(1, 13, 3))).as("the missing one").isNull();
        assertThat(streams.find(PLACE, header(1, 21, 1)))
                .as("after a key frame")
                .isNull();
        assertThat(streams.find(PLACE, header(2, 15, 5))).as("another stream").isNull();
        assertThat(streams.find(new TopicPartition("t", 1), header(1, 15, 5)))
                .as("another partition")
                .isNull();
    }

    @Test
    void aRecordWithAWrongLinkSaysNothingOfTheStream() {
        streams.put(PLACE, header(1, 15, 5), LOST, 15);
        assertThat(streams.size()).isZero();
    }

    @Test
    void aRestoredRecordTakesTheFindingBack() {
        streams.put(PLACE, header(1, 15, 5), LOST, 13);
        streams.remove(PLACE, header(1, 13, 3));
        assertThat(streams.find(PLACE, header(1, 15, 5))).isNull();
    }

    @Test
    void aFloodOfStreamsTakesBoundedMemory() {
        for (int i = 0; i < 5000; i++) {
            streams.put(PLACE, header(i, 15, 5), LOST, 13);
        }
        assertThat(streams.size()).isEqualTo(1000);
        assertThat(streams.find(PLACE, header(4999, 15, 5))).isEqualTo(LOST);
    }
}
