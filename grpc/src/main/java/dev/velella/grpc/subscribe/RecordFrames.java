package dev.velella.grpc.subscribe;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionarySource;
import dev.velella.dictionary.DictionaryUnavailableException;
import dev.velella.grpc.protocol.CallProblem;
import dev.velella.grpc.protocol.FrameExtras;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.transcode.JellyTranscoder;
import dev.velella.jelly.transcode.TranscodedStream;
import dev.velella.log.Reading;
import dev.velella.log.RecordInterpreter;
import dev.velella.rdf.BoundedMap;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import dev.velella.record.VelellaHeader;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Joins the records of a topic to one Jelly stream: each record becomes one frame. Owns the tables of the stream.
 *
 * <p>A record is joined without building its terms: the dictionary and the record, one behind the other, are a
 * self-contained frame, which the transcoder takes. There are three exceptions, whose terms are built: records of version
 * 1 of the record protocol, records with options that do not fit the stream, and streams of another physical type than
 * quads.
 *
 * <p>A record that cannot be read, or does not fit, ends the stream with an error that names its place. Not thread-safe.
 */
final class RecordFrames {
    /** Dictionaries that are kept here, so that subscriptions seldom wait for each other. */
    private static final int DICTIONARIES = 16;

    private final JellyOptions options;
    private final Limits limits;
    private final DictionarySource dictionaries;
    private final RecordInterpreter interpreter;
    private final JellyTranscoder joined;
    private final Map<Long, Dictionary> known = new BoundedMap<>(DICTIONARIES);
    private final JellyGraphEncoder encoder;

    /** The empty graph with the options of the stream. */
    private final byte[] empty;

    private TranscodedStream stream;

    /**
     * A stream without frames.
     *
     * @param options of the stream
     * @param limits of the records, and of the frames
     * @param decoder for records whose terms are built; no other object may use it
     * @param dictionaries on which records build
     */
    RecordFrames(JellyOptions options, Limits limits, RecordDecoder decoder, DictionarySource dictionaries) {
        this.options = options;
        this.limits = limits;
        this.dictionaries = dictionaries;
        interpreter = new RecordInterpreter(decoder);
        joined = new JellyTranscoder(options, limits);
        stream = joined.stream("");
        encoder = new JellyGraphEncoder(options, limits);
        empty = encoder.encode(RdfGraph.of(List.of()));
    }

    /**
     * The frame of the next record; a record without value gives a frame without statements.
     *
     * @throws io.grpc.StatusRuntimeException if the record is a patch (FAILED_PRECONDITION), does not fit the options of
     *     the stream (FAILED_PRECONDITION), or cannot be read (DATA_LOSS, or UNAVAILABLE if dictionaries cannot be read at
     *     the moment)
     */
    byte[] next(ConsumerRecord<byte[], byte[]> record) {
        try {
            byte[] value = record.value();
            if (value == null) {
                return transcode(empty);
            }
            if (RecordDecoder.kindOf(record.headers(), value) == ElementKind.PATCH) {
                throw problem(
                        record,
                        Status.Code.FAILED_PRECONDITION,
                        "is a patch, and Jelly's service has only graphs; subscribe to the topic of graphs");
            }
            byte[] whole = selfContained(record, value);
            return whole == null ? rebuilt(record) : joined(record, whole);
        } catch (MalformedJellyException | UnreadableRecordException e) {
            throw problem(record, Status.Code.DATA_LOSS, "cannot be read: " + e.getMessage());
        } catch (DictionaryUnavailableException e) {
            throw problem(record, Status.Code.UNAVAILABLE, "cannot be read at the moment: " + e.getMessage());
        }
    }

    /** Takes note of a record that is not sent: a later one may build on it. */
    void skip(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() != null && record.headers().lastHeader(RecordHeaderNames.JELLY) != null) {
            interpreter.read(record);
        }
    }

    /** The record as a self-contained frame for the transcoder; null if it must be decoded. */
    private byte @Nullable [] selfContained(ConsumerRecord<byte[], byte[]> record, byte[] value) {
        if (options.physicalType() != PhysicalType.QUADS) {
            return null;
        }
        VelellaHeader header = RecordHeaderReader.velella(record.headers());
        if (header == null) {
            return RecordHeaderReader.jelly(record.headers()) == null ? value : null;
        }
        VelellaHeader.Base base = header.dictionary();
        if (base == null || base.carried() > 0) {
            return value;
        }
        Dictionary dictionary = known.get(base.name());
        if (dictionary == null) {
            dictionary = dictionaries.find(base.name());
            if (dictionary == null || dictionary.kind() != ElementKind.GRAPH) {
                return null; // decoding says what is wrong
            }
            known.put(base.name(), dictionary);
        }
        return FrameExtras.join(dictionary.frame(), value);
    }

    private byte[] joined(ConsumerRecord<byte[], byte[]> record, byte[] whole) {
        try {
            return transcode(whole);
        } catch (MalformedJellyException e) {
            return rebuilt(record); // its options may not fit although its statements do
        }
    }

    private byte[] transcode(byte[] whole) {
        try {
            byte[] frame = stream.next(whole);
            stream.end();
            return frame;
        } catch (MalformedJellyException e) {
            stream = joined.stream("");
            throw e;
        }
    }

    private byte[] rebuilt(ConsumerRecord<byte[], byte[]> record) {
        Reading reading = interpreter.read(record);
        String reason = reading.problem();
        if (reading.outcome() instanceof Reading.Unavailable) {
            throw problem(record, Status.Code.UNAVAILABLE, "cannot be read at the moment: " + reason);
        }
        if (!(reading.outcome() instanceof Reading.Data data)
                || !(data.decoded().element() instanceof RdfGraph graph)) {
            throw problem(record, Status.Code.DATA_LOSS, "cannot be read: " + reason);
        }
        byte[] frame;
        try {
            frame = encoder.encode(graph);
        } catch (MalformedJellyException e) {
            throw problem(
                    record,
                    Status.Code.FAILED_PRECONDITION,
                    "does not fit the options of this subscription (" + options.physicalType() + ", at most "
                            + limits.maxFrameBytes() + " bytes): " + e.reason()
                            + "; subscribe with other requested_options");
        }
        return transcode(frame);
    }

    private static RuntimeException problem(ConsumerRecord<byte[], byte[]> record, Status.Code code, String problem) {
        return CallProblem.of(
                code,
                "record " + record.topic() + "-" + record.partition() + "@" + record.offset() + " " + problem
                        + ". velella-next names the position of this record; one more leaves it out");
    }
}
