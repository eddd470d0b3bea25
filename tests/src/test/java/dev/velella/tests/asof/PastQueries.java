package dev.velella.tests.asof;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.query.BooleanQuery;
import org.eclipse.rdf4j.query.GraphQuery;
import org.eclipse.rdf4j.query.GraphQueryResult;
import org.eclipse.rdf4j.query.Query;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.Repository;
import org.eclipse.rdf4j.repository.RepositoryConnection;

/** Thirty queries whose answers do not depend on the order in which statements were loaded. */
final class PastQueries {
    static final List<String> ALL = List.of(
            "SELECT * { ?s ?p ?o }",
            "SELECT * { GRAPH ?g { ?s ?p ?o } }",
            "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g",
            "SELECT (COUNT(*) AS ?n) (SUM(?v) AS ?sum) { ?s <urn:value> ?v }",
            "SELECT (AVG(?v) AS ?a) (MAX(?v) AS ?x) (MIN(?v) AS ?m) { ?s <urn:value> ?v }",
            "SELECT ?s ?n { ?s <urn:value> ?v OPTIONAL { ?s <urn:name> ?n } }",
            "SELECT ?s ?n ?t { ?s <urn:value> ?v OPTIONAL { ?s <urn:name> ?n } OPTIONAL { ?s <urn:next> ?t } }",
            "SELECT ?s ?t { ?s <urn:next>+ ?t }",
            "SELECT ?s ?t { ?s <urn:next>* ?t . ?t <urn:value> ?v }",
            "SELECT ?s ?v { ?s <urn:next>/<urn:value> ?v }",
            "SELECT ?s ?t { ?s ^<urn:next> ?t }",
            "SELECT ?s ?o { ?s <urn:name>|<urn:value> ?o }",
            "SELECT ?s ?o { ?s !<urn:next> ?o }",
            "SELECT ?s { ?s <urn:value> ?v FILTER EXISTS { ?s <urn:name> ?n } }",
            "SELECT ?s { ?s <urn:value> ?v FILTER NOT EXISTS { ?s <urn:next> ?n } }",
            "SELECT ?s { ?s <urn:value> ?v MINUS { ?s <urn:name> ?n } }",
            "SELECT ?s FROM <urn:g:1> { ?s <urn:value> ?v }",
            "SELECT ?g ?s FROM NAMED <urn:g:1> FROM NAMED <urn:g:3> { GRAPH ?g { ?s <urn:value> ?v } }",
            "SELECT ?s ?g FROM <urn:g:2> FROM NAMED <urn:g:4> { { ?s <urn:name> ?n } UNION { GRAPH ?g { ?s <urn:name> ?n } } }",
            "SELECT ?s ?v { GRAPH <urn:g:5> { ?s <urn:value> ?v } }",
            "SELECT DISTINCT ?v { ?s <urn:value> ?v }",
            "SELECT ?v (COUNT(DISTINCT ?s) AS ?n) { ?s <urn:value> ?v } GROUP BY ?v HAVING (COUNT(?s) > 1)",
            "SELECT ?s ?w { ?s <urn:value> ?v BIND(?v * 2 AS ?w) FILTER(?w > 3) }",
            "SELECT ?s ?n { ?s <urn:name> ?n FILTER(LANG(?n) = \"en\" && STRSTARTS(STR(?n), \"n1\")) }",
            "SELECT ?s { VALUES ?v { 1 2 } ?s <urn:value> ?v }",
            "SELECT ?s ?m { ?s <urn:next> ?t { SELECT ?t (MAX(?v) AS ?m) { ?t <urn:value> ?v } GROUP BY ?t } }",
            "SELECT ?n (GROUP_CONCAT(?t; separator=\",\") AS ?all) { { SELECT ?n ?t { ?s <urn:name> ?n ; <urn:value> ?t }"
                    + " ORDER BY ?t } } GROUP BY ?n",
            "ASK { ?s <urn:next>+ ?s }",
            "CONSTRUCT { ?t <urn:previous> ?s } WHERE { ?s <urn:next> ?t }",
            "DESCRIBE <urn:s:1:3>");

    private PastQueries() {}

    /** The answer as sorted lines. */
    static List<String> answer(Repository repository, String text) {
        List<String> lines = new ArrayList<>();
        try (RepositoryConnection connection = repository.getConnection()) {
            Query query = connection.prepareQuery(text);
            if (query instanceof TupleQuery tuples) {
                try (TupleQueryResult result = tuples.evaluate()) {
                    result.forEach(row -> {
                        List<String> cells = new ArrayList<>();
                        row.forEach(binding -> cells.add(binding.getName() + "=" + binding.getValue()));
                        cells.sort(null);
                        lines.add(cells.toString());
                    });
                }
            } else if (query instanceof GraphQuery graph) {
                try (GraphQueryResult result = graph.evaluate()) {
                    result.forEach(statement -> lines.add(statement.toString()));
                }
            } else {
                lines.add(Boolean.toString(((BooleanQuery) query).evaluate()));
            }
        }
        lines.sort(null);
        return lines;
    }
}
