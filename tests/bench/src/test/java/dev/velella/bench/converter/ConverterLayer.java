package dev.velella.bench.converter;

import dev.velella.bench.data.StreamKind;
import dev.velella.bench.record.JellyRecords;
import dev.velella.converter.JellyConverter;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.LossReports;
import dev.velella.keyframe.PartitionStamp;
import dev.velella.keyframe.StampedEncoders;
import dev.velella.keyframe.StreamLimits;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordHeaderNames;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.data.Struct;
import org.eclipse.rdf4j.model.Statement;

/**
 * What stands between an element and the value of its record. Every layer writes the same frames, a key frame every
 * {@value #INTERVAL} records, and reads the same.
 */
public enum ConverterLayer {
    /** Encoder and decoder alone, which are told what is a key frame. */
    CODEC {
        @Override
        Writing writing() {
            JellyGraphEncoder graphs = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);
            JellyPatchEncoder patches = new JellyPatchEncoder(JellyPatchOptions.TOPIC, Limits.DEFAULT);
            return (number, element, headers) -> {
                boolean isKeyFrame = number % INTERVAL == 0;
                if (element instanceof RdfGraph graph) {
                    return isKeyFrame ? graphs.encodeKeyFrame(graph) : graphs.encodeNext(graph);
                }
                RdfPatch patch = (RdfPatch) element;
                return isKeyFrame ? patches.encodeKeyFrame(patch) : patches.encodeNext(patch);
            };
        }

        @Override
        Reading reading(StreamKind kind) {
            if (kind == StreamKind.GRAPHS) {
                JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
                return (number, headers, value) ->
                        statements(number % INTERVAL == 0 ? decoder.decodeKeyFrame(value) : decoder.decodeNext(value));
            }
            JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
            return (number, headers, value) ->
                    number % INTERVAL == 0 ? decoder.decodeKeyFrame(value) : decoder.decodeNext(value);
        }
    },

    /** The key-frame protocol without Connect: encoders steered by stamps, decoder of records. */
    PROTOCOL {
        @Override
        Writing writing() {
            StampedEncoders encoders =
                    new StampedEncoders(JellyRecords.settings(INTERVAL, StatementOrder.GIVEN), 100, new LossReports());
            return (number, element, headers) -> {
                PartitionStamp stamp = PartitionStamp.parse(
                        headers.lastHeader(PartitionStamp.HEADER).value());
                headers.remove(PartitionStamp.HEADER);
                EncodedFrame frame = encoders.encode(TOPIC, stamp, (StreamElement) element);
                headers.add(RecordHeaderNames.JELLY, frame.header().toBytes());
                return frame.value();
            };
        }

        @Override
        Reading reading(StreamKind kind) {
            RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);
            return (number, headers, value) -> JellyRecords.content(decoder.decode(TOPIC, headers, value));
        }
    },

    /** {@link JellyConverter}, from the native object in its struct and back to it. */
    CONVERTER {
        @Override
        Object model(Object element) {
            return RdfStructs.of((StreamElement) element);
        }

        @Override
        Writing writing() {
            JellyConverter converter = converter();
            return (number, element, headers) ->
                    converter.fromConnectData(TOPIC, headers, ((Struct) element).schema(), element);
        }

        @Override
        Reading reading(StreamKind kind) {
            JellyConverter converter = converter();
            return kind == StreamKind.GRAPHS
                    ? (number, headers, value) -> statements((RdfGraph) RdfStructs.toElement(
                            converter.toConnectData(TOPIC, headers, value).value()))
                    : (number, headers, value) -> RdfStructs.toElement(
                            converter.toConnectData(TOPIC, headers, value).value());
        }
    };

    /** Records from one key frame to the next. */
    static final int INTERVAL = 100;

    private static final String TOPIC = "graphs";

    /** Encodes the records of one stream in order. */
    interface Writing {
        /**
         * The value of the next record.
         *
         * @param number of the record, from 0
         * @param element the layer's model of it
         * @param headers with the stamp of the record, except for {@link #CODEC}; takes the layer's own
         */
        byte[] write(int number, Object element, Headers headers);
    }

    /** Decodes the records of one stream in order. */
    interface Reading {
        /** The statements of the graph of the next record, each made, or its patch. */
        Object read(int number, Headers headers, byte[] value);
    }

    /** An element as the layer takes it. */
    Object model(Object element) {
        return element;
    }

    /** A writer of a new stream. */
    abstract Writing writing();

    /** A reader of a new stream. */
    abstract Reading reading(StreamKind kind);

    /** A decoded graph makes its statements when it is asked for them, and here each is asked for. */
    private static List<Statement> statements(RdfGraph graph) {
        return List.copyOf(graph.statements());
    }

    private static JellyConverter converter() {
        JellyConverter converter = new JellyConverter();
        converter.configure(
                Map.of("jelly.key.frame.interval.records", Integer.toString(INTERVAL), "jelly.mode", "stateful"),
                false);
        return converter;
    }

    /** As it stands in the names of figures. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
