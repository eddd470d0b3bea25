package dev.velella.sink.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * The content of one transaction of an embedded store. No statement is in both lists.
 *
 * @param removes statements of the data to remove; the store contains all of them
 * @param adds statements of the data to add; the store contains none of them
 * @param rows rows of the system graph to set
 * @param namespaces prefixes to bind, which are not bound yet: prefix without colon to IRI
 * @param commit the commit of the store's history; null if the change is not part of the history
 */
public record StoreChange(
        List<Statement> removes,
        List<Statement> adds,
        List<Row> rows,
        Map<String, String> namespaces,
        @Nullable CommitRecord commit) {

    /** A row of the system graph. Its object replaces all objects that the subject and predicate have. */
    public record Row(IRI subject, IRI predicate, Value object) {
        /** The row as a statement of the system graph. */
        public Statement statement() {
            return SimpleValueFactory.getInstance().createStatement(subject, predicate, object, SystemGraph.GRAPH);
        }
    }

    /** Makes a change of rows only. */
    public static StoreChange ofRows(List<Row> rows) {
        return new StoreChange(List.of(), List.of(), rows, Map.of(), null);
    }

    /** Returns this change with one more row. */
    public StoreChange with(Row row) {
        List<Row> more = new ArrayList<>(rows);
        more.add(row);
        return new StoreChange(removes, adds, more, namespaces, commit);
    }

    /** Returns this change as a commit of the history. */
    public StoreChange as(CommitRecord record) {
        return new StoreChange(removes, adds, rows, namespaces, record);
    }

    /** Change of the number of statements in the data; may be negative. */
    public long growth() {
        return (long) adds.size() - removes.size();
    }
}
