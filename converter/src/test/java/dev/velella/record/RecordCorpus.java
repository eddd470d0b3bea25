package dev.velella.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.dictionary.Dictionary;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.MediaTypes;
import dev.velella.jelly.JellyEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.jelly.write.TermCounts;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation.Add;
import dev.velella.rdf.PatchOperation.AddNamespace;
import dev.velella.rdf.PatchOperation.Delete;
import dev.velella.rdf.PatchOperation.DeleteNamespace;
import dev.velella.rdf.PatchOperation.Header;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.jspecify.annotations.Nullable;

/**
 * Makes the records of {@code clients/corpus}. They are of every kind, have every flag of the header, and are broken in every way.
 * Each one comes with what its reader needs. They are the same each time.
 */
final class RecordCorpus {
    static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    static final TableSizes SMALL = new TableSizes(12, 4, 3);
    static final long TIME = 1_700_000_000_000L;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HexFormat HEX = HexFormat.of();

    /** The dictionaries of the corpus, by name. */
    final Map<Long, Dictionary> dictionaries = new TreeMap<>();

    /** Lines of the topic of dictionaries. */
    final List<String> topic = new ArrayList<>();

    final List<Entry> entries = new ArrayList<>();

    /** A record; a null value is a tombstone. */
    record Entry(String name, Headers headers, byte @Nullable [] value) {}

    RecordCorpus() throws IOException {
        make();
    }

    static IRI iri(String name) {
        return VALUES.createIRI("http://example.org/" + name);
    }

    static Statement statement(Resource s, IRI p, Value o, @Nullable Resource g) {
        return VALUES.createStatement(s, p, o, g);
    }

    static EncoderSettings settings(PhysicalType type, TableSizes sizes, boolean rdfStar) {
        return new EncoderSettings(
                new JellyOptions(type, sizes, rdfStar, type == PhysicalType.QUADS ? 2 : 1),
                JellyPatchOptions.frame(sizes, rdfStar),
                StatementOrder.GIVEN,
                Limits.DEFAULT);
    }

    static Headers velella(VelellaHeader header) {
        return new RecordHeaders().add("velella", header.toBytes());
    }

    static Headers plain(ElementKind kind) {
        return velella(new VelellaHeader(kind, null, null, null, null));
    }

    static VelellaHeader on(Dictionary dictionary, int carried) {
        return new VelellaHeader(
                dictionary.kind(), new VelellaHeader.Base(dictionary.name(), carried), null, null, null);
    }

