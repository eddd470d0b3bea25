package dev.velella.page;

import dev.velella.rdf.RdfGraph;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;

/**
 * The words of streams, for the editor of queries: prefixes, and the predicates and classes that occur. Immutable.
 *
 * @param prefixes namespace by prefix
 * @param terms IRIs of predicates and classes
 */
public record Vocabulary(Map<String, String> prefixes, List<String> terms) {
    private static final int MOST_TERMS = 500;
    private static final int MOST_PREFIXES = 40;

    private static final Map<String, String> KNOWN = Map.ofEntries(
            Map.entry("http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf"),
            Map.entry("http://www.w3.org/2000/01/rdf-schema#", "rdfs"),
            Map.entry("http://www.w3.org/2001/XMLSchema#", "xsd"),
            Map.entry("http://www.w3.org/2002/07/owl#", "owl"),
            Map.entry("http://www.w3.org/2004/02/skos/core#", "skos"),
            Map.entry("http://www.w3.org/ns/sosa/", "sosa"),
            Map.entry("http://www.w3.org/ns/ssn/", "ssn"),
            Map.entry("http://www.w3.org/ns/prov#", "prov"),
            Map.entry("http://www.w3.org/ns/dcat#", "dcat"),
            Map.entry("http://www.w3.org/2006/time#", "time"),
            Map.entry("http://www.w3.org/2003/01/geo/wgs84_pos#", "geo"),
            Map.entry("http://www.opengis.net/ont/geosparql#", "gsp"),
            Map.entry("http://www.ontology-of-units-of-measure.org/resource/om-2/", "om"),
            Map.entry("http://qudt.org/schema/qudt/", "qudt"),
            Map.entry("http://qudt.org/vocab/unit/", "unit"),
            Map.entry("https://saref.etsi.org/core/", "saref"),
            Map.entry("https://schema.org/", "schema"),
            Map.entry("http://schema.org/", "schema"),
            Map.entry("http://purl.org/dc/terms/", "dct"),
            Map.entry("http://xmlns.com/foaf/0.1/", "foaf"),
            Map.entry("http://www.nanopub.org/nschema#", "np"),
            Map.entry("http://purl.org/nanopub/x/", "npx"));

    public Vocabulary {
        prefixes = Map.copyOf(prefixes);
        terms = List.copyOf(terms);
    }

    /** The vocabulary of graphs. Prefixes of the graphs come first, then the usual ones of namespaces that occur. */
    public static Vocabulary of(List<RdfGraph> graphs) {
        Map<String, String> prefixes = new TreeMap<>();
        Set<String> terms = new TreeSet<>();
        Set<String> namespaces = new TreeSet<>();
        for (RdfGraph graph : graphs) {
            graph.namespaces().forEach(prefixes::putIfAbsent);
            for (Statement statement : graph.statements()) {
                term(statement.getPredicate(), terms, namespaces);
                if (RDF.TYPE.equals(statement.getPredicate())) {
                    term(statement.getObject(), terms, namespaces);
                }
            }
        }
        namespaces.addAll(List.of(RDF.NAMESPACE, "http://www.w3.org/2001/XMLSchema#"));
        int unnamed = 0;
        for (String namespace : namespaces) {
            if (!prefixes.containsValue(namespace) && prefixes.size() < MOST_PREFIXES) {
                String prefix = KNOWN.get(namespace);
                while (prefix == null || prefixes.containsKey(prefix)) {
                    unnamed++;
                    prefix = "ns" + unnamed;
                }
                prefixes.put(prefix, namespace);
            }
        }
        return new Vocabulary(prefixes, terms.stream().limit(MOST_TERMS).toList());
    }

    private static void term(Value value, Set<String> terms, Set<String> namespaces) {
        if (value instanceof IRI iri && terms.size() < 2 * MOST_TERMS) {
            terms.add(iri.stringValue());
            namespaces.add(iri.getNamespace());
        }
    }
}
