package dev.velella.record;

import static dev.velella.record.RecordCorpus.join;
import static dev.velella.record.RecordCorpus.on;
import static dev.velella.record.RecordCorpus.plain;
import static dev.velella.record.RecordCorpus.velella;

import dev.velella.dictionary.Dictionary;
import dev.velella.rdf.ElementKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.rdf4j.model.IRI;

/** Frames that break one rule each, as bytes made by hand. */
final class MalformedFrames {
    private static final byte[] OPTIONS = row(1, message(2, 2, 4, 1, 9, 16, 10, 8, 11, 4, 14, 4, 15, 2));
    private static final byte[] TRIPLES = row(1, message(2, 1, 9, 16, 10, 8, 11, 4, 15, 1));
    private static final byte[] GRAPHS = row(1, message(2, 3, 9, 16, 10, 8, 11, 4, 15, 1));
    private static final byte[] PATCH = row(1, message(1, 2, 2, 1, 4, 1, 9, 16, 10, 8, 11, 4, 15, 1));
    private static final byte[] PREFIX = row(10, message(2, "http://e/"));
    private static final byte[] NAME = row(9, message(2, "n"));
    private static final byte[] IRI = message(1, 1, 2, 1);
    private static final byte[] TYPE = row(11, message(2, "urn:t"));
    private static final byte[] QUAD = row(3, message(1, IRI, 5, IRI, 9, IRI, 13, IRI));
    private static final byte[] START = join(OPTIONS, PREFIX, NAME, TYPE);
    private static final byte[] PATCH_START =
            join(PATCH, row(12, message(2, "http://e/")), row(11, message(2, "n")), row(13, message(2, "urn:t")));
    private static final byte[] ADD = row(2, message(1, IRI, 5, IRI, 9, IRI, 13, IRI));
    private static final byte[] TX = row(6, new byte[0]);
    private static final byte[] TC = row(7, new byte[0]);

    private MalformedFrames() {}

