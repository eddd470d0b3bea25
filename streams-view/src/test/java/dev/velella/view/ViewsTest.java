package dev.velella.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.view.answer.RowChanges;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import dev.velella.view.definition.ViewDefinition;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class ViewsTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    @Test
    void aSelectGivesRowsThatChange() {
        ViewDefinition definition = ViewDefinition.parse(
                """
                {"name": "latest", "kind": "select", "key": ["s"], "columns": {"v": "double"},
                 "query": "SELECT ?s ?v WHERE { ?s <urn:value> ?v }"}
                """);
        ViewSet set = ViewSet.compile(List.of(definition), StaticData.NONE, 1);
        ViewEngine engine = set.newEngine();
        View view = set.views().get(0);
        Statement first = statement("urn:a", 1.5);
        assertThat(engine.touched(List.of(), List.of(first))).containsExactly(view);
        ViewAnswer answer = engine.answer(view, StreamData.of(List.of(first)), 0, List.of());
        RowChanges changes = RowChanges.between(null, answer.rows());
        assertThat(changes.upserts()).singleElement().hasToString("{\"s\":\"urn:a\",\"v\":1.5}");
        ViewAnswer next = engine.answer(view, StreamData.of(List.of(statement("urn:b", 2))), 0, List.of());
        RowChanges then = RowChanges.between(changes.stored(), next.rows());
        assertThat(then.deletes()).containsExactly("{\"s\":\"urn:a\"}");
        assertThat(ViewDefinition.parse(definition.json())).isEqualTo(definition);
    }

    private static Statement statement(String subject, double value) {
        return VALUES.createStatement(
                VALUES.createIRI(subject), VALUES.createIRI("urn:value"), VALUES.createLiteral(value));
    }
}