    static Headers text(String... namesAndValues) {
        Headers headers = new RecordHeaders();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(namesAndValues[i], namesAndValues[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        return headers;
    }

    void add(String name, Headers headers, byte @Nullable [] value) {
        entries.add(new Entry(name, headers, value));
    }

    Dictionary store(byte[] frame, String use) throws JsonProcessingException {
        Dictionary dictionary = Dictionary.of(frame);
        dictionaries.put(dictionary.name(), dictionary);
        topic(dictionary.digest(), frame, use);
        return dictionary;
    }

    void topic(byte[] key, byte @Nullable [] value, String use) throws JsonProcessingException {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("key", HEX.formatHex(key));
        line.put("value", value == null ? null : HEX.formatHex(value));
        line.put("use", use);
        topic.add(JSON.writeValueAsString(line));
    }

    static byte[] dictionaryOf(JellyEncoder<StreamElement> encoder, Collection<? extends StreamElement> elements) {
        TermCounts counts = new TermCounts();
        elements.forEach(element -> encoder.count(element, counts));
        return encoder.makeDictionary(counts.terms());
    }

    private void make() throws IOException {
        RdfGraph station = station(20);
        Dictionary graphs = contents(ElementKind.GRAPH, List.of(station, station(21), everyTerm()));
        RdfPatch change = RdfPatch.change(
                List.of(station(20).statements().get(2)),
                List.of(station(21).statements().get(2)));
        contents(ElementKind.PATCH, List.of(change, everyRow(), new RdfPatch(List.of())));
        headers(graphs, change);
        random();
        versionOne(station, change);
        MalformedFrames.addTo(this, graphs);
        badDictionaries(graphs);
    }

    static RdfGraph station(int value) {
        Resource graph = iri("stream/a");
        return new RdfGraph(
                List.of(
                        statement(iri("sensor/1"), iri("type"), iri("Sensor"), graph),
                        statement(iri("sensor/1"), iri("place"), VALUES.createLiteral("Nové Město", "cs"), graph),
                        statement(iri("sensor/1"), iri("value"), VALUES.createLiteral(value), graph),
                        statement(iri("sensor/2"), iri("type"), iri("Sensor"), graph),
                        statement(
                                iri("sensor/2"), iri("value"), VALUES.createLiteral(value + ".5", XSD.DECIMAL), graph)),
                Map.of("ex", "http://example.org/", "", "urn:x:"));
    }

    static RdfGraph everyTerm() {
        String longText = "0123456789abcdef".repeat(17);
        Triple quoted = VALUES.createTriple(iri("a"), iri("b"), VALUES.createLiteral("c", "EN"));
        Triple nested = VALUES.createTriple(quoted, iri("b"), quoted);
        BNode node = VALUES.createBNode("b0");
        List<Statement> statements = new ArrayList<>();
        statements.add(statement(node, iri("p"), VALUES.createBNode("k\u00e4se b\n1"), null));
        statements.add(statement(node, iri("p"), VALUES.createLiteral(""), VALUES.createBNode("g")));
        statements.add(statement(
                iri("\u65e5\u672c/\ud83d\ude00"),
                iri("p"),
                VALUES.createLiteral("\ud83d\ude00 \u00e9\u0000\t\"\\\ufffd"),
                iri("g#1")));
        statements.add(statement(iri("x"), iri("p"), VALUES.createLiteral("x", "de-AT"), iri("g#1")));
        statements.add(statement(iri("x"), iri("p"), VALUES.createLiteral("x", "DE-at"), null));
        statements.add(statement(iri("x"), iri("p"), VALUES.createLiteral("x", "\u0130\u00df\u1e9e\u03a3"), null));
        statements.add(statement(iri("x"), iri("p"), VALUES.createLiteral("x", VALUES.createIRI("urn:t:1")), null));
        statements.add(statement(iri("x"), iri("p"), VALUES.createLiteral("x", XSD.STRING), null));
        statements.add(statement(quoted, iri("p"), nested, null));
        statements.add(statement(
                VALUES.createIRI("urn:no-slash"), VALUES.createIRI("mailto:a@b"), VALUES.createIRI("x:"), null));
        statements.add(statement(iri("x"), iri("p"), VALUES.createLiteral(longText), null));
        statements.add(statement(iri("y"), iri("p"), VALUES.createLiteral(longText), null));
        statements.add(statement(iri("y"), iri("p"), VALUES.createLiteral(longText), null));
        statements.add(statement(iri(longText), iri("p"), iri(longText), iri(longText)));
        return RdfGraph.of(statements);
    }

    static RdfPatch everyRow() {
        Triple quoted = VALUES.createTriple(iri("a"), iri("b"), iri("c"));
        Statement one = statement(iri("s"), iri("p"), VALUES.createLiteral(1), iri("g"));
        Statement two = statement(iri("s"), iri("p"), VALUES.createLiteral(2), null);
        Statement three = statement(VALUES.createBNode("n-1"), iri("p"), quoted, VALUES.createBNode("g"));
        return new RdfPatch(List.of(
                new Header("id", VALUES.createIRI("urn:uuid:0d1c2b3a")),
                new Header("", VALUES.createLiteral("x", "en")),
                new Header("node", VALUES.createBNode("h")),
                new Header("quoted", quoted),
                new AddNamespace("", iri(""), null),
                new Add(two),
                Transaction.START,
                new Delete(one),
                new Add(one),
                new Add(three),
                new AddNamespace("ex", iri("ns#"), iri("g")),
                new DeleteNamespace("ex", iri("ns#"), iri("g")),
                new DeleteNamespace("gone", null, null),
                Transaction.COMMIT,
                Transaction.START,
                new Delete(two),
                new Delete(three),
                Transaction.ABORT,
                new Delete(two)));
    }

    /** Each element self-contained, on a dictionary, with the dictionary carried, and in each physical type. */
    Dictionary contents(ElementKind kind, List<? extends StreamElement> elements) throws IOException {
        EncoderSettings settings = settings(PhysicalType.QUADS, TableSizes.BIG, true);
        JellyEncoder<StreamElement> encoder = settings.encoder(kind);
        Dictionary dictionary = store(dictionaryOf(encoder, elements.subList(0, 1)), "used");
        String what = kind.name().toLowerCase(java.util.Locale.ROOT) + " ";
        for (int i = 0; i < elements.size(); i++) {
            StreamElement element = elements.get(i);
            byte[] onDictionary = encoder.encodeOnDictionary(element);
            add(what + i + " on a dictionary", velella(on(dictionary, 0)), onDictionary);
            byte[] joined = join(dictionary.frame(), onDictionary);
            add(what + i + " with its dictionary", velella(on(dictionary, dictionary.size())), joined);
            byte[] alone = settings.encoder(kind).encode(element);
            add(what + i + " alone", plain(kind), alone);
            if (i == 0) {
                add(what + i + " without headers", new RecordHeaders(), alone);
                byte[] type = MediaTypes.of(kind, false).getBytes(StandardCharsets.UTF_8);
                add(
                        what + i + " on a dictionary, with the header of RDF Messages",
                        velella(on(dictionary, 0)).add("RDF-Message-Content-Type", type),
                        onDictionary);
            }
        }
        byte[] alone = settings.encoder(kind).encode(elements.get(0));
        String type = RecordHeaderNames.mediaType(kind);
        add(what + "with content-type", text("Content-Type", type.toUpperCase(java.util.Locale.ROOT) + "; x=y"), alone);
        add(
                what + "with content-type in quotes",
                text("content-type", '"' + type + '"', "event-time", " \"-5\" "),
                alone);
        add(what + "with the header of RDF Messages", text("RDF-Message-Content-Type", type + "; x=y"), alone);
        add(
                what + "with content-type and another header of RDF Messages",
                text("content-type", type, "RDF-Message-Content-Type", "text/turtle"),
                alone);
        add(what + "of 0 bytes on a dictionary", velella(on(dictionary, 0)), new byte[0]);
        add(what + "that is a dictionary", velella(on(dictionary, dictionary.size())), dictionary.frame());
        add(what + "tombstone", new RecordHeaders(), null);
        if (kind == ElementKind.GRAPH) {
            add(
                    "graphs of GRAPHS",
                    plain(kind),
                    settings(PhysicalType.GRAPHS, TableSizes.BIG, true)
                            .encoder(kind)
                            .encode(elements.get(2)));
            RdfGraph triples = RdfGraph.of(((RdfGraph) elements.get(2)).defaultGraph());
            add(
                    "graphs of TRIPLES",
                    plain(kind),
                    settings(PhysicalType.TRIPLES, TableSizes.BIG, true)
                            .encoder(kind)
                            .encode(triples));
        }
        return dictionary;
    }

    /** Every flag of the header, alone and with the others, in each spelling. */
    void headers(Dictionary graphs, RdfPatch patch) throws IOException {
        JellyEncoder<StreamElement> encoder =
                settings(PhysicalType.QUADS, TableSizes.BIG, false).encoder(ElementKind.PATCH);
        Dictionary patches = store(dictionaryOf(encoder, List.of(patch)), "used");
        byte[] value = encoder.encodeOnDictionary(patch);
        byte[] alone = settings(PhysicalType.QUADS, TableSizes.BIG, false)
                .encoder(ElementKind.PATCH)
                .encode(patch);
        for (int flags = 0; flags < 32; flags++) {
            boolean based = (flags & 1) != 0;
            boolean placed = (flags & 8) != 0;
            if (((flags & 2) != 0 && !based) || ((flags & 16) != 0 && !placed)) {
                continue;
            }
            boolean carried = (flags & 2) != 0;
            VelellaHeader header = new VelellaHeader(
                    ElementKind.PATCH,
                    based ? new VelellaHeader.Base(patches.name(), carried ? patches.size() : 0) : null,
                    (flags & 4) != 0 ? new VelellaHeader.Place(0x1C6F0A93, 128) : null,
                    (flags & 4) != 0 ? TIME : null,
                    placed ? new PatchPosition(17, 0x80c4d2f1a09be377L, (flags & 16) != 0) : null);
            byte[] frame = carried ? join(patches.frame(), value) : based ? value : alone;
            add("header " + HEX.toHexDigits((byte) flags), velella(header), frame);
            if (flags == 13) {
                add("header in base64", new RecordHeaders().add("velella", header.toText()), frame);
                add(
                        "header in base64 in quotes",
                        text("velella", '"' + new String(header.toText(), StandardCharsets.US_ASCII) + '"'),
                        frame);
                add("header null", new RecordHeaders().add("velella", null), frame);
                add("header twice", velella(header).add("velella", header.toBytes()), frame);
                add("header in another case", new RecordHeaders().add("Velella", header.toBytes()), frame);
                add(
                        "header beside others",
                        text(
                                        "content-type",
                                        "text/plain",
                                        "jelly",
                                        "x",
                                        "event-time",
                                        "7",
                                        "patch",
                                        "1.h0000000000000001")
                                .add("velella", header.toBytes()),
                        frame);
            }
        }
        byte[] empty = settings(PhysicalType.QUADS, TableSizes.SMALL, false)
                .encoder(ElementKind.PATCH)
                .encode(new RdfPatch(List.of()));
        long[] numbers = {0, 1, 127, 128, 16383, 16384, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE};
        for (long number : numbers) {
            add(
                    "numbers " + number,
                    velella(new VelellaHeader(
                            ElementKind.PATCH,
                            null,
                            new VelellaHeader.Place(-1, number),
                            Math.min(number, (1L << 48) - 1),
                            new PatchPosition(Math.max(1, number), -number, false))),
                    empty);
        }
        for (String header : List.of(
                "",
                "02",
                "0200ff",
                "0300",
                "0280",
                "0204",
                "0220",
                "0240",
                "0241",
                "0210",
                "02100102030405",
                "0208000000008000",
                "020800000000ffffffffffffffffff01",
                "020800000000ffffffffffffffff7f",
                "020601020304050600",
                "0206010203040506ffffffff08",
                "0206010203040506808080807f",
                "0221000102030405060708",
                "0221",
                "02210101020304050607",
                "0202",
                "020201020304",
                "41674530",
                "4167453d",
                "22416745",
                "2241674530",
                "2241674",
                "5b42403664",
                "41",
                "4141",
                "414141",
                "41674142",
                "c3a9",
                "a0b0c0")) {
            if (header.length() % 2 == 0) {
                add("header " + header, new RecordHeaders().add("velella", HEX.parseHex(header)), empty);
            }
        }
        add(
                "header of a graph with the dictionary of patches",
                velella(new VelellaHeader(
                        ElementKind.GRAPH, new VelellaHeader.Base(patches.name(), 0), null, null, null)),
                value);
        add(
                "header of a patch with the dictionary of graphs",
                velella(new VelellaHeader(
                        ElementKind.PATCH, new VelellaHeader.Base(graphs.name(), 0), null, null, null)),
                value);
        add("header of a graph with a patch", plain(ElementKind.GRAPH), alone);
        add("content-type of another format", text("content-type", "application/n-quads"), alone);
        add("header of RDF Messages of another format", text("RDF-Message-Content-Type", "application/trig"), alone);
        add(
                "header of RDF Messages without the header that it announces",
                text("rdf-message-content-type", MediaTypes.VELELLA_PATCH),
                alone);
        add("content-type of the other kind", text("content-type", RecordHeaderNames.JELLY_RDF), alone);
        add(
                "a dictionary that is not there",
                velella(new VelellaHeader(
                        ElementKind.PATCH, new VelellaHeader.Base(0x010203040506L, 0), null, null, null)),
                value);
        add(
                "a carried dictionary of another name",
                velella(new VelellaHeader(
                        ElementKind.PATCH,
                        new VelellaHeader.Base(patches.name() ^ 1, patches.size()),
                        null,
                        null,
                        null)),
                join(patches.frame(), value));
        add(
                "a carried dictionary that is too long",
                velella(on(patches, patches.size() + value.length + 1)),
                join(patches.frame(), value));
        add(
                "a snapshot",
                text(
                        "content-type",
                        RecordHeaderNames.JELLY_RDF,
                        "patch",
                        "3." + GraphHash.format(GraphHash.ofSet(station(20).statements())) + ".s"),
                settings(PhysicalType.QUADS, TableSizes.BIG, false)
                        .encoder(ElementKind.GRAPH)
                        .encode(station(20)));
        add(
                "an event time that is no number in binary",
                velella(new VelellaHeader(ElementKind.PATCH, null, null, 7L, null))
                        .add("event-time", "x".getBytes(StandardCharsets.UTF_8)),
                alone);
    }

    /** Many terms in small tables, so that entries are replaced and references count on in all ways. */
    void random() throws IOException {
        Random random = new Random(7);
        for (int i = 0; i < 14; i++) {
            List<Statement> statements = new ArrayList<>();
            boolean quads = i % 3 != 0;
            for (int row = 0; row < 8 + i; row++) {
                statements.add(randomStatement(random, quads));
            }
            EncoderSettings settings = settings(
                    quads ? i % 3 == 1 ? PhysicalType.QUADS : PhysicalType.GRAPHS : PhysicalType.TRIPLES,
                    i % 2 == 0 ? SMALL : TableSizes.SMALL,
                    true);
            StreamElement element = i % 4 == 3
                    ? RdfPatch.change(statements.subList(0, 6), statements.subList(6, statements.size()))
                    : RdfGraph.of(statements);
            JellyEncoder<StreamElement> encoder = settings.encoder(element.kind());
            add("random " + i, plain(element.kind()), encoder.encode(element));
            StreamElement part = element instanceof RdfGraph
                    ? RdfGraph.of(statements.subList(0, 3))
                    : RdfPatch.change(List.of(), statements.subList(0, 2));
            try {
                Dictionary dictionary = store(dictionaryOf(encoder, List.of(part)), "used");
                add(
                        "random " + i + " on a dictionary",
                        velella(on(dictionary, 0)),
                        encoder.encodeOnDictionary(element));
            } catch (MalformedJellyException e) {
                // The tables are too small for it. So writers write it self-contained.
            }
        }
    }

    static Statement randomStatement(Random random, boolean quads) {
        Value object =
                switch (random.nextInt(6)) {
                    case 0 -> VALUES.createLiteral("v" + random.nextInt(5), "en");
                    case 1 ->
                        VALUES.createLiteral("v" + random.nextInt(5), VALUES.createIRI("urn:t:" + random.nextInt(4)));
                    case 2 -> VALUES.createBNode("b" + random.nextInt(3));
                    case 3 -> VALUES.createTriple(randomIri(random), randomIri(random), VALUES.createLiteral("q"));
                    case 4 -> VALUES.createLiteral("v" + random.nextInt(3));
                    default -> randomIri(random);
                };
        Resource graph = !quads || random.nextInt(3) == 0 ? null : iri("g" + random.nextInt(2));
        return statement(
                random.nextInt(5) == 0 ? VALUES.createBNode("s") : randomIri(random), randomIri(random), object, graph);
    }

    static IRI randomIri(Random random) {
        return VALUES.createIRI("http://h" + random.nextInt(6) + ".example/" + (char) ('a' + random.nextInt(8)));
    }

    /** Version 1, which readers without streams refuse by name. */
    void versionOne(RdfGraph graph, RdfPatch patch) {
        EncoderSettings settings = settings(PhysicalType.QUADS, TableSizes.BIG, false);
        byte[] first = settings.encoder(ElementKind.GRAPH).encode(graph);
        add(
                "version 1, a key frame",
                new RecordHeaders()
                        .add("jelly", new JellyHeader(ElementKind.GRAPH, 5, 0, 0, 0).toBytes())
                        .add("content-type", RecordHeaderNames.JELLY_RDF.getBytes(StandardCharsets.UTF_8)),
                first);
        JellyEncoder<StreamElement> encoder = settings.encoder(ElementKind.PATCH);
        encoder.encode(patch);
        byte[] next = encoder.encodeNext(patch);
        add(
                "version 1, a later record",
                new RecordHeaders().add("jelly", new JellyHeader(ElementKind.PATCH, 5, 77, 1, 1).toBytes()),
                next);
    }

    void badDictionaries(Dictionary graphs) throws IOException {
        topic(graphs.digest(), join(graphs.frame(), new byte[] {0}), "no dictionary");
        topic(new byte[31], graphs.frame(), "no dictionary");
        topic(graphs.digest(), null, "no dictionary");
        byte[] text = "not a frame".getBytes(StandardCharsets.US_ASCII);
        topic(Dictionary.digest(text), text, "no dictionary");
        topic(graphs.digest(), graphs.frame(), "used");
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** Patches of streams in order, each with what a reader does with it. */
    static List<String> chains() throws JsonProcessingException {
        List<String> lines = new ArrayList<>();
        Map<Integer, RdfPatch> patches = new HashMap<>();
        for (int n = 1; n <= 6; n++) {
            patches.put(
                    n,
                    RdfPatch.change(
                            n == 1 ? List.of() : station(n - 1).statements().subList(2, 5),
                            n == 1
                                    ? station(1).statements()
                                    : station(n).statements().subList(2, 5)));
        }
        Map<String, List<Step>> chains = new LinkedHashMap<>();
        chains.put("in order", steps(1, 2, 3, 4));
        chains.put("the last one again", steps(1, 2, 2, 3));
        chains.put("an earlier one again", steps(1, 2, 3, 2, 4));
        chains.put("one is missing, then comes", steps(1, 3, 2, 3));
        chains.put("the first is missing", steps(2, 1));
        chains.put("another content", List.of(new Step(1, 1), new Step(2, 3), new Step(2, 2)));
        chains.put(
                "a number with another content",
                List.of(new Step(1, 1), new Step(2, 2), new Step(2, 4), new Step(3, 3)));
        for (Map.Entry<String, List<Step>> chain : chains.entrySet()) {
            PatchPosition before = null;
            List<PatchPosition> applied = new ArrayList<>();
            for (Step step : chain.getValue()) {
                RdfPatch patch = patches.get(step.content);
                PatchPosition announced = new PatchPosition(
                        step.number,
                        GraphHash.ofSet(station(step.number == step.content ? step.number : 6)
                                .statements()),
                        false);
                Optional<String> breach = PatchChain.breach(before, announced, PatchChain.change(patch.operations()));
                String outcome = breach.map(reason -> "broken: " + reason).orElse("applied");
                if (breach.isEmpty()) {
                    before = announced;
                    applied.add(announced);
                } else if (applied.contains(announced)) {
                    outcome = "repeat";
                }
                Map<String, Object> line = new LinkedHashMap<>();
                line.put("chain", chain.getKey());
                Headers headers = velella(new VelellaHeader(ElementKind.PATCH, null, null, null, announced));
                line.put(
                        "headers",
                        List.of(List.of(
                                "velella",
                                HEX.formatHex(headers.lastHeader("velella").value()))));
                line.put(
                        "value",
                        HEX.formatHex(settings(PhysicalType.QUADS, TableSizes.SMALL, false)
                                .encoder(ElementKind.PATCH)
                                .encode(patch)));
                line.put("outcome", outcome);
                lines.add(JSON.writeValueAsString(line));
            }
        }
        return lines;
    }

    /** A patch with a number and the content of the patch of a number. */
    record Step(int number, int content) {}

    static List<Step> steps(int... numbers) {
        return Arrays.stream(numbers).mapToObj(n -> new Step(n, n)).toList();
    }
}
