package dev.velella.view.shapes;

import dev.velella.view.answer.AnswerFailedException;
import dev.velella.view.answer.AnswerFailedException.Reason;
import dev.velella.view.answer.CompiledView;
import dev.velella.view.answer.Evaluation;
import dev.velella.view.answer.Row;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.data.AskedData;
import dev.velella.view.data.NodeLabels;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import dev.velella.view.data.Touch;
import dev.velella.view.definition.ColumnType;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.model.vocabulary.SHACL;
import org.jspecify.annotations.Nullable;

/**
 * Shapes as a view: the violations in the graph of a stream together with the static data. A shape is about the nodes that
 * are in the graph of the stream, and about those that it names itself (sh:targetNode). Immutable.
 */
public final class ShapesView implements CompiledView {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final List<String> KEY = List.of("violation");
    private static final Map<String, ColumnType> COLUMNS;

    static {
        Map<String, ColumnType> columns = new LinkedHashMap<>();
        for (String name :
                List.of("violation", "focus", "path", "value", "component", "shape", "severity", "message")) {
            columns.put(name, ColumnType.STRING);
        }
        COLUMNS = Collections.unmodifiableMap(columns);
    }

    private final ViewDefinition definition;
    private final StaticData fixed;
    private final List<Shape> shapes;
    private final Touch touch;

    /**
     * Compiles a view of kind SHACL.
     *
     * @throws ViewRefusedException if it is refused
     */
    public ShapesView(ViewDefinition definition, StaticData fixed) {
        this.definition = definition;
        this.fixed = fixed;
        shapes = ShapesParser.parse(definition.name(), definition.text());
        touch = touch(shapes);
        for (Statement each : fixed.statements()) {
            if (touch.by(each)) { // its ends may be targets as soon as the stream names them
                touch.addNode(each.getSubject());
                touch.addNode(each.getObject());
            }
        }
    }

    /** Which statements the shapes read. */
    private static Touch touch(List<Shape> roots) {
        Touch touch = new Touch();
        Set<IRI> predicates = new LinkedHashSet<>();
        Set<Shape> seen = new HashSet<>(roots);
        Deque<Shape> open = new ArrayDeque<>(roots);
        while (!open.isEmpty()) {
            Shape shape = open.remove();
            if (shape.path() != null) {
                shape.path().predicates(predicates);
            }
            for (Shape.Target target : shape.targets()) {
                if (target instanceof Shape.Target.OfClass) {
                    predicates.add(RDF.TYPE);
                    predicates.add(RDFS.SUBCLASSOF);
                } else if (target instanceof Shape.Target.Subjects subjects) {
                    predicates.add(subjects.predicate());
                } else if (target instanceof Shape.Target.Objects objects) {
                    predicates.add(objects.predicate());
                }
            }
            for (Constraint each : shape.constraints()) {
                List<Shape> inner = new ArrayList<>();
                each.touch(predicates, inner);
                if (each.readsAll()) {
                    touch.addAll();
                }
                inner.stream().filter(seen::add).forEach(open::add);
            }
        }
        predicates.forEach(touch::add);
        return touch;
    }

    @Override
    public Touch touch() {
        return touch;
    }

    @Override
    public Map<String, ColumnType> columns() {
        return COLUMNS;
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
                return answer(named(validate(stream, clock)));
            } catch (RuntimeException | StackOverflowError e) {
                throw AnswerFailedException.of(e, definition.name(), definition.timeoutMs(), "the shapes");
            }
        };
    }

    private List<Violation> validate(StreamData stream, AskedData clock) {
        ShapeData data = new ShapeData(stream, fixed, clock);
        List<Violation> violations = new ArrayList<>();
        shapes.forEach(each -> violations.addAll(each.validate(data)));
        return violations;
    }

    /** The violations by a name that follows from what they are. */
    private Map<String, Violation> named(List<Violation> violations) {
        Map<String, Violation> named = new LinkedHashMap<>();
        Map<String, Integer> times = new HashMap<>();
        for (Violation each : violations) {
            String text = definition.name()
                    + '\n'
                    + each.shape().name()
                    + '\n'
                    + each.place()
                    + '\n'
                    + each.component()
                    + '\n'
                    + each.path()
                    + '\n'
                    + each.focus()
                    + '\n'
                    + each.value();
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
            report(VALUES.createIRI(name), violation, graph);
        });
        return new ViewAnswer(graph, rows);
    }

    private static Row row(String name, Violation violation) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        ShapePath path = violation.path();
        values.put("violation", name);
        values.put("focus", text(violation.focus()));
        values.put(
                "path",
                path == null
                        ? null
                        : path instanceof ShapePath.Step step ? step.predicate().stringValue() : path.toString());
        values.put("value", violation.value() == null ? null : text(violation.value()));
        values.put("component", violation.component().stringValue());
        values.put("shape", violation.shape().name().stringValue());
        values.put("severity", violation.shape().severity().stringValue());
        List<Literal> messages = violation.shape().messages();
        values.put("message", messages.isEmpty() ? null : messages.get(0).getLabel());
        return new Row(values, KEY);
    }

    private static String text(Value value) {
        return value.isBNode() ? value.toString() : value.stringValue();
    }

    private static void report(IRI node, Violation violation, List<Statement> into) {
        into.add(VALUES.createStatement(node, RDF.TYPE, SHACL.VALIDATION_RESULT));
        into.add(VALUES.createStatement(node, SHACL.FOCUS_NODE, violation.focus()));
        if (violation.path() instanceof ShapePath.Step step) {
            into.add(VALUES.createStatement(node, SHACL.RESULT_PATH, step.predicate()));
        }
        if (violation.value() != null) {
            into.add(VALUES.createStatement(node, SHACL.VALUE, violation.value()));
        }
        into.add(VALUES.createStatement(node, SHACL.SOURCE_CONSTRAINT_COMPONENT, violation.component()));
        into.add(VALUES.createStatement(
                node, SHACL.SOURCE_SHAPE, violation.shape().name()));
        into.add(VALUES.createStatement(
                node, SHACL.RESULT_SEVERITY, violation.shape().severity()));
        for (Literal message : violation.shape().messages()) {
            into.add(VALUES.createStatement(node, SHACL.RESULT_MESSAGE, message));
        }
    }
}
