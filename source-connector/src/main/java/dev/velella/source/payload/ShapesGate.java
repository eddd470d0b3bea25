package dev.velella.source.payload;

import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import dev.velella.shapes.Shapes;
import dev.velella.shapes.StatementIndex;
import dev.velella.shapes.Violation;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.SHACL;
import org.eclipse.rdf4j.rio.turtle.TurtleWriter;

/**
 * Checks graphs against SHACL shapes, which are read once. The shapes see all statements of an element as one graph,
 * whatever their graph names. Immutable and thread-safe.
 */
public final class ShapesGate {
    /** Most characters of a report that are kept. */
    static final int LONGEST_REPORT = 8_000;

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final Shapes shapes;
    private final ReadingLimits limits;

    /**
     * @param turtle the shapes
     * @param limits of which the time holds for the check of one graph
     * @throws IllegalArgumentException if the shapes cannot be used
     */
    public ShapesGate(String turtle, ReadingLimits limits) {
        shapes = Shapes.withQueries(turtle);
        this.limits = limits;
    }

    /**
     * Checks a graph.
     *
     * @throws PayloadException with the validation report, if the graph does not conform
     */
    public void check(RdfGraph graph) {
        List<Violation> violations;
        try {
            violations = shapes.violations(
                    new StatementIndex(graph.statements()), shapes.classes(), new ReadingBudget(limits)::step);
        } catch (DocumentLimitException
                | RDF4JException
                | StackOverflowError e) { // what a value makes of an expression
            throw new PayloadException(RefusalReason.SHAPES, "cannot be validated (shacl.shapes): " + why(e), e);
        }
        if (!violations.isEmpty()) {
            throw new PayloadException(summary(violations), report(violations));
        }
    }

    private static String why(Throwable failure) {
        return failure instanceof StackOverflowError
                ? "an expression of the shapes leads too deep"
                : String.valueOf(failure.getMessage());
    }

    private static String summary(List<Violation> violations) {
        int results = violations.size();
        Violation first = violations.get(0);
        return "does not conform to shacl.shapes, " + results + (results == 1 ? " result: " : " results: ")
                + first.component().stringValue().replace(SHACL.NAMESPACE, "sh:") + " at "
                + (first.focus().isLiteral() ? "a literal" : first.focus());
    }

    private static String report(List<Violation> violations) {
        List<Statement> report = new ArrayList<>();
        Resource node = VALUES.createBNode();
        report.add(VALUES.createStatement(node, RDF.TYPE, SHACL.VALIDATION_REPORT));
        report.add(VALUES.createStatement(node, SHACL.CONFORMS, VALUES.createLiteral(false)));
        for (Violation each : violations) {
            Resource result = VALUES.createBNode();
            report.add(VALUES.createStatement(node, SHACL.RESULT, result));
            each.report(result, report);
        }
        StringWriter text = new StringWriter();
        TurtleWriter writer = new TurtleWriter(text);
        writer.startRDF();
        writer.handleNamespace("sh", SHACL.NAMESPACE);
        report.forEach(writer::handleStatement);
        writer.endRDF();
        String turtle = text.toString();
        return turtle.length() <= LONGEST_REPORT ? turtle : turtle.substring(0, LONGEST_REPORT) + "…";
    }
}
