package dev.velella.sink.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * What one transaction writes to an embedded store. No statement is in both lists.
 *
 * @param removes statements of the data to remove, all of which are there
 * @param adds statements of the data to add, none of which is there
 * @param rows rows of the system graph to set
 * @param namespaces prefixes to bind, none of which is bound: prefix without colon to IRI
 */
public record StoreChange(
        List<Statement> removes, List<Statement> adds, List<Row> rows, Map<String, String> namespaces) {

    /** A row of the system graph: whatever objects the subject and predicate have, this one takes their place. */
    public record Row(IRI subject, IRI predicate, Value object) {
        /** As it is in the system graph. */
        public Statement statement() {
            return SimpleValueFactory.getInstance().createStatement(subject, predicate, object, SystemGraph.GRAPH);
        }
    }

    /** Rows alone. */
    public static StoreChange ofRows(List<Row> rows) {
        return new StoreChange(List.of(), List.of(), rows, Map.of());
    }

    /** The same with one more row. */
    public StoreChange with(Row row) {
        List<Row> more = new ArrayList<>(rows);
        more.add(row);
        return new StoreChange(removes, adds, more, namespaces);
    }

    /** By how many the statements of the data become more; may be negative. */
    public long growth() {
        return (long) adds.size() - removes.size();
    }
}
