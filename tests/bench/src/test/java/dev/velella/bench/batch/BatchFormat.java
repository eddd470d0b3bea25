package dev.velella.bench.batch;

import dev.velella.bench.codec.PatchText;
import dev.velella.bench.codec.RioGraphs;
import dev.velella.bench.record.JellyRecords;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordHeaderNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Ways to write the records of a partition, with the headers that they have then. */
enum BatchFormat {
    /** Every record is a Jelly stream of its own. */
    SELF_CONTAINED {
        @Override
        List<BatchRecord> write(List<BatchElement> elements, StatementOrder order) {
            JellyGraphEncoder graphs = new JellyGraphEncoder(JellyOptions.TOPIC, order, Limits.DEFAULT);
            JellyPatchEncoder patches = new JellyPatchEncoder(JellyPatchOptions.TOPIC, order, Limits.DEFAULT);
            List<BatchRecord> records = new ArrayList<>(elements.size());
            for (BatchElement element : elements) {
                byte[] value = element.element() instanceof RdfGraph graph
                        ? graphs.encode(graph)
                        : patches.encode((RdfPatch) element.element());
                records.add(new BatchRecord(element.key(), value, headers(element)));
            }
            return records;
        }
    },

    /** The key-frame protocol, a key frame every hundred records. */
    KEY_FRAMES {
        @Override
        List<BatchRecord> write(List<BatchElement> elements, StatementOrder order) {
            PartitionEncoder encoder = new PartitionEncoder(JellyRecords.settings(KEY_FRAME_INTERVAL, order));
            List<BatchRecord> records = new ArrayList<>(elements.size());
            for (BatchElement element : elements) {
                EncodedFrame frame = encoder.encode(element.element());
                List<Header> headers = headers(element);
                headers.add(
                        new RecordHeader(RecordHeaderNames.JELLY, frame.header().toBytes()));
                records.add(new BatchRecord(element.key(), frame.value(), headers));
            }
            return records;
        }
    },

    /** {@link DictionaryDraft}. */
    DICTIONARY {
        @Override
        List<BatchRecord> write(List<BatchElement> elements, StatementOrder order) {
            return new DictionaryDraft(elements, order).records();
        }
    },

    /** N-Quads and RDF Patch text. */
    TEXT {
        @Override
        List<BatchRecord> write(List<BatchElement> elements, StatementOrder order) throws IOException {
            List<BatchRecord> records = new ArrayList<>(elements.size());
            for (BatchElement element : elements) {
                boolean isGraph = element.element() instanceof RdfGraph;
                byte[] value = element.element() instanceof RdfGraph graph
                        ? RioGraphs.writeNQuads(graph)
                        : PatchText.write((RdfPatch) element.element());
                String type = isGraph ? "application/n-quads" : "application/rdf-patch";
                records.add(new BatchRecord(element.key(), value, List.of(header("content-type", type))));
            }
            return records;
        }
    };

    /** Those of this project. */
    static final List<BatchFormat> JELLY = List.of(SELF_CONTAINED, KEY_FRAMES, DICTIONARY);

    private static final int KEY_FRAME_INTERVAL = 100;

    /** Writes all elements. */
    abstract List<BatchRecord> write(List<BatchElement> elements, StatementOrder order) throws IOException;

    /** As it stands in the names of figures. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static List<Header> headers(BatchElement element) {
        List<Header> headers = new ArrayList<>();
        headers.add(header(
                RecordHeaderNames.CONTENT_TYPE,
                RecordHeaderNames.mediaType(element.element().kind())));
        if (element.position() != null) {
            headers.add(header(RecordHeaderNames.PATCH, element.position().format()));
        }
        headers.add(header(RecordHeaderNames.EVENT_TIME, Long.toString(element.eventTime())));
        return headers;
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.US_ASCII));
    }
}
