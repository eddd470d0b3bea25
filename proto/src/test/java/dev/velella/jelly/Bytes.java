package dev.velella.jelly;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Builds Protocol Buffers messages field by field, right or wrong, for tests of readers. */
public final class Bytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public static Bytes message() {
        return new Bytes();
    }

    public Bytes number(int field, long value) {
        return varint((long) field << 3).varint(value);
    }

    public Bytes text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    public Bytes bytes(int field, byte[] value) {
        varint((long) field << 3 | 2).varint(value.length);
        out.writeBytes(value);
        return this;
    }

    public Bytes message(int field, Bytes value) {
        return bytes(field, value.array());
    }

    /** A row of a frame: field 1, which holds one message. */
    public Bytes row(int field, Bytes value) {
        return message(1, message().message(field, value));
    }

    public Bytes raw(int... values) {
        for (int value : values) {
            out.write(value);
        }
        return this;
    }

    public Bytes append(byte[] values) {
        out.writeBytes(values);
        return this;
    }

    private Bytes varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
        return this;
    }

    public byte[] array() {
        return out.toByteArray();
    }

    /** The same bytes with their length in front: one frame of a delimited stream. */
    public byte[] delimited() {
        byte[] frame = array();
        return message().varint(frame.length).append(frame).array();
    }

    public static Bytes iri(int prefix, int name) {
        Bytes iri = message();
        if (prefix != 0) {
            iri.number(1, prefix);
        }
        if (name != 0) {
            iri.number(2, name);
        }
        return iri;
    }

    public static Bytes entry(int id, String value) {
        Bytes entry = message();
        if (id != 0) {
            entry.number(1, id);
        }
        return entry.text(2, value);
    }

    /** Options of Jelly-RDF, RDF-star on, version 1. */
    public static Bytes rdfOptions(int physicalType, int names, int prefixes, int datatypes) {
        return message()
                .number(2, physicalType)
                .number(4, 1)
                .number(9, names)
                .number(10, prefixes)
                .number(11, datatypes)
                .number(15, 1);
    }

    /** Options of Jelly-Patch, stream type FRAME, version 1. */
    public static Bytes patchOptions(int statementType, int names, int prefixes, int datatypes) {
        return message()
                .number(1, statementType)
                .number(2, 1)
                .number(9, names)
                .number(10, prefixes)
                .number(11, datatypes)
                .number(15, 1);
    }

    /** The start of a frame of triples with names 1 to 4: {@code a:1} to {@code a:4}, and no prefix table. */
    public static Bytes triplesFrame() {
        return namesFrame(rdfOptions(1, 8, 0, 2));
    }

    public static Bytes quadsFrame() {
        return namesFrame(rdfOptions(2, 8, 0, 2));
    }

    private static Bytes namesFrame(Bytes options) {
        return message()
                .row(1, options)
                .row(9, entry(0, "a:1"))
                .row(9, entry(0, "a:2"))
                .row(9, entry(0, "a:3"))
                .row(9, entry(0, "a:4"));
    }

    /** The triple of names 1, 2, 3, written with explicit ids. */
    public static Bytes spo() {
        return message().message(1, iri(0, 1)).message(5, iri(0, 2)).message(9, iri(0, 3));
    }
}
