package dev.velella.diff;

import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyOptions;
import dev.velella.jelly.MalformedJellyException;
import dev.velella.jelly.PhysicalType;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Copies of input records that are put aside, in a form that needs no other record: key, timestamp and headers are those
 * of the record, without the header {@code jelly}; the value is the graph as a whole Jelly stream. So a copy of a stateful
 * record belongs to no codec stream, and no reader's state depends on it.
 *
 * <p>Only where there is no graph, or options and limits cannot carry it, the value is that of the record, byte by byte.
 * Not thread-safe.
 */
final class AsideCopies {
    private static final byte[] GRAPH = RecordHeaderNames.JELLY_RDF.getBytes(StandardCharsets.US_ASCII);

    private final JellyGraphEncoder encoder;
    private final int partition;

    /** What the value of a copy is. */
    enum Value {
        /** The graph, readable by itself. */
        SELF_CONTAINED,
        /** The bytes of the record. */
        RAW,
        /** Null, as in the record. */
        NONE
    }

    /** A copy, to which headers may be added, and what its value is. */
    record Copy(Record<byte[], RoutedFrame> record, Value value) {
        /** Sets a header, in place of all of that name. */
        Copy with(String name, String text) {
            Headers headers = record.headers();
            headers.remove(name);
            headers.add(name, text.getBytes(StandardCharsets.UTF_8));
            return this;
        }
    }

    AsideCopies(FrameSettings settings, int partition) {
        // Quoted triples are let through: what is put aside has to be whole, whatever the output may hold.
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, settings.tables(), true, 2);
        encoder = new JellyGraphEncoder(options, settings.limits());
        this.partition = partition;
    }

    /** @param graph what the record was decoded to; null if it was not, or has no value */
    Copy copy(Record<byte[], byte[]> record, @Nullable RdfGraph graph) {
        byte[] value = record.value();
        if (value == null) {
            return new Copy(copy(record, (byte[]) null), Value.NONE);
        }
        byte[] frame = graph == null ? null : encode(graph);
        if (frame == null) {
            return new Copy(copy(record, value), Value.RAW);
        }
        Record<byte[], RoutedFrame> copy = copy(record, frame);
        for (Header header : copy.headers().toArray()) {
            if (header.key().equalsIgnoreCase(RecordHeaderNames.CONTENT_TYPE)) {
                copy.headers().remove(header.key());
            }
        }
        copy.headers().add(RecordHeaderNames.CONTENT_TYPE, GRAPH);
        return new Copy(copy, Value.SELF_CONTAINED);
    }

    private Record<byte[], RoutedFrame> copy(Record<byte[], byte[]> record, byte @Nullable [] value) {
        // The constructor takes a copy of the headers.
        Record<byte[], RoutedFrame> copy = new Record<>(
                record.key(), new RoutedFrame(value, null, partition), record.timestamp(), record.headers());
        copy.headers().remove(RecordHeaderNames.JELLY);
        return copy;
    }

    private byte @Nullable [] encode(RdfGraph graph) {
        try {
            return encoder.encode(graph);
        } catch (MalformedJellyException e) {
            return null;
        }
    }
}
