package dev.velella.view.answer;

import dev.velella.view.data.StreamData;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/** Evaluates one view. Keeps nothing between two calls except memory that is used again. Not thread-safe. */
public interface Evaluation {
    /**
     * The answer for the graph of a stream.
     *
     * @param nowMs what {@code NOW()} is, in ms since 1970
     * @param previous the graph of the answer before; only read if the view reads it
     * @throws AnswerFailedException if there is no answer
     */
    ViewAnswer answer(StreamData stream, long nowMs, List<Statement> previous);
}
