package dev.velella.bench.diff;

import dev.velella.bench.record.DictionaryShelf;
import dev.velella.bench.record.JellyRecords;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.FrameEncoder;
import dev.velella.frame.TopicDictionaries;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordEncoder;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Records of the diff's input as one writer to one partition sends them, a key frame every {@value #INTERVAL}. */
public final class DiffInput {
    private static final int INTERVAL = 100;

    private final @Nullable WeatherSimulator weather;
    private final FrameEncoder encoder;

    /** How the records of a writer hang together. */
    enum Form {
        /** Each builds on the one before it. */
        KEY_FRAMES {
            @Override
            FrameEncoder encoder() {
                return JellyRecords.stateful(INTERVAL, StatementOrder.GIVEN);
            }
        },
        /** All build on a dictionary. */
        DICTIONARY {
            @Override
            FrameEncoder encoder() {
                return new TopicDictionaries(JellyRecords.settings(StatementOrder.GIVEN), DictionaryShelf.SHELF)
                        .encoder("graphs");
            }
        };

        abstract FrameEncoder encoder();
    }

    /**
     * A record.
     *
     * @param statements of its element
     */
    record Message(String key, Headers headers, byte[] value, long time, int statements) {}

    /** Of elements that are given one by one. */
    DiffInput() {
        weather = null;
        encoder = encoder(Form.KEY_FRAMES);
    }

    /** Of simulated stations that take turns. */
    DiffInput(int stations, long elements) {
        this(stations, elements, Form.KEY_FRAMES);
    }

    /** Of simulated stations that take turns. */
    DiffInput(int stations, long elements, Form form) {
        encoder = encoder(form);
        weather = new WeatherSimulator(new WeatherOptions(1, stations, elements));
    }

    private static FrameEncoder encoder(Form form) {
        return form.encoder();
    }

    static List<Message> weather(int stations, int elements, Form form) {
        DiffInput input = new DiffInput(stations, elements, form);
        List<Message> messages = new ArrayList<>(elements);
        for (int i = 0; i < elements; i++) {
            messages.add(input.next());
        }
        return messages;
    }

    /** The next reading of a station. */
    Message next() {
        SimulatedElement element =
                Objects.requireNonNull(Objects.requireNonNull(weather).next());
        return message(element.key(), element.graph(), element.time().toEpochMilli());
    }

    Message message(String key, RdfGraph graph, long time) {
        EncodedFrame frame = encoder.encode(graph);
        Headers headers = new RecordHeaders();
        RecordEncoder.addHeaders(headers, frame, null, null);
        return new Message(key, headers, frame.value(), time, graph.statements().size());
    }
}
