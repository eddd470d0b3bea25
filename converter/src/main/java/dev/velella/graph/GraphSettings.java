package dev.velella.graph;

import java.net.URISyntaxException;
import java.util.Objects;
import org.eclipse.rdf4j.common.net.ParsedIRI;
import org.eclipse.rdf4j.model.IRI;
import org.jspecify.annotations.Nullable;

/**
 * Settings for {@link TargetGraph}: how an element becomes the state of its stream. Immutable. Settings that contradict
 * each other cannot be made.
 *
 * @param policy graph that receives the statements
 * @param template IRI of a stream's graph under {@link GraphPolicy#PER_STREAM}, with {@code {key}} in it
 * @param fixed IRI of the graph under {@link GraphPolicy#FIXED}; may be null under other policies
 * @param temporal treatment of the statements about the name of a named-graph element
 * @param elementType form of the elements
 */
public record GraphSettings(
        GraphPolicy policy, String template, @Nullable IRI fixed, TemporalStatement temporal, ElementType elementType) {
    /** Stands for the stream's key in a template. */
    public static final String KEY_PLACEHOLDER = "{key}";

    /** The template if none is configured. */
    public static final String DEFAULT_TEMPLATE = "urn:velella:stream:" + KEY_PLACEHOLDER;

    /** A graph of its own for each stream, with the temporal statements. */
    public static final GraphSettings DEFAULT =
            new GraphSettings(GraphPolicy.PER_STREAM, DEFAULT_TEMPLATE, null, TemporalStatement.KEEP, ElementType.AUTO);

    private static final String RESERVED = "urn:velella:";
    private static final String STREAMS = "urn:velella:stream:";

    /**
     * Checks that the settings do not contradict each other.
     *
     * @throws IllegalArgumentException if the template has no {@code {key}} or gives no absolute IRI; if the fixed
     *     graph is needed and missing, or is no absolute IRI; if one of these IRIs is reserved; or if datasets would
     *     have to go into one graph
     */
    public GraphSettings {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(temporal, "temporal");
        Objects.requireNonNull(elementType, "elementType");
        if (!template.contains(KEY_PLACEHOLDER)) {
            throw new IllegalArgumentException("graph.template must contain {key}: " + template);
        }
        checkGraphName("graph.template", template.replace(KEY_PLACEHOLDER, "k"));
        if (fixed != null) {
            checkGraphName("graph.fixed", fixed.stringValue());
        } else if (policy == GraphPolicy.FIXED) {
            throw new IllegalArgumentException("graph.policy=fixed needs graph.fixed, the IRI of the graph");
        }
        if (elementType == ElementType.DATASET && policy != GraphPolicy.KEEP) {
            throw new IllegalArgumentException("element.type=dataset needs graph.policy=keep");
        }
    }

    private static void checkGraphName(String option, String iri) {
        if (!isAbsoluteIri(iri)) {
            throw new IllegalArgumentException(option + " must give an absolute IRI, not " + iri);
        }
        if (isReserved(iri)) {
            throw new IllegalArgumentException(
                    option + " must not give a graph under " + RESERVED + " other than " + STREAMS + "...: " + iri);
        }
    }

    /** Whether a text is an IRI with a scheme, by the syntax of RFC 3987. */
    public static boolean isAbsoluteIri(String text) {
        if (text.indexOf(':') < 1) {
            return false;
        }
        try {
            return new ParsedIRI(text).isAbsolute();
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Whether a graph of this name belongs to the system, so that no stream may write into it. */
    static boolean isReserved(String iri) {
        return isUnderVelella(iri) && !iri.startsWith(STREAMS);
    }

    /** Whether a name begins like the names that the system and the default template give. */
    static boolean isUnderVelella(String iri) {
        return iri.regionMatches(true, 0, RESERVED, 0, RESERVED.length());
    }
}
