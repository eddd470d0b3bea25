package dev.velella.source.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.JellyConverter;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.frame.PartitionStamps;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The check of a record against the converter that writes it. */
class RecordSizeTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int LIMIT = 40_000;

    /** What passes is written, by the same options, in a stream with tables that others have filled, and is small enough. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "jelly.rdf.star=true",
                "jelly.preset=small",
                "jelly.physical.type=triples",
                "jelly.statement.order=dense",
                "limits.frame.rows=200",
                "limits.frame.bytes=5000",
            })
    void whateverPassesIsWrittenAndSmallEnough(String option) {
        Map<String, String> options = new HashMap<>(Map.of(
                "value.converter",
                JellyConverter.class.getName(),
                "producer.override.max.request.size",
                Integer.toString(LIMIT)));
        Map<String, String> own = new HashMap<>();
        if (!option.isEmpty()) {
            String[] parts = option.split("=", 2);
            options.put("value.converter." + parts[0], parts[1]);
            own.put(parts[0], parts[1]);
        }
        RecordSize size = new RecordSize(options);
        PartitionStamps stamps = new PartitionStamps();
        Random random = new Random(18);
        int passed = 0;
        int refused = 0;
        try (JellyConverter converter = new JellyConverter()) {
            converter.configure(own, false);
            for (int i = 0; i < 600; i++) {
                RdfGraph graph = graph(random);
                try {
                    size.check("key", RdfStructs.of(graph), new ConnectHeaders());
                } catch (PayloadException e) {
                    refused++;
                    continue;
                }
                RecordHeaders headers = new RecordHeaders();
                headers.add(
                        RecordHeaderNames.PARTITION_STAMP,
                        stamps.next("t", 0).format().getBytes(StandardCharsets.UTF_8));
                byte[] value = converter.fromConnectData("t", headers, RdfStructs.GRAPH_SCHEMA, RdfStructs.of(graph));
                assertThat(value).hasSizeLessThan(LIMIT);
                passed++;
            }
        }
        assertThat(passed).as("passed").isGreaterThan(20);
        assertThat(refused).as("refused").isGreaterThan(20);
    }

    @Test
    void quotedTriplesAreRefusedWhereTheConverterIsKnownToRefuseThem() {
        RdfGraph quoted = RdfGraph.of(List.of(
                VALUES.createStatement(VALUES.createIRI("urn:s"), VALUES.createIRI("urn:p"), quoted(new Random(1)))));
        for (String converter : List.of(JellyConverter.class.getName(), "Jelly", "MeteredJelly")) {
            RecordSize known = new RecordSize(Map.of("value.converter", converter));
            assertThatThrownBy(() -> known.check("k", RdfStructs.of(quoted), new ConnectHeaders()))
                    .as(converter)
                    .isInstanceOfSatisfying(
                            PayloadException.class, e -> assertThat(e.kind()).isEqualTo(RefusalReason.UNWRITABLE))
                    .hasMessageContaining("value.converter.jelly.rdf.star");
        }
        new RecordSize(Map.of()).check("k", RdfStructs.of(quoted), new ConnectHeaders());
    }

    @Test
    void aDeadLetterFitsWhateverItsHeadersAre() {
        RecordSize size = new RecordSize(Map.of("producer.override.max.request.size", "20000"));
        ConnectHeaders headers = new ConnectHeaders();
        headers.addString("mqtt.topic", "t".repeat(60_000));
        headers.addString("mqtt.content.type", "ä".repeat(60_000));
        byte[] value = size.fitting(size.fittingKey("t".repeat(60_000)), new byte[50_000], headers);
        long bytes = value.length + size.fittingKey("t".repeat(60_000)).length();
        for (org.apache.kafka.connect.header.Header header : headers) {
            bytes += header.value().toString().getBytes(StandardCharsets.UTF_8).length;
        }
        assertThat(bytes).isBetween(10_000L, 20_000L);
        assertThat(headers.lastWithName("velella.error.value").value()).isEqualTo("cut");
        assertThat(headers.lastWithName("velella.error.value.bytes").value()).isEqualTo("50000");
        assertThat(headers.lastWithName("error.payload.bytes").value()).isEqualTo("50000");
    }

    private static RdfGraph graph(Random random) {
        List<Statement> statements = new ArrayList<>();
        int size = random.nextInt(4) == 0 ? random.nextInt(400) : random.nextInt(20);
        for (int i = 0; i < size; i++) {
            statements.add(VALUES.createStatement(
                    iri(random), iri(random), value(random), random.nextInt(40) == 0 ? iri(random) : null));
        }
        return RdfGraph.of(statements);
    }

    private static org.eclipse.rdf4j.model.IRI iri(Random random) {
        int length = random.nextInt(200) == 0 ? 3_000 : random.nextInt(40);
        return VALUES.createIRI("http://" + random.nextInt(30) + "/" + random.nextInt(1000) + "x".repeat(length));
    }

    private static Value value(Random random) {
        return switch (random.nextInt(60)) {
            case 0 -> quoted(random);
            case 1 -> VALUES.createLiteral("half \ud800 pair");
            case 2 -> VALUES.createLiteral("whole \ud83d\ude00 pair");
            case 3 -> VALUES.createLiteral("ü".repeat(random.nextInt(30_000)));
            case 4, 5, 6 -> VALUES.createLiteral("x", VALUES.createIRI("urn:type:" + random.nextInt(100)));
            case 7 -> VALUES.createLiteral("x", "de-AT");
            case 8 -> VALUES.createBNode();
            case 9 -> VALUES.createLiteral("x", RDF.HTML);
            case 10, 11, 12, 13, 14 -> VALUES.createLiteral(random.nextInt());
            case 15, 16, 17, 18, 19 -> VALUES.createLiteral("text " + random.nextInt());
            default -> iri(random);
        };
    }

    private static Value quoted(Random random) {
        return VALUES.createTriple(iri(random), iri(random), iri(random));
    }
}
