package dev.velella.view.data;

import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.query.QueryInterruptedException;
import org.eclipse.rdf4j.query.algebra.evaluation.TripleSource;
import org.jspecify.annotations.Nullable;

/**
 * What a view asks: the graph of a stream, static data, and the answer before. The graphs of the stream and the static
 * data together are the default graph, as in RDF4J; a statement of both counts once there, and once in each graph of {@link
 * #withGraphs}. The answer before is only in the graph {@link #PREVIOUS}. Holds the data of one evaluation at a time, and ends it when its time is over.
 * Not thread-safe.
 */
public final class AskedData implements TripleSource {
    /** Name of the graph that holds the view's answer before. */
    public static final IRI PREVIOUS = SimpleValueFactory.getInstance().createIRI("urn:velella:view:previous");

    private static final int CALLS_BETWEEN_LOOKS = 64;

    private final StaticData fixed;
    private StreamData stream = StreamData.of(List.of());
    private StreamData previous = stream;
    private long deadline;
    private int calls;

    public AskedData(StaticData fixed) {
        this.fixed = fixed;
    }

    /**
     * Begins an evaluation.
     *
     * @param before the answer before, in the graph {@link #PREVIOUS}
     * @param timeoutMs how long the evaluation may take
     */
    public void begin(StreamData data, StreamData before, long timeoutMs) {
        stream = data;
        previous = before;
        deadline = System.nanoTime() + timeoutMs * 1_000_000;
        calls = 0;
    }

    /** The graph of the stream. */
    public StreamData stream() {
        return stream;
    }

    /**
     * Looks at the clock now and then.
     *
     * @throws QueryInterruptedException if the time of the evaluation is over
     */
    public void check() {
        if (++calls % CALLS_BETWEEN_LOOKS == 0 && System.nanoTime() - deadline > 0) {
            throw new QueryInterruptedException("the time of the evaluation is over");
        }
    }

    @Override
    public CloseableIteration<? extends Statement> getStatements(
            @Nullable Resource subject, @Nullable IRI predicate, @Nullable Value object, @Nullable Resource... contexts)
            throws QueryEvaluationException {
        return matches(false, subject, predicate, object, contexts);
    }

    /** The same data for patterns that tell graphs apart: a statement in two graphs is two statements. */
    public TripleSource withGraphs() {
        return new TripleSource() {
            @Override
            public CloseableIteration<? extends Statement> getStatements(
                    @Nullable Resource subject,
                    @Nullable IRI predicate,
                    @Nullable Value object,
                    @Nullable Resource... contexts) {
                return matches(true, subject, predicate, object, contexts);
            }

            @Override
            public ValueFactory getValueFactory() {
                return AskedData.this.getValueFactory();
            }
        };
    }

    private CloseableIteration<Statement> matches(
            boolean withGraphs,
            @Nullable Resource subject,
            @Nullable IRI predicate,
            @Nullable Value object,
            @Nullable Resource... contexts) {
        check();
        boolean asksPrevious = contexts.length == 1 && PREVIOUS.equals(contexts[0]);
        List<Statement> first = (asksPrevious ? previous : stream).candidates(subject, predicate, object);
        List<Statement> second = asksPrevious ? List.of() : fixed.candidates(subject, predicate, object);
        Resource[] graphs = asksPrevious ? new Resource[0] : contexts;
        boolean inItsGraph = withGraphs || graphs.length > 0;
        return new CloseableIteration<Statement>() {
            private int at;
            private @Nullable Statement next;

            @Override
            public boolean hasNext() {
                while (next == null && at < first.size() + second.size()) {
                    boolean isFixed = at >= first.size();
                    Statement each = isFixed ? second.get(at - first.size()) : first.get(at);
                    at++;
                    check();
                    if ((predicate == null || predicate.equals(each.getPredicate()))
                            && (subject == null || subject.equals(each.getSubject()))
                            && (object == null || object.equals(each.getObject()))
                            && (graphs.length == 0 || Arrays.asList(graphs).contains(each.getContext()))
                            && !(isFixed && isInStream(each, inItsGraph))) {
                        next = each;
                    }
                }
                return next != null;
            }

            @Override
            public Statement next() {
                if (!hasNext() || next == null) {
                    throw new NoSuchElementException();
                }
                Statement found = next;
                next = null;
                return found;
            }

            @Override
            public void close() {
                at = first.size() + second.size();
                next = null;
            }
        };
    }

    @Override
    public ValueFactory getValueFactory() {
        return SimpleValueFactory.getInstance();
    }

    private boolean isInStream(Statement statement, boolean inItsGraph) {
        return stream.candidates(statement.getSubject(), statement.getPredicate(), statement.getObject()).stream()
                .anyMatch(each -> each.getPredicate().equals(statement.getPredicate())
                        && each.getSubject().equals(statement.getSubject())
                        && each.getObject().equals(statement.getObject())
                        && (!inItsGraph || Objects.equals(each.getContext(), statement.getContext())));
    }
}
