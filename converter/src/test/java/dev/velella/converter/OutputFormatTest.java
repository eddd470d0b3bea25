package dev.velella.converter;

import static dev.velella.converter.Records.TOPIC;
import static dev.velella.converter.Records.converter;
import static dev.velella.converter.Records.headers;
import static dev.velella.converter.Records.numbered;
import static dev.velella.converter.Records.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.Records.Sent;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.document.DocumentReader;
import dev.velella.document.format.DocumentFormat;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.record.RecordEncoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text and frames for the sinks of others: the same statements and rows, or an error that names the term. */
class OutputFormatTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final Map<String, DocumentFormat> TEXTS = Map.of(
            "n-quads", DocumentFormat.N_QUADS, "json-ld", DocumentFormat.JSON_LD, "turtle", DocumentFormat.TURTLE);

    private static final Pattern TAG = Pattern.compile("\"@[a-zA-Z0-9-]+\\^\\^");

    private final JellyConverter writer = converter("jelly.rdf.star", "true");

    private SchemaAndValue read(String format, Object struct) {
        return send(writer, headers(), struct).readBy(converter("rdf.output.format", format));
    }

    @Property(tries = 300)
    void aGraphIsReadBackFromItsTextOrRefused(@ForAll("graphs") RdfGraph graph) {
        TEXTS.forEach((format, document) -> {
            if (isSpelled(graph, document)) {
                SchemaAndValue value = read(format, RdfStructs.of(graph));
                assertThat(value.schema()).isEqualTo(Schema.STRING_SCHEMA);
                byte[] text = ((String) value.value()).getBytes(StandardCharsets.UTF_8);
                RdfGraph back = new DocumentReader(Limits.DEFAULT).readGraph(document, text);
                if (document == DocumentFormat.JSON_LD) {
                    assertThat(isEqualButLabels(graph, back))
                            .as("%s of %s, read as %s", value.value(), graph.statements(), back.statements())
                            .isTrue();
                } else {
                    assertThat(spelled(back, OutputFormatTest::unescaped)).isEqualTo(spelled(graph, label -> label));
                }
            } else {
                assertThatThrownBy(() -> read(format, RdfStructs.of(graph)))
                        .isInstanceOf(DataException.class)
                        .hasMessageContainingAll(TOPIC, "rdf.output.format: cannot be written as " + document.title());
            }
        });
    }

    @Property(tries = 200)
    void aPatchIsRdfPatchTextUnderEveryTextFormat(@ForAll("patches") RdfPatch patch) throws IOException {
        for (String format : TEXTS.keySet()) {
            if (statements(patch).stream().allMatch(OutputFormatTest::hasIrisOnly) && hasIrisInHeaders(patch)) {
                SchemaAndValue value = read(format, RdfStructs.of(patch));
                assertThat(value.schema()).isEqualTo(Schema.STRING_SCHEMA);
                assertThat(patch((String) value.value())).isEqualTo(withoutOldNamespaces(patch));
            } else {
                assertThatThrownBy(() -> read(format, RdfStructs.of(patch)))
                        .isInstanceOf(DataException.class)
                        .hasMessageContainingAll("RDF Patch", "http://x/名 前");
            }
        }
    }

    @Provide
    Arbitrary<RdfGraph> graphs() {
        return RdfArbitraries.graphs();
    }

    @Provide
    Arbitrary<RdfPatch> patches() {
        return RdfArbitraries.patches();
    }

    @Test
    void deletesAreInTheText() {
        Statement statement = VALUES.createStatement(Rdf.iri("s"), Rdf.iri("p"), Rdf.iri("o"));
        RdfPatch patch = RdfPatch.change(List.of(statement), List.of());
        for (String format : TEXTS.keySet()) {
            assertThat(read(format, RdfStructs.of(patch)).value())
                    .isEqualTo(
                            "TX .\nD <http://example.org/s> <http://example.org/p> <http://example.org/o> .\nTC .\n");
        }
    }

    @Test
    void jellyIsAWholeStreamInEveryValueAlsoOfStatefulRecords() {
        JellyConverter jelly = converter("rdf.output.format", "jelly");
        for (int i = 0; i < 3; i++) {
            Sent sent = send(writer, 0, i, i);
            assertThat(sent.isStateful()).isTrue();
            SchemaAndValue value = sent.readBy(jelly);
            assertThat(value.schema()).isEqualTo(Schema.BYTES_SCHEMA);
            assertThat(new JellyGraphDecoder(VALUES, Limits.DEFAULT).decode((byte[]) value.value()))
                    .isEqualTo(numbered(i));
        }
        SchemaAndValue patch = read("JELLY", RdfStructs.of(Rdf.patch()));
        assertThat(new JellyPatchDecoder(VALUES, Limits.DEFAULT).decode((byte[]) patch.value()))
                .isEqualTo(Rdf.patch());
    }

    @Test
    void statefulRecordsAreTextToo() {
        JellyConverter text = converter("rdf.output.format", "n-quads");
        for (int i = 0; i < 3; i++) {
            assertThat((String) send(writer, 0, i, i).readBy(text).value())
                    .contains("\"" + i + "\"^^<http://www.w3.org/2001/XMLSchema#int> .\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"struct", "n-quads", "nquads", "json-ld", "JSONLD", "turtle", "jelly"})
    void aTombstoneStaysNullAndHeadersStay(String format) {
        JellyConverter reader = converter("rdf.output.format", format);
        assertThat(reader.toConnectData(TOPIC, headers(), null)).isEqualTo(SchemaAndValue.NULL);
        assertThat(reader.toConnectData(TOPIC, null)).isEqualTo(SchemaAndValue.NULL);
        Sent sent = send(writer, 0, 0, 1);
        RecordHeaders headers = new RecordHeaders(sent.headers().toArray());
        assertThat(reader.toConnectData(TOPIC, headers, sent.value()).value()).isNotNull();
        assertThat(headers).isEqualTo(sent.headers());
    }

    @Test
    void aDocumentOfAnotherProducerIsWrittenInTheFormat() {
        byte[] turtle = "<urn:a> <urn:b> <urn:c> .".getBytes(StandardCharsets.UTF_8);
        assertThat(converter("rdf.output.format", "nquads")
                        .toConnectData(TOPIC, headers("content-type", "text/turtle"), turtle)
                        .value())
                .isEqualTo("<urn:a> <urn:b> <urn:c> .\n");
    }

    @ParameterizedTest
    @CsvSource({
        "turtle, <urn:a> <urn:b> <urn:c> <urn:graph> ., urn:graph",
        "json-ld, << <urn:q> <urn:b> <urn:c> >> <urn:b> <urn:c> ., urn:q",
        "json-ld, <urn:a> <urn:b> \"x\"@en-abcdefghi ., en-abcdefghi"
    })
    void theErrorNamesTheTerm(String format, String quads, String term) {
        assertThatThrownBy(() -> converter("rdf.output.format", format)
                        .toConnectData(
                                TOPIC,
                                headers("content-type", "application/n-quads"),
                                quads.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(DataException.class)
                .hasMessageContainingAll(TOPIC, "cannot be written as", term);
    }

    @Test
    void anUnknownFormatIsRefused() {
        assertThatThrownBy(() -> converter("rdf.output.format", "rdf-xml"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("rdf.output.format");
    }

    @Test
    void velellasSinkGetsStructs() {
        Sent sent = send(writer, 0, 0, 1);
        Envelopes.take();
        try {
            assertThat(RdfStructs.toElement(sent.readBy(converter("rdf.output.format", "n-quads"))
                            .value()))
                    .isEqualTo(numbered(1));
        } finally {
            Envelopes.refuse();
        }
    }

    /** A dictionary may come, so Velella's sink waits for it; in no sink it is an envelope of what cannot be read. */
    @Test
    void velellasSinkGetsTheBytesOfARecordWhoseDictionaryIsMissing() {
        RecordEncoder encoder = new RecordEncoder(
                EncoderSettings.ofTopic(TableSizes.BIG, false, StatementOrder.GIVEN, Limits.DEFAULT),
                1,
                dictionary -> true);
        EncodedFrame frame = encoder.encode("t", null, numbered(1));
        RecordHeaders headers = new RecordHeaders();
        RecordEncoder.addHeaders(headers, frame, null, null);
        assertThatThrownBy(() -> converter("jelly.on.unreadable", "envelope")
                        .toConnectData("t", new RecordHeaders(headers), frame.value()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no access to the topic of dictionaries")
                .hasMessageContaining("kafka.bootstrap.servers");
        Envelopes.take();
        try {
            SchemaAndValue bytes = converter("rdf.output.format", "n-quads").toConnectData("t", headers, frame.value());
            assertThat(bytes.value()).isEqualTo(frame.value());
            assertThat(headers.lastHeader("content-type")).isNotNull();
        } finally {
            Envelopes.refuse();
        }
    }

    private static RdfPatch patch(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (RdfPatchTextReader reader = new RdfPatchTextReader(new ByteArrayInputStream(bytes), VALUES)) {
            RdfPatch patch = reader.next();
            assertThat(reader.next()).isNull();
            return patch == null ? new RdfPatch(List.of()) : patch;
        }
    }

    private static RdfPatch withoutOldNamespaces(RdfPatch patch) {
        return new RdfPatch(patch.operations().stream()
                .map(row -> row instanceof PatchOperation.DeleteNamespace pd
                        ? new PatchOperation.DeleteNamespace(pd.prefix(), null, pd.graph())
                        : row)
                .toList());
    }

    private static List<Statement> statements(RdfPatch patch) {
        return patch.operations().stream()
                .filter(row -> row instanceof PatchOperation.Add || row instanceof PatchOperation.Delete)
                .map(row -> row instanceof PatchOperation.Add add
                        ? add.statement()
                        : ((PatchOperation.Delete) row).statement())
                .toList();
    }

    private static boolean hasIrisInHeaders(RdfPatch patch) {
        return patch.operations().stream()
                .noneMatch(row -> row instanceof PatchOperation.Header header && !isIris(header.value()));
    }

    /** What RDF and the format can say, told without the code that is tested. */
    private static boolean isSpelled(RdfGraph graph, DocumentFormat format) {
        return graph.statements().stream().allMatch(statement -> {
            boolean isQuoting =
                    statement.getSubject().isTriple() || statement.getObject().isTriple();
            return hasIrisOnly(statement)
                    && (format != DocumentFormat.TURTLE || statement.getContext() == null)
                    && (format != DocumentFormat.JSON_LD || !isQuoting);
        });
    }

    private static boolean hasIrisOnly(Statement statement) {
        return isIris(statement.getSubject())
                && isIris(statement.getPredicate())
                && isIris(statement.getObject())
                && isIris(statement.getContext());
    }

    /** Whether no IRI of a term has a space. */
    private static boolean isIris(@Nullable Value term) {
        return term instanceof Triple triple
                ? isIris(triple.getSubject()) && isIris(triple.getPredicate()) && isIris(triple.getObject())
                : !(term instanceof IRI) || !term.stringValue().contains(" ");
    }

    /** Readers of JSON-LD give labels of their own, and its language tags are lower case. */
    private static boolean isEqualButLabels(RdfGraph graph, RdfGraph back) {
        List<String> of = labels(graph);
        List<String> to = labels(back);
        Set<String> wanted = lowerCase(spelled(back, label -> label));
        return of.size() == to.size()
                && anyOrder(to, 0, () -> lowerCase(spelled(graph, label -> to.get(of.indexOf(label))))
                        .equals(wanted));
    }

    private static boolean anyOrder(List<String> labels, int from, BooleanSupplier isEqual) {
        if (from >= labels.size() - 1) {
            return isEqual.getAsBoolean();
        }
        for (int i = from; i < labels.size(); i++) {
            Collections.swap(labels, from, i);
            if (anyOrder(labels, from + 1, isEqual)) {
                return true;
            }
            Collections.swap(labels, from, i);
        }
        return false;
    }

    private static List<String> labels(RdfGraph graph) {
        Set<String> labels = new LinkedHashSet<>();
        spelled(graph, label -> {
            labels.add(label);
            return label;
        });
        return new ArrayList<>(labels);
    }

    /** Language tags alone. */
    private static Set<String> lowerCase(Set<String> statements) {
        return statements.stream()
                .map(text -> TAG.matcher(text).replaceAll(tag -> tag.group().toLowerCase(Locale.ROOT)))
                .collect(Collectors.toSet());
    }

    /** The label of which another was made, because the format cannot spell it. */
    private static String unescaped(String label) {
        return label.startsWith("escaped-")
                ? new String(HexFormat.of().parseHex(label.substring("escaped-".length())), StandardCharsets.UTF_8)
                : label;
    }

    private static Set<String> spelled(RdfGraph graph, UnaryOperator<String> labels) {
        return graph.statements().stream()
                .map(st -> spelled(st.getSubject(), labels)
                        + spelled(st.getPredicate(), labels)
                        + spelled(st.getObject(), labels)
                        + (st.getContext() == null ? "" : spelled(st.getContext(), labels)))
                .collect(Collectors.toSet());
    }

    private static String spelled(Value value, UnaryOperator<String> labels) {
        if (value instanceof Literal literal) {
            String tag = literal.getLanguage().map(language -> "@" + language).orElse("");
            return "\"" + literal.getLabel() + "\"" + tag + "^^" + literal.getDatatype() + " ";
        } else if (value instanceof BNode node) {
            return "_:" + labels.apply(node.getID()) + " ";
        } else if (value instanceof Triple triple) {
            return "<<" + spelled(triple.getSubject(), labels) + spelled(triple.getPredicate(), labels)
                    + spelled(triple.getObject(), labels) + ">> ";
        }
        return "<" + value.stringValue() + "> ";
    }
}
