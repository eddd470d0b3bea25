package dev.velella.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.frame.EncoderSettings;
import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Reason;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.rdf.ElementKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class RecordDecoderTest {
    private static final EncoderSettings SETTINGS =
            new EncoderSettings(JellyOptions.TOPIC, JellyPatchOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT);

    private final RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);
    private final List<StatefulFrame> sent = new ArrayList<>();

    RecordDecoderTest() {
        PartitionEncoder encoder = new PartitionEncoder(SETTINGS, new KeyFrameInterval(4, 600_000));
        for (int i = 0; i < 12; i++) {
            sent.add(encoder.encode(Readings.patch(i)));
        }
    }

    private FrameResult decode(int number) {
        StatefulFrame frame = sent.get(number);
        Headers headers = new RecordHeaders().add("jelly", frame.header().toBytes());
        return decoder.decode("t", 0, number, headers, frame.value());
    }

    @Test
    void countsWhatItDecodedWhatItCouldNotAndWhatIsProvenToBeLost() {
        decode(1); // no state
        decode(4);
        decode(5);
        decode(5); // once more
        decode(4); // rewound
        decode(5);
        decode(7); // gap
        decode(8); // after a loss: record 6 never came
        decode(9);
        decode(6); // replay
        DecoderCounts counts = decoder.counts();
        assertThat(counts.decoded()).isEqualTo(7);
        assertThat(counts.duplicates()).isEqualTo(1);
        assertThat(counts.missing())
                .isEqualTo(Map.of(Reason.NO_STATE, 1L, Reason.GAP, 1L, Reason.REPLAY, 1L, Reason.WRONG_LINK, 0L));
        assertThat(counts.missingInAll()).isEqualTo(3);
        assertThat(counts.lost()).isEqualTo(1);
    }

    @Test
    void withoutLookBackThereIsNothingToTellOfOne() {
        assertThat(decode(1)).isInstanceOf(FrameResult.MissingState.class);
        assertThat(decoder.lastLookBack()).isEmpty();
    }

    @Test
    void forgetsItsStreamsWhenItIsReset() {
        decode(0);
        decoder.reset();
        assertThat(decode(1)).isInstanceOf(FrameResult.MissingState.class);
    }

    @Test
    void tellsGraphFromPatchByHeaderElseByTypeElseByTheOptionsRow() {
        byte[] graph = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT).encode(Readings.graph(1));
        byte[] patch = new JellyPatchEncoder(JellyPatchOptions.TOPIC, Limits.DEFAULT).encode(Readings.patch(1));
        Headers none = new RecordHeaders();
        assertThat(RecordDecoder.kindOf(none, graph)).isEqualTo(ElementKind.GRAPH);
        assertThat(RecordDecoder.kindOf(none, patch)).isEqualTo(ElementKind.PATCH);
        Headers type = new RecordHeaders().add("content-type", "application/x-jelly-rdf-patch".getBytes());
        assertThat(RecordDecoder.kindOf(type, graph)).isEqualTo(ElementKind.PATCH);
        Headers place = new RecordHeaders()
                .add("content-type", "application/x-jelly-rdf".getBytes())
                .add("jelly", sent.get(1).header().toBytes());
        assertThat(RecordDecoder.kindOf(place, graph)).isEqualTo(ElementKind.PATCH);
        assertThat(decoder.decode("t", none, graph))
                .isInstanceOfSatisfying(FrameResult.Decoded.class, result -> assertThat(result.element())
                        .isEqualTo(Readings.graph(1)));
    }

    @Test
    void anotherContentTypeIsUnreadable() {
        Headers turtle = new RecordHeaders().add("content-type", "text/turtle".getBytes());
        assertThatThrownBy(() -> decoder.decode("t", turtle, new byte[0]))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("text/turtle");
    }
}
