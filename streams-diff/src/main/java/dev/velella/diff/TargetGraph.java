package dev.velella.diff;

import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Says what a store must hold of a stream after one of its elements: the target graph, as a set of quads.
 *
 * <p>A pure function of settings, key and element. Under {@link GraphPolicy#PER_STREAM} and {@link GraphPolicy#FIXED}
 * every statement stands in one graph whose name does not change from element to element; the default-graph statements
 * of a named-graph element, which are about the element's own graph name, are said of that stable name instead, or left
 * out. Under {@link GraphPolicy#KEEP} statements stay as they are. Immutable and thread-safe.
 */
public final class TargetGraph {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String UNRESERVED_MARKS = "-._~";
    private static final String HEX = "0123456789ABCDEF";

    private final GraphSettings settings;

    private TargetGraph(GraphSettings settings) {
        this.settings = settings;
    }

    /** The target graph under these settings. */
    public static TargetGraph of(GraphSettings settings) {
        return new TargetGraph(settings);
    }

    /**
     * The statements that stand for a stream once this element is its last one, in the order of the element and each
     * once (RDF4J equality). The set is new and belongs to the caller.
     *
     * @param key identity of the stream
     * @throws UnfitElementException if the element is not of the configured type, needs {@code graph.policy=keep}, or
     *     names a graph of the system
     */
    public Set<Statement> statements(String key, RdfGraph element) {
        ElementKind kind = kindOf(element);
        if (settings.policy() == GraphPolicy.KEEP) {
            return kept(element, kind);
        }
        if (kind == ElementKind.DATASET) {
            throw new UnfitElementException("the element is a dataset (more than one named graph, or default-graph"
                    + " statements that are not about the graph name); datasets need graph.policy=keep");
        }
        return moved(element, kind, graphName(key));
    }

    /**
     * Name of the graph that holds a stream.
     *
     * @param key identity of the stream
     * @throws IllegalStateException under {@link GraphPolicy#KEEP}, where the elements name their graphs
     */
    public IRI graphName(String key) {
        return switch (settings.policy()) {
            case PER_STREAM -> VALUES.createIRI(fill(settings.template(), key));
            case FIXED -> fixed(settings.fixed());
            case KEEP -> throw new IllegalStateException("graph.policy=keep gives streams no graph of their own");
        };
    }

    private static IRI fixed(@Nullable IRI graph) {
        if (graph == null) {
            throw new IllegalStateException("graph.policy=fixed without graph.fixed");
        }
        return graph;
    }

    /**
     * A key that is an absolute IRI names its graph itself, under the default template; not where it could take the
     * name of a system graph or of another stream's graph.
     */
    private static String fill(String template, String key) {
        if (template.equals(GraphSettings.DEFAULT_TEMPLATE)
                && GraphSettings.isAbsoluteIri(key)
                && !GraphSettings.isUnderVelella(key)) {
            return key;
        }
        return template.replace(GraphSettings.KEY_PLACEHOLDER, percentEncoded(key));
    }

    /** Percent-encodes every byte of the UTF-8 form that is not an unreserved character of RFC 3986, section 2.3. */
    private static String percentEncoded(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED_MARKS.indexOf(c) >= 0)) {
                out.append(c);
            } else {
                out.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
            }
        }
        return out.toString();
    }

    private ElementKind kindOf(RdfGraph element) {
        ElementType type = settings.elementType();
        if (type == ElementType.DATASET) {
            return ElementKind.DATASET;
        }
        ElementKind kind = ElementKind.of(element);
        boolean fits =
                switch (type) {
                    case AUTO, DATASET -> true;
                    case GRAPH -> kind == ElementKind.GRAPH;
                    case NAMED_GRAPH ->
                        kind == ElementKind.NAMED_GRAPH || element.statements().isEmpty();
                };
        if (!fits) {
            throw new UnfitElementException("the element is a " + DiffConfig.text(kind) + ", but element.type="
                    + DiffConfig.text(type) + " is configured");
        }
        return kind;
    }

    private Set<Statement> moved(RdfGraph element, ElementKind kind, IRI graph) {
        Set<Statement> target = newSet(element);
        for (Statement s : element.statements()) {
            boolean aboutGraphName = kind == ElementKind.NAMED_GRAPH && s.getContext() == null;
            if (!aboutGraphName) {
                target.add(VALUES.createStatement(s.getSubject(), s.getPredicate(), s.getObject(), graph));
            } else if (settings.temporal() == TemporalStatement.KEEP) {
                target.add(VALUES.createStatement(graph, s.getPredicate(), s.getObject(), graph));
            }
        }
        return target;
    }

    private Set<Statement> kept(RdfGraph element, ElementKind kind) {
        boolean drop = kind == ElementKind.NAMED_GRAPH && settings.temporal() == TemporalStatement.DROP;
        Set<Statement> target = newSet(element);
        for (Statement s : element.statements()) {
            Resource context = s.getContext();
            if (context == null) {
                if (!drop) {
                    target.add(s);
                }
                continue;
            }
            if (GraphSettings.isReserved(context.stringValue())) {
                throw new UnfitElementException("the element names the graph " + context.stringValue()
                        + ", which is reserved; give the data a graph name of its own");
            }
            target.add(s);
        }
        return target;
    }

    private static Set<Statement> newSet(RdfGraph element) {
        return new LinkedHashSet<>(element.statements().size() * 4 / 3 + 1);
    }
}
