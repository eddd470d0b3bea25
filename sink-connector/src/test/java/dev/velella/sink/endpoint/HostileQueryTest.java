package dev.velella.sink.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.RdfPatch;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchBatch;
import dev.velella.sink.store.Stream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.function.Function;
import org.eclipse.rdf4j.query.algebra.evaluation.function.FunctionRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries that are meant to stop the process: each ends with an error, and the next one is answered. */
class HostileQueryTest {
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final String MANY_AS = "'" + "a".repeat(60) + "c'";
    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";

    @TempDir
    static Path directory;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static MemoryTarget target;

    @BeforeAll
    static void fill() {
        target = MemoryTarget.open(directory, "sink", Duration.ZERO);
        Claim claim = target.claim(List.of(P0)).get(P0);
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            statements.add(Stream.statement("many" + i, i, null));
        }
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, P0, claim, 0, null, null, RdfPatch.change(List.of(), statements));
        target.apply(batch.build());
    }

    @AfterAll
    static void close() {
        target.close();
    }

    private static SparqlEndpoint serve(long timeoutMs, long memoryBytes) {
        return SparqlEndpoint.start(
                new EndpointOptions("127.0.0.1", 0, timeoutMs, timeoutMs, timeoutMs, memoryBytes, List.of()), target);
    }

    private static CompletableFuture<HttpResponse<String>> ask(SparqlEndpoint endpoint, String query) {
        HttpRequest request = HttpRequest.newBuilder(endpoint.uri())
                .header("Content-Type", "application/sparql-query")
                .header("Accept", "text/csv")
                .timeout(Duration.ofMinutes(10)) // an answer that never comes is a failure
                .POST(BodyPublishers.ofString(query))
                .build();
        return CLIENT.sendAsync(request, BodyHandlers.ofString());
    }

    private static HttpResponse<String> answer(SparqlEndpoint endpoint, String query) {
        return ask(endpoint, query).join();
    }

    private static void assertServes(SparqlEndpoint endpoint) {
        HttpResponse<String> answer = answer(endpoint, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body().replace("\r\n", " ").strip()).isEqualTo("n 500");
    }

    @Test
    void expressionsThatNeverEndGiveTheirSlotsBack() {
        List<String> queries = List.of(
                "SELECT * { ?s ?p ?o FILTER(REGEX(" + MANY_AS + ", '(.*a){20}b')) }",
                "SELECT * { ?s ?p ?o BIND(CONCAT(" + MANY_AS
                        + ", STR(?o)) AS ?x) FILTER(REGEX(?x, '(.*a){20}b', 'i')) }",
                "SELECT * { BIND(" + MANY_AS + " AS ?x) BIND('(.*a){20}b' AS ?r) FILTER(REGEX(?x, ?r)) }",
                "SELECT (REPLACE(CONCAT(" + MANY_AS + ", STR(?o)), '(.*a){20}b', '') AS ?x) { ?s ?p ?o }");
        try (SparqlEndpoint endpoint = serve(500, 1 << 28)) {
            List<CompletableFuture<HttpResponse<String>>> running = new ArrayList<>();
            for (int i = 0; i < QueryRoute.MAX_QUERIES; i++) {
                running.add(ask(endpoint, queries.get(i % queries.size())));
            }
            assertThat(running).allSatisfy(answer -> {
                assertThat(answer.join().statusCode()).isEqualTo(503);
                assertThat(answer.join().body()).contains("longer than 500 ms");
            });
        }
        try (SparqlEndpoint endpoint = serve(240_000, 1 << 28)) {
            assertServes(endpoint);
        }
    }

    /** Some thousand patterns, of which planning tries every order of two, are not even begun. */
    @Test
    void aQueryOfTooManyPartsIsRefused() {
        StringBuilder query = new StringBuilder("SELECT * {");
        IntStream.range(0, 1_500).forEach(i -> query.append(" ?s" + i + " ?p ?s" + (i + 1) + " ."));
        try (SparqlEndpoint endpoint = serve(240_000, 1 << 28)) {
            assertThat(answer(endpoint, query + "}").statusCode()).isEqualTo(413);
            assertServes(endpoint);
        }
    }

    @Test
    void textsDoNotGrowWithoutEnd() {
        StringBuilder doubled = new StringBuilder("SELECT (STRLEN(?x40) AS ?n) { BIND('abcdefgh' AS ?x0)");
        IntStream.range(0, 40)
                .forEach(i -> doubled.append(" BIND(CONCAT(?x" + i + ", ?x" + i + ") AS ?x" + (i + 1) + ")"));
        String big = "BIND('" + "x".repeat(100_000) + "' AS ?b)";
        List<String> queries = List.of(
                doubled + " }",
                "SELECT ?r { " + big + " BIND(REPLACE(?b, 'x', '" + "y".repeat(1_000) + "') AS ?r) }",
                "SELECT ?r { " + big + " BIND(REPLACE(?b, '(x+)', '" + "$1".repeat(10_000) + "') AS ?r) }",
                "SELECT (GROUP_CONCAT(?b) AS ?r) { ?s ?p ?o . ?t ?q ?u . " + big + " }",
                "SELECT (GROUP_CONCAT(?o; separator='" + "x".repeat(10_000) + "') AS ?r) { ?s ?p ?o . ?t ?q ?u }");
        try (SparqlEndpoint endpoint = serve(240_000, 16 << 20)) {
            for (String query : queries) {
                HttpResponse<String> answer = answer(endpoint, query);
                assertThat(answer.statusCode()).as(query.substring(0, 30)).isEqualTo(507);
            }
            assertServes(endpoint);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * { ?a ?b ?c . ?d ?e ?f } ORDER BY ?c ?f",
                "SELECT (COUNT(*) AS ?n) { SELECT DISTINCT ?a ?d { ?a ?b ?c . ?d ?e ?f } }",
                "SELECT (MAX(?n) AS ?m) { SELECT ?a ?d (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f } GROUP BY ?a ?d }",
                "SELECT (COUNT(DISTINCT ?x) AS ?n) { ?a ?b ?c . ?d ?e ?f BIND(?c * 1000 + ?f AS ?x) }",
                "SELECT (COUNT(*) AS ?n) { ?x ?y ?z MINUS { ?a ?b ?c . ?d ?e ?f . FILTER(?c >= 0) } }",
                "SELECT (COUNT(*) AS ?n) { { SELECT ?c ?f { ?a ?b ?c . ?d ?e ?f } LIMIT 100000 }"
                        + " { SELECT ?c ?f { ?g ?h ?c . ?i ?j ?f } LIMIT 100000 } }",
                "SELECT (COUNT(*) AS ?n) { ?g ?h ?c OPTIONAL { SELECT ?c ?f { ?a ?b ?c . ?d ?e ?f } LIMIT 100000 } }",
            })
    void whatOperatorsKeepIsBoundedAndGivenBack(String query) {
        try (SparqlEndpoint endpoint = serve(240_000, 4 << 20)) {
            HttpResponse<String> answer = answer(endpoint, query);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(507);
            assertThat(answer.body()).contains("sparql.endpoint.memory.bytes");
            assertServes(endpoint);
        }
    }

    /** A few of many sorted rows need no more memory than a few. */
    @Test
    void theFirstOfManyRowsCanBeAskedFor() {
        try (SparqlEndpoint endpoint = serve(240_000, 4 << 20)) {
            HttpResponse<String> answer =
                    answer(endpoint, "SELECT ?c { ?a ?b ?c . ?d ?e ?f } ORDER BY DESC(?c) LIMIT 1");
            assertThat(answer.body().lines()).containsExactly("c", "499");
        }
    }

    /** Each would reckon for minutes or years; the expression is an error, so nothing is bound. */
    @Test
    void numbersDatesAndTextsThatTakeYearsAreErrorsOfTheirExpression() {
        String nines = "9".repeat(100_000);
        List<String> expressions = List.of(
                "'1e999999999'^^<" + XSD + "decimal> + 1",
                "'1e-999999999'^^<" + XSD + "decimal> < 1",
                "ROUND('1e999999999'^^<" + XSD + "decimal>)",
                "'" + nines + "'^^<" + XSD + "integer> * 2",
                "<" + XSD + "integer>('" + nines + "')",
                "<" + XSD + "dateTime>('" + nines + "-01-01T00:00:00Z')",
                "YEAR('" + nines + "-01-01T00:00:00Z'^^<" + XSD + "dateTime>)",
                "'2026-01-01T00:00:00Z'^^<" + XSD + "dateTime> + 'P99999999999999D'^^<" + XSD + "duration>",
                "STRBEFORE('" + "a".repeat(400_000) + "', '" + "a".repeat(200_000) + "b')");
        try (SparqlEndpoint endpoint = serve(240_000, 1 << 28)) {
            assertThat(expressions).allSatisfy(expression -> {
                HttpResponse<String> answer = answer(endpoint, "SELECT ?x { BIND(" + expression + " AS ?x) }");
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                assertThat(answer.body().replace("\r\n", " ").strip()).isEqualTo("x");
            });
            assertServes(endpoint);
        }
    }

    @Test
    void aStackThatOverflowsEndsItsRequestOnly() {
        String query = "SELECT ?x { BIND(REGEX('" + "ab".repeat(200_000) + "', '(a|b)*c') AS ?x) }";
        try (SparqlEndpoint endpoint = serve(240_000, 1 << 28)) {
            HttpResponse<String> answer = answer(endpoint, query);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("nested too deeply");
            assertServes(endpoint);
        }
    }

    /** As where the heap is full, whoever has filled it: a library throws it in the middle of a query. */
    @ParameterizedTest
    @CsvSource({
        "java.lang.OutOfMemoryError, 507, more memory than there is",
        "java.lang.LinkageError, 500, LinkageError"
    })
    void anErrorOfTheVirtualMachineEndsItsRequestOnly(Class<? extends Error> type, int status, String said) {
        FailingFunction failing = new FailingFunction(type);
        FunctionRegistry.getInstance().add(failing);
        try (SparqlEndpoint endpoint = serve(240_000, 1 << 28)) {
            for (int i = 0; i <= QueryRoute.MAX_QUERIES; i++) { // each gives its slot back
                HttpResponse<String> answer =
                        answer(endpoint, "SELECT ?x { BIND(<" + FailingFunction.NAME + ">(1) AS ?x) }");
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
                assertThat(answer.body()).contains(said);
            }
            assertServes(endpoint);
        } finally {
            FunctionRegistry.getInstance().remove(failing);
        }
    }

    /** @param type of the error that it throws */
    private record FailingFunction(Class<? extends Error> type) implements Function {
        static final String NAME = "urn:test:failing";

        @Override
        public String getURI() {
            return NAME;
        }

        @Override
        @SuppressWarnings("deprecation") // the only abstract one
        public Value evaluate(ValueFactory values, Value... arguments) {
            try {
                throw type.getConstructor(String.class).newInstance("thrown by a test");
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** What REGEX, REPLACE and the others give is what it was. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "REGEX('Abc', '^a', 'i') | true",
                "REGEX('Abc', '^a') | false",
                "REGEX('a.c', 'a.c', 'q') | true",
                "REGEX(5, 'a') |",
                "REGEX('a', '(') |",
                "REPLACE('abab', 'b', 'Z') | aZaZ",
                "REPLACE('abab', 'B', 'Z', 'i') | aZaZ",
                "REPLACE('abcd', '(b)(c)', '$2$1') | acbd",
                "REPLACE('abcd'@en, 'b', 'x') | axcd",
                "LANG(REPLACE('abcd'@en, 'b', 'x')) | en",
                "REPLACE('a', 'a', '$5') |",
                "CONCAT('a', 'b', 'c') | abc",
                "STRAFTER('a/b', '/') | b",
                "<" + XSD + "integer>('12') + 1 | 13",
                "'1e3'^^<" + XSD + "double> + 1 | 1001.0",
            })
    void functionsGiveWhatTheyGave(String expression, String value) {
        try (SparqlEndpoint endpoint = serve(240_000, 1 << 28)) {
            HttpResponse<String> answer = answer(endpoint, "SELECT ?x { BIND(" + expression.strip() + " AS ?x) }");
            assertThat(answer.body().replace("\r\n", " ").strip())
                    .isEqualTo(value == null ? "x" : "x " + value.strip());
        }
    }
}
