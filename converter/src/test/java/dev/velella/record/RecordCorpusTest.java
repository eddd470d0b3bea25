package dev.velella.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.dictionary.Dictionary;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
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
import dev.velella.rdf.PatchOperation;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The records of {@code clients/corpus}, by which readers in other languages are tested. This side writes them, with what
 * it decodes or why it refuses; the files in the repository must be what it writes now. And it reads the records that other
 * languages have written.
 *
 * <p>{@code -Dvelella.corpus.write=true} writes the files. {@code -Dvelella.corpus.flips=N} is the number of damaged
 * records that Python reads, and {@code velella.corpus.seed} draws others.
 */
class RecordCorpusTest {
    private static final Path CORPUS = Path.of("..", "clients", "corpus");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HexFormat HEX = HexFormat.of();
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final TableSizes SMALL = new TableSizes(12, 4, 3);
    private static final long TIME = 1_700_000_000_000L;

    /** The dictionaries of the corpus, by name. */
    private final Map<Long, Dictionary> dictionaries = new TreeMap<>();

    /** Lines of the topic of dictionaries. */
    private final List<String> topic = new ArrayList<>();

    private final List<Entry> entries = new ArrayList<>();

    /** A record; a null value is a tombstone. */
    private record Entry(String name, Headers headers, byte @Nullable [] value) {}

    @Test
    void theFilesAreWhatThisSideWrites() throws IOException {
        make();
        List<String> lines = new ArrayList<>();
        for (Entry entry : entries) {
            lines.add(line(entry));
        }
        compare("records.jsonl", lines);
        compare("dictionaries.jsonl", topic);
        compare("chains.jsonl", chains());
    }

    /** Statements, headers and hashes that other languages have written mean the same here. */
    @Test
    void recordsOfOtherLanguagesAreRead() throws IOException {
        int read = 0;
        for (String line : Files.readAllLines(CORPUS.resolve("python.jsonl"), StandardCharsets.UTF_8)) {
            JsonNode node = JSON.readTree(line);
            Headers headers = new RecordHeaders();
            node.get("headers")
                    .forEach(header -> headers.add(
                            header.get(0).asText(), HEX.parseHex(header.get(1).asText())));
            byte[] value = HEX.parseHex(node.get("value").asText());
            JsonNode expected = node.get("expect");
            assertThat(JSON.readTree(JSON.writeValueAsString(expectation(new Entry("", headers, value)))))
                    .as(node.get("name").asText())
                    .isEqualTo(expected);
            VelellaHeader header = RecordHeaderReader.velella(headers);
            if (header != null) {
                assertThat(header.toBytes())
                        .isEqualTo(headers.lastHeader("velella").value());
            }
            read++;
        }
        assertThat(read).isGreaterThan(20);
    }

    /** Python finds what this side finds, in the corpus and in damaged records. Neither makes another element of one. */
    @Test
    void pythonReadsTheCorpusAndDamagedRecordsAsThisSideDoes() throws IOException, InterruptedException {
        String python = System.getProperty("velella.python", "python3");
        assumeTrue(isNewEnough(python), "no Python 3.10 or newer: set velella.python");
        make();
        Path flips = Path.of("target", "corpus-flips.jsonl");
        Files.write(flips, damagedRecords(Integer.getInteger("velella.corpus.flips", 2000)), StandardCharsets.UTF_8);
        Path output = Path.of("target", "corpus-python.txt");
        Process process = new ProcessBuilder(
                        python,
                        "-B",
                        "../clients/python/tests/compare.py",
                        CORPUS.resolve("records.jsonl").toString(),
                        flips.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor()).as(() -> read(output)).isZero();
    }

