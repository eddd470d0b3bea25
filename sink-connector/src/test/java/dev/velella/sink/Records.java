package dev.velella.sink;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.store.Stream;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;

/** Sink records of topic {@code patches}, as a worker hands them over. */
public final class Records {
    public static final String TOPIC = "patches";

    private Records() {}

    /** The next patch of a stream, with the header that numbers it. */
    public static SinkRecord next(int partition, long offset, Stream stream) {
        Stream.Numbered patch = stream.next();
        return of(
                partition, offset, stream.key(), patch.patch(), patch.position().format());
    }

    static SinkRecord of(int partition, long offset, Object key, RdfPatch patch, String header) {
        return of(partition, offset, key, RdfStructs.PATCH_SCHEMA, RdfStructs.of(patch), header);
    }

    static SinkRecord of(int partition, long offset, Object key, Schema schema, Object value, String header) {
        ConnectHeaders headers = new ConnectHeaders();
        if (header != null) {
            headers.addString("patch", header);
        }
        return new SinkRecord(
                TOPIC,
                partition,
                Schema.STRING_SCHEMA,
                key,
                schema,
                value,
                offset,
                1L,
                TimestampType.CREATE_TIME,
                headers);
    }
}
