package dev.velella.jelly;

import static dev.velella.jelly.Bytes.entry;
import static dev.velella.jelly.Bytes.iri;
import static dev.velella.jelly.Bytes.message;
import static dev.velella.jelly.Bytes.rdfOptions;
import static dev.velella.jelly.Bytes.spo;
import static dev.velella.jelly.Bytes.triplesFrame;
import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.ValidatingValueFactory;
import org.junit.jupiter.api.Test;

/** Options, metadata, places of errors, and forms of rows that writers seldom choose. */
class DecoderRulesTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    private final JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);

    private LogicalType logicalTypeOf(int physical, int logical) {
        decoder.decode(message()
                .row(1, rdfOptions(physical, 8, 0, 0).number(14, logical))
                .array());
        return decoder.options().orElseThrow().logicalType();
    }

    @Test
    void logicalTypesThatAreNotKnownAreReadAsTheirClosestSupertype() {
        assertThat(logicalTypeOf(1, 0)).isEqualTo(LogicalType.UNSPECIFIED);
        assertThat(logicalTypeOf(1, 13)).isEqualTo(LogicalType.SUBJECT_GRAPHS);
        assertThat(logicalTypeOf(1, 93)).isEqualTo(LogicalType.GRAPHS);
        assertThat(logicalTypeOf(3, 214)).isEqualTo(LogicalType.NAMED_GRAPHS);
        assertThat(logicalTypeOf(2, 42)).isEqualTo(LogicalType.FLAT_QUADS);
        assertThatThrownBy(() -> logicalTypeOf(2, 93)).hasMessageContaining("logical stream type 93 does not go");
        assertThatThrownBy(() -> logicalTypeOf(2, 5)).hasMessageContaining("none of the base types");
    }

    @Test
    void optionsAreGivenAsTheyWereRead() {
        JellyOptions options = new JellyOptions(PhysicalType.GRAPHS, TableSizes.SMALL, true, 2)
                .withStreamName("weather")
                .withGeneralized(true);
        decoder.decode(new JellyGraphEncoder(options, LIMITS).encode(RdfGraph.of(java.util.List.of())));
        assertThat(decoder.options()).contains(options);
    }

    @Test
    void generalizedStreamsAreReadAndGeneralizedStatementsRefused() {
        Bytes start = message().row(1, rdfOptions(1, 8, 0, 0).number(3, 1));
        for (int i = 1; i <= 3; i++) {
            start.row(9, entry(0, "a:" + i));
        }
        assertThat(decoder.decode(message().append(start.array()).row(2, spo()).array())
                        .statements())
                .hasSize(1);
        byte[] literalSubject =
                start.row(2, message().message(3, message().text(1, "x"))).array();
        assertThatThrownBy(() -> decoder.decode(literalSubject))
                .hasMessageContaining("declares generalized statements, but RDF4J values cannot hold one");
        byte[] undeclared = triplesFrame()
                .row(2, message().message(3, message().text(1, "x")))
                .array();
        assertThatThrownBy(() -> decoder.decode(undeclared)).hasMessageContaining("do not declare generalized");
    }

    @Test
    void metadataIsReadFromItsFrame() throws IOException {
        byte[] value = {1, 2, (byte) 0xFF};
        Bytes first = triplesFrame()
                .message(15, message().text(1, "key").bytes(2, new byte[1]))
                .row(2, spo())
                .message(15, message().text(1, "key").bytes(2, value))
                .message(15, message().text(1, "empty"));
        assertThat(JellyFrames.metadata(first.array()))
                .containsOnlyKeys("key", "empty")
                .containsEntry("key", value);
        byte[] stream = message()
                .append(first.delimited())
                .append(message().row(2, message()).delimited())
                .array();
        try (JellyStreamReader reader = new JellyStreamReader(new ByteArrayInputStream(stream), VALUES, LIMITS)) {
            assertThat(reader.metadata()).isEmpty();
            assertThat(reader.options()).isEmpty();
            reader.next();
            assertThat(reader.metadata()).containsEntry("key", value).containsEntry("empty", new byte[0]);
            assertThat(reader.options().orElseThrow().sizes()).isEqualTo(new TableSizes(8, 0, 2));
            reader.next();
            assertThat(reader.metadata()).isEmpty();
        }
    }

    @Test
    void metadataThatIsMalformedOrEndlessIsRefused() {
        byte[] bad = triplesFrame()
                .message(15, message().bytes(1, new byte[] {(byte) 0xC3}))
                .array();
        assertThatThrownBy(() -> decoder.decode(bad)).isInstanceOf(MalformedJellyException.class);
        assertThatThrownBy(() -> JellyFrames.metadata(bad)).isInstanceOf(MalformedJellyException.class);
        Bytes many = message();
        for (int i = 0; i < 10_001; i++) {
            many.message(15, message().text(1, "k" + i));
        }
        assertThatThrownBy(() -> JellyFrames.metadata(many.array())).hasMessageContaining("10000");
        assertThatThrownBy(() -> JellyFrames.metadata(new byte[] {0x7A, 5}))
                .isInstanceOf(MalformedJellyException.class);
    }

    @Test
    void streamsAreReadInTheFormThatIsGiven() throws IOException {
        byte[] bare = triplesFrame().row(2, spo()).array();
        try (JellyStreamReader reader =
                new JellyStreamReader(new ByteArrayInputStream(bare), StreamForm.BARE, VALUES, LIMITS)) {
            assertThat(reader.next().statements()).hasSize(1);
            assertThat(reader.next()).isNull();
        }
        // Detection would take this for a bare frame.
        byte[] delimited = message().raw(10, 10, 10).append(new byte[7]).array();
        try (JellyStreamReader reader =
                new JellyStreamReader(new ByteArrayInputStream(delimited), StreamForm.DELIMITED, VALUES, LIMITS)) {
            assertThatThrownBy(reader::next).hasMessageContaining("cut");
        }
        try (JellyStreamReader reader = new JellyStreamReader(
                new ByteArrayInputStream(triplesFrame().delimited()), StreamForm.BARE, VALUES, LIMITS)) {
            assertThatThrownBy(reader::next).isInstanceOf(MalformedJellyException.class);
        }
    }

    @Test
    void idsAndLengthsMayHaveMoreBytesThanTheyNeed() {
        // A name id of one as two bytes, lengths as two bytes, a tag as two bytes.
        Bytes reference = message().raw(0x10, 0x81, 0x00);
        Bytes statement = message()
                .raw(0x0A, 0x83, 0x00)
                .append(reference.array())
                .message(5, iri(0, 2))
                .message(9, iri(0, 3));
        Bytes frame = triplesFrame().row(2, spo()).row(2, statement);
        byte[] row = message().message(2, spo()).array();
        frame.raw(0x8A, 0x00, 0x80 | row.length, 0x00).append(row);
        assertThat(decoder.decode(frame.array()).statements()).hasSize(3).allSatisfy(st -> assertThat(st.getSubject())
                .hasToString("a:1"));
    }

    @Test
    void everyFormOfReferenceIsRead() {
        JellyGraphDecoder reader = new JellyGraphDecoder(VALUES, LIMITS);
        Bytes frame = message().row(1, rdfOptions(1, 4000, 1000, 0));
        frame.row(10, entry(1, "p:"))
                .row(10, entry(127, "q:"))
                .row(10, entry(128, "r:"))
                .row(10, entry(1000, "s:"));
        frame.row(9, entry(1, "a"))
                .row(9, entry(127, "b"))
                .row(9, entry(128, "c"))
                .row(9, entry(4000, "d"));
        String prefixes = "pqrs";
        String names = "abcd";
        int[] prefixIds = {1, 127, 128, 1000};
        int[] nameIds = {1, 127, 128, 4000};
        StringBuilder expected = new StringBuilder();
        for (int round = 0; round < 2; round++) {
            for (int p = 0; p < 4; p++) {
                for (int n = 0; n < 4; n++) {
                    Bytes row = message()
                            .message(1, iri(prefixIds[p], nameIds[n]))
                            .message(5, iri(0, nameIds[n]))
                            .message(9, iri(prefixIds[p], nameIds[n]));
                    frame.row(2, row);
                    String iri = prefixes.charAt(p) + ":" + names.charAt(n);
                    expected.append(iri)
                            .append(' ')
                            .append(iri)
                            .append(' ')
                            .append(iri)
                            .append('\n');
                }
            }
        }
        StringBuilder read = new StringBuilder();
        reader.decode(frame.array()).statements().forEach(st -> read.append(st.getSubject())
                .append(' ')
                .append(st.getPredicate())
                .append(' ')
                .append(st.getObject())
                .append('\n'));
        assertThat(read.toString()).isEqualTo(expected.toString());
    }

    @Test
    void termsInTheWrongOrderOfFieldsCountOnInTheRightOne() {
        // Object first: its reference is the one after the predicate's, which does not exist yet when it is met.
        Bytes row = message().message(9, iri(0, 0)).message(5, iri(0, 0)).message(1, iri(0, 2));
        IRI a4 = VALUES.createIRI("a:4");
        assertThat(decoder.decode(triplesFrame()
                                .row(2, spo())
                                .row(2, row)
                                .row(2, message())
                                .array())
                        .statements())
                .last()
                .satisfies(st -> {
                    assertThat(st.getSubject()).hasToString("a:2");
                    assertThat(st.getPredicate()).hasToString("a:3");
                    assertThat(st.getObject()).isEqualTo(a4);
                });
    }

    @Test
    void anErrorNamesTheTermItStandsIn() {
        int start = triplesFrame().array().length;
        byte[] row = triplesFrame()
                .row(
                        2,
                        message()
                                .message(1, iri(0, 1))
                                .message(5, iri(0, 2))
                                .message(11, message().bytes(1, new byte[] {'x', (byte) 0xFF})))
                .array();
        assertThatThrownBy(() -> decoder.decode(row)).isInstanceOfSatisfying(MalformedJellyException.class, e -> {
            assertThat(e.row()).isEqualTo(5);
            assertThat(e.offset()).as("start of the text").isEqualTo(start + 4 + 4 + 4 + 2 + 2);
        });
        JellyGraphDecoder validating = new JellyGraphDecoder(new ValidatingValueFactory(), LIMITS);
        byte[] notAnIri = message()
                .row(1, rdfOptions(1, 8, 0, 0))
                .row(9, entry(0, "no scheme"))
                .row(2, spo())
                .array();
        assertThatThrownBy(() -> validating.decode(notAnIri))
                .isInstanceOfSatisfying(MalformedJellyException.class, e -> {
                    assertThat(e.reason()).startsWith("not a valid term");
                    assertThat(e.row()).isEqualTo(2);
                });
    }

    @Test
    void longTermsCannotBeRepeatedWithoutBound() {
        Limits limits = new Limits(8, 0, 0, 10_000, 10_000, 10_000, 10_000, 0, Integer.MAX_VALUE);
        Bytes frame = message().row(1, message().number(2, 1).number(9, 8).number(15, 1));
        for (int i = 1; i <= 3; i++) {
            frame.row(9, entry(0, "a:" + i));
        }
        String text = "x".repeat(5000);
        frame.row(
                2,
                message()
                        .message(1, iri(0, 1))
                        .message(5, iri(0, 2))
                        .message(11, message().text(1, text)));
        for (int i = 0; i < 127; i++) {
            frame.row(2, message());
        }
        JellyGraphDecoder small = new JellyGraphDecoder(VALUES, limits);
        assertThat(small.decode(frame.array()).statements()).hasSize(128);
        frame.row(2, message()).row(2, message());
        assertThatThrownBy(() -> small.decode(frame.array())).hasMessageContaining("repeats long terms");
    }

    @Test
    void textThatIsNotAsciiIsReadInEveryPlace() {
        String text = "Grüße \uD83D\uDE00 " + new String("é".getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        RdfGraph graph = new RdfGraph(
                java.util.List.of(VALUES.createStatement(
                        VALUES.createBNode(text), VALUES.createIRI("a:" + text), VALUES.createLiteral(text, "de"))),
                Map.of(text, "b:" + text));
        byte[] frame = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS).encode(graph);
        assertThat(decoder.decode(frame)).isEqualTo(graph);
    }
}
