package dev.velella.converter.struct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.Rdf;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        assertThat(RdfStructs.toElement(RdfStructs.of(graph))).isSameAs(graph);
    }

    @Test
    void aCopyMadeFieldByFieldHoldsTheSameGraph() {
        List<Statement> statements = new ArrayList<>(Rdf.statements());
        statements.add(Rdf.quoting());
        RdfGraph graph = RdfGraph.of(statements);
        assertThat(RdfStructs.toElement(copy(RdfStructs.of(graph)))).isEqualTo(graph);
    }

    @Test
    void aCopyMadeFieldByFieldHoldsTheSamePatch() {
        assertThat(RdfStructs.toElement(copy(RdfStructs.of(Rdf.patch())))).isEqualTo(Rdf.patch());
    }

    @Test
    void jsonConverterCarriesGraphsAndPatchesThereAndBack() {
        assertThat(RdfStructs.toElement(throughJson(RdfStructs.GRAPH_SCHEMA, RdfStructs.of(Rdf.graph()))))
                .isEqualTo(Rdf.graph());
        assertThat(RdfStructs.toElement(throughJson(RdfStructs.PATCH_SCHEMA, RdfStructs.of(Rdf.patch()))))
                .isEqualTo(Rdf.patch());
    }

    @Test
    void aFieldPutFromOutsideReplacesWhatWasCarried() {
        Struct struct = RdfStructs.of(Rdf.graph());
        List<Object> first = List.of(struct.getArray("statements").get(0));
        struct.put("statements", first);
        assertThat(((RdfGraph) RdfStructs.toElement(struct)).statements())
                .containsExactly(Rdf.statements().get(0));
        assertThat(((RdfGraph) RdfStructs.toElement(struct)).namespaces())
                .isEqualTo(Rdf.graph().namespaces());
    }

    @Test
    void structsOfEqualGraphsAreEqualBeforeAndAfterTheyAreRead() {
        Struct read = RdfStructs.of(Rdf.graph());
        assertThat(read.getArray("statements")).hasSize(4);
        assertThat(RdfStructs.of(Rdf.graph())).isEqualTo(read).hasSameHashCodeAs(read);
        assertThat(RdfStructs.of(Rdf.graph()).toString()).contains("http://example.org/s");
    }

    @Test
    void equalityAndHashDoNotFillTheFields() {
        Struct struct = RdfStructs.of(Rdf.graph());
        RdfStructs.refuseFields(struct, "the fields were asked for");
        assertThat(struct.equals(RdfStructs.of(Rdf.graph()))).isTrue();
        assertThat(struct.hashCode()).isEqualTo(RdfStructs.of(Rdf.graph()).hashCode());
        assertThat(RdfStructs.toElement(struct)).isEqualTo(Rdf.graph());
        assertThatThrownBy(struct::validate).hasMessage("the fields were asked for");
    }

    @Test
    void aStructThatWasChangedEqualsNoneThatStillCarries() {
        Struct changed = RdfStructs.of(Rdf.graph());
        changed.put("namespaces", Rdf.graph().namespaces());
        assertThat(changed).isNotEqualTo(RdfStructs.of(Rdf.graph()));
        assertThat(RdfStructs.of(Rdf.graph())).isNotEqualTo(changed);
    }

    @Test
    void passesValidationOfTheFramework() {
        RdfStructs.of(Rdf.graph()).validate();
        RdfStructs.of(Rdf.patch()).validate();
    }

    @Test
    void tellsGraphsFromPatchesAndFromAnythingElse() {
        assertThat(RdfStructs.kindOf(RdfStructs.of(Rdf.graph())) == ElementKind.GRAPH)
                .isTrue();
        assertThat(RdfStructs.kindOf(RdfStructs.of(Rdf.graph())) == ElementKind.PATCH)
                .isFalse();
        assertThat(RdfStructs.kindOf("text") == ElementKind.GRAPH).isFalse();
        assertThat(RdfStructs.kindOf(null) == ElementKind.PATCH).isFalse();
        assertThatThrownBy(() -> RdfStructs.toElement("text"))
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
        assertThatThrownBy(() -> RdfStructs.toElement(graph))
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