    private static String read(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static boolean isNewEnough(String python) throws InterruptedException {
        try {
            return new ProcessBuilder(python, "-c", "import sys; sys.exit(sys.version_info < (3, 10))")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private List<String> damagedRecords(int flips) throws JsonProcessingException {
        Random random = new Random(Long.getLong("velella.corpus.seed", 1));
        List<Entry> whole = entries.stream().filter(e -> e.value != null).toList();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < flips; i++) {
            Entry entry = whole.get(random.nextInt(whole.size()));
            Headers headers = new RecordHeaders(entry.headers);
            byte[] value = entry.value;
            org.apache.kafka.common.header.Header velella = headers.lastHeader("velella");
            if (velella != null && velella.value() != null && random.nextInt(4) == 0) {
                headers.remove("velella");
                headers.add("velella", damaged(velella.value(), random));
            } else {
                value = damaged(value, random);
            }
            lines.add(line(new Entry("flip " + i + " of " + entry.name, headers, value)));
        }
        return lines;
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        if (bytes.length == 0) {
            return new byte[] {(byte) random.nextInt(256)};
        }
        byte[] other = bytes.clone();
        int at = random.nextInt(other.length);
        switch (random.nextInt(8)) {
            case 0 -> other[at] = (byte) random.nextInt(256);
            case 1 -> other[at] = (byte) (other[at] + (random.nextBoolean() ? 1 : -1));
            case 2 -> {
                return Arrays.copyOf(other, at);
            }
            case 3 -> {
                byte[] longer = Arrays.copyOf(other, other.length + 1);
                System.arraycopy(other, at, longer, at + 1, other.length - at);
                longer[at] = (byte) random.nextInt(16);
                return longer;
            }
            default -> other[at] ^= (byte) (1 << random.nextInt(8));
        }
        return other;
    }

    private static void compare(String file, List<String> lines) throws IOException {
        Path path = CORPUS.resolve(file);
        if (Boolean.getBoolean("velella.corpus.write")) {
            Files.write(path, lines, StandardCharsets.UTF_8);
        }
        assertThat(Files.readAllLines(path, StandardCharsets.UTF_8))
                .as("%s; -Dvelella.corpus.write=true writes it anew", file)
                .isEqualTo(lines);
    }

    // ---- what this side reads

    private String line(Entry entry) throws JsonProcessingException {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("name", entry.name);
        List<List<@Nullable String>> headers = new ArrayList<>();
        entry.headers.forEach(header -> headers.add(
                Arrays.asList(header.key(), header.value() == null ? null : HEX.formatHex(header.value()))));
        line.put("headers", headers);
        line.put("value", entry.value == null ? null : HEX.formatHex(entry.value));
        line.put("expect", expectation(entry));
        return JSON.writeValueAsString(line);
    }

    /** What a reader must find: the element and its facts, or the reason of its refusal. */
    private Map<String, Object> expectation(Entry entry) {
        Map<String, Object> expect = new LinkedHashMap<>();
        if (entry.value == null) {
            expect.put("tombstone", true);
            return expect;
        }
        RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null, dictionaries::get);
        try {
            if (RecordHeaderReader.velella(entry.headers) == null && RecordHeaderReader.isStateful(entry.headers)) {
                expect.put("refused", "version 1");
                return expect;
            }
            FrameResult.Decoded decoded = (FrameResult.Decoded) decoder.decode("t", 0, 0, entry.headers, entry.value);
            content(decoded.element(), expect);
            RecordHeaderReader.eventTime(entry.headers).ifPresent(time -> expect.put("time", time));
            String position = RecordHeaderReader.patch(entry.headers);
            if (position != null) {
                expect.put("position", PatchPosition.parse(position).format());
            }
        } catch (MissingDictionaryException e) {
            refused(
                    expect,
                    "missing dictionary",
                    String.valueOf(e.getMessage()).replaceAll(", which is not in .*", ""));
        } catch (MalformedJellyException e) {
            refused(expect, "malformed", e.getMessage());
        } catch (UnreadableRecordException e) {
            refused(expect, "unreadable", e.getMessage());
            if (String.valueOf(e.getMessage()).matches("header velella is malformed \\((Illegal|Input) .*")) {
                expect.remove("message"); // the words of Java's own decoder of base64
            }
        }
        return expect;
    }

    private static void refused(Map<String, Object> expect, String kind, @Nullable String message) {
        expect.clear();
        expect.put("refused", kind);
        expect.put("message", String.valueOf(message));
    }

    private static void content(StreamElement element, Map<String, Object> expect) {
        if (element instanceof RdfGraph graph) {
            expect.put(
                    "graph",
                    graph.statements().stream().map(RecordCorpusTest::terms).toList());
            if (!graph.namespaces().isEmpty()) {
                expect.put("namespaces", new TreeMap<>(graph.namespaces()));
            }
            expect.put("hash", GraphHash.format(GraphHash.ofSet(new LinkedHashSet<>(graph.statements()))));
        } else if (element instanceof RdfPatch patch) {
            expect.put(
                    "patch",
                    patch.operations().stream().map(RecordCorpusTest::row).toList());
            expect.put("change", GraphHash.format(PatchChain.change(patch.operations())));
        }
    }

    private static List<@Nullable Object> row(PatchOperation operation) {
        List<@Nullable Object> row = new ArrayList<>();
        if (operation instanceof Add add) {
            row.add("A");
            row.addAll(terms(add.statement()));
        } else if (operation instanceof Delete delete) {
            row.add("D");
            row.addAll(terms(delete.statement()));
        } else if (operation instanceof Header header) {
            row.addAll(Arrays.asList("H", header.key(), term(header.value())));
        } else if (operation instanceof AddNamespace pa) {
            row.addAll(Arrays.asList("PA", pa.prefix(), term(pa.namespace()), term(pa.graph())));
        } else if (operation instanceof DeleteNamespace pd) {
            row.addAll(Arrays.asList("PD", pd.prefix(), term(pd.namespace()), term(pd.graph())));
        } else if (operation instanceof Transaction border) {
            row.add(
                    switch (border) {
                        case START -> "TX";
                        case COMMIT -> "TC";
                        case ABORT -> "TA";
                    });
        }
        return row;
    }

    private static List<@Nullable Object> terms(Statement statement) {
        List<@Nullable Object> terms = new ArrayList<>();
        terms.add(term(statement.getSubject()));
        terms.add(term(statement.getPredicate()));
        terms.add(term(statement.getObject()));
        if (statement.getContext() != null) {
            terms.add(term(statement.getContext()));
        }
        return terms;
    }

    /** An IRI in angle brackets, a blank node after {@code _:}, a literal as a list, a quoted triple as an object. */
    private static @Nullable Object term(@Nullable Value value) {
        if (value instanceof IRI iri) {
            return "<" + iri.stringValue() + ">";
        } else if (value instanceof BNode node) {
            return "_:" + node.getID();
        } else if (value instanceof Literal literal) {
            if (literal.getLanguage().isPresent()) {
                return List.of(literal.getLabel(), "@" + literal.getLanguage().get());
            }
            return literal.getDatatype().equals(XSD.STRING)
                    ? List.of(literal.getLabel())
                    : List.of(literal.getLabel(), literal.getDatatype().stringValue());
        } else if (value instanceof Triple triple) {
            return Map.of(
                    "quoted",
                    List.of(term(triple.getSubject()), term(triple.getPredicate()), term(triple.getObject())));
        }
        return null;
    }

    // ---- the records

    private static IRI iri(String name) {
        return VALUES.createIRI("http://example.org/" + name);
    }

    private static Statement statement(Resource s, IRI p, Value o, @Nullable Resource g) {
        return VALUES.createStatement(s, p, o, g);
    }

    private static EncoderSettings settings(PhysicalType type, TableSizes sizes, boolean rdfStar) {
        return new EncoderSettings(
                new JellyOptions(type, sizes, rdfStar, type == PhysicalType.QUADS ? 2 : 1),
                JellyPatchOptions.frame(sizes, rdfStar),
                StatementOrder.GIVEN,
                Limits.DEFAULT);
    }

    private static Headers velella(VelellaHeader header) {
        return new RecordHeaders().add("velella", header.toBytes());
    }

    private static Headers plain(ElementKind kind) {
        return velella(new VelellaHeader(kind, null, null, null, null));
    }

    private static VelellaHeader on(Dictionary dictionary, int carried) {
        return new VelellaHeader(
                dictionary.kind(), new VelellaHeader.Base(dictionary.name(), carried), null, null, null);
    }

    private static Headers text(String... namesAndValues) {
        Headers headers = new RecordHeaders();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(namesAndValues[i], namesAndValues[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        return headers;
    }

    private void add(String name, Headers headers, byte @Nullable [] value) {
        entries.add(new Entry(name, headers, value));
    }

    private Dictionary store(byte[] frame, String use) throws JsonProcessingException {
        Dictionary dictionary = Dictionary.of(frame);
        dictionaries.put(dictionary.name(), dictionary);
        topic(dictionary.digest(), frame, use);
        return dictionary;
    }

    private void topic(byte[] key, byte @Nullable [] value, String use) throws JsonProcessingException {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("key", HEX.formatHex(key));
        line.put("value", value == null ? null : HEX.formatHex(value));
        line.put("use", use);
        topic.add(JSON.writeValueAsString(line));
    }

    private static byte[] dictionaryOf(
            JellyEncoder<StreamElement> encoder, Collection<? extends StreamElement> elements) {
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

    private static RdfGraph station(int value) {
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

    private static RdfGraph everyTerm() {
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

    private static RdfPatch everyRow() {
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
    private Dictionary contents(ElementKind kind, List<? extends StreamElement> elements) throws IOException {
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
            }
        }
        byte[] alone = settings.encoder(kind).encode(elements.get(0));
        String type = RecordHeaderNames.mediaType(kind);
        add(what + "with content-type", text("Content-Type", type.toUpperCase(java.util.Locale.ROOT) + "; x=y"), alone);
        add(
                what + "with content-type in quotes",
                text("content-type", '"' + type + '"', "event-time", " \"-5\" "),
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
    private void headers(Dictionary graphs, RdfPatch patch) throws IOException {
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
    private void random() throws IOException {
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

    private static Statement randomStatement(Random random, boolean quads) {
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

    private static IRI randomIri(Random random) {
        return VALUES.createIRI("http://h" + random.nextInt(6) + ".example/" + (char) ('a' + random.nextInt(8)));
    }

    /** Version 1, which readers without streams refuse by name. */
    private void versionOne(RdfGraph graph, RdfPatch patch) {
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

    private void badDictionaries(Dictionary graphs) throws IOException {
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

    /** Frames that break one rule each, as bytes made by hand. */
    private static final class MalformedFrames {
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

        static void addTo(RecordCorpusTest corpus, Dictionary graphs) throws IOException {
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
            rdf.put(
                    "an entry outside, counted on",
                    join(START, row(9, message(1, 16, 2, "x")), row(9, message(2, "x"))));
            rdf.put("an entry that is not UTF-8", join(START, row(9, message(2, new byte[] {(byte) 0xC0, (byte) 0x80
            }))));
            rdf.put(
                    "an entry without value",
                    join(
                            START,
                            row(9, message(1, 2)),
                            row(3, message(1, message(1, 1, 2, 2), 5, IRI, 9, IRI, 13, IRI))));
            rdf.put(
                    "an entry that is replaced",
                    join(
                            START,
                            QUAD,
                            row(9, message(1, 1, 2, "m")),
                            QUAD,
                            row(10, message(1, 1, 2, "http://f/")),
                            QUAD));
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
            rdf.put(
                    "an empty language",
                    join(START, row(3, message(1, IRI, 5, IRI, 11, message(1, "x", 2, ""), 13, IRI))));
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
                            row(
                                    3,
                                    message(
                                            13,
                                            message(),
                                            9,
                                            message(),
                                            5,
                                            message(1, 1, 2, 1),
                                            1,
                                            message(1, 1, 2, 1))),
                            row(3, message(9, IRI, 1, message(2, 2)))));
            rdf.put(
                    "numbers in long form",
                    join(START, new byte[] {10, (byte) 0x84, 0, 0x1A, (byte) 0x81, 0}, new byte[] {0}));
            rdf.put("a number of 11 bytes", join(START, new byte[] {8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1}));
            rdf.put("a number above 32 bits", join(START, row(3, message(1, message(1, 1L << 33, 2, 1)))));
            rdf.put("a triple", join(START, row(2, message(1, IRI, 5, IRI, 9, IRI))));
            rdf.put(
                    "a triple with a graph",
                    join(TRIPLES, PREFIX, NAME, row(2, message(1, IRI, 5, IRI, 9, IRI, 13, IRI))));
            rdf.put(
                    "a quoted triple",
                    join(
                            START,
                            row(3, message(1, IRI, 5, IRI, 12, message(1, IRI, 5, IRI, 9, message(2, 1)), 13, IRI))));
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
                    join(
                            GRAPHS,
                            PREFIX,
                            NAME,
                            row(4, message(3, new byte[0])),
                            row(2, message(1, IRI, 5, IRI, 9, IRI))));
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
            patch.put(
                    "a namespace with two graphs", join(PATCH_START, row(4, message(2, IRI, 4, "g", 5, new byte[0]))));
            patch.put(
                    "a namespace in another order",
                    join(PATCH_START, row(11, message(2, "m")), row(4, message(3, message(), 2, IRI, 1, "p"))));
            patch.put("a header without value", join(PATCH_START, row(14, message(1, "k"))));
            patch.put("a header with two values", join(PATCH_START, row(14, message(1, "k", 2, IRI, 3, "b"))));
            patch.put("a header with a literal", join(PATCH_START, row(14, message(4, message(1, "v", 3, 1), 1, "k"))));
            patch.forEach((name, frame) -> corpus.add("patch: " + name, plain(ElementKind.PATCH), frame));
            onDictionary(corpus, graphs);
        }

        private static void onDictionary(RecordCorpusTest corpus, Dictionary graphs) throws IOException {
            Dictionary dictionary = corpus.store(START, "used");
            Dictionary opened = corpus.store(join(GRAPHS, PREFIX, NAME), "used");
            Dictionary rows = corpus.store(join(START, QUAD), "used");
            Dictionary cut = corpus.store(join(START, new byte[] {10, 9}), "used");
            Dictionary flat = corpus.store(row(1, message(1, 2, 2, 2, 9, 16, 15, 1)), "used");
            byte[] second = row(9, message(1, 2, 2, "m"));
            Map<String, byte[]> frames = new LinkedHashMap<>();
            frames.put("right", QUAD);
            frames.put(
                    "own entries",
                    join(second, row(3, message(1, message(1, 1, 2, 2), 5, IRI, 9, message(), 13, IRI))));
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

    // ---- chains

    /** Patches of streams in order, each with what a reader does with it. */
    private static List<String> chains() throws JsonProcessingException {
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
    private record Step(int number, int content) {}

    private static List<Step> steps(int... numbers) {
        return Arrays.stream(numbers).mapToObj(n -> new Step(n, n)).toList();
    }
}
