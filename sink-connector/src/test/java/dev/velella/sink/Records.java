package dev.velella.sink;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.dictionary.Dictionary;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordEncoder;
import dev.velella.record.VelellaHeader;
import dev.velella.sink.store.Stream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
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

    /** Patches of a stream on a dictionary, as the converter hands them over if the dictionary is missing: as bytes. The dictionaries are added to a map. */
    public static List<SinkRecord> onDictionary(Map<Long, Dictionary> dictionaries, int count) {
        EncoderSettings settings = EncoderSettings.ofTopic(TableSizes.BIG, false, StatementOrder.GIVEN, Limits.DEFAULT);
        RecordEncoder encoder = new RecordEncoder(settings, 10, dictionary -> {
            dictionaries.put(dictionary.name(), dictionary);
            return true;
        });
        Stream stream = new Stream("k", 3);
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Stream.Numbered patch = stream.next();
            EncodedFrame frame = encoder.encode(TOPIC, null, patch.patch());
            RecordHeaders kafka = new RecordHeaders();
            RecordEncoder.addHeaders(kafka, frame, null, patch.position());
            VelellaHeader header =
                    VelellaHeader.parse(kafka.lastHeader(VelellaHeader.NAME).value());
            kafka.remove(VelellaHeader.NAME);
            kafka.add(VelellaHeader.NAME, header.toText());
            header.addText(kafka);
            ConnectHeaders headers = new ConnectHeaders();
            kafka.forEach(each -> headers.addString(each.key(), new String(each.value(), StandardCharsets.UTF_8)));
            records.add(new SinkRecord(
                    TOPIC,
                    0,
                    Schema.STRING_SCHEMA,
                    "k",
                    Schema.BYTES_SCHEMA,
                    frame.value(),
                    i,
                    1L,
                    TimestampType.CREATE_TIME,
                    headers));
        }
        return records;
    }
}
