package dev.velella.convert;

import dev.velella.document.format.UnwritableException;
import dev.velella.document.write.GraphTarget;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Joins the messages of a log to one graph. The label of a blank node gets the number of its message in front ({@code m0-b}),
 * because the same label is another node in another message. An input that is no log stays as it is; of Jelly, frames that are
 * elements of their stream are messages if the user says so.
 */
final class JoinedMessages implements GraphTarget {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final GraphTarget target;
    private final boolean framesAreMessages;
    private boolean isLog;
    private boolean hasStatements;
    private long number;

    /** @param framesAreMessages whether each frame that is an element of its stream is a message; if not, labels of frames stay */
    JoinedMessages(GraphTarget target, boolean framesAreMessages) {
        this.target = target;
        this.framesAreMessages = framesAreMessages;
    }

    @Override
    public void options(JellyOptions options) {
        isLog = framesAreMessages && options.logicalType().isFramed();
        target.options(options);
    }

    @Override
    public void messages() {
        if (hasStatements) {
            throw late();
        }
        isLog = true;
    }

    /** The statements before were taken as those of a graph. */
    static UnwritableException late() {
        return new UnwritableException(
                "the input announces messages behind its first statement; move VERSION before it");
    }

    @Override
    public void endMessage() {
        number++;
    }

    @Override
    public void namespace(String prefix, String iri) throws IOException {
        target.namespace(prefix, iri);
    }

    @Override
    public void statement(Statement statement) throws IOException {
        hasStatements = true;
        target.statement(isLog ? apart(statement) : statement);
    }

    @Override
    public void frame(RdfGraph graph, Map<String, byte[]> metadata) throws IOException {
        if (!isLog) {
            target.frame(graph, metadata);
            return;
        }
        List<Statement> statements =
                graph.statements().stream().map(this::apart).toList();
        target.frame(new RdfGraph(statements, graph.namespaces()), metadata);
        endMessage();
    }

    @Override
    public void end() throws IOException {
        target.end();
    }

    private Statement apart(Statement statement) {
        Value subject = apart(statement.getSubject());
        Value object = apart(statement.getObject());
        Resource graph = statement.getContext();
        Resource name = graph == null ? null : (Resource) apart(graph);
        boolean isSame = subject == statement.getSubject() && object == statement.getObject() && name == graph;
        return isSame ? statement : VALUES.createStatement((Resource) subject, statement.getPredicate(), object, name);
    }

    private Value apart(Value term) {
        if (term instanceof BNode node) {
            return VALUES.createBNode("m" + number + "-" + node.getID());
        }
        return term instanceof Triple triple
                ? VALUES.createTriple(
                        (Resource) apart(triple.getSubject()), triple.getPredicate(), apart(triple.getObject()))
                : term;
    }
}
