package dev.velella.view.sparql;

import dev.velella.view.answer.AnswerFailedException;
import dev.velella.view.answer.AnswerFailedException.Reason;
import dev.velella.view.answer.CompiledView;
import dev.velella.view.answer.Evaluation;
import dev.velella.view.answer.Row;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import dev.velella.view.data.Touch;
import dev.velella.view.definition.ColumnType;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.algebra.Projection;
import org.eclipse.rdf4j.query.algebra.ProjectionElem;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.UnaryTupleOperator;
import org.eclipse.rdf4j.query.parser.ParsedQuery;
import org.eclipse.rdf4j.query.parser.ParsedTupleQuery;
import org.jspecify.annotations.Nullable;

/** A SELECT query as a view: rows with a key. Immutable. */
public final class SelectView implements CompiledView {
    private final ViewDefinition definition;
    private final Query query;
    private final Map<String, ColumnType> columns;

    /**
     * Compiles a view of kind SELECT.
     *
     * @throws ViewRefusedException if it is refused
     */
    public SelectView(ViewDefinition definition, StaticData fixed) {
        this.definition = definition;
        ParsedQuery parsed = Query.parse(definition);
        if (!(parsed instanceof ParsedTupleQuery)) {
            throw refused(Refusal.QUERY_FORM, "query", "is no SELECT query");
        }
        query = new Query(definition, fixed, parsed.getTupleExpr(), parsed.getDataset());
        if (query.readsPrevious()) {
            throw refused(Refusal.PREVIOUS, "query", "only the answer of a construct view can be read again");
        }
        Map<String, ColumnType> found = new LinkedHashMap<>();
        for (String variable : variables(query.pattern())) {
            found.put(variable, definition.columns().getOrDefault(variable, ColumnType.STRING));
        }
        columns = Collections.unmodifiableMap(found);
        for (String variable : definition.key()) {
            if (!columns.containsKey(variable)) {
                throw refused(
                        Refusal.KEY,
                        "key",
                        "?" + variable + " is no variable of the query; these are: "
                                + String.join(", ", columns.keySet()));
            }
        }
        for (String variable : definition.columns().keySet()) {
            if (!columns.containsKey(variable)) {
                throw refused(Refusal.DEFINITION, "columns", "?" + variable + " is no variable of the query");
            }
        }
    }

    private ViewRefusedException refused(Refusal reason, String place, String why) {
        return new ViewRefusedException(reason, definition.name(), place, why);
    }

    private static List<String> variables(TupleExpr query) {
        QueryModelNode node = query;
        while (node instanceof UnaryTupleOperator operator && !(node instanceof Projection)) {
            node = operator.getArg();
        }
        if (node instanceof Projection projection) {
            return projection.getProjectionElemList().getElements().stream()
                    .map(SelectView::name)
                    .distinct()
                    .toList();
        }
        return query.getBindingNames().stream().sorted().toList();
    }

    private static String name(ProjectionElem element) {
        return element.getProjectionAlias().orElse(element.getName());
    }

    @Override
    public Touch touch() {
        return query.touch();
    }

    @Override
    public boolean readsNow() {
        return query.readsNow();
    }

    @Override
    public Map<String, ColumnType> columns() {
        return columns;
    }

    @Override
    public List<String> key() {
        return definition.key();
    }

    /** The solutions themselves, for tests. */
    Query.Solutions newSolutions() {
        return query.newSolutions();
    }

    @Override
    public Evaluation newEvaluation() {
        Query.Solutions solutions = query.newSolutions();
        return (StreamData stream, long nowMs, List<Statement> previous) ->
                new ViewAnswer(List.of(), rows(solutions.of(stream, nowMs, previous)));
    }

    private List<Row> rows(List<BindingSet> solutions) {
        List<Row> rows = new ArrayList<>(solutions.size());
        Map<String, Row> byKey = new HashMap<>();
        for (BindingSet solution : solutions) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            columns.forEach((column, type) -> values.put(column, value(column, type, solution.getValue(column))));
            for (String column : definition.key()) {
                Value value = solution.getValue(column);
                if (value == null) {
                    throw failed(Reason.KEY_UNBOUND, "the key ?" + column + " has no value in the row " + values);
                }
                if (value.isBNode()) {
                    throw failed(Reason.KEY_BLANK, "the key ?" + column + " is a blank node in the row " + values);
                }
            }
            Row row = new Row(values, definition.key());
            Row other = byKey.putIfAbsent(row.key(), row);
            if (other != null) {
                throw failed(
                        Reason.KEY_NOT_UNIQUE,
                        "two rows have the key " + row.key() + ": " + other.json() + " and " + row.json()
                                + "; add variables to the key, or write DISTINCT or an aggregate");
            }
            rows.add(row);
        }
        return rows;
    }

    private @Nullable Object value(String column, ColumnType type, @Nullable Value value) {
        if (value == null) {
            return null;
        }
        try {
            return ColumnValues.of(type, value);
        } catch (IllegalArgumentException e) {
            throw new AnswerFailedException(
                    Reason.COLUMN_TYPE,
                    definition.name(),
                    "?" + column + " is " + value + ", which is no " + type.id() + " (columns)",
                    e);
        }
    }

    private AnswerFailedException failed(Reason reason, String why) {
        return new AnswerFailedException(reason, definition.name(), why);
    }
}
