package dev.velella.view.shapes;

import dev.velella.shapes.Shapes;
import dev.velella.shapes.ShapesException;
import dev.velella.shapes.Violation;
import dev.velella.view.answer.AnswerFailedException;
import dev.velella.view.answer.AnswerFailedException.Reason;
import dev.velella.view.answer.CompiledView;
import dev.velella.view.answer.Evaluation;
import dev.velella.view.answer.Row;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.data.AskedData;
import dev.velella.view.data.NodeLabels;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.Touch;
import dev.velella.view.definition.ColumnType;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.util.Values;
import org.jspecify.annotations.Nullable;

/**
 * Shapes as a view: the violations in the graph of a stream together with the static data. A shape is about the nodes that
 * are in the graph of the stream, and about those that it names itself (sh:targetNode). Immutable.
 */
public final class ShapesView implements CompiledView {
    private static final List<String> KEY = List.of("violation");
    private static final List<String> COLUMNS =
            List.of("violation", "focus", "path", "value", "component", "shape", "severity", "message");

    private final ViewDefinition definition;
    private final StaticData fixed;
    private final Shapes shapes;
    private final Touch touch = new Touch();

    /**
     * Compiles a view of kind SHACL.
     *
     * @throws ViewRefusedException if it is refused
     */
    public ShapesView(ViewDefinition definition, StaticData fixed) {
        this.definition = definition;
        this.fixed = fixed;
        try {
            shapes = Shapes.ofCore(definition.text(), "urn:velella:view:" + definition.name() + ":shape:");
        } catch (ShapesException e) {
            Refusal reason = e.isUnsupported() ? Refusal.UNSUPPORTED : Refusal.SYNTAX;
            throw new ViewRefusedException(reason, definition.name(), "shapes", String.valueOf(e.getMessage()));
        }
        shapes.predicates().forEach(touch::add);
        if (shapes.readsAll()) {
            touch.addAll();
        }
        for (Statement each : fixed.statements()) {
            if (touch.by(each)) { // its ends may be targets as soon as the stream names them
                touch.addNode(each.getSubject());
                touch.addNode(each.getObject());
            }
        }
    }

    @Override
    public Touch touch() {
        return touch;
    }

    @Override
    public Map<String, ColumnType> columns() {
        Map<String, ColumnType> columns = new LinkedHashMap<>();
        COLUMNS.forEach(each -> columns.put(each, ColumnType.STRING));
        return columns;
    }

    @Override
    public List<String> key() {
        return KEY;
    }

    @Override
    public Evaluation newEvaluation() {
        AskedData clock = new AskedData(StaticData.NONE);
        return (stream, nowMs, previous) -> {
            clock.begin(stream, stream, definition.timeoutMs());
            try {
                return answer(named(shapes.violations(stream, fixed, clock::check)));
            } catch (RuntimeException | StackOverflowError e) {
                throw AnswerFailedException.of(e, definition.name(), definition.timeoutMs(), "the shapes");
            }
        };
    }

    /** The violations by a name that follows from what they are. */
    private Map<String, Violation> named(List<Violation> violations) {
        Map<String, Violation> named = new LinkedHashMap<>();
        Map<String, Integer> times = new HashMap<>();
        for (Violation each : violations) {
            String text = definition.name() + '\n' + each;
            int time = times.merge(text, 1, Integer::sum);
            named.put("urn:velella:violation:" + NodeLabels.of(text + '\n' + time), each);
        }
        return named;
    }

    private ViewAnswer answer(Map<String, Violation> violations) {
        List<Statement> graph = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        violations.forEach((name, violation) -> {
            if (rows.size() == definition.maxRows()) {
                throw new AnswerFailedException(
                        Reason.TOO_MANY_ROWS,
                        definition.name(),
                        "more than " + definition.maxRows() + " violations (max.rows)");
            }
            rows.add(row(name, violation));
            violation.report(Values.iri(name), graph);
        });
        return new ViewAnswer(graph, rows);
    }

    private static Row row(String name, Violation violation) {
        List<Literal> messages = violation.messages();
        List<@Nullable String> cells = Arrays.asList(
                name,
                text(violation.focus()),
                violation.path(),
                violation.value() == null ? null : text(violation.value()),
                violation.component().stringValue(),
                violation.shape().stringValue(),
                violation.severity().stringValue(),
                messages.isEmpty() ? null : messages.get(0).getLabel());
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            values.put(COLUMNS.get(i), cells.get(i));
        }
        return new Row(values, KEY);
    }

    private static String text(Value value) {
        return value.isBNode() ? value.toString() : value.stringValue();
    }
}
