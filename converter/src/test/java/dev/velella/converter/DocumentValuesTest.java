package dev.velella.converter;

import static dev.velella.converter.Records.TOPIC;
import static dev.velella.converter.Records.converter;
import static dev.velella.converter.Records.headers;
import static dev.velella.converter.Records.numbered;
import static dev.velella.converter.Records.send;
import static dev.velella.converter.Records.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.Records.Sent;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents of RDF in values: of other sources on the way in, of other producers on the way out. */
class DocumentValuesTest {
    private static final String TURTLE = "@prefix ex: <http://example.org/> . ex:s ex:p ex:o .";
    private static final Statement STATEMENT =
            SimpleValueFactory.getInstance().createStatement(Rdf.iri("s"), Rdf.iri("p"), Rdf.iri("o"));
    private static final RdfGraph GRAPH = new RdfGraph(List.of(STATEMENT), Map.of("ex", "http://example.org/"));

    private final JellyConverter reader = converter();

    @Test
    void textAndBytesOfAnotherSourceBecomeGraphs() {
        JellyConverter turtle = converter("rdf.input.format", "turtle");
        ByteBuffer slice = ByteBuffer.wrap(("##" + TURTLE).getBytes(StandardCharsets.UTF_8), 2, TURTLE.length());
        for (Object value : List.of(TURTLE, TURTLE.getBytes(StandardCharsets.UTF_8), slice, slice)) {
            Sent sent = send(turtle, headers("content-type", "text/plain"), value);
            assertThat(text(sent.headers(), "content-type")).isEqualTo("application/x-jelly-rdf");
            assertThat(RdfStructs.toElement(sent.readBy(reader).value())).isEqualTo(GRAPH);
        }
        assertThat(RdfStructs.toElement(reader.toConnectData(TOPIC, turtle.fromConnectData(TOPIC, null, TURTLE))
                        .value()))
                .isEqualTo(GRAPH);
    }

    @Test
    void documentsAreStatefulWhereTheyAreStamped() {
        JellyConverter turtle = converter("rdf.input.format", "TURTLE");
        for (int i = 0; i < 3; i++) {
            Sent sent = send(turtle, headers("velella.partition", "p0." + i), TURTLE);
            assertThat(sent.place().seq()).isEqualTo(i);
            assertThat(RdfStructs.toElement(sent.readBy(reader).value())).isEqualTo(GRAPH);
        }
    }

    @Test
    void textOfRdfPatchBecomesAPatch() {
        Sent sent = send(
                converter("rdf.input.format", "rdf-patch"),
                headers(),
                "TX .\nA <http://example.org/s> <http://example.org/p> <http://example.org/o> .\nTC .\n");
        assertThat(text(sent.headers(), "content-type")).isEqualTo("application/x-jelly-rdf-patch");
        assertThat(RdfStructs.toElement(sent.readBy(reader).value()))
                .isEqualTo(RdfPatch.change(List.of(), List.of(STATEMENT)));
    }

    @Test
    void structsPassWhateverTheInputFormatIs() {
        for (String format : InputFormat.names()) {
            Sent sent = send(converter("rdf.input.format", format), headers(), RdfStructs.of(numbered(1)));
            assertThat(RdfStructs.toElement(sent.readBy(reader).value())).isEqualTo(numbered(1));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "text/turtle",
        "Text/Turtle; charset=utf-8",
        "\"text/turtle\"",
        "application/x-turtle",
        "application/trig"
    })
    void automaticInputFormatIsThatOfTheHeader(String contentType) {
        JellyConverter auto = converter("rdf.input.format", "auto");
        Sent sent = send(auto, headers("Content-Type", contentType), TURTLE);
        assertThat(sent.headers().toArray()).hasSize(1);
        assertThat(RdfStructs.toElement(sent.readBy(reader).value())).isEqualTo(GRAPH);
    }

