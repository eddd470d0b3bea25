package dev.velella.sink.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.fixture.SharedFolder;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchBatch;
import dev.velella.sink.store.Stream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparqlEndpointTest {
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final String SLOW = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }";

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private MemoryTarget target;
    private Claim claim;
    private SparqlEndpoint endpoint;

    @BeforeEach
    void start() {
        target = MemoryTarget.open(directory, "sink", Duration.ZERO);
        claim = target.claim(List.of(P0)).get(P0);
        Stream stream = new Stream("ibs_1", 3);
        Stream.Numbered first = stream.next();
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, P0, claim, 0, "ibs_1", first.position(), first.patch());
        claim = target.apply(batch.build()).get(P0);
        add(List.of(Stream.statement("a", 1, null), Stream.statement("a", 2, "http://example.org/g")));
        serve(240_000);
    }

    private void serve(long timeoutMs) {
        if (endpoint != null) {
            endpoint.close();
        }
        endpoint = SparqlEndpoint.start(new EndpointOptions("127.0.0.1", 0, timeoutMs), target);
    }

    @AfterEach
    void stop() {
        endpoint.close();
        target.close();
    }

    private void add(List<Statement> statements) {
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, P0, claim, claim.nextOffset(), null, null, RdfPatch.change(List.of(), statements));
        claim = target.apply(batch.build()).get(P0);
    }

    private void addMany(int count) {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            statements.add(Stream.statement("many" + i, i, null));
        }
        add(statements);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpRequest.Builder request(String pathAndQuery) {
        return HttpRequest.newBuilder(endpoint.uri().resolve(pathAndQuery));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String query, String accept) throws Exception {
        HttpRequest.Builder request = request("/sparql?query=" + encode(query));
        return send(accept == null ? request : request.header("Accept", accept));
    }

    private HttpResponse<String> post(String type, String body) throws Exception {
        return send(request("/sparql").header("Content-Type", type).POST(BodyPublishers.ofString(body)));
    }

    private String csv(String query) throws Exception {
        HttpResponse<String> response = get(query, "text/csv");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body().replace("\r\n", " ").strip();
    }

    @Test
    void answersTheThreeWaysOfTheProtocol() throws Exception {
        String query = "ASK { <urn:test:a> ?p ?o FILTER(?o = 1) }";
        assertThat(get(query, null).body()).contains("\"boolean\"").contains("true");
        assertThat(post("application/sparql-query; charset=utf-8", query).body())
                .contains("true");
        assertThat(post("application/x-www-form-urlencoded", "query=" + encode(query))
                        .body())
                .contains("true");
    }

    @ParameterizedTest
    @CsvSource({
        "SELECT * {?s ?p ?o FILTER(?o = 1)}, , application/sparql-results+json",
        "SELECT * {?s ?p ?o FILTER(?o = 1)}, application/json, application/json",
        "SELECT * {?s ?p ?o FILTER(?o = 1)}, application/sparql-results+xml, application/sparql-results+xml",
        "SELECT * {?s ?p ?o FILTER(?o = 1)}, text/csv, text/csv; charset=utf-8",
        "SELECT * {?s ?p ?o FILTER(?o = 1)}, text/tab-separated-values, text/tab-separated-values; charset=utf-8",
        "ASK {?s ?p ?o FILTER(?o = 1)}, , application/sparql-results+json",
        "ASK {?s ?p ?o FILTER(?o = 1)}, application/sparql-results+xml, application/sparql-results+xml",
        "CONSTRUCT {?s ?p ?o} WHERE {?s ?p ?o FILTER(?o = 1)}, , text/turtle; charset=utf-8",
        "CONSTRUCT {?s ?p ?o} WHERE {?s ?p ?o FILTER(?o = 1)}, application/n-triples, application/n-triples",
        "CONSTRUCT {?s ?p ?o} WHERE {?s ?p ?o FILTER(?o = 1)}, application/trig, application/trig",
        "CONSTRUCT {?s ?p ?o} WHERE {?s ?p ?o FILTER(?o = 1)}, application/n-quads, application/n-quads",
        "CONSTRUCT {?s ?p ?o} WHERE {?s ?p ?o FILTER(?o = 1)}, application/rdf+xml, application/rdf+xml",
        "CONSTRUCT {?s ?p ?o} WHERE {?s ?p ?o FILTER(?o = 1)}, application/ld+json, application/ld+json",
        "DESCRIBE <urn:test:a>, , text/turtle; charset=utf-8",
        "DESCRIBE <urn:test:a>, application/rdf+xml, application/rdf+xml",
        "DESCRIBE <urn:test:a>, application/ld+json, application/ld+json",
        "SELECT * {?s ?p ?o FILTER(?o = 1)}, 'application/sparql-results+json,text/turtle', application/sparql-results+json",
        "SELECT * {?s ?p ?o FILTER(?o = 1)}, 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',"
                + " application/xml",
        // SPARQLWrapper and rdflib's SPARQLStore, each with its defaults
        "SELECT * {?s ?p ?o FILTER(?o = 1)}, 'application/rdf+xml, application/sparql-results+xml',"
                + " application/sparql-results+xml",
        "ASK {?s ?p ?o FILTER(?o = 1)}, 'application/rdf+xml, application/sparql-results+xml',"
                + " application/sparql-results+xml",
        "CONSTRUCT {?s ?p ?o} WHERE {?s ?p ?o FILTER(?o = 1)}, 'application/rdf+xml, application/sparql-results+xml',"
                + " application/rdf+xml",
        "DESCRIBE <urn:test:a>, 'application/ld+json,application/x-json+ld', application/ld+json",
    })
    void answersInTheFormatAskedFor(String query, String accept, String contentType) throws Exception {
        HttpResponse<String> response = get(query, accept);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains(contentType);
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(response.body()).containsPattern("urn:test:a|true");
    }

    /** The rows of the file of cases: request, answer of then, right answer. */
    @Test
    void theRequestsOfTheFileOfCasesHaveTheirAnswers() throws Exception {
        Pattern row = Pattern.compile("(CONSTRUCT|SELECT), Accept: ([^(]*[^( ]).*");
        for (String line : Files.readAllLines(SharedFolder.require("cases/endpoint.tsv")).stream()
                .skip(1)
                .toList()) {
            String[] columns = line.split("\t", -1);
            Matcher request = row.matcher(columns[0]);
            HttpResponse<String> response = request.matches()
                    ? get(
                            request.group(1) + (request.group(1).equals("SELECT") ? " *" : "") + " WHERE { ?s ?p ?o }",
                            request.group(2))
                    : send(request("/sparql?query=" + encode("SELECT * { ?s ?p ?o }"))
                            .method(columns[0].split(" ", 2)[0], BodyPublishers.noBody()));
            assertThat(response.statusCode()).as(line).isEqualTo(200);
            if (request.matches()) {
                String type = columns[2].equals("as now") ? columns[1].replace("200 ", "") : request.group(2);
                assertThat(response.headers().firstValue("Content-Type").orElse(""))
                        .as(line)
                        .endsWith(type.toLowerCase(Locale.ROOT));
            }
        }
    }

    /** Each spelling gives the triples of N-Triples, whatever the order. */
    @ParameterizedTest
    @ValueSource(strings = {"application/rdf+xml", "application/ld+json", "text/turtle"})
    void everyFormatOfTriplesSaysTheSame(String accept) throws Exception {
        ValueFactory values = SimpleValueFactory.getInstance();
        IRI p = values.createIRI("http://example.org/p");
        IRI q = values.createIRI("http://example.org/q");
        BNode shared = values.createBNode("n1");
        List<Statement> sent = List.of(
                values.createStatement(
                        values.createIRI("http://example.org/a"), RDF.TYPE, values.createIRI("http://example.org/C")),
                values.createStatement(values.createIRI("http://example.org/a"), p, shared),
                values.createStatement(shared, q, values.createLiteral(" x ")),
                values.createStatement(shared, p, values.createLiteral("<&>\"\n", "en-GB")),
                values.createStatement(shared, RDF.FIRST, values.createLiteral("01", XSD.INTEGER)),
                values.createStatement(shared, RDF.REST, RDF.NIL),
                values.createStatement(values.createIRI("http://example.org/b"), q, shared),
                values.createStatement(
                        values.createIRI("http://example.org/a"), p, values.createLiteral("1.0E0", XSD.DOUBLE)),
                values.createStatement(values.createIRI("http://example.org/a"), p, values.createLiteral(true)));
        add(sent);
        String query =
                "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o FILTER(isBlank(?s) || !STRSTARTS(STR(?s), 'urn:test:')) }";

        HttpResponse<String> response = get(query, accept);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        RDFFormat format = Rio.getParserFormatForMIMEType(accept).orElseThrow();
        assertThat(Models.isomorphic(Rio.parse(new StringReader(response.body()), "urn:base", format), sent))
                .as(response.body())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/tab-separated-values", "text/csv", "application/json", "application/xml"})
    void rowsHaveTheTextOfNumbersAsItIs(String accept) throws Exception {
        ValueFactory values = SimpleValueFactory.getInstance();
        IRI subject = values.createIRI("http://example.org/numbers");
        IRI predicate = values.createIRI("http://example.org/p");
        add(List.of(
                values.createStatement(subject, predicate, values.createLiteral("0071", XSD.INTEGER)),
                values.createStatement(subject, predicate, values.createLiteral("72.500", XSD.DECIMAL)),
                values.createStatement(subject, predicate, values.createLiteral("73e1", XSD.DOUBLE)),
                values.createStatement(subject, predicate, values.createLiteral("74", XSD.INTEGER))));

        String rows =
                get("SELECT ?o { <http://example.org/numbers> ?p ?o }", accept).body();

        assertThat(rows).contains("0071", "72.500", "73e1", "74");
        if (accept.equals("text/tab-separated-values")) {
            assertThat(rows.lines()).contains("74", "\"0071\"^^<http://www.w3.org/2001/XMLSchema#integer>");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/rdf+xml", "application/ld+json"})
    void aResultWithoutTriplesIsADocument(String accept) throws Exception {
        HttpResponse<String> response = get("CONSTRUCT WHERE { <urn:nothing> ?p ?o }", accept);
        assertThat(response.statusCode()).isEqualTo(200);
        RDFFormat format = Rio.getParserFormatForMIMEType(accept).orElseThrow();
        assertThat(Rio.parse(new StringReader(response.body()), "urn:base", format))
                .isEmpty();
    }

    @Test
    void aTripleThatAFormatCannotSpellIsNotLeftOut() throws Exception {
        ValueFactory values = SimpleValueFactory.getInstance();
        add(List.of(values.createStatement(
                values.createIRI("urn:test:odd"), values.createIRI("http://example.org/1"), values.createLiteral(5))));
        HttpResponse<String> response = get("DESCRIBE <urn:test:odd>", "application/rdf+xml");
        assertThat(response.statusCode()).isEqualTo(406);
        assertThat(response.body()).contains("http://example.org/1").contains("ask for text/turtle");
        assertThat(get("DESCRIBE <urn:test:odd>", "application/ld+json").statusCode())
                .isEqualTo(200);
    }

    /** Clients that mean no graph send an empty name of one. */
    @ParameterizedTest
    @ValueSource(strings = {"default-graph-uri=", "named-graph-uri=", "default-graph-uri=&named-graph-uri="})
    void anEmptyNameOfAGraphNamesNone(String parameter) throws Exception {
        String query = "query=" + encode("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }");
        HttpResponse<String> response =
                send(request("/sparql?" + parameter + "&" + query).header("Accept", "text/csv"));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.body().replace("\r\n", " ").strip()).isEqualTo("n 6");
        String form = query + "&format=xml&output=xml&results=xml&" + parameter;
        assertThat(post("application/x-www-form-urlencoded", form).statusCode()).isEqualTo(200);
        assertThat(post("application/x-www-form-urlencoded", query + "&default-graph-uri=g")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void headIsAnsweredLikeGetWithoutABody() throws Exception {
        addMany(2_000);
        for (String path : List.of(
                "/sparql?query=" + encode("SELECT * { ?s ?p ?o }"),
                "/sparql?query=" + encode("ASK {}"),
                "/status",
                "/")) {
            HttpResponse<String> get = send(request(path));
            HttpResponse<String> head = send(request(path).method("HEAD", BodyPublishers.noBody()));
            assertThat(head.statusCode()).as(path).isEqualTo(200).isEqualTo(get.statusCode());
            assertThat(head.headers().firstValue("Content-Type"))
                    .isEqualTo(get.headers().firstValue("Content-Type"));
            assertThat(head.body()).isEmpty();
        }
        assertThat(send(request("/sparql?query=nonsense").method("HEAD", BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(400);
    }

    /** Every way in which a query might get at a reserved graph; none may find a thing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * { ?s <urn:velella:system#storeId> ?o }",
                "SELECT * { GRAPH <urn:velella:system> { ?s ?p ?o } }",
                "SELECT * { GRAPH ?g { ?s <urn:velella:system#epoch> ?o } }",
                "SELECT * FROM <urn:velella:system> { ?s ?p ?o }",
                "SELECT * FROM NAMED <urn:velella:system> { GRAPH ?g { ?s ?p ?o } }",
                "SELECT * { <urn:velella:system> ?p ?o }",
                "SELECT * { <urn:velella:system> (<urn:x>|!<urn:x>)+ ?o }",
                "SELECT * { ?s <urn:velella:system#nextOffset>/<urn:x>? ?o }",
                "SELECT ?g { GRAPH ?g { ?s ?p ?o } FILTER(STRSTARTS(STR(?g), 'urn:velella:sys')) }",
                "SELECT ?p { ?s ?p ?o FILTER(STRSTARTS(STR(?p), 'urn:velella:')) } ORDER BY ?s ?p ?o",
                "SELECT DISTINCT ?p { ?s ?p ?o FILTER(STRSTARTS(STR(?p), 'urn:velella:')) }",
                "SELECT * { VALUES ?g { <urn:velella:system> } GRAPH ?g { ?s ?p ?o } }",
                "SELECT * { BIND(1 AS ?one) FILTER EXISTS { ?s <urn:velella:system#layout> ?o } }",
                "SELECT * { ?s <urn:velella:system#epoch> ?e . ?s <urn:velella:system#nextOffset> ?n }",
                "SELECT * { { SELECT ?s { ?s <urn:velella:system#epoch> ?e } LIMIT 1 } }",
            })
    void hidesTheSystemGraph(String query) throws Exception {
        assertThat(get(query, "text/csv").body().lines().skip(1)).isEmpty();
    }

    @Test
    void hidesTheSystemGraphFromCountsDescriptionsAndDatasets() throws Exception {
        assertThat(csv("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }")).isEqualTo("n 6");
        assertThat(csv("SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }")).isEqualTo("n 5");
        assertThat(csv("SELECT (COUNT(*) AS ?n) { GRAPH <urn:velella:system> { ?s ?p ?o } }"))
                .isEqualTo("n 0");
        assertThat(csv("SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g"))
                .isEqualTo("g http://example.org/g urn:velella:stream:ibs_1");
        assertThat(get("DESCRIBE <urn:velella:system>", "application/n-quads").body())
                .isBlank();
        assertThat(get("CONSTRUCT WHERE { ?s <urn:velella:system#epoch> ?o }", "application/n-triples")
                        .body())
                .isBlank();
        assertThat(get("ASK { <urn:velella:system> ?p ?o }", "text/boolean").body())
                .isEqualTo("false");
        HttpResponse<String> dataset = send(request("/sparql?default-graph-uri=" + encode("urn:velella:system")
                        + "&query=" + encode("SELECT * { ?s ?p ?o }"))
                .header("Accept", "text/csv"));
        assertThat(dataset.body().lines().skip(1)).isEmpty();
    }

    @Test
    void hidesTheSystemGraphFromQueriesForTripleTerms() throws Exception {
        ValueFactory values = SimpleValueFactory.getInstance();
        add(List.of(values.createStatement(
                values.createTriple(Stream.iri("urn:x"), Stream.iri("urn:y"), Stream.iri("urn:z")),
                Stream.iri("urn:p"),
                Stream.iri("urn:o"))));

        assertThat(csv("SELECT ?s ?o { <<?s <urn:y> ?o>> <urn:p> ?any }")).isEqualTo("s,o urn:x,urn:z");
        assertThat(csv("SELECT (COUNT(*) AS ?n) { <<?s ?p ?o>> ?q ?any }")).isEqualTo("n 1");
    }

    @Test
    void takesTheDatasetOfTheRequest() throws Exception {
        HttpResponse<String> response = send(request("/sparql?default-graph-uri=" + encode("http://example.org/g")
                        + "&query=" + encode("SELECT ?o { ?s ?p ?o }"))
                .header("Accept", "text/csv"));

        assertThat(response.body().lines()).containsExactly("o", "2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT DATA { <urn:s> <urn:p> <urn:o> }",
                "LOAD <file:///etc/passwd>",
                "CLEAR ALL",
                "DELETE WHERE { ?s ?p ?o }",
            })
    void refusesUpdatesHoweverTheyCome(String update) throws Exception {
        assertThat(get(update, null).statusCode()).isEqualTo(403);
        assertThat(post("application/sparql-query", update).body()).contains("updates are refused");
        assertThat(post("application/sparql-update", update).statusCode()).isEqualTo(403);
        assertThat(post("application/x-www-form-urlencoded", "update=" + encode(update))
                        .statusCode())
                .isEqualTo(403);
        assertThat(target.status().statements()).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
                "SELECT * { ?s ?p ?o FILTER NOT EXISTS { SERVICE SILENT <http://127.0.0.1:9/> { ?a ?b ?c } } }",
                "SELECT * { ?s ?p ?o OPTIONAL { { SELECT * { SERVICE ?o { ?a ?b ?c } } } } }",
            })
    void refusesToAskOtherServices(String query) throws Exception {
        HttpResponse<String> response = get(query, null);

        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.body()).contains("SERVICE");
    }

    @Test
    void saysWhatIsWrongInOneLine() throws Exception {
        HttpResponse<String> malformed = get("SELECT * {", null);
        assertThat(malformed.statusCode()).isEqualTo(400);
        assertThat(malformed.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
        assertThat(malformed.body().lines()).hasSize(1);

        assertThat(send(request("/sparql")).statusCode()).isEqualTo(400);
        assertThat(send(request("/sparql?query=ASK%7B%7D&query=ASK%7B%7D")).statusCode())
                .isEqualTo(400);
        assertThat(send(request("/nowhere")).statusCode()).isEqualTo(404);
        HttpResponse<String> delete = send(request("/sparql?query=ASK%7B%7D").DELETE());
        assertThat(delete.statusCode()).isEqualTo(405);
        assertThat(delete.headers().firstValue("Allow")).contains("GET, HEAD, POST");
        assertThat(get("ASK {}", "image/png").statusCode()).isEqualTo(406);
        assertThat(post("text/plain", "ASK {}").statusCode()).isEqualTo(415);
    }

    @Test
    void refusesLargeRequests() throws Exception {
        String query = "ASK {} #" + "x".repeat(QueryRequest.MAX_BYTES);

        assertThat(post("application/sparql-query", query).statusCode()).isEqualTo(413);
    }

    /** Many clients ask with GET, whatever the length. */
    @Test
    void takesALongQueryInTheAddress() throws Exception {
        assertThat(get("ASK {} #" + "x".repeat(300_000), null).statusCode()).isEqualTo(200);
    }

    @Test
    void refusesQueriesNestedTooDeeply() throws Exception {
        String query = "SELECT * " + "{".repeat(100_000) + "}".repeat(100_000);

        assertThat(post("application/sparql-query", query).statusCode()).isEqualTo(400);
        assertThat(get("ASK {}", null).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, 200",
        "LOCALHOST:80, 200",
        "127.0.0.1:7878, 200",
        "[::1]:7878, 200",
        "evil.example:7878, 403",
        "localhost.evil.example, 403",
        "169.254.1.1, 403",
        "[::2]:7878, 403",
    })
    void answersToItsOwnNamesOnly(String host, int status) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", endpoint.uri().getPort())) {
            String request = "GET /status HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 " + status);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "store.example, 200",
        "Store.Example:7878, 200",
        "localhost, 200",
        "other.example, 403",
    })
    void answersToTheNamesThatItIsTold(String host, int status) throws Exception {
        EndpointOptions plain = new EndpointOptions("127.0.0.1", 0, 60_000);
        EndpointOptions named =
                new EndpointOptions(plain.server().alsoCalled("store.example"), 60_000, 1_000, 1_000, 1 << 28);
        try (SparqlEndpoint more = SparqlEndpoint.start(named, target);
                Socket socket = new Socket("127.0.0.1", more.uri().getPort())) {
            String request = "GET /status HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 " + status);
        }
    }

    @Test
    void reportsFigures() throws Exception {
        target.checkpoint();
        addMany(4);
        HttpResponse<String> response = send(request("/status"));

        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        JsonNode expected = new ObjectMapper()
                .readTree("{\"storeId\":\"" + target.storeId() + "\",\"statements\":10,\"streams\":1,\"partitions\":["
                        + "{\"topic\":\"patches\",\"partition\":0,\"applied\":3,\"durable\":2}]}");
        assertThat(new ObjectMapper().readTree(response.body())).isEqualTo(expected);
    }

    @Test
    void servesAQueryForm() throws Exception {
        HttpResponse<String> page = send(request("/"));

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<textarea");
        assertThat(send(request("/query-form.js")).statusCode()).isEqualTo(200);
        assertThat(send(request("/query-form.css")).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SLOW,
                "SELECT (COUNT(*) AS ?n) { VALUES ?a { 1 2 3 4 5 6 7 8 9 } VALUES ?b { 1 2 3 4 5 6 7 8 9 }"
                        + " VALUES ?c { 1 2 3 4 5 6 7 8 9 } VALUES ?d { 1 2 3 4 5 6 7 8 9 }"
                        + " VALUES ?e { 1 2 3 4 5 6 7 8 9 } VALUES ?f { 1 2 3 4 5 6 7 8 9 }"
                        + " VALUES ?g { 1 2 3 4 5 6 7 8 9 } VALUES ?h { 1 2 3 4 5 6 7 8 9 }"
                        + " VALUES ?i { 1 2 3 4 5 6 7 8 9 } VALUES ?j { 1 2 3 4 5 6 7 8 9 } }",
                "SELECT ?a { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(?a = ?nothing) }",
                "SELECT ?a { ?a ?b ?c . MINUS { ?a ?x ?y . ?d ?e ?f . ?g ?h ?i . FILTER(?y + ?f + ?i = -1) } }",
                "CONSTRUCT { ?a ?e ?i } { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(?c + ?f + ?i = -1) }",
            })
    void endsASlowQueryWithAnErrorAndNoPartOfTheResult(String query) throws Exception {
        addMany(2_000);
        serve(300);
        HttpResponse<String> response = get(query, null);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
        assertThat(response.body()).contains("longer than 300 ms");
        serve(240_000);
        assertThat(get("ASK {}", null).statusCode()).isEqualTo(200);
    }

    @Test
    void breaksTheConnectionWhenTheTimeIsUpInTheMiddleOfAResult() throws Exception {
        addMany(2_000);
        csv("SELECT * { ?a ?b ?c }");
        // Where the machine is so busy that no result begins in time, more time is given.
        for (int ms = 1_000; ; ms *= 4) {
            serve(ms);
            try {
                HttpResponse<String> response = get("SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }", "text/csv");
                assertThat(response.statusCode()).as("ended in the middle").isEqualTo(503);
            } catch (IOException broken) {
                return;
            }
        }
    }

    @Test
    void applyingGoesOnWhileAClientReadsSlowly() throws Exception {
        addMany(2_000);
        HttpRequest request = request("/sparql?query=" + encode("SELECT * { ?a ?b ?c . ?d ?e ?f }"))
                .header("Accept", "text/csv")
                .build();
        try (InputStream slow =
                client.send(request, BodyHandlers.ofInputStream()).body()) {
            assertThat(slow.read()).isGreaterThan(0);
            for (int i = 0; i < 50; i++) {
                add(List.of(Stream.statement("later", i, null)));
                target.checkpoint();
            }
            assertThat(csv("SELECT (COUNT(*) AS ?n) { <urn:test:later> ?p ?o }"))
                    .isEqualTo("n 50");
        }
    }

    @Test
    void aQuerySeesWholeBatchesOnly() throws Exception {
        List<Statement> pair = List.of(Stream.statement("left", 0, null), Stream.statement("right", 0, null));
        add(pair);
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            for (int i = 1; i < 300; i++) {
                BatchBuilder batch = new BatchBuilder(target);
                PatchBatch.add(
                        batch,
                        P0,
                        claim,
                        claim.nextOffset(),
                        null,
                        null,
                        RdfPatch.change(
                                List.of(Stream.statement("left", i - 1, null), Stream.statement("right", i - 1, null)),
                                List.of(Stream.statement("left", i, null), Stream.statement("right", i, null))));
                claim = target.apply(batch.build()).get(P0);
            }
        });
        while (!writer.isDone()) {
            assertThat(csv("SELECT (COUNT(*) AS ?n) { <urn:test:left> ?p ?x . <urn:test:right> ?p ?x }"))
                    .isEqualTo("n 1");
        }
        writer.join();
    }

    @Test
    void refusesMoreQueriesThanItRunsAtATime() throws Exception {
        addMany(2_000);
        serve(240_000);
        List<CompletableFuture<HttpResponse<String>>> running = new ArrayList<>();
        URI slow = endpoint.uri().resolve("/sparql?query=" + encode(SLOW));
        for (int i = 0; i < QueryRoute.MAX_QUERIES + 2; i++) {
            running.add(client.sendAsync(HttpRequest.newBuilder(slow).build(), BodyHandlers.ofString()));
        }
        HttpResponse<?> first = (HttpResponse<?>) CompletableFuture.anyOf(running.toArray(new CompletableFuture<?>[0]))
                .join();

        assertThat(first.statusCode()).isEqualTo(503);
        assertThat(first.body()).asString().contains("running already");
        assertThat(first.headers().firstValue("Retry-After")).contains("1");
        assertThat(send(request("/status")).statusCode()).isEqualTo(200);
    }

    @Test
    void answers503WhileTheStoreIsClosed() throws Exception {
        target.close();

        assertThat(get("ASK {}", null).statusCode()).isEqualTo(503);
    }

    @Test
    void aTakenPortIsNamed() {
        int port = endpoint.uri().getPort();
        EndpointOptions taken = new EndpointOptions("127.0.0.1", port, 1_000);
        assertThatThrownBy(() -> SparqlEndpoint.start(taken, target))
                .isInstanceOf(EndpointFailedException.class)
                .hasMessageContaining(Integer.toString(port));
    }
}
