package dev.velella.graph;

import dev.velella.rdf.RdfGraph;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.jspecify.annotations.Nullable;

/**
 * Finds the key of an element, which names the stream that the element belongs to. Keys come from IRIs or from the
 * configuration. They never come from blank nodes, because the label of a blank node means nothing outside its element.
 * Immutable.
 *
 * @param source the source of the key
 * @param pattern finds the key in a graph name: the key is its group 1
 * @param subjectType class of the subject that is the key; only {@link KeySource#SUBJECT_TYPE} needs it
 * @param constant the key of elements that are no named graphs, or of all elements
 */
public record KeyRule(KeySource source, Pattern pattern, @Nullable IRI subjectType, String constant) {
    /**
     * The graph name without its last segment: all characters before the last slash or hash sign after the authority.
     */
    public static final String DEFAULT_PATTERN = "^([^:/#]+:(?://)?[^/#].*)[/#][^/#]*$";

    public KeyRule {
        if (source == KeySource.SUBJECT_TYPE) {
            Objects.requireNonNull(subjectType, "subjectType");
        } else if (source.isOfMessages()) {
            throw new IllegalArgumentException("an element alone does not say the " + source + " of its message");
        }
    }

    /**
     * The key of an element.
     *
     * @param graphName the element's graph name if it is a named graph, else null
     * @throws ElementException if the element has no key of this kind
     */
    public String keyOf(RdfGraph element, @Nullable Resource graphName) {
        return switch (source) {
            case AUTO -> graphName == null ? constant : fromGraphName(graphName);
            case GRAPH_NAME -> fromGraphName(graphName);
            case SUBJECT_TYPE -> subjectOfType(element, Objects.requireNonNull(subjectType));
            case CONSTANT, TOPIC, TOPIC_SEGMENT, JSON_POINTER -> constant;
        };
    }

    private String fromGraphName(@Nullable Resource graphName) {
        if (graphName == null) {
            throw new ElementException("no key: the element is not a named graph; set key.source to subject-type or"
                    + " constant (or auto)");
        }
        if (!graphName.isIRI()) {
            throw new ElementException(
                    "no key: the graph name is a blank node; set key.source to subject-type or" + " constant");
        }
        Matcher matcher = pattern.matcher(graphName.stringValue());
        String key = matcher.find() ? matcher.group(1) : null;
        if (key == null || key.isEmpty()) {
            throw new ElementException("no key: key.pattern " + pattern + " finds none in the graph name <" + graphName
                    + ">; set another key.pattern or key.source");
        }
        return key;
    }

    private static String subjectOfType(RdfGraph element, IRI type) {
        Resource subject = null;
        for (Statement statement : element.statements()) {
            if (statement.getPredicate().equals(RDF.TYPE)
                    && statement.getObject().equals(type)) {
                if (subject != null && !subject.equals(statement.getSubject())) {
                    throw new ElementException("no key: the element has more than one subject of type <" + type
                            + "> (key.subject.type), such as " + subject + " and " + statement.getSubject());
                }
                subject = statement.getSubject();
            }
        }
        if (subject == null || !subject.isIRI()) {
            throw new ElementException(
                    "no key: the element has no subject of type <" + type + "> (key.subject.type) with an IRI");
        }
        return subject.stringValue();
    }
}