    /** The header is about the text, so it is not true of the frame; the converter's own is. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theMessageTypeOfADocumentIsReadAndIsNotThatOfTheRecord(boolean isWritten) {
        JellyConverter auto = converter("rdf.input.format", "auto", "rdf.message.header", Boolean.toString(isWritten));
        for (String[] given : new String[][] {
            {"RDF-Message-Content-Type", "text/turtle"},
            {"content-type", "text/turtle", "rdf-message-content-type", "application/n-quads"}
        }) {
            Headers headers = headers(given);
            for (int i = 0; i < 2; i++) { // Connect may convert a record again
                Sent sent = send(auto, headers, TURTLE);
                assertThat(sent.headers().toArray()).hasSize(isWritten ? 2 : 1);
                assertThat(text(sent.headers(), "content-type")).isEqualTo("application/x-jelly-rdf");
                assertThat(RdfStructs.toElement(sent.readBy(reader).value())).isEqualTo(GRAPH);
                if (isWritten) {
                    assertThat(text(sent.headers(), "RDF-Message-Content-Type")).isEqualTo("application/x-jelly-rdf");
                }
            }
        }
    }

    /** On a dictionary a record has no content-type, so the header that was written is all that is left of the first time. */
    @Test
    void theHeadersOfARecordOnADictionaryThatIsConvertedAgainAreThoseOfTheFirstTime() {
        InputHeaders input = new InputHeaders();
        Headers headers = headers("content-type", "text/turtle");
        InputHeaders.Taken first = input.take(headers);
        headers.add("RDF-Message-Content-Type", "application/x-velella-rdf".getBytes(StandardCharsets.UTF_8));
        assertThat(input.take(headers)).isSameAs(first);
        assertThat(headers.toArray()).isEmpty();
    }

    /** Bytes that are two characters in one encoding and one in the other would be another literal. */
    @Test
    void theEncodingThatTheHeaderNamesIsNeverIgnored() {
        byte[] turtle = "<urn:a> <urn:b> \"\u00E9\" .".getBytes(StandardCharsets.UTF_8);
        String latin = "text/turtle; charset=iso-8859-1";
        JellyConverter auto = converter("rdf.input.format", "auto");
        assertThatThrownBy(() -> send(auto, headers("content-type", latin), turtle))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("names the encoding iso-8859-1, and the text is read as utf-8; send utf-8");
        for (Sent sent : List.of(
                send(auto, headers("content-type", "text/turtle; charset=UTF-8"), turtle),
                send(auto, headers("content-type", latin), "<urn:a> <urn:b> \"\u00E9\" ."),
                send(converter("rdf.input.format", "turtle"), headers("content-type", latin), turtle))) {
            assertThat(((RdfGraph) RdfStructs.toElement(sent.readBy(reader).value())).statements())
                    .extracting(statement -> statement.getObject().stringValue())
                    .containsExactly("\u00E9");
        }
    }

    @Test
    void aDocumentConvertedAgainWithTheHeadersThatItHasByNowIsTheSame() {
        JellyConverter auto = converter("rdf.input.format", "auto");
        Headers kept = headers("content-type", "text/turtle", "velella.partition", "p0.0");
        byte[] first = auto.fromConnectData(TOPIC, kept, null, TURTLE);
        assertThat(auto.fromConnectData(TOPIC, kept, null, TURTLE)).isEqualTo(first);
        assertThat(kept.toArray()).hasSize(2);
    }

    @Test
    void automaticInputFormatNeedsAHeaderThatItKnows() {
        JellyConverter auto = converter("rdf.input.format", "auto");
        assertThatThrownBy(() -> send(auto, headers(), TURTLE))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic graphs")
                .hasMessageContaining("content-type")
                .hasMessageContaining("rdf.input.format");
        assertThatThrownBy(() -> send(auto, headers("content-type", "text/plain"), TURTLE))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("text/plain")
                .hasMessageContaining("application/ld+json");
        assertThatThrownBy(() -> auto.fromConnectData(TOPIC, null, TURTLE)).isInstanceOf(DataException.class);
    }

