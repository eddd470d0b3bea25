package dev.velella.jelly;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.proto.v1.RdfStreamRow;
import dev.velella.jelly.proto.v1.patch.RdfPatchRow;
import dev.velella.jelly.wire.RdfRowTags;
import dev.velella.jelly.wire.RowTags;
import dev.velella.jelly.wire.WireReader;
import dev.velella.rdf.ElementKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the contents of rows, for statistics. The frames are well-formed, because they have been decoded before. */
final class RowCounter {
    private static final int ROWS = 0x0A;
    private static final int POSITIONS_OF_QUAD = 4;

    private final WireReader in = new WireReader(Integer.MAX_VALUE);
    private final ElementKind kind;
    private final RowTags tags;
    private boolean quads;
    private final Descriptor definition;
    private final long[] counts;
    private final TableUse[] tables = {new TableUse("names"), new TableUse("prefixes"), new TableUse("datatypes")};
    private long statements;
    private long terms;
    private long repeated;

    RowCounter(ElementKind kind) {
        this.kind = kind;
        tags = RowTags.of(kind);
        definition = kind == ElementKind.GRAPH ? RdfStreamRow.getDescriptor() : RdfPatchRow.getDescriptor();
        counts = new long[16];
    }

    /** Tells whether statements of Jelly-Patch have a fourth term. In Jelly-RDF the rows themselves tell it. */
    void quads(boolean fourTerms) {
        quads = fourTerms;
    }

    /** Counts the rows of a frame, and returns their number. */
    long count(byte[] frame) {
        long rows = 0;
        in.open(frame, 0);
        while (in.position() < frame.length) {
            int tag = in.tag(frame.length);
            if (tag == ROWS) {
                rows++;
                row(in.bodyEnd(frame.length));
            } else {
                in.skip(tag, frame.length);
            }
        }
        in.close();
        return rows;
    }

    private void row(int end) {
        while (in.position() < end) {
            int tag = in.tag(end);
            if (!tags.isRow(tag)) {
                in.skip(tag, end);
                continue;
            }
            counts[tag >>> 3]++;
            int bodyEnd = in.bodyEnd(end);
            int table = (tag - tags.name()) >> 3;
            if (table >= 0 && table < tables.length) {
                entry(tables[table], bodyEnd);
            } else if (tag == RdfRowTags.TRIPLE || tag == RdfRowTags.QUAD) {
                // In Jelly-Patch, rows that add and rows that delete have the same two numbers.
                boolean quad = kind == ElementKind.GRAPH ? tag == RdfRowTags.QUAD : quads;
                statement(quad ? POSITIONS_OF_QUAD : POSITIONS_OF_QUAD - 1, bodyEnd);
            }
            in.seek(bodyEnd);
        }
    }

    private void entry(TableUse table, int end) {
        int id = 0;
        int length = 0;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (tag == 0x08) {
                id = in.varint(end);
            } else if (tag == 0x12) {
                length = in.length(end);
                in.seek(in.position() + length);
            } else {
                in.skip(tag, end);
            }
        }
        table.entry(id, length);
    }

    private void statement(int positions, int end) {
        int set = 0;
        while (in.position() < end) {
            int tag = in.tag(end);
            int field = tag >>> 3;
            if (field <= positions * 4 && (tag & 7) == WireReader.LENGTH_DELIMITED) {
                set |= 1 << ((field - 1) / 4);
            }
            in.skip(tag, end);
        }
        statements++;
        terms += positions;
        repeated += positions - Integer.bitCount(set);
    }

    /** Number of rows by name of the field in the definition, in the order of the fields' numbers. */
    Map<String, Long> rows() {
        Map<String, Long> rows = new LinkedHashMap<>();
        for (FieldDescriptor field : definition.getFields()) {
            rows.put(field.getName(), counts[field.getNumber()]);
        }
        return rows;
    }

    long statements() {
        return statements;
    }

    long terms() {
        return terms;
    }

    long repeatedTerms() {
        return repeated;
    }

    List<JellyStatistics.Table> tables(TableSizes sizes) {
        return List.of(
                tables[0].statistics(sizes.names()),
                tables[1].statistics(sizes.prefixes()),
                tables[2].statistics(sizes.datatypes()));
    }
}
