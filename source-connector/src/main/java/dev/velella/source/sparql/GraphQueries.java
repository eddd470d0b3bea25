package dev.velella.source.sparql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.format.DeclaredCharset;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.fetch.Answer;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.connect.errors.ConnectException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queries that a poll sends, and their answers. The hash of a statement is made of the decimal digits of the SHA-1 of its
 * terms, because SPARQL cannot make a number of hexadecimal digits; their sum does not depend on an order, and fits into the
 * decimals of all endpoints for graphs of some ten million statements. All blank nodes count as one. A sum counts only if
 * every statement has a hash, because endpoints leave out statements for which an expression fails. Stateless but for the client.
 */
final class GraphQueries {
    private static final Logger log = LoggerFactory.getLogger(GraphQueries.class);
    private static final String RESULTS = "application/sparql-results+json";
    private static final String TRIPLES = "application/n-triples, text/turtle;q=0.5";
    private static final int MOST_LIST_BYTES = 1 << 28;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ValueFactory TERMS = SimpleValueFactory.getInstance();

    private static final String COUNTS = "SELECT ?g (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g";
    private static final String HASHES =
            """
            PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
            SELECT ?g (COUNT(*) AS ?n) (COUNT(?h) AS ?hashed) (SUM(?h) AS ?sum) WHERE {
              GRAPH ?g { ?s ?p ?o }
              BIND (CONCAT(
                IF(isBlank(?s), "_", STR(?s)), " ", STR(?p), " ",
                IF(isBlank(?o), "_", CONCAT(IF(isIRI(?o), "<", "'"), STR(?o))),
                IF(isLiteral(?o), CONCAT("'@", LCASE(LANG(?o)), "^", STR(DATATYPE(?o))), "")) AS ?text)
              BIND (xsd:decimal(CONCAT("1", SUBSTR(REPLACE(SHA1(?text), "[a-f]", ""), 1, 11))) AS ?h)
            } GROUP BY ?g""";

    private final SparqlClient client;
    private final Pattern names;
    private final ReadingLimits limits;

    /** @param names names of graphs that are read */
    GraphQueries(SparqlClient client, Pattern names, ReadingLimits limits) {
        this.client = client;
        this.names = names;
        this.limits = limits;
    }

    /**
     * A graph in a list.
     *
     * @param count number of its statements
     * @param sum sum of the hashes of its statements; null if the endpoint has none
     */
    record Listed(IRI graph, long count, @Nullable String sum) {
        /** Text that is equal for equal graphs; null if only the content tells it. */
        @Nullable
        String fingerprint() {
            return sum == null ? null : count + "." + sum;
        }
    }

    /**
     * All named graphs.
     *
     * @param withHashes whether the endpoint is asked for the sums of the hashes
     */
    List<Listed> list(boolean withHashes) throws IOException, InterruptedException {
        JsonNode answer = results(withHashes ? HASHES : COUNTS);
        List<Listed> listed = new ArrayList<>();
        int unnamed = 0;
        for (JsonNode row : answer.path("results").path("bindings")) {
            JsonNode graph = row.path("g");
            if (graph.isMissingNode()) {
                continue; // some endpoints answer a group without members if there is none
            }
            String name = graph.path("value").asText();
            if (!graph.path("type").asText().equals("uri") || !isIri(name)) {
                unnamed++;
            } else if (names.matcher(name).matches()) {
                listed.add(listed(name, row));
            }
        }
        if (unnamed > 0) {
            log.warn("{} graphs of {} have no IRI as name and are not read", unnamed, client.shown());
        }
        return listed;
    }

    private Listed listed(String name, JsonNode row) throws IOException {
        BigDecimal count = number(row.path("n"));
        boolean isHashed = row.has("sum")
                && row.has("hashed")
                && number(row.path("hashed")).compareTo(count) == 0;
        return new Listed(
                TERMS.createIRI(name),
                count.longValue(),
                isHashed ? number(row.path("sum")).toPlainString() : null);
    }

    private static boolean isIri(String name) {
        try {
            VerifiedTerms.checkIri(name);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Endpoints write sums as integers or decimals, also with an exponent. */
    private BigDecimal number(JsonNode term) throws IOException {
        try {
            return new BigDecimal(term.path("value").asText()).stripTrailingZeros();
        } catch (NumberFormatException e) {
            throw unread("a count or a sum is no number", e);
        }
    }

    /** Whether a graph has a statement. */
    boolean exists(IRI graph) throws IOException, InterruptedException {
        JsonNode answer = results("ASK { GRAPH <" + graph + "> { ?s ?p ?o } }").path("boolean");
        if (!answer.isBoolean()) {
            throw unread("no answer to ASK", null);
        }
        return answer.asBoolean();
    }

    private JsonNode results(String query) throws IOException, InterruptedException {
        try (Answer answer = client.query(query, RESULTS)) {
            return JSON.readTree(answer.bytes(MOST_LIST_BYTES));
        } catch (JsonProcessingException e) {
            throw unread("no " + RESULTS, e);
        }
    }

    private IOException unread(String reason, @Nullable Exception cause) {
        return new IOException(client.shown() + ": the answer cannot be read: " + reason, cause);
    }

    /**
     * The statements of a graph, in that graph.
     *
     * @throws ConnectException if they are above the limits or no RDF
     */
    RdfGraph read(IRI graph) throws IOException, InterruptedException {
        String query = "CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <" + graph + "> { ?s ?p ?o } }";
        try (Answer answer = client.query(query, TRIPLES)) {
            DocumentFormat format =
                    DocumentFormat.ofMediaType(answer.mediaType()).orElse(DocumentFormat.N_TRIPLES);
            byte[] body = answer.bytes((int) Math.min(Integer.MAX_VALUE - 9L, limits.bytes()));
            String contradiction = DeclaredCharset.contradiction(answer.header("Content-Type"), body);
            if (contradiction != null) {
                throw new ConnectException(client.shown() + ": graph " + graph + " cannot be taken: " + contradiction);
            }
            RdfGraph triples = new DocumentReader(Limits.DEFAULT, limits, Set.of()).readGraph(format, body);
            List<Statement> statements = new ArrayList<>(triples.statements().size());
            for (Statement triple : triples.statements()) {
                statements.add(
                        TERMS.createStatement(triple.getSubject(), triple.getPredicate(), triple.getObject(), graph));
            }
            return RdfGraph.of(statements);
        } catch (MalformedDocumentException e) {
            throw new ConnectException(client.shown() + ": graph " + graph + " cannot be taken: " + e.getMessage(), e);
        }
    }
}
