package dev.velella.graph;

import dev.velella.jelly.value.LightValueFactory;
import dev.velella.kit.options.Spelling;
import dev.velella.rdf.GraphShape;
import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Computes the target graph of a stream: the set of quads that a store must hold after an element of the stream.
 *
 * <p>A pure function of settings, key and element. It depends on the policy:
 *
 * <ul>
 * <li>{@link GraphPolicy#PER_STREAM} and {@link GraphPolicy#FIXED}: every statement is in one graph, whose name does
 *     not change from element to element. A named-graph element has statements in the default graph about its own graph
 *     name. They become statements about the stable name, or are left out.
 * <li>{@link GraphPolicy#KEEP}: statements stay as they are.
 * </ul>
 *
 * <p>Immutable and thread-safe.
 */
public final class TargetGraph {
    private static final ValueFactory VALUES = LightValueFactory.getInstance();
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
     * The statements of a stream in the store if this element is the stream's last one. They are in the order of the
     * element, and each stands there once (RDF4J equality). The set is new and belongs to the caller.
     *
     * @param key identity of the stream
     * @throws UnfitElementException if the element is not of the configured type, needs {@code graph.policy=keep}, or
     *     names a graph of the system
     */
    public Set<Statement> statements(String key, RdfGraph element) {
        Move move = move(key, element, null);
        IRI graph = move.graph();
        Set<Statement> target = new LinkedHashSet<>(element.statements().size() * 4 / 3 + 1);
        for (Statement s : element.statements()) {
            Resource context = s.getContext();
            boolean aboutGraphName = move.isNamed() && context == null;
            if (aboutGraphName && move.drops()) {
                continue;
            }
            if (graph == null) {
                if (context != null) {
                    move.check(context);
                }
                target.add(s);
            } else {
                Resource subject = aboutGraphName ? graph : s.getSubject();
                target.add(VALUES.createStatement(subject, s.getPredicate(), s.getObject(), graph));
            }
        }
        return target;
    }

    /**
     * The change that turns the statements of an element into the statements of the target graph.
     *
     * @param known result of {@link #graphName} for the key; null if the caller does not have it
     * @throws UnfitElementException as {@link #statements}, except for the names of graphs under
     *     {@link GraphPolicy#KEEP}
     */
    public Move move(String key, RdfGraph element, @Nullable IRI known) {
        GraphShape kind = kindOf(element);
        boolean isNamed = kind == GraphShape.NAMED_GRAPH;
        boolean drops = settings.temporal() == TemporalStatement.DROP;
        if (settings.policy() == GraphPolicy.KEEP) {
            return new Move(null, isNamed, drops);
        }
        if (kind == GraphShape.DATASET) {
            throw new UnfitElementException("the element is a dataset (more than one named graph, or default-graph"
                    + " statements that are not about the graph name); datasets need graph.policy=keep");
        }
        return new Move(known == null ? graphName(key) : known, isNamed, drops);
    }

    /** Describes the change for the statements of one element. Used once. */
    public static final class Move {
        private final @Nullable IRI graph;
        private final boolean isNamed;
        private final boolean drops;
        private @Nullable Resource checked;

        private Move(@Nullable IRI graph, boolean isNamed, boolean drops) {
            this.graph = graph;
            this.isNamed = isNamed;
            this.drops = drops;
        }

        /** The graph that receives all statements; null if they stay in their graphs. */
        public @Nullable IRI graph() {
            return graph;
        }

        /** Whether the default-graph statements are about the graph name of the element. */
        public boolean isNamed() {
            return isNamed;
        }

        /**
         * Whether the default-graph statements of a named-graph element are left out. If not, they become statements
         * about {@link #graph}, if it is not null.
         */
        public boolean drops() {
            return drops;
        }

        /**
         * Checks the name of a graph in which a statement stays.
         *
         * @throws UnfitElementException if the name is reserved
         */
        @SuppressWarnings("ReferenceEquality") // any other object is checked once more
        public void check(Resource context) {
            if (context == checked) {
                return;
            }
            if (GraphSettings.isReserved(context.stringValue())) {
                throw new UnfitElementException("the element names the graph " + context.stringValue()
                        + ", which is reserved; give the data a graph name of its own");
            }
            checked = context;
        }
    }

    /**
     * Name of the graph that holds a stream.
     *
     * @param key identity of the stream
     * @throws IllegalStateException under {@link GraphPolicy#KEEP}, because then the elements name their graphs
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
     * Puts a key into a template. Under the default template, a key that is an absolute IRI is itself the name of the
     * graph. It is not if it could be equal to the name of a system graph or of another stream's graph.
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
    public static String percentEncoded(String text) {
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

    private GraphShape kindOf(RdfGraph element) {
        ElementType type = settings.elementType();
        if (type == ElementType.DATASET) {
            return GraphShape.DATASET;
        }
        GraphShape kind = GraphShape.of(element);
        boolean fits =
                switch (type) {
                    case AUTO, DATASET -> true;
                    case GRAPH -> kind == GraphShape.GRAPH;
                    case NAMED_GRAPH ->
                        kind == GraphShape.NAMED_GRAPH || element.statements().isEmpty();
                };
        if (!fits) {
            throw new UnfitElementException("the element is a " + Spelling.of(kind) + ", but element.type="
                    + Spelling.of(type) + " is configured");
        }
        return kind;
    }
}