    @Test
    void badInputIsOneErrorWithItsPlaceAndTheStreamGoesOn() {
        JellyConverter turtle = converter("rdf.input.format", "turtle");
        Sent first = send(turtle, headers("velella.partition", "p0.0"), TURTLE);
        assertThatThrownBy(() -> send(turtle, headers("velella.partition", "p0.1"), TURTLE + "\n ex:s oops"))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("topic graphs: not a document of text/turtle: line 2");
        assertThatThrownBy(() -> send(turtle, headers("velella.partition", "p0.1"), "<a> <b> \"\uD800\""))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("surrogate");
        assertThatThrownBy(
                        () -> send(converter("rdf.input.format", "n-quads"), headers(), "\n<urn:a> <urn:b> oops .\n"))
                .hasMessageContaining("line 2, column 17");
        Sent next = send(turtle, headers("velella.partition", "p0.1"), TURTLE);
        assertThat(next.place().stream()).isEqualTo(first.place().stream());
        assertThat(next.place().seq()).isEqualTo(1);
    }

    @Test
    void withoutTheOptionTextIsAnErrorThatNamesIt() {
        assertThatThrownBy(() -> send(converter(), headers(), TURTLE))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("java.lang.String")
                .hasMessageContaining("rdf.input.format");
        assertThatThrownBy(() -> send(converter("rdf.input.format", "turtle"), headers(), 7))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("java.lang.Integer");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/turtle|<http://example.org/s> <http://example.org/p> <http://example.org/o> .",
                "application/trig|<http://example.org/s> <http://example.org/p> <http://example.org/o> .",
                "Application/N-Quads; charset=UTF-8|<http://example.org/s> <http://example.org/p> <http://example.org/o> .",
                "application/n-triples|<http://example.org/s> <http://example.org/p> <http://example.org/o> .",
                "application/ld+json|{\"@id\":\"http://example.org/s\",\"http://example.org/p\":{\"@id\":\"http://example.org/o\"}}",
                "application/rdf-patch|A <http://example.org/s> <http://example.org/p> <http://example.org/o> .",
                "text/rdf-patch|A <http://example.org/s> <http://example.org/p> <http://example.org/o> ."
            })
    void recordsOfOtherProducersAreReadByTheirContentType(String contentType, String document) {
        SchemaAndValue read = reader.toConnectData(
                TOPIC, headers("content-type", contentType), document.getBytes(StandardCharsets.UTF_8));
        if (RdfStructs.kindOf(read.value()) == ElementKind.PATCH) {
            assertThat(((RdfPatch) RdfStructs.toElement(read.value())).addCount())
                    .isEqualTo(1);
            assertThat(read.schema()).isSameAs(RdfStructs.PATCH_SCHEMA);
        } else {
            assertThat(((RdfGraph) RdfStructs.toElement(read.value())).statements())
                    .containsExactly(STATEMENT);
            assertThat(read.schema()).isSameAs(RdfStructs.GRAPH_SCHEMA);
        }
    }

    /** A producer that follows RDF Messages writes no content-type. */
    @Test
    void recordsOfOtherProducersAreReadByTheirMessageType() {
        byte[] document = TURTLE.getBytes(StandardCharsets.UTF_8);
        assertThat(RdfStructs.toElement(
                        reader.toConnectData(TOPIC, headers("RDF-Message-Content-Type", "text/turtle"), document)
                                .value()))
                .isEqualTo(GRAPH);
        byte[] frame = converter().fromConnectData(TOPIC, null, RdfStructs.of(GRAPH));
        assertThatThrownBy(() -> reader.toConnectData(
                        TOPIC, headers("RDF-Message-Content-Type", "application/x-velella-rdf"), frame))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("application/x-velella-rdf is none of those that can be read");
    }

    @Test
    void anUnknownContentTypeIsAnErrorThatNamesTheKnownOnes() {
        byte[] frame = converter().fromConnectData(TOPIC, null, RdfStructs.of(numbered(0)));
        assertThatThrownBy(() -> reader.toConnectData(TOPIC, headers("content-type", "application/json"), frame))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic graphs")
                .hasMessageContaining("application/json")
                .hasMessageContaining("application/x-jelly-rdf-patch")
                .hasMessageContaining("application/n-quads");
        assertThatThrownBy(() -> reader.toConnectData(TOPIC, headers("content-type", "text/turtle"), frame))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic graphs: not a document of text/turtle");
    }
}