    static void addTo(RecordCorpus corpus, Dictionary graphs) throws IOException {
        Map<String, byte[]> rdf = new LinkedHashMap<>();
        rdf.put("right", join(START, QUAD));
        rdf.put("an empty frame", new byte[0]);
        rdf.put("no options", QUAD);
        rdf.put("only unknown fields", message(20, "x"));
        rdf.put("unknown fields", join(message(20, "x", 21, 5), START, QUAD));
        rdf.put(
                "fixed fields",
                join(new byte[] {(byte) 0xA9, 1, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xAD, 1, 0, 0, 0, 0}, START, QUAD));
        rdf.put("wire type 3", join(START, new byte[] {(byte) 0xA3, 1}));
        rdf.put("field number 0", join(START, new byte[] {2, 0}));
        rdf.put("metadata", join(START, message(15, message(1, "k", 2, "v")), QUAD));
        rdf.put("metadata, key not UTF-8", join(START, message(15, message(1, new byte[] {(byte) 0xFF}))));
        rdf.put("delimited", join(new byte[] {(byte) join(START, QUAD).length}, START, QUAD));
        rdf.put("text", "<http://a> <http://b> <http://c> .\n".getBytes(StandardCharsets.UTF_8));
        rdf.put("cut in a row", Arrays.copyOf(join(START, QUAD), join(START, QUAD).length - 3));
        rdf.put("cut at a row", START);
        rdf.put(
                "a row with two messages",
                join(START, message(1, join(message(3, message(1, IRI)), message(9, message(2, "x"))))));
        rdf.put("an empty row", join(START, message(1, new byte[0])));
        rdf.put("a row of an unknown kind", join(START, message(1, message(7, "x"))));
        rdf.put("a row of a number", join(START, message(1, message(3, 5))));
        rdf.put(
                "a row with an unknown field",
                join(
                        START,
                        message(
                                1,
                                join(
                                        message(20, "x"),
                                        QUAD.length > 2 ? Arrays.copyOfRange(QUAD, 2, QUAD.length) : QUAD))));
        rdf.put("options again", join(START, OPTIONS, QUAD));
        rdf.put("other options again", join(START, TRIPLES));
        rdf.put("version 0", row(1, message(2, 2, 9, 16)));
        rdf.put("version 3", row(1, message(2, 2, 9, 16, 15, 3)));
        rdf.put("physical type 0", row(1, message(9, 16, 15, 1)));
        rdf.put("physical type 4", row(1, message(2, 4, 9, 16, 15, 1)));
        rdf.put("logical type 5", row(1, message(2, 2, 9, 16, 14, 5, 15, 1)));
        rdf.put("logical type 24", row(1, message(2, 2, 9, 16, 14, 24, 15, 1)));
        rdf.put("logical type of triples", row(1, message(2, 2, 9, 16, 14, 13, 15, 1)));
        rdf.put("names 7", row(1, message(2, 2, 9, 7, 15, 1)));
        rdf.put("names 4097", row(1, message(2, 2, 9, 4097, 15, 1)));
        rdf.put("names 4294967295", row(1, message(2, 2, 9, -1, 15, 1)));
        rdf.put("prefixes 1025", row(1, message(2, 2, 9, 16, 10, 1025, 15, 1)));
        rdf.put("datatypes 257", row(1, message(2, 2, 9, 16, 11, 257, 15, 1)));
        rdf.put("an entry outside", join(START, row(9, message(1, 17, 2, "x"))));
        rdf.put("an entry of no table", join(row(1, message(2, 2, 9, 16, 15, 1)), row(10, message(2, "x"))));
        rdf.put("an entry outside, counted on", join(START, row(9, message(1, 16, 2, "x")), row(9, message(2, "x"))));
        rdf.put("an entry that is not UTF-8", join(START, row(9, message(2, new byte[] {(byte) 0xC0, (byte) 0x80}))));
        rdf.put(
                "an entry without value",
                join(START, row(9, message(1, 2)), row(3, message(1, message(1, 1, 2, 2), 5, IRI, 9, IRI, 13, IRI))));
        rdf.put(
                "an entry that is replaced",
                join(START, QUAD, row(9, message(1, 1, 2, "m")), QUAD, row(10, message(1, 1, 2, "http://f/")), QUAD));
        rdf.put(
                "a name that is not set",
                join(START, row(3, message(1, message(1, 1, 2, 9), 5, IRI, 9, IRI, 13, IRI))));
        rdf.put(
                "a name that is far away",
                join(START, row(3, message(1, message(1, 1, 2, -1), 5, IRI, 9, IRI, 13, IRI))));
        rdf.put(
                "a prefix that is not set",
                join(START, row(3, message(1, message(1, 7, 2, 1), 5, IRI, 9, IRI, 13, IRI))));
        rdf.put(
                "no prefix at first",
                join(
                        OPTIONS,
                        row(9, message(2, "http://e/n")),
                        row(3, message(1, message(2, 1), 5, message(2, 1), 9, message(2, 1), 13, message(2, 1)))));
        rdf.put("an IRI without colon", join(OPTIONS, NAME, row(3, message(1, message(2, 1)))));
        rdf.put(
                "a datatype that is not set",
                join(
                        START,
                        row(3, message(1, IRI, 5, IRI, 9, IRI, 13, IRI)),
                        row(3, message(11, message(1, "x", 3, 3)))));
        rdf.put("a datatype 0", join(START, row(3, message(1, IRI, 5, IRI, 11, message(1, "x", 3, 0), 13, IRI))));
        rdf.put(
                "a datatype without colon",
                join(
                        START,
                        row(11, message(1, 2, 2, "t")),
                        row(3, message(1, IRI, 5, IRI, 11, message(1, "x", 3, 2), 13, IRI))));
        rdf.put(
                "a datatype langString",
                join(
                        START,
                        row(11, message(1, 2, 2, "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString")),
                        row(3, message(1, IRI, 5, IRI, 11, message(1, "x", 3, 2), 13, IRI))));
        rdf.put(
                "language and datatype",
                join(START, row(3, message(1, IRI, 5, IRI, 11, message(1, "x", 2, "en", 3, 1), 13, IRI))));
        rdf.put("an empty language", join(START, row(3, message(1, IRI, 5, IRI, 11, message(1, "x", 2, ""), 13, IRI))));
        rdf.put("a literal without text", join(START, row(3, message(1, IRI, 5, IRI, 11, message(3, 1), 13, IRI))));
        rdf.put(
                "a literal that is not UTF-8",
                join(
                        START,
                        row(
                                3,
                                message(
                                        1,
                                        IRI,
                                        5,
                                        IRI,
                                        11,
                                        message(1, new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80}),
                                        13,
                                        IRI))));
        rdf.put(
                "a label that is not UTF-8",
                join(START, row(3, message(2, new byte[] {(byte) 0x80}, 5, IRI, 9, IRI, 13, IRI))));
        rdf.put("a literal as subject", join(START, row(3, message(3, message(1, "x"), 5, IRI, 9, IRI, 13, IRI))));
        rdf.put("a blank node as predicate", join(START, row(3, message(1, IRI, 6, "x", 9, IRI, 13, IRI))));
        rdf.put("a literal as graph", join(START, row(3, message(1, IRI, 5, IRI, 9, IRI, 16, message(1, "x")))));
        rdf.put(
                "generalized",
                join(
                        row(1, message(2, 2, 3, 1, 9, 16, 10, 8, 15, 1)),
                        PREFIX,
                        NAME,
                        row(3, message(1, IRI, 6, "x", 9, IRI, 13, IRI))));
        rdf.put("no subject", join(START, row(3, message(5, IRI, 9, IRI, 13, IRI))));
        rdf.put("no predicate", join(START, row(3, message(1, IRI, 9, IRI, 13, IRI))));
        rdf.put("no object", join(START, row(3, message(1, IRI, 5, IRI, 13, IRI))));
        rdf.put("no graph", join(START, row(3, message(1, IRI, 5, IRI, 9, IRI))));
        rdf.put("two subjects", join(START, row(3, message(1, IRI, 2, "b", 5, IRI, 9, IRI, 13, IRI))));
        rdf.put(
                "terms in another order",
                join(
                        START,
                        row(9, message(2, "m")),
                        row(3, message(13, message(), 9, message(), 5, message(1, 1, 2, 1), 1, message(1, 1, 2, 1))),
                        row(3, message(9, IRI, 1, message(2, 2)))));
        rdf.put("numbers in long form", join(START, new byte[] {10, (byte) 0x84, 0, 0x1A, (byte) 0x81, 0}, new byte[] {0
        }));
        rdf.put("a number of 11 bytes", join(START, new byte[] {8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1}));
        rdf.put("a number above 32 bits", join(START, row(3, message(1, message(1, 1L << 33, 2, 1)))));
        rdf.put("a triple", join(START, row(2, message(1, IRI, 5, IRI, 9, IRI))));
        rdf.put("a triple with a graph", join(TRIPLES, PREFIX, NAME, row(2, message(1, IRI, 5, IRI, 9, IRI, 13, IRI))));
        rdf.put(
                "a quoted triple",
                join(START, row(3, message(1, IRI, 5, IRI, 12, message(1, IRI, 5, IRI, 9, message(2, 1)), 13, IRI))));
        rdf.put(
                "a quoted triple with a gap",
                join(START, row(3, message(1, IRI, 5, IRI, 12, message(1, IRI, 9, IRI), 13, IRI))));
        rdf.put(
                "a quoted triple that is not announced",
                join(TRIPLES, PREFIX, NAME, row(2, message(1, IRI, 5, IRI, 12, message(1, IRI, 5, IRI, 9, IRI)))));
        byte[] deep = message(1, IRI, 5, IRI, 9, IRI);
        for (int i = 0; i < 32; i++) {
            deep = message(1, IRI, 5, IRI, 12, deep);
        }
        rdf.put("a quoted triple too deep", join(START, row(3, message(1, IRI, 5, IRI, 12, deep, 13, IRI))));
        rdf.put("a namespace", join(START, row(6, message(1, "p", 2, IRI)), row(6, message(2, message(2, 1)))));
        rdf.put("a namespace without IRI", join(START, row(6, message(1, "p"))));
        rdf.put("a namespace with two IRIs", join(START, row(6, message(1, "p", 2, IRI, 2, IRI))));
        rdf.put("a graph in a graph", join(GRAPHS, PREFIX, NAME, row(4, message(1, IRI)), row(4, message(1, IRI))));
        rdf.put("a graph that ends", join(GRAPHS, row(5, new byte[0])));
        rdf.put("a graph without name", join(GRAPHS, row(4, new byte[0])));
        rdf.put("a graph with two names", join(GRAPHS, PREFIX, NAME, row(4, message(1, IRI, 2, "b"))));
        rdf.put(
                "a graph that stays open",
                join(GRAPHS, PREFIX, NAME, row(4, message(3, new byte[0])), row(2, message(1, IRI, 5, IRI, 9, IRI))));
        rdf.put("a triple outside of a graph", join(GRAPHS, PREFIX, NAME, row(2, message(1, IRI, 5, IRI, 9, IRI))));
        rdf.put("a quad among graphs", join(GRAPHS, PREFIX, NAME, QUAD));
        rdf.forEach((name, frame) -> {
            corpus.add("graph: " + name, plain(ElementKind.GRAPH), frame);
            if (!name.startsWith("a")) {
                corpus.add("unknown: " + name, new RecordHeaders(), frame);
            }
        });
        Map<String, byte[]> patch = new LinkedHashMap<>();
        patch.put("right", join(PATCH_START, TX, ADD, TC));
        patch.put("a frame of a graph", join(START, QUAD));
        patch.put("TX twice", join(PATCH_START, TX, TX, TC, TC));
        patch.put("TC alone", join(PATCH_START, TC));
        patch.put("TA alone", join(PATCH_START, row(8, new byte[0])));
        patch.put("TX without end", join(PATCH_START, TX, ADD));
        patch.put("punctuation", join(PATCH_START, row(15, new byte[0])));
        patch.put("FLAT", join(row(1, message(1, 2, 2, 2, 9, 16, 15, 1)), TX, TC));
        patch.put("FLAT without end", join(row(1, message(1, 2, 2, 2, 9, 16, 15, 1)), TX));
        patch.put("PUNCTUATED", join(row(1, message(1, 2, 2, 3, 9, 16, 15, 1)), TX, TC, row(15, new byte[0])));
        patch.put(
                "PUNCTUATED in a transaction",
                join(row(1, message(1, 2, 2, 3, 9, 16, 15, 1)), TX, row(15, new byte[0])));
        patch.put("PUNCTUATED without end", join(row(1, message(1, 2, 2, 3, 9, 16, 15, 1)), TX, TC));
        patch.put(
                "PUNCTUATED twice",
                join(row(1, message(1, 2, 2, 3, 9, 16, 15, 1)), row(15, new byte[0]), row(15, new byte[0])));
        patch.put("statement type 0", row(1, message(2, 1, 9, 16, 15, 1)));
        patch.put("statement type 3", row(1, message(1, 3, 2, 1, 9, 16, 15, 1)));
        patch.put("stream type 4", row(1, message(1, 2, 2, 4, 9, 16, 15, 1)));
        patch.put("version 2", row(1, message(1, 2, 2, 1, 9, 16, 15, 2)));
        patch.put(
                "TRIPLES",
                join(
                        row(1, message(1, 1, 2, 1, 9, 16, 15, 1)),
                        row(11, message(2, "urn:x")),
                        row(2, message(1, message(2, 1), 5, message(2, 1), 9, message(2, 1)))));
        patch.put(
                "TRIPLES with a graph",
                join(
                        row(1, message(1, 1, 2, 1, 9, 16, 10, 8, 15, 1)),
                        row(12, message(2, "http://e/")),
                        row(11, message(2, "n")),
                        ADD));
        patch.put(
                "TRIPLES with the graph of a namespace",
                join(
                        row(1, message(1, 1, 2, 1, 9, 16, 15, 1)),
                        row(11, message(2, "urn:x")),
                        row(4, message(2, message(2, 1), 5, new byte[0]))));
        patch.put("a namespace without IRI", join(PATCH_START, row(4, message(1, "p", 5, new byte[0]))));
        patch.put("a namespace without graph", join(PATCH_START, row(5, message(1, "p"))));
        patch.put("a namespace with two IRIs", join(PATCH_START, row(4, message(2, IRI, 2, IRI, 5, new byte[0]))));
        patch.put("a namespace with two graphs", join(PATCH_START, row(4, message(2, IRI, 4, "g", 5, new byte[0]))));
        patch.put(
                "a namespace in another order",
                join(PATCH_START, row(11, message(2, "m")), row(4, message(3, message(), 2, IRI, 1, "p"))));
        patch.put("a header without value", join(PATCH_START, row(14, message(1, "k"))));
        patch.put("a header with two values", join(PATCH_START, row(14, message(1, "k", 2, IRI, 3, "b"))));
        patch.put("a header with a literal", join(PATCH_START, row(14, message(4, message(1, "v", 3, 1), 1, "k"))));
        patch.forEach((name, frame) -> corpus.add("patch: " + name, plain(ElementKind.PATCH), frame));
        onDictionary(corpus, graphs);
    }

    private static void onDictionary(RecordCorpus corpus, Dictionary graphs) throws IOException {
        Dictionary dictionary = corpus.store(START, "used");
        Dictionary opened = corpus.store(join(GRAPHS, PREFIX, NAME), "used");
        Dictionary rows = corpus.store(join(START, QUAD), "used");
        Dictionary cut = corpus.store(join(START, new byte[] {10, 9}), "used");
        Dictionary flat = corpus.store(row(1, message(1, 2, 2, 2, 9, 16, 15, 1)), "used");
        byte[] second = row(9, message(1, 2, 2, "m"));
        Map<String, byte[]> frames = new LinkedHashMap<>();
        frames.put("right", QUAD);
        frames.put("own entries", join(second, row(3, message(1, message(1, 1, 2, 2), 5, IRI, 9, message(), 13, IRI))));
        frames.put("an entry without id", row(9, message(2, "m")));
        frames.put("an entry of the dictionary", row(9, message(1, 1, 2, "m")));
        frames.put("a prefix of the dictionary", row(10, message(1, 1, 2, "m")));
        frames.put(
                "an entry twice",
                join(
                        second,
                        row(9, message(1, 2, 2, "k")),
                        row(3, message(1, message(1, 1, 2, 2), 5, IRI, 9, message(), 13, IRI))));
        frames.put("no name at first", row(3, message(1, message(1, 1), 5, IRI, 9, IRI, 13, IRI)));
        frames.put("no prefix at first", row(3, message(1, message(2, 1), 5, IRI, 9, IRI, 13, IRI)));
        frames.put("no datatype", row(3, message(1, IRI, 5, IRI, 11, message(1, "x", 3, 0), 13, IRI)));
        frames.put("no subject", row(3, message(5, IRI, 9, IRI, 13, IRI)));
        frames.put("no graph", row(3, message(1, IRI, 5, IRI, 9, IRI)));
        frames.put("options again", join(OPTIONS, QUAD));
        frames.put("other options", join(TRIPLES, QUAD));
        frames.put("text", "<http://a> <http://b> <http://c> .\n".getBytes(StandardCharsets.UTF_8));
        frames.put("a name of another record", row(3, message(1, message(1, 1, 2, 2), 5, IRI, 9, IRI, 13, IRI)));
        frames.forEach((name, frame) -> corpus.add("on a dictionary: " + name, velella(on(dictionary, 0)), frame));
        corpus.add("on a dictionary: an open graph", velella(on(opened, 0)), row(4, message(1, IRI)));
        corpus.add(
                "on a dictionary: a closed graph",
                velella(on(opened, 0)),
                join(row(4, message(1, IRI)), row(2, message(1, IRI, 5, IRI, 9, IRI)), row(5, new byte[0])));
        corpus.add("on a dictionary with rows", velella(on(rows, 0)), QUAD);
        corpus.add("on a dictionary that is cut", velella(on(cut, 0)), QUAD);
        corpus.add("on a FLAT dictionary", velella(on(flat, 0)), join(TX, TC));
        corpus.add("on another dictionary", velella(on(graphs, 0)), row(3, message(1, message(1, 99, 2, 1))));
    }

    private static byte[] row(int field, byte[] body) {
        return message(1, message(field, body));
    }

    /** Fields and values in turn: a number, a text, or bytes. */
    private static byte[] message(Object... fieldsAndValues) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < fieldsAndValues.length; i += 2) {
            int field = (Integer) fieldsAndValues[i];
            Object value = fieldsAndValues[i + 1];
            if (value instanceof Number number) {
                varint(out, (long) field << 3);
                varint(out, number instanceof Integer ? number.intValue() & 0xFFFFFFFFL : number.longValue());
                continue;
            }
            byte[] bytes = value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
            varint(out, (long) field << 3 | 2);
            varint(out, bytes.length);
            out.writeBytes(bytes);
        }
        return out.toByteArray();
    }

    private static void varint(ByteArrayOutputStream out, long value) {
        long rest = value;
        while (rest > 0x7F) {
            out.write((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
