package dev.velella.jelly.rio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleNamespace;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.impl.ValidatingValueFactory;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.ParserConfig;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.RDFParserFactory;
import org.eclipse.rdf4j.rio.RDFParserRegistry;
import org.eclipse.rdf4j.rio.RDFWriter;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.WriterConfig;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.eclipse.rdf4j.rio.helpers.ParseErrorCollector;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference implementation registers a format of its own too; the test names the one that it means. */
class JellyRioTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final RDFFormat PEER = eu.neverblink.jelly.convert.rdf4j.rio.JellyFormat.JELLY;
    private static final IRI G = iri("g");

    private static IRI iri(String name) {
        return VALUES.createIRI("http://example.org/" + name);
    }

    /** Every kind of term, in three graphs. */
    private static Model sample() {
        Model model = new LinkedHashModel();
        model.setNamespace("ex", "http://example.org/");
        model.add(iri("s"), iri("p"), VALUES.createLiteral("plain"));
        model.add(iri("s"), iri("p"), VALUES.createLiteral("Gr\u00FC\u00DF \uD83D\uDE00", "de-AT"), G);
        model.add(iri("s"), iri("p"), VALUES.createLiteral("12", XSD.INT), G);
        model.add(VALUES.createBNode("b1"), iri("q"), VALUES.createBNode("b2"), VALUES.createBNode("b1"));
        model.add(
                VALUES.createTriple(iri("s"), iri("p"), VALUES.createTriple(iri("s"), iri("p"), iri("o"))),
                iri("q"),
                VALUES.createLiteral("x"));
        for (int i = 0; i < 1000; i++) {
            model.add(iri("s" + i % 50), iri("p" + i % 7), VALUES.createLiteral(i), i % 2 == 0 ? G : null);
        }
        return model;
    }

    private static Model sampleWithoutBlankNodes() {
        Model model = sample();
        model.removeIf(st -> st.getSubject().isBNode());
        return model;
    }

    private static byte[] write(Model model, RDFFormat format, WriterConfig config) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Rio.write(model, out, format, config);
        return out.toByteArray();
    }

    private static byte[] write(Model model) {
        return write(model, JellyFormat.JELLY, new WriterConfig());
    }

    private static ParserConfig keepingLabels() {
        return new ParserConfig().set(BasicParserSettings.PRESERVE_BNODE_IDS, true);
    }

    private static Model read(byte[] bytes, RDFFormat format) throws IOException {
        return Rio.parse(new ByteArrayInputStream(bytes), null, format, keepingLabels());
    }

    private static byte[] frames(JellyOptions options, RdfGraph... graphs) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JellyStreamWriter writer = new JellyStreamWriter(out, options, Limits.DEFAULT)) {
            for (RdfGraph graph : graphs) {
                writer.write(graph);
            }
        }
        return out.toByteArray();
    }

    private static RdfGraph graph(Statement... statements) {
        return RdfGraph.of(List.of(statements));
    }

    @Test
    void whatRioWritesRioReads() throws IOException {
        Model read = read(write(sample()), JellyFormat.JELLY);

        assertThat(read).isEqualTo(sample());
        assertThat(read.getNamespaces()).containsExactly(new SimpleNamespace("ex", "http://example.org/"));
    }

    @Test
    void theRegistriesHoldParserAndWriterOfThisFormat() {
        assertThat(Rio.createParser(JellyFormat.JELLY)).isInstanceOf(JellyParser.class);
        assertThat(Rio.createWriter(JellyFormat.JELLY, new ByteArrayOutputStream()))
                .isInstanceOf(JellyWriter.class);
        assertThat(PEER).isNotEqualTo(JellyFormat.JELLY);
    }

    @Test
    void fileNameAndMediaTypeStandForJelly() {
        RDFParserRegistry registry = new RDFParserRegistry() {};
        registry.get(PEER).ifPresent(registry::remove);

        assertThat(registry.getFileFormatForFileName("a/b.jelly")).contains(JellyFormat.JELLY);
        assertThat(registry.getFileFormatForMIMEType("application/x-jelly-rdf")).contains(JellyFormat.JELLY);
        assertThat(Rio.getParserFormatForFileName("x.jelly")).get().isIn(JellyFormat.JELLY, PEER);
        assertThat(Rio.getWriterFormatForFileName("x.jelly")).get().isIn(JellyFormat.JELLY, PEER);
    }

    @Test
    void theReferenceImplementationReadsWhatIsWritten() throws IOException {
        assertThat(read(write(sampleWithoutBlankNodes()), PEER)).isEqualTo(sampleWithoutBlankNodes());
        assertThat(Models.isomorphic(read(write(sample()), PEER), sample())).isTrue();
    }

    @Test
    void whatTheReferenceImplementationWritesIsRead() throws IOException {
        assertThat(read(write(sample(), PEER, new WriterConfig()), JellyFormat.JELLY))
                .isEqualTo(sample());
    }

    @Test
    void aRepositoryLoadsAFile(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("data.jelly"), write(sample()));
        SailRepository repository = new SailRepository(new MemoryStore());
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.add(file.toFile(), JellyFormat.JELLY);
            connection.add(
                    file.toFile(),
                    null,
                    Rio.getParserFormatForFileName("data.jelly").orElseThrow(),
                    G);

            assertThat(connection.hasStatement(iri("s"), iri("p"), VALUES.createLiteral("plain"), false, G))
                    .isTrue();
            assertThat(connection.getNamespace("ex")).isEqualTo("http://example.org/");
            assertThat(connection.hasStatement(null, iri("q"), VALUES.createLiteral("x"), false))
                    .isTrue();

            ByteArrayOutputStream exported = new ByteArrayOutputStream();
            connection.export(Rio.createWriter(JellyFormat.JELLY, exported));
            assertThat(read(exported.toByteArray(), JellyFormat.JELLY)).hasSize((int) connection.size());
        } finally {
            repository.shutDown();
        }
    }

    @Test
    void blankNodesGetFreshLabelsUnlessTheyAreToBeKept() throws IOException {
        byte[] bytes = write(sample());
        Model first = Rio.parse(new ByteArrayInputStream(bytes), null, JellyFormat.JELLY);
        Model second = Rio.parse(new ByteArrayInputStream(bytes), null, JellyFormat.JELLY);

        assertThat(first).isNotEqualTo(sample()).isNotEqualTo(second);
        assertThat(Models.isomorphic(first, sample())).isTrue();
        assertThat(read(bytes, JellyFormat.JELLY)).isEqualTo(sample());
    }

    @Test
    void termsComeFromTheValueFactoryThatIsGiven() throws IOException {
        AtomicInteger iris = new AtomicInteger();
        ValueFactory counting = new ValidatingValueFactory() {
            @Override
            public IRI createIRI(String iri) {
                iris.incrementAndGet();
                return super.createIRI(iri);
            }
        };
        RDFParser parser = new JellyParser(counting);
        parser.parse(new ByteArrayInputStream(write(sample())));

        assertThat(iris).hasPositiveValue();
    }

    @Test
    void theHandlerGetsNamespacesBeforeStatementsAndOneStartAndEnd() throws IOException {
        List<String> calls = new ArrayList<>();
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.SMALL, false, 2);
        Statement statement = VALUES.createStatement(iri("s"), iri("p"), iri("o"));
        RDFParser parser = new JellyParser();
        parser.setRDFHandler(new AbstractRDFHandler() {
            @Override
            public void startRDF() {
                calls.add("start");
            }

            @Override
            public void handleNamespace(String prefix, String uri) {
                calls.add(prefix + " " + uri);
            }

            @Override
            public void handleStatement(Statement st) {
                calls.add("statement");
            }

            @Override
            public void endRDF() {
                calls.add("end");
            }
        });
        parser.parse(new ByteArrayInputStream(frames(
                options,
                new RdfGraph(List.of(statement), Map.of("a", "http://a/")),
                graph(),
                new RdfGraph(List.of(statement), Map.of("b", "http://b/")))));

        assertThat(calls).containsExactly("start", "a http://a/", "statement", "b http://b/", "statement", "end");
    }

    @Test
    void aMalformedFrameIsOneParseErrorWithItsPlace() throws IOException {
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.SMALL, false, 1);
        Statement statement = VALUES.createStatement(iri("s"), iri("p"), iri("o"));
        byte[] bytes = frames(options, graph(statement), graph(statement));
        ParseErrorCollector errors = new ParseErrorCollector();
        StatementCollector read = new StatementCollector();
        RDFParser parser = new JellyParser().setParseErrorListener(errors).setRDFHandler(read);
        byte[] broken = bytes.clone();
        broken[bytes.length - 2] = 0x7F;

        assertThatThrownBy(() -> parser.parse(new ByteArrayInputStream(broken)))
                .isInstanceOf(RDFParseException.class)
                .hasMessageStartingWith("frame 1, row 0, byte ");
        assertThat(errors.getFatalErrors()).hasSize(1);
        assertThat(read.getStatements()).hasSize(1);
    }

    @Test
    void irisAreVerifiedUnlessTheSettingSaysNo() throws IOException {
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.SMALL, false, 1);
        byte[] bytes = frames(options, graph(VALUES.createStatement(iri("a b"), iri("p"), iri("o"))));
        ParseErrorCollector errors = new ParseErrorCollector();
        RDFParser parser = new JellyParser().setParseErrorListener(errors);

        assertThatThrownBy(() -> parser.parse(new ByteArrayInputStream(bytes)))
                .isInstanceOf(RDFParseException.class)
                .hasMessageContaining("frame 0, row ")
                .hasMessageContaining("Unexpected character");
        assertThat(errors.getErrors()).isEmpty();
        assertThat(errors.getFatalErrors()).hasSize(1);

        ParseErrorCollector warned = new ParseErrorCollector();
        new JellyParser()
                .setParserConfig(new ParserConfig().addNonFatalError(BasicParserSettings.VERIFY_URI_SYNTAX))
                .setParseErrorListener(warned)
                .parse(new ByteArrayInputStream(bytes));
        assertThat(warned.getErrors()).hasSize(1);
        assertThat(warned.getFatalErrors()).isEmpty();

        StatementCollector read = new StatementCollector();
        parser.set(BasicParserSettings.VERIFY_URI_SYNTAX, false).setRDFHandler(read);
        parser.parse(new ByteArrayInputStream(bytes));
        assertThat(read.getStatements()).hasSize(1);
    }

    @Test
    void lexicalFormsAreVerifiedWhenTheSettingSaysSo() throws IOException {
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.SMALL, false, 1);
        byte[] bytes =
                frames(options, graph(VALUES.createStatement(iri("s"), iri("p"), VALUES.createLiteral("x", XSD.INT))));
        RDFParser parser = new JellyParser();
        parser.parse(new ByteArrayInputStream(bytes));
        parser.set(BasicParserSettings.VERIFY_DATATYPE_VALUES, true);

        assertThatThrownBy(() -> parser.parse(new ByteArrayInputStream(bytes)))
                .isInstanceOf(RDFParseException.class)
                .hasMessageContaining("not a valid value for datatype");
    }

    @Test
    void charactersAreRefused() {
        assertThatThrownBy(() -> new JellyParser().parse(new StringReader(""), ""))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("binary");
        assertThatThrownBy(() -> Rio.createWriter(JellyFormat.JELLY, new StringWriter()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("binary");
    }

    @Test
    void skolemizationIsRefused() {
        RDFParser parser = new JellyParser().set(BasicParserSettings.SKOLEMIZE_ORIGIN, "http://example.org/");

        assertThatThrownBy(() -> parser.parse(new ByteArrayInputStream(write(sample()))))
                .isInstanceOf(RDFParseException.class)
                .hasMessageContaining("skolem");
    }

    @Test
    void settingsDecideWhatIsWritten() throws IOException {
        for (PhysicalType type : PhysicalType.values()) {
            for (LogicalType logical : new LogicalType[] {LogicalType.UNSPECIFIED, LogicalType.framed(type)}) {
                for (StreamForm form : new StreamForm[] {StreamForm.DELIMITED, StreamForm.BARE}) {
                    Model model = type == PhysicalType.TRIPLES
                            ? new LinkedHashModel(sample().filter(null, null, null, (IRI) null))
                            : sample();
                    WriterConfig config = new WriterConfig();
                    config.set(JellyWriterSettings.PHYSICAL_TYPE, type);
                    config.set(JellyWriterSettings.LOGICAL_TYPE, logical);
                    config.set(JellyWriterSettings.FORM, form);
                    config.set(JellyWriterSettings.NAME_TABLE_SIZE, 16);
                    config.set(JellyWriterSettings.PREFIX_TABLE_SIZE, 0);
                    config.set(JellyWriterSettings.DATATYPE_TABLE_SIZE, 2);
                    config.set(JellyWriterSettings.FRAME_ROWS, 10);
                    config.set(JellyWriterSettings.NAMESPACES, false);
                    config.set(JellyWriterSettings.STREAM_NAME, "name");

                    Model read = read(write(model, JellyFormat.JELLY, config), JellyFormat.JELLY);

                    assertThat((Object) read)
                            .as("%s %s %s", type, logical, form)
                            .isEqualTo(model);
                    assertThat(read.getNamespaces()).isEmpty();
                }
            }
        }
    }

    @Test
    void aFlatStreamIsCutIntoFramesOfTheRowsThatAreSet() throws IOException {
        WriterConfig config = new WriterConfig().set(JellyWriterSettings.FRAME_ROWS, 100);
        assertThat(frameSizes(write(sample(), JellyFormat.JELLY, config)))
                .hasSize((sample().size() + 99) / 100)
                .startsWith(100, 100);

        config.set(JellyWriterSettings.LOGICAL_TYPE, LogicalType.DATASETS);
        assertThat(frameSizes(write(sample(), JellyFormat.JELLY, config))).containsExactly(sample().size());
        assertThat(frameSizes(write(new LinkedHashModel()))).containsExactly(0);
    }

    private static List<Integer> frameSizes(byte[] bytes) throws IOException {
        List<Integer> sizes = new ArrayList<>();
        try (var reader =
                new dev.velella.jelly.JellyStreamReader(new ByteArrayInputStream(bytes), VALUES, Limits.DEFAULT)) {
            for (RdfGraph frame = reader.next(); frame != null; frame = reader.next()) {
                sizes.add(frame.statements().size());
            }
        }
        return sizes;
    }

    @Test
    void whatTheSettingsCannotCarryIsRefused() {
        Map<String, WriterConfig> refused = Map.of(
                "graph", new WriterConfig().set(JellyWriterSettings.PHYSICAL_TYPE, PhysicalType.TRIPLES),
                "quoted", new WriterConfig().set(JellyWriterSettings.RDF_STAR, false),
                "at least 8", new WriterConfig().set(JellyWriterSettings.NAME_TABLE_SIZE, 7),
                "does not go with", new WriterConfig().set(JellyWriterSettings.LOGICAL_TYPE, LogicalType.GRAPHS),
                "at least 1", new WriterConfig().set(JellyWriterSettings.FRAME_ROWS, 0));
        refused.forEach((reason, config) -> assertThatThrownBy(() -> write(sample(), JellyFormat.JELLY, config))
                .as(reason)
                .isInstanceOf(RDFHandlerException.class)
                .hasMessageContaining(reason));
    }

    @Test
    void settingsCanBeGivenAsText() {
        assertThat(JellyWriterSettings.PHYSICAL_TYPE.convert("graphs")).isEqualTo(PhysicalType.GRAPHS);
        assertThatThrownBy(() -> JellyWriterSettings.PHYSICAL_TYPE.convert("heap"))
                .hasMessageContaining("dev.velella.jelly.physical.type");
    }

    @Test
    void supportedSettingsAreNamed() {
        RDFWriter writer = new JellyWriter(new ByteArrayOutputStream());

        assertThat(writer.getSupportedSettings())
                .contains(JellyWriterSettings.PHYSICAL_TYPE, JellyWriterSettings.STREAM_NAME);
        assertThat((Object) new JellyParserFactory()).isInstanceOf(RDFParserFactory.class);
    }
}
