package dev.velella.converter.struct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.Rdf;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

class RdfStructsTest {
    @Test
    void givesBackTheVeryGraphThatItCarries() {
        RdfGraph graph = Rdf.graph();
        assertThat(RdfStructs.toGraph(RdfStructs.ofGraph(graph))).isSameAs(graph);
    }

    @Test
    void aCopyMadeFieldByFieldHoldsTheSameGraph() {
        List<Statement> statements = new ArrayList<>(Rdf.statements());
        statements.add(Rdf.quoting());
        RdfGraph graph = RdfGraph.of(statements);
        assertThat(RdfStructs.toGraph(copy(RdfStructs.ofGraph(graph)))).isEqualTo(graph);
    }

    @Test
    void aCopyMadeFieldByFieldHoldsTheSamePatch() {
        assertThat(RdfStructs.toPatch(copy(RdfStructs.ofPatch(Rdf.patch())))).isEqualTo(Rdf.patch());
    }

    @Test
    void jsonConverterCarriesGraphsAndPatchesThereAndBack() {
        assertThat(RdfStructs.toGraph(throughJson(RdfStructs.GRAPH_SCHEMA, RdfStructs.ofGraph(Rdf.graph()))))
                .isEqualTo(Rdf.graph());
        assertThat(RdfStructs.toPatch(throughJson(RdfStructs.PATCH_SCHEMA, RdfStructs.ofPatch(Rdf.patch()))))
                .isEqualTo(Rdf.patch());
    }

    @Test
    void aFieldPutFromOutsideReplacesWhatWasCarried() {
        Struct struct = RdfStructs.ofGraph(Rdf.graph());
        List<Object> first = List.of(struct.getArray("statements").get(0));
        struct.put("statements", first);
        assertThat(RdfStructs.toGraph(struct).statements())
                .containsExactly(Rdf.statements().get(0));
        assertThat(RdfStructs.toGraph(struct).namespaces())
                .isEqualTo(Rdf.graph().namespaces());
    }

    @Test
    void structsOfEqualGraphsAreEqualBeforeAndAfterTheyAreRead() {
        Struct read = RdfStructs.ofGraph(Rdf.graph());
        assertThat(read.getArray("statements")).hasSize(4);
        assertThat(RdfStructs.ofGraph(Rdf.graph())).isEqualTo(read).hasSameHashCodeAs(read);
        assertThat(RdfStructs.ofGraph(Rdf.graph()).toString()).contains("http://example.org/s");
    }

    @Test
    void equalityAndHashDoNotFillTheFields() {
        AtomicInteger fills = new AtomicInteger();
        Struct struct =
                new CarryingStruct<>(RdfStructs.GRAPH_SCHEMA, Rdf.graph(), (graph, filled) -> fills.incrementAndGet());
        assertThat(struct.equals(RdfStructs.ofGraph(Rdf.graph()))).isTrue();
        assertThat(struct.hashCode()).isEqualTo(RdfStructs.ofGraph(Rdf.graph()).hashCode());
        assertThat(RdfStructs.toGraph(struct)).isEqualTo(Rdf.graph());
        assertThat(fills).hasValue(0);
    }

    @Test
    void aStructThatWasChangedEqualsNoneThatStillCarries() {
        Struct changed = RdfStructs.ofGraph(Rdf.graph());
        changed.put("namespaces", Rdf.graph().namespaces());
        assertThat(changed).isNotEqualTo(RdfStructs.ofGraph(Rdf.graph()));
        assertThat(RdfStructs.ofGraph(Rdf.graph())).isNotEqualTo(changed);
    }

    @Test
    void passesValidationOfTheFramework() {
        RdfStructs.ofGraph(Rdf.graph()).validate();
        RdfStructs.ofPatch(Rdf.patch()).validate();
    }

    @Test
    void tellsGraphsFromPatchesAndFromAnythingElse() {
        assertThat(RdfStructs.isGraph(RdfStructs.ofGraph(Rdf.graph()))).isTrue();
        assertThat(RdfStructs.isPatch(RdfStructs.ofGraph(Rdf.graph()))).isFalse();
        assertThat(RdfStructs.isGraph("text")).isFalse();
        assertThat(RdfStructs.isPatch(null)).isFalse();
        assertThatThrownBy(() -> RdfStructs.toGraph("text"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("java.lang.String");
    }

    @Test
    void namesTheStatementAndTheFieldThatIsWrong() {
        Struct literal =
                new Struct(RdfStructs.TERM_SCHEMA).put("type", "literal").put("value", "x");
        Struct statement = new Struct(RdfStructs.STATEMENT_SCHEMA)
                .put("subject", literal)
                .put("predicate", literal)
                .put("object", literal);
        Struct graph = new Struct(RdfStructs.GRAPH_SCHEMA)
                .put("statements", List.of(statement))
                .put("namespaces", Map.of());
        assertThatThrownBy(() -> RdfStructs.toGraph(graph))
                .isInstanceOf(DataException.class)
                .hasMessage("statement 0: subject must not be a literal");
    }

    private static Struct throughJson(Schema schema, Struct struct) {
        try (JsonConverter json = new JsonConverter()) {
            json.configure(Map.of("schemas.enable", "true"), false);
            SchemaAndValue back = json.toConnectData("topic", json.fromConnectData("topic", schema, struct));
            return (Struct) back.value();
        }
    }

    /** What a transformation does that rebuilds a record. */
    private static Struct copy(Struct struct) {
        Struct copy = new Struct(struct.schema());
        for (Field field : struct.schema().fields()) {
            copy.put(field, struct.get(field));
        }
        return copy;
    }
}
