package dev.velella.bench;

import dev.velella.jelly.JellyDecoder;
import dev.velella.jelly.JellyEncoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.jelly.write.TermCounts;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Records that stand on a dictionary, with one binary header, as they are proposed. Every so many records one carries the
 * dictionary in front of its own rows.
 */
final class DictionaryDraft {
    /** Every so many records carry the dictionary. */
    static final int CARRIER_INTERVAL = 1_000;

    private static final String NAME = "velella";
    private static final int VERSION = 2;
    private static final int PATCH = 1;
    private static final int CARRIER = 2;
    private static final int POSITION = 8;
    private static final int TIME = 16;
    private static final int NAME_BYTES = 6;
    private static final int WRITER_BYTES = 4;
    private static final int TIME_BYTES = 6;

    private DictionaryDraft() {}

    /**
     * Writes with a dictionary of the terms that the first elements use.
     *
     * @param trained number of these elements
     */
    static List<BatchRecord> write(List<BatchElement> elements, StatementOrder order, int trained) {
        ElementKind kind = elements.get(0).element().kind();
        JellyEncoder<StreamElement> encoder = encoder(kind, order);
        TermCounts counts = new TermCounts();
        elements.stream().limit(trained).map(BatchElement::element).forEach(counts::add);
        byte[] dictionary = encoder.makeDictionary(counts.terms());
        byte[] name = name(dictionary);
        List<BatchRecord> records = new ArrayList<>(elements.size());
        for (BatchElement element : elements) {
            boolean carrier = records.size() % CARRIER_INTERVAL == 0;
            byte[] rows = encoder.encodeOnDictionary(element.element());
            byte[] value = carrier ? concat(dictionary, rows) : rows;
            byte[] header = header(element, kind, name, records.size(), carrier ? dictionary.length : 0);
            records.add(new BatchRecord(element.key(), value, List.of(new RecordHeader(NAME, header))));
        }
        return records;
    }

    /** Reads records in any order. The carriers come first. */
    static Map<Integer, StreamElement> read(List<BatchRecord> records, ElementKind kind, List<Integer> order) {
        JellyDecoder<?> decoder = JellyDecoder.of(kind, LightValueFactory.getInstance(), Limits.DEFAULT);
        byte[] first = records.get(0).value();
        int length = carriedLength(records.get(0));
        decoder.readDictionary(Arrays.copyOf(first, length));
        Map<Integer, StreamElement> elements = new HashMap<>();
        for (int i : order) {
            byte[] value = records.get(i).value();
            int from = i % CARRIER_INTERVAL == 0 ? length : 0;
            elements.put(i, decoder.decodeOnDictionary(Arrays.copyOfRange(value, from, value.length)));
        }
        return elements;
    }

    private static int carriedLength(BatchRecord record) {
        ByteBuffer header = ByteBuffer.wrap(record.headers().get(0).value());
        header.position(2 + NAME_BYTES + WRITER_BYTES + TIME_BYTES);
        varint(header);
        return (int) varint(header);
    }

    @SuppressWarnings("unchecked")
    private static JellyEncoder<StreamElement> encoder(ElementKind kind, StatementOrder order) {
        JellyEncoder<?> encoder = kind == ElementKind.PATCH
                ? new JellyPatchEncoder(JellyPatchOptions.TOPIC, order, Limits.DEFAULT)
                : new JellyGraphEncoder(JellyOptions.TOPIC, order, Limits.DEFAULT);
        return (JellyEncoder<StreamElement>) encoder;
    }

    private static byte[] header(BatchElement element, ElementKind kind, byte[] dictionary, long seq, int carried) {
        ByteBuffer header = ByteBuffer.allocate(64);
        int flags = (kind == ElementKind.PATCH ? PATCH : 0)
                | (carried > 0 ? CARRIER : 0)
                | (element.position() == null ? 0 : POSITION)
                | TIME;
        header.put((byte) VERSION).put((byte) flags).put(dictionary);
        header.putInt(0x1C6F_0A93); // the writer's random number
        for (int shift = 8 * (TIME_BYTES - 1); shift >= 0; shift -= 8) {
            header.put((byte) (element.eventTime() >>> shift));
        }
        varint(header, seq);
        if (carried > 0) {
            varint(header, carried);
        }
        if (element.position() != null) {
            varint(header, element.position().number());
            header.putLong(element.position().hash());
        }
        return Arrays.copyOf(header.array(), header.position());
    }

    private static void varint(ByteBuffer out, long value) {
        long rest = value;
        while (rest > 127) {
            out.put((byte) (rest & 127 | 128));
            rest >>>= 7;
        }
        out.put((byte) rest);
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            next = in.get();
            value |= (long) (next & 127) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] name(byte[] dictionary) {
        try {
            return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(dictionary), NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Bytes of the dictionary that the first record carries. */
    static int dictionaryBytes(List<BatchRecord> records) {
        return carriedLength(records.get(0));
    }
}
