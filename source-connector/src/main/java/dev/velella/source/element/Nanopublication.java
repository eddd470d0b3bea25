package dev.velella.source.element;

import dev.velella.graph.ElementException;
import dev.velella.rdf.RdfGraph;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;

/**
 * The check of an element that must be a nanopublication with a trusty URI: a head graph that names a graph for
 * assertion, provenance and publication information, no statement outside these four, and an IRI that holds the hash of
 * all of them. Pure functions; thread-safe.
 */
public final class Nanopublication {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String SCHEMA = "http://www.nanopub.org/nschema#";
    private static final IRI TYPE = VALUES.createIRI(SCHEMA, "Nanopublication");

    private Nanopublication() {}

    /**
     * Checks an element.
     *
     * @return IRI of the nanopublication
     * @throws ElementException if the element is no nanopublication, or is not the one that its IRI names
     */
    public static IRI check(RdfGraph element) {
        Statement declaration = declaration(element);
        Resource head = declaration.getContext();
        if (!(declaration.getSubject() instanceof IRI name) || head == null) {
            throw new ElementException("the nanopublication " + declaration.getSubject()
                    + " must have an IRI, and must be declared in a named graph, its head");
        }
        checkGraphs(element, name, head);
        String announced = TrustyHash.artifactCode(name.stringValue());
        if (announced == null) {
            throw new ElementException("the IRI of nanopublication <" + name
                    + "> is no trusty URI of module RA: it does not end with RA and 43 characters of a hash");
        }
        String reached = TrustyHash.of(element.statements(), announced);
        if (!reached.equals(announced)) {
            throw new ElementException("nanopublication <" + name
                    + "> was changed or is not complete: its statements have" + " the trusty hash " + reached);
        }
        return name;
    }

    private static Statement declaration(RdfGraph element) {
        Statement found = null;
        for (Statement statement : element.statements()) {
            if (statement.getPredicate().equals(RDF.TYPE)
                    && statement.getObject().equals(TYPE)) {
                if (found != null && !found.equals(statement)) {
                    throw new ElementException("the element declares two nanopublications, " + found.getSubject()
                            + " and " + statement.getSubject() + ", or one of them twice");
                }
                found = statement;
            }
        }
        if (found == null) {
            throw new ElementException("the element declares no nanopublication (a subject of type <" + TYPE + ">)");
        }
        return found;
    }

    /** The head names three other graphs, each has statements, and there are no others. */
    private static void checkGraphs(RdfGraph element, IRI name, Resource head) {
        Map<Value, String> parts = new LinkedHashMap<>();
        parts.put(head, "head");
        for (String part : new String[] {"hasAssertion", "hasProvenance", "hasPublicationInfo"}) {
            String other = parts.put(part(element, name, head, part), part);
            if (other != null) {
                throw new ElementException(
                        "nanopublication <" + name + "> has one graph as " + other + " and as " + part);
            }
        }
        Set<Value> empty = new LinkedHashSet<>(parts.keySet());
        for (Statement statement : element.statements()) {
            Resource graph = statement.getContext();
            if (graph == null || !parts.containsKey(graph)) {
                throw new ElementException(
                        "nanopublication <" + name + "> has a statement outside its four graphs: " + statement);
            }
            empty.remove(graph);
        }
        if (!empty.isEmpty()) {
            throw new ElementException("nanopublication <" + name + ">: its graph "
                    + empty.iterator().next() + " ("
                    + parts.get(empty.iterator().next()) + ") is empty");
        }
    }

    private static Value part(RdfGraph element, IRI name, Resource head, String part) {
        IRI predicate = VALUES.createIRI(SCHEMA, part);
        Value found = null;
        for (Statement statement : element.statements()) {
            if (statement.getPredicate().equals(predicate)
                    && statement.getSubject().equals(name)
                    && head.equals(statement.getContext())) {
                if (found != null && !found.equals(statement.getObject())) {
                    throw new ElementException("the head of nanopublication <" + name + "> has np:" + part + " twice");
                }
                found = statement.getObject();
            }
        }
        if (found == null) {
            throw new ElementException("the head of nanopublication <" + name + "> has no np:" + part);
        }
        return found;
    }
}
