package dev.velella.grpc.publish;

import dev.velella.rdf.RdfGraph;
import java.util.Arrays;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * A frame of a publisher as it was read: one element of the topic. Immutable.
 *
 * @param number of the frame: among the frames of its publisher if it numbers them, else in its call; from 1
 * @param key of the record
 * @param eventTime in ms since 1970; null if the frame does not say it
 * @param graph the element; null for a record without value, which ends the stream of its key
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares publications
record Publication(long number, byte[] key, @Nullable Long eventTime, @Nullable RdfGraph graph) {
    /**
     * A number for the contents of the frame, the same in every process. It tells a frame that is sent again from another
     * frame of the same number. Blank nodes do not count, because each reading of a file may give them other labels.
     */
    long fingerprint() {
        long sum = graph == null ? 1 : 2 + graph.statements().size();
        if (graph != null) {
            for (Statement statement : graph.statements()) {
                long hash = 17;
                hash = 31 * hash + hash(statement.getSubject());
                hash = 31 * hash + hash(statement.getPredicate());
                hash = 31 * hash + hash(statement.getObject());
                hash = 31 * hash + (statement.getContext() == null ? 0 : hash(statement.getContext()));
                sum += mixed(hash);
            }
        }
        return mixed(sum * 31 + Arrays.hashCode(key));
    }

    private static long hash(Value value) {
        if (value.isIRI()) {
            return value.stringValue().hashCode();
        } else if (value instanceof Literal literal) {
            long type = literal.getLanguage()
                    .map(String::hashCode)
                    .orElseGet(() -> literal.getDatatype().stringValue().hashCode());
            return 31 * (31L * literal.getLabel().hashCode() + type) + 7;
        }
        return 5; // a blank node, or a quoted triple, which may hold one
    }

    private static long mixed(long hash) {
        long z = hash * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        return z ^ (z >>> 27);
    }
}
