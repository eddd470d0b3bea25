package dev.velella.bench.batch;

import dev.velella.jelly.RawFrames;
import dev.velella.jelly.RawRow;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.ElementKind;
import dev.velella.record.PatchPosition;
import dev.velella.record.VelellaHeader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Bytes of each part of records that build on a dictionary, on average. The parts of a record add up to its bytes. */
final class RecordFields {
    private static final long LIMIT_OF_VARINT = 1L << 7;

    /** All parts, in the order of a record: key, header, value. */
    static final List<String> PARTS = List.of(
            "key",
            "header-name",
            "version-flags",
            "dictionary",
            "writer",
            "seq",
            "time",
            "number",
            "hash",
            "own-prefixes",
            "own-names",
            "own-datatypes",
            "literals",
            "statements");

    private final Map<String, Long> bytes = new LinkedHashMap<>();

    private final int records;

    RecordFields(List<BatchRecord> records, ElementKind kind) {
        this.records = records.size();
        for (BatchRecord record : records) {
            add("key", record.key().length);
            add(record.headers().get(0).key(), record.headers().get(0).value());
            RawFrames.read(record.value(), kind, 0, Limits.DEFAULT, row -> {
                int texts = texts(row.tree());
                add("literals", texts);
                add(part(row), size(row) - texts);
            });
        }
    }

    /** The parts and their bytes for each record. */
    Map<String, Double> perRecord() {
        Map<String, Double> result = new LinkedHashMap<>();
        bytes.forEach((part, all) -> result.put(part, (double) all / records));
        return result;
    }

    private void add(String headerName, byte[] header) {
        add("header-name", headerName.length());
        VelellaHeader parsed = VelellaHeader.parse(header);
        int rest = header.length;
        if (parsed.dictionary() != null) {
            rest -= add("dictionary", 6);
        }
        VelellaHeader.Place place = Objects.requireNonNull(parsed.place(), "a record without a place");
        rest -= add("writer", Integer.BYTES);
        rest -= add("seq", varint(place.sequence()));
        rest -= add("time", 6);
        PatchPosition position = parsed.position();
        if (position != null) {
            rest -= add("number", varint(position.number()));
            rest -= add("hash", Long.BYTES);
        }
        add("version-flags", rest);
    }

    private int add(String part, int more) {
        bytes.merge(part, (long) more, Long::sum);
        return more;
    }

    private static int varint(long value) {
        int size = 1;
        for (long rest = value; rest >= LIMIT_OF_VARINT; rest >>>= 7) {
            size++;
        }
        return size;
    }

    /** Bytes of a row with its tag and length. */
    private static int size(RawRow row) {
        return 1 + varint(row.length()) + row.length();
    }

    private static String part(RawRow row) {
        return switch (row.kind()) {
            case "prefix" -> "own-prefixes";
            case "name" -> "own-names";
            case "datatype" -> "own-datatypes";
            default -> "statements";
        };
    }

    /** Bytes of the texts of literals in a row. */
    private static int texts(Object node) {
        int size = 0;
        if (node instanceof Map<?, ?> fields) {
            for (Map.Entry<?, ?> field : fields.entrySet()) {
                size += field.getKey().equals("lex") && field.getValue() instanceof String text
                        ? text.getBytes(StandardCharsets.UTF_8).length
                        : texts(field.getValue());
            }
        } else if (node instanceof List<?> list) {
            for (Object one : list) {
                size += texts(one);
            }
        }
        return size;
    }
}
