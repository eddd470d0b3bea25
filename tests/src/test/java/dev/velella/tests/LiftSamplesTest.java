package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.app.DiffTopology;
import dev.velella.diff.options.DiffConfig;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordDecoder;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.TreeModel;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each sample of a lifted topic through the topology of the diff app into a store. */
class LiftSamplesTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_700_000_100_000L);

    static List<LiftSample> samples() throws IOException {
        return LiftSample.all();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void theStoreHasInTheEndWhatTheSampleSays(LiftSample sample) throws IOException {
        Map<String, String> properties = sample.properties();
        properties.put("velella.jelly.mode", "self-contained"); // a test driver has no topic of dictionaries
        Properties streams = new Properties();
        streams.put("bootstrap.servers", "localhost:1");
        SailRepository store = new SailRepository(new MemoryStore());
        RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);
        try (TopologyTestDriver app =
                        new TopologyTestDriver(DiffTopology.of(new DiffConfig(properties)), streams, NOW);
                RepositoryConnection connection = store.getConnection()) {
            sample.records().forEach((topic, lines) -> {
                TestInputTopic<byte[], byte[]> input =
                        app.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
                lines.forEach(line -> input.pipeInput(new TestRecord<>(line.keyBytes(), line.valueBytes(), NOW)));
            });
            app.createOutputTopic(sample.outputTopic(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList()
                    .forEach(record -> apply(
                            (RdfPatch) ((FrameResult.Decoded) decoder.decode("p", record.headers(), record.value()))
                                    .element(),
                            connection));
            Model found = new LinkedHashModel();
            connection.getStatements(null, null, null, false).forEach(found::add);
            assertThat(found).as(() -> trig(found)).isEqualTo(sample.expected());
        } finally {
            store.shutDown();
        }
    }

    private static void apply(RdfPatch patch, RepositoryConnection store) {
        for (PatchOperation row : patch.operations()) {
            if (row instanceof PatchOperation.Add add) {
                store.add(add.statement());
            } else if (row instanceof PatchOperation.Delete delete) {
                store.remove(delete.statement());
            }
        }
    }

    private static String trig(Model model) {
        StringWriter out = new StringWriter();
        Rio.write(new TreeModel(model), out, RDFFormat.TRIG);
        return out.toString();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aSampleHasFewOptions(LiftSample sample) throws IOException {
        assertThat(sample.given())
                .hasSizeLessThanOrEqualTo(sample.given().containsKey("velella.input.envelope") ? 10 : 8)
                .containsEntry("application.id", sample.name());
    }

    /** The two forms of NGSI-LD mean the same. */
    @Test
    void bothFormsOfEntitiesBecomeTheSame() throws IOException {
        Map<String, Model> expected = new java.util.TreeMap<>();
        for (LiftSample sample : samples()) {
            expected.put(sample.name(), sample.expected());
        }
        assertThat(expected).hasSizeGreaterThan(6);
        assertThat(expected.get("ngsi-ld-concise")).isEqualTo(expected.get("ngsi-ld-normalized"));
    }
}
