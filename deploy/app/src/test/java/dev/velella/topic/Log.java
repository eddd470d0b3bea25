package dev.velella.topic;

import dev.velella.frame.EncoderSettings;
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
import dev.velella.log.Reading;
import dev.velella.log.RecordInterpreter;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** Records of one partition, made by the real encoders, without a broker. */
public final class Log {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final RecordInterpreter interpreter =
            new RecordInterpreter(new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null));
    private long offset;

    /** The next record has this offset. */
    public Log at(long next) {
        offset = next;
        return this;
    }

    /** An encoder with a key frame every so many records. */
    public static PartitionEncoder encoder(int interval) {
        return new PartitionEncoder(
                new EncoderSettings(JellyOptions.TOPIC, JellyPatchOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT),
                new KeyFrameInterval(interval, 600_000));
    }

    static List<StatefulFrame> graphs(PartitionEncoder encoder, int count) {
        List<StatefulFrame> frames = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            frames.add(encoder.encode(graph(i)));
        }
        return frames;
    }

    public static Statement statement(Object object) {
        return VALUES.createStatement(
                VALUES.createIRI("http://example.org/s"),
                VALUES.createIRI("http://example.org/p"),
                VALUES.createLiteral(String.valueOf(object)));
    }

    public static RdfGraph graph(Object object) {
        return RdfGraph.of(List.of(statement(object), statement("constant")));
    }

    public static byte[] selfContained(RdfGraph graph) {
        return new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT).encode(graph);
    }

    public static byte[] selfContained(RdfPatch patch) {
        return new JellyPatchEncoder(JellyPatchOptions.TOPIC, Limits.DEFAULT).encode(patch);
    }

    public Reading read(StatefulFrame frame) {
        return read(frame, null, null);
    }

    public Reading read(StatefulFrame frame, @Nullable String key, @Nullable String patch) {
        return read(frame.value(), Optional.of(frame.header().toString()), key, patch);
    }

    /** Reads a record. */
    public Reading read(byte @Nullable [] value, Optional<String> jelly, @Nullable String key, @Nullable String patch) {
        RecordHeaders headers = new RecordHeaders();
        jelly.ifPresent(header -> headers.add(RecordHeaderNames.JELLY, header.getBytes(StandardCharsets.US_ASCII)));
        if (patch != null) {
            headers.add(RecordHeaderNames.PATCH, patch.getBytes(StandardCharsets.US_ASCII));
        }
        return read(key, value, headers);
    }

    /** Reads a record without a key. */
    public Reading read(byte[] value, RecordHeaders headers) {
        return read(null, value, headers);
    }

    private Reading read(@Nullable String key, byte @Nullable [] value, RecordHeaders headers) {
        byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        return interpreter.read(new ConsumerRecord<>(
                "t",
                0,
                offset++,
                1_700_000_000_000L,
                TimestampType.CREATE_TIME,
                -1,
                -1,
                keyBytes,
                value,
                headers,
                Optional.empty()));
    }
}
