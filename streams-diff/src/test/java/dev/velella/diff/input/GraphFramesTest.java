package dev.velella.diff.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.dictionary.Dictionary;
import dev.velella.diff.DiffPipe;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.options.FrameSettings;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.EncoderSettings;
import dev.velella.graph.UnfitElementException;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordEncoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.StreamsException;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphFramesTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final Map<Long, Dictionary> topic = new HashMap<>();

    /** Whatever velella.on.error says: only a refusal asks for it. */
    @ParameterizedTest
    @ValueSource(strings = {"fail", "skip"})
    void aRecordWhoseDictionaryIsMissingIsNotRefused(String onError) {
        RdfGraph graph = RdfGraph.of(List.of(VALUES.createStatement(
                VALUES.createIRI("http://example.org/s"),
                VALUES.createIRI("http://example.org/p"),
                VALUES.createLiteral(1))));
        RecordEncoder encoder = new RecordEncoder(
                EncoderSettings.ofTopic(TableSizes.BIG, false, StatementOrder.GIVEN, Limits.DEFAULT), 1, dictionary -> {
                    topic.put(dictionary.name(), dictionary);
                    return true;
                });
        EncodedFrame encoded = encoder.encode("graphs", null, graph);
        RecordHeaders headers = new RecordHeaders();
        RecordEncoder.addHeaders(headers, encoded, null, null);
        FrameSettings settings =
                DiffPipe.config("velella.on.error", onError).settings().frames();
        GraphFrames frames = new GraphFrames(settings, 0, null, topic::get, null, false);
        RecordPlace unknown = RecordPlace.of(Optional.empty());

        Map<Long, Dictionary> all = Map.copyOf(topic);
        topic.clear();
        assertThatThrownBy(() -> frames.decode(unknown, new byte[] {1}, headers, encoded.value()))
                .isInstanceOf(StreamsException.class)
                .isNotInstanceOf(UnfitElementException.class)
                .hasMessageContaining("the app leaves nothing out and stops here")
                .hasMessageContaining("velella topic dictionaries");
        topic.putAll(all);
        assertThat(frames.decode(unknown, new byte[] {1}, headers, encoded.value())
                        .element())
                .isEqualTo(graph);
    }
}
