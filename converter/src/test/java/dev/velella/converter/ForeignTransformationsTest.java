package dev.velella.converter;

import static dev.velella.converter.Records.TOPIC;
import static dev.velella.converter.Records.converter;
import static dev.velella.converter.Records.headers;
import static dev.velella.converter.Records.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.file.FileStreamSinkTask;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.ExtractField;
import org.apache.kafka.connect.transforms.Flatten;
import org.apache.kafka.connect.transforms.HoistField;
import org.apache.kafka.connect.transforms.ReplaceField;
import org.apache.kafka.connect.transforms.Transformation;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

/** What Kafka's transformations and its file sink make of graphs and patches, as the page of the converter tells. */
class ForeignTransformationsTest {
    private static final Statement STATEMENT = SimpleValueFactory.getInstance()
            .createStatement(
                    Rdf.iri("s"), Rdf.iri("p"), SimpleValueFactory.getInstance().createLiteral("moin", "nds"));
    private static final Object GRAPH = RdfStructs.of(RdfGraph.of(List.of(STATEMENT)));
    private static final Object PATCH = RdfStructs.of(RdfPatch.change(List.of(STATEMENT), List.of()));

    private static SinkRecord record(String format, Object struct) {
        SchemaAndValue value = send(converter(), headers(), struct).readBy(converter("rdf.output.format", format));
        return new SinkRecord(TOPIC, 0, null, null, value.schema(), value.value(), 0);
    }

    private static SinkRecord apply(
            Transformation<SinkRecord> transformation, Map<String, String> config, SinkRecord record) {
        try (transformation) {
            transformation.configure(config);
            return transformation.apply(record);
        }
    }

    /** What FileStreamSink writes for a record. */
    private static String line(SinkRecord record) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        FileStreamSinkTask task = new FileStreamSinkTask(new PrintStream(file, true, StandardCharsets.UTF_8));
        task.put(List.of(record));
        task.flush(Map.of());
        return file.toString(StandardCharsets.UTF_8);
    }

    @Test
    void extractFieldGivesTheListOfRows() {
        SinkRecord rows = apply(new ExtractField.Value<>(), Map.of("field", "statements"), record("struct", GRAPH));
        assertThat(rows.valueSchema().valueSchema()).isEqualTo(RdfStructs.STATEMENT_SCHEMA);
        Struct row = (Struct) ((List<?>) rows.value()).get(0);
        assertThat(row.getStruct("subject").getString("value")).isEqualTo("http://example.org/s");
        assertThat(row.getStruct("object").getString("language")).isEqualTo("nds");

        SinkRecord operations =
                apply(new ExtractField.Value<>(), Map.of("field", "operations"), record("struct", PATCH));
        assertThat(((List<?>) operations.value()))
                .extracting(operation -> ((Struct) operation).getString("op"))
                .containsExactly("TX", "D", "TC");
    }

    @Test
    void extractFieldOfAFieldThatIsNotThereIsAnError() {
        assertThatThrownBy(
                        () -> apply(new ExtractField.Value<>(), Map.of("field", "operations"), record("struct", GRAPH)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("operations");
    }

    @Test
    void flattenRefusesAGraphForItsMapOfNamespaces() {
        assertThatThrownBy(() -> apply(new Flatten.Value<>(), Map.of(), record("struct", GRAPH)))
                .isInstanceOf(DataException.class)
                .hasMessageContainingAll("MAP", "namespaces");
    }

    @Test
    void flattenLeavesTheRowsInTheirList() {
        SinkRecord graph = apply(new ReplaceField.Value<>(), Map.of("exclude", "namespaces"), record("struct", GRAPH));
        assertThat(statements(apply(new Flatten.Value<>(), Map.of(), graph))).isEqualTo(statements(graph));
        SinkRecord patch = record("struct", PATCH);
        SinkRecord flat = apply(new Flatten.Value<>(), Map.of(), patch);
        assertThat(((Struct) flat.value()).getArray("operations"))
                .isEqualTo(((Struct) patch.value()).getArray("operations"));
        assertThat(flat.valueSchema().name()).isEqualTo("dev.velella.RdfPatch");
    }

    private static List<Object> statements(SinkRecord record) {
        return ((Struct) record.value()).getArray("statements");
    }

    @Test
    void theFileSinkWritesTheTextOfAStructOrTheDocument() {
        assertThat(line(record("struct", GRAPH)))
                .isEqualTo("Struct{statements=[Struct{subject=Struct{type=iri,value=http://example.org/s},"
                        + "predicate=Struct{type=iri,value=http://example.org/p},"
                        + "object=Struct{type=literal,value=moin,datatype=http://www.w3.org/1999/02/22-rdf-syntax-ns#langString,"
                        + "language=nds}}],namespaces={}}\n");
        assertThat(line(record("n-quads", GRAPH)))
                .isEqualTo("<http://example.org/s> <http://example.org/p> \"moin\"@nds .\n\n");
        assertThat(line(record("n-quads", PATCH)))
                .isEqualTo("TX .\nD <http://example.org/s> <http://example.org/p> \"moin\"@nds .\nTC .\n\n");
    }

    @Test
    void hoistFieldPutsTheTextIntoAStruct() {
        SinkRecord hoisted = apply(new HoistField.Value<>(), Map.of("field", "rdf"), record("n-quads", GRAPH));
        assertThat(((Struct) hoisted.value()).getString("rdf"))
                .isEqualTo("<http://example.org/s> <http://example.org/p> \"moin\"@nds .\n");
    }
}
