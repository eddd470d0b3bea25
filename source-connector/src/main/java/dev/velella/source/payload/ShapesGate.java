package dev.velella.source.payload;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.BooleanLiteral;
import org.eclipse.rdf4j.model.vocabulary.SHACL;
import org.eclipse.rdf4j.rio.turtle.TurtleWriter;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.eclipse.rdf4j.sail.shacl.ShaclValidator;

/**
 * Checks graphs against SHACL shapes, with RDF4J's validator. The shapes see all statements of an element as one graph,
 * whatever their graph names. Owns the store of the shapes. Not thread-safe.
 */
public final class ShapesGate implements AutoCloseable {
    /** Most characters of a report that are kept. */
    static final int LONGEST_REPORT = 8_000;

    private final MemoryStore shapes;

    /**
     * @param turtle the shapes
     * @throws IllegalArgumentException if the shapes cannot be read, or the text holds no shape
     */
    public ShapesGate(String turtle) {
        shapes = store(parsed(turtle));
        try {
            validate(List.of()); // reads the shapes
        } catch (RDF4JException | IllegalArgumentException | IllegalStateException | UnsupportedOperationException e) {
            shapes.shutDown();
            throw new IllegalArgumentException("holds shapes that cannot be used: " + e.getMessage(), e);
        }
    }

    private static List<Statement> parsed(String turtle) {
        try {
            List<Statement> read = new DocumentReader(Limits.DEFAULT)
                    .readGraph(DocumentFormat.TURTLE, turtle.getBytes(StandardCharsets.UTF_8))
                    .statements();
            boolean some = read.stream()
                    .anyMatch(statement -> SHACL.NODE_SHAPE.equals(statement.getObject())
                            || SHACL.PROPERTY_SHAPE.equals(statement.getObject())
                            || statement.getPredicate().stringValue().startsWith(SHACL.NAMESPACE + "target"));
            if (!some) {
                throw new IllegalArgumentException("holds no shape: no sh:NodeShape, sh:PropertyShape or target");
            }
            return read;
        } catch (MalformedDocumentException e) {
            throw new IllegalArgumentException("is not Turtle: " + e.getMessage(), e);
        }
    }

    /**
     * Checks a graph.
     *
     * @throws PayloadException with the validation report, if the graph does not conform
     */
    public void check(RdfGraph graph) {
        Model report;
        try {
            report = validate(graph.statements());
        } catch (RDF4JException e) {
            throw new PayloadException(
                    RefusalReason.SHAPES, "cannot be validated (shacl.shapes): " + e.getMessage(), e);
        }
        if (!report.contains(null, SHACL.CONFORMS, BooleanLiteral.TRUE)) {
            throw new PayloadException(summary(report), text(report));
        }
    }

    /** The validation report of the statements. */
    private Model validate(List<Statement> statements) {
        // The validator looks for its classes with the thread's class loader, which in Kafka Connect can belong to
        // another plugin.
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(ShapesGate.class.getClassLoader());
        MemoryStore data = store(statements);
        try {
            return ShaclValidator.validate(data, shapes).asModel();
        } finally {
            data.shutDown();
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static MemoryStore store(List<Statement> statements) {
        MemoryStore store = new MemoryStore();
        store.setDefaultIsolationLevel(IsolationLevels.NONE);
        store.init();
        try (NotifyingSailConnection connection = store.getConnection()) {
            connection.begin(IsolationLevels.NONE);
            for (Statement statement : statements) {
                connection.addStatement(statement.getSubject(), statement.getPredicate(), statement.getObject());
            }
            connection.commit();
        }
        return store;
    }

    private static String summary(Model report) {
        Model components = report.filter(null, SHACL.SOURCE_CONSTRAINT_COMPONENT, null);
        int results = components.size();
        String first = components.stream()
                .findFirst()
                .map(result -> ": " + name(result.getObject()) + " at "
                        + report.filter(result.getSubject(), SHACL.FOCUS_NODE, null).objects().stream()
                                .findFirst()
                                .map(Value::toString)
                                .orElse("?"))
                .orElse("");
        return "does not conform to shacl.shapes, " + results + (results == 1 ? " result" : " results") + first;
    }

    private static String name(Value component) {
        return component.stringValue().replace(SHACL.NAMESPACE, "sh:");
    }

    private static String text(Model report) {
        StringWriter text = new StringWriter();
        TurtleWriter writer = new TurtleWriter(text);
        writer.startRDF();
        writer.handleNamespace("sh", SHACL.NAMESPACE);
        report.forEach(writer::handleStatement);
        writer.endRDF();
        String turtle = text.toString();
        return turtle.length() <= LONGEST_REPORT ? turtle : turtle.substring(0, LONGEST_REPORT) + "…";
    }

    @Override
    public void close() {
        shapes.shutDown();
    }
}
