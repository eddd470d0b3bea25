package dev.velella.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.RawBytes;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.fixture.SharedFolder;
import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.RdfSourceConnector;
import dev.velella.source.StoredOffsets;
import dev.velella.source.http.TestServer.Framing;
import dev.velella.source.http.TestServer.Request;
import dev.velella.source.http.TestServer.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The task against a server that cuts connections; the worker's part, storing offsets, is played by the test. */
@Timeout(600)
class HttpSourceTaskTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final StoredOffsets offsets = new StoredOffsets();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private static RdfGraph graph(int n) {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            statements.add(VALUES.createStatement(
                    VALUES.createIRI("http://example.org/thing/" + n),
                    VALUES.createIRI("http://example.org/property" + i),
                    VALUES.createLiteral(n * i),
                    VALUES.createIRI("http://example.org/graphs/" + n)));
        }
        return RdfGraph.of(statements);
    }

    private static byte[] varint(int n) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int rest = n;
        for (; rest > 127; rest >>>= 7) {
            out.write(rest & 127 | 128);
        }
        out.write(rest);
        return out.toByteArray();
    }

    /** Frames with counters, as a registry serves them. */
    private static byte[] stream(int after, int last) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JellyStreamWriter frames = new JellyStreamWriter(out, JellyOptions.TOPIC, Limits.DEFAULT)) {
            for (int n = after + 1; n <= last; n++) {
                frames.write(graph(n), Map.of("c", varint(n)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static int counter(Request request) {
        return Integer.parseInt(request.target().substring(request.target().indexOf('=') + 1));
    }

    private static Response frames(Request request, int last) {
        return Response.ok(stream(counter(request), last)).with("Content-Type", "application/x-jelly-rdf");
    }

    @Test
    void everyFrameIsAnElementWhoseOffsetIsItsCounter() throws Exception {
        TestServer server = opened(new TestServer(request -> frames(request, 300)));
        List<SourceRecord> records = take(start(stream(server)), 300);
        check(records, 1);
        assertThat(records.get(6).sourceOffset()).isEqualTo(Map.of("counter", 7L));
        assertThat(records.get(6).sourcePartition())
                .isEqualTo(Map.of("input", "http:http://127.0.0.1:" + server.port() + "/n.jelly?after={offset}"));
        assertThat(records.get(6).key()).isEqualTo("http://example.org/graphs");
        assertThat(server.requests().get(0).target()).isEqualTo("/n.jelly?after=0");
        assertThat(server.requests().get(0).headers()).containsEntry("accept", "application/x-jelly-rdf");
    }

    @Test
    void itCountsRequestsElementsAndBytes() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        TestServer server = opened(
                new TestServer(request -> asked.getAndIncrement() == 0 ? Response.status(503) : frames(request, 30)));
        HttpTask task = start(stream(server));
        check(take(task, 30), 1);
        assertThat(task.counts().failures()).isEqualTo(1);
        assertThat(task.counts().requests()).isGreaterThanOrEqualTo(2);
        assertThat(task.counts().elements()).isEqualTo(30);
        assertThat(task.counts().bytes()).isGreaterThan(30);
    }

    @Test
    void framesThatDoNotConformToTheShapesGoToTheDeadLetters() throws Exception {
        TestServer server = opened(new TestServer(request -> frames(request, 3)));
        Map<String, String> options = new HashMap<>(stream(server));
        options.put(
                "shacl.shapes",
                "@prefix sh: <http://www.w3.org/ns/shacl#> . <urn:s> a sh:PropertyShape ; sh:path <urn:none> ;"
                        + " sh:minCount 1 ; sh:targetSubjectsOf <http://example.org/property1> .");
        options.put("on.error", "dead-letter");
        options.put("dead.letter.topic", "dead");
        List<SourceRecord> letters = take(start(options), 3);
        assertThat(letters).allSatisfy(letter -> {
            assertThat(letter.topic()).isEqualTo("dead");
            assertThat(letter.headers().lastWithName("error.reason").value()).isEqualTo("shapes");
            assertThat(letter.headers().lastWithName("error.report").value().toString())
                    .contains("sh:MinCountConstraintComponent");
        });
    }

    @Test
    void aRestartGoesOnBehindTheStoredCounter() throws Exception {
        TestServer server = opened(new TestServer(request -> frames(request, 20)));
        HttpTask first = start(stream(server));
        List<SourceRecord> records = take(first, 20);
        offsets.store(records.get(12));
        first.stop();
        check(take(start(stream(server)), 7), 14);
    }

    @Test
    void whatIsNewComesWithTheNextRequest() throws Exception {
        AtomicInteger last = new AtomicInteger(5);
        TestServer server = opened(new TestServer(request -> frames(request, last.get())));
        HttpTask task = start(stream(server));
        check(take(task, 5), 1);
        last.set(9);
        check(take(task, 4), 6);
        assertThat(server.requests().get(1).target()).isEqualTo("/n.jelly?after=5");
    }

    @Test
    void aCutAnywhereLosesAndDoublesNothing() throws Exception {
        for (Framing framing : Framing.values()) {
            Random random = new Random(framing.ordinal());
            TestServer server = opened(new TestServer(request -> {
                Response whole = frames(request, 120);
                return random.nextInt(4) == 0 ? whole : whole.cut(framing, random.nextInt(whole.body().length + 1));
            }));
            HttpTask task = start(stream(server));
            check(take(task, 120), 1);
            task.stop();
        }
    }

    @Test
    void serversThatCannotAnswerNowAreAskedAgain() throws Exception {
        AtomicInteger count = new AtomicInteger();
        int[] statuses = {503, 429, 500, 408, 204};
        TestServer server = opened(new TestServer(request -> {
            int n = count.getAndIncrement();
            return n < statuses.length ? Response.status(statuses[n]).with("Retry-After", "0") : frames(request, 3);
        }));
        check(take(start(stream(server)), 3), 1);
    }

    @Test
    void aServerThatSaysNoStopsTheTaskWithTheReasonAtOnce() throws Exception {
        for (int status : new int[] {401, 403, 404, 410, 302}) {
            TestServer server =
                    opened(new TestServer(request -> Response.status(status).with("Location", "ftp://elsewhere/")));
            HttpTask task = start(stream(server));
            assertThatThrownBy(() -> take(task, 1))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("HTTP status " + status)
                    .hasMessageContaining(status == 401 || status == 403 ? "http.password" : "");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void silenceWithinAnAnswerIsACut() throws Exception {
        AtomicInteger count = new AtomicInteger();
        TestServer server = opened(new TestServer(request -> {
            Response whole = frames(request, 10);
            return count.getAndIncrement() == 0 ? whole.hold(whole.body().length / 2) : whole;
        }));
        Map<String, String> options = stream(server);
        options.put("http.timeout.ms", "2000");
        check(take(start(options), 10), 1);
    }

    @Test
    void stoppingEndsARequestThatIsUnderWay() throws Exception {
        TestServer server = opened(new TestServer(request -> frames(request, 10).hold(100)));
        HttpTask task = start(stream(server));
        while (server.requests().isEmpty()) {
            LockSupport.parkNanos(2_000_000);
        }
        task.stop();
        task.stop();
    }

    @Test
    void streamsWithoutRightCountersAreRefusedWithWhatToDo() throws Exception {
        Map<String, String> options = stream(opened(new TestServer(request -> frames(request, 3))));
        options.put("http.counter.key", "counter");
        HttpTask other = start(options);
        assertThatThrownBy(() -> take(other, 1)).hasMessageContaining("which has [c]; see http.counter.key");

        HttpTask back = start(stream(opened(new TestServer(request -> Response.ok(stream(0, 3))))));
        check(take(back, 3), 1);
        assertThatThrownBy(() -> take(back, 1))
                .hasMessageContaining("after the counter 3 has the counter 1, which is not above it");
    }

    @Test
    void aFrameThatCannotBeReadStopsTheTaskBehindThoseBeforeIt() throws Exception {
        byte[] whole = stream(0, 6);
        byte[] damaged = whole.clone();
        int at = stream(0, 4).length + 12;
        damaged[at] = (byte) 0xff;
        HttpTask task = start(stream(opened(new TestServer(request -> Response.ok(damaged)))));
        check(take(task, 4), 1);
        assertThatThrownBy(() -> take(task, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("not a Jelly stream after the frame with the counter 4");
    }

    @Test
    void credentialsAreSentAndNotToWhereARedirectLeads() throws Exception {
        TestServer server = opened(new TestServer(request -> frames(request, 1)));
        Map<String, String> basic = stream(server);
        basic.put("http.username", "u");
        basic.put("http.password", "secret");
        take(start(basic), 1);
        assertThat(server.requests().get(0).headers()).containsEntry("authorization", "Basic dTpzZWNyZXQ=");
        Map<String, String> bearer = stream(server);
        bearer.put("http.bearer.token", "abc");
        take(start(bearer), 1);
        assertThat(server.requests()) // the first task goes on asking
                .anySatisfy(request -> assertThat(request.headers()).containsEntry("authorization", "Bearer abc"));
        TestServer moved = opened(new TestServer(request ->
                Response.status(302).with("Location", "http://127.0.0.1:" + server.port() + "/n.jelly?after=0")));
        bearer.put("http.url", "http://127.0.0.1:" + moved.port() + "/n.jelly?after={offset}");
        HttpTask redirected = start(bearer);
        assertThatThrownBy(() -> take(redirected, 1))
                .hasMessageContaining("no credentials are sent there")
                .hasMessageNotContaining("abc");
    }

    @Test
    void aRedirectIsFollowedWithinTheServerAndNotToAnotherOne() throws Exception {
        TestServer inside = opened(new TestServer(request -> Response.ok(stream(0, 1))));
        TestServer elsewhere = opened(new TestServer(request -> Response.status(307)
                .with("Location", "http://127.0.0.1:" + inside.port() + "/n.jelly?after=0&key=k1")));
        HttpTask task = start(stream(elsewhere));
        assertThatThrownBy(() -> take(task, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("a redirect to http://127.0.0.1:" + inside.port() + "/n.jelly?after=***&key=***")
                .hasMessageContaining("not the server of http.url");
        assertThat(inside.requests()).isEmpty();

        TestServer moved = opened(new TestServer(request -> request.target().startsWith("/n.jelly")
                ? Response.status(301).with("Location", request.target().replace("/n.jelly", "/moved"))
                : frames(request, 2)));
        Map<String, String> bearer = stream(moved);
        bearer.put("http.bearer.token", "abc");
        check(take(start(bearer), 2), 1);
        assertThat(moved.requests().get(1).headers()).containsEntry("authorization", "Bearer abc");

        TestServer round = opened(new TestServer(request -> Response.status(302).with("Location", request.target())));
        HttpTask endless = start(stream(round));
        assertThatThrownBy(() -> take(endless, 1)).hasMessageContaining("after 5 others");
    }

    @Test
    void aKeyInTheUrlAndTheLoginAreInNoMessageDeadLetterOrOffset() throws Exception {
        TestServer server = opened(new TestServer(request -> Response.status(302)
                .with(
                        "Location",
                        "ftp://elsewhere/" + request.headers().get("authorization") + "?" + request.target())));
        Map<String, String> options = document(server);
        options.put("http.url", options.get("http.url") + "?key=marker-in-url");
        options.put("http.username", "u");
        options.put("http.password", "marker-password");
        HttpTask refused = start(options);
        assertThatThrownBy(() -> take(refused, 1))
                .hasMessageContaining("key=***")
                .hasMessageContaining("[hidden]")
                .hasMessageNotContaining("marker")
                .hasMessageNotContaining("dTptYXJrZXItcGFzc3dvcmQ=");

        TestServer malformed = opened(new TestServer(
                request -> Response.ok(bytes("<urn:s> <urn:p> .")).with("Content-Type", "text/turtle")));
        options.put("http.url", "http://127.0.0.1:" + malformed.port() + "/d.ttl?key=marker-in-url");
        options.put("on.error", "dead-letter");
        options.put("dead.letter.topic", "dead");
        SourceRecord letter = take(start(options), 1).get(0);
        assertThat(letter.key()).isEqualTo("http://127.0.0.1:" + malformed.port() + "/d.ttl?key=***");
        assertThat(letter.headers().toString()).contains("key=***").doesNotContain("marker");
        assertThat(letter.sourcePartition().toString()).contains("key=***#").doesNotContain("marker");
    }

    @Test
    void anOffsetThatWasStoredUnderTheWholeUrlIsFound() throws Exception {
        TestServer server = opened(new TestServer(request -> Response.ok(stream(13, 20))));
        Map<String, String> options = stream(server);
        options.put("http.url", options.get("http.url").replace("?", "?key=k1&"));
        offsets.store(new SourceRecord(
                Map.of("input", "http:" + options.get("http.url")), Map.of("counter", 13L), "graphs", null, null));
        start(options);
        awaitRequests(server, 1);
        assertThat(server.requests().get(0).target()).isEqualTo("/n.jelly?key=k1&after=13");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> subjects(SourceRecord record) {
        return ((RdfGraph) RdfStructs.toElement(record.value()))
                .statements().stream()
                        .map(statement -> statement.getSubject().stringValue())
                        .toList();
    }

    /** Each row of the file of documents, with its right answer, has a test: the one behind it. */
    @Test
    void allRowsOfTheFileOfCasesAreTested() throws Exception {
        assertThat(Files.readAllLines(SharedFolder.require("cases/http-documents.tsv")))
                .extracting(row -> row.split("\t", -1)[0] + " -> " + row.split("\t", -1)[2])
                .containsExactly(
                        "document and answer -> right",
                        // theBaseOfADocumentIsItsUrl
                        "ldes-page.ttl, text/turtle -> read; the base is the URL (RFC 3986 5.1.3)",
                        // theTypeOfTheOptionsWinsOverTheServersAndIsAskedFor
                        "Turtle as text/plain, payload.content.type=text/turtle set"
                                + " -> an option that wins over the server's type",
                        // otherDocumentsOfTheFileOfCasesAreRead
                        "RDF/XML with encoding=\"ISO-8859-1\" -> read",
                        // aDocumentOf0BytesIsNoElement: refused, which is more than a warning
                        "text/turtle of 0 bytes, status 200 -> as now by the grammar; worth a warning",
                        // otherDocumentsOfTheFileOfCasesAreRead
                        "application/json with payload.json=context -> as now",
                        // theBaseOfADocumentIsItsUrl
                        "Text/Turtle; Charset=\"UTF-8\" -> as now");
    }

    @Test
    void theBaseOfADocumentIsItsUrl() throws Exception {
        byte[] page = Files.readAllBytes(SharedFolder.require("cases/ldes-page.ttl"));
        TestServer server = opened(
                new TestServer(request -> Response.ok(page).with("Content-Type", "Text/Turtle; Charset=\"UTF-8\"")));
        Map<String, String> options = document(server);
        options.put("key.source", "topic");
        String url = options.get("http.url");
        assertThat(subjects(take(start(options), 1).get(0)))
                .contains(url, url + "#m1", url + "#m2", "http://data.example/stream");

        options.put("payload.base", "https://example.org/{topic}/{topic[1]}?a");
        assertThat(subjects(take(start(options), 1).get(0)))
                .contains("https://example.org/document/document?a", "https://example.org/document/document?a#m1");
    }

    @Test
    void otherDocumentsOfTheFileOfCasesAreRead() throws Exception {
        byte[] latin =
                ("<?xml version='1.0' encoding='ISO-8859-1'?><r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
                                + " xmlns:e='urn:e:'><r:Description r:about='#s'><e:p>\u00e9</e:p></r:Description></r:RDF>")
                        .getBytes(StandardCharsets.ISO_8859_1);
        TestServer server =
                opened(new TestServer(request -> Response.ok(latin).with("Content-Type", "application/rdf+xml")));
        SourceRecord record = take(start(document(server)), 1).get(0);
        assertThat(value(record)).isEqualTo("\u00e9");
        assertThat(subjects(record)).containsExactly("http://127.0.0.1:" + server.port() + "/document#s");
        server.answer(request -> Response.ok(bytes("{\"v\":1}")).with("Content-Type", "application/json"));
        Map<String, String> options = document(server);
        options.put("payload.json", "context");
        options.put("payload.json.context", "{\"v\":\"urn:v\"}");
        assertThat(value(take(start(options), 1).get(0))).isEqualTo("1");
    }

    @Test
    void theBaseIsTheUrlAtTheEndOfRedirects() throws Exception {
        TestServer server = opened(new TestServer(request -> request.target().equals("/document")
                ? Response.status(302).with("Location", "/other/place#part")
                : Response.ok(bytes("<> <urn:p> <x> .")).with("Content-Type", "text/turtle")));
        assertThat(subjects(take(start(document(server)), 1).get(0)))
                .containsExactly("http://127.0.0.1:" + server.port() + "/other/place");
    }

    /** The base gets into graphs, which others read. */
    @Test
    void aUrlThatMayHoldAKeyIsNoBase() throws Exception {
        TestServer server = opened(new TestServer(
                request -> Response.ok(bytes("<> <urn:p> <urn:o> .")).with("Content-Type", "text/turtle")));
        Map<String, String> options = document(server);
        options.put("http.url", options.get("http.url") + "?key=marker-in-url");
        assertThatThrownBy(() -> take(start(options), 1))
                .hasMessageContaining("payload.base")
                .hasMessageNotContaining("marker");
        options.put("payload.base", "urn:base:x");
        assertThat(subjects(take(start(options), 1).get(0))).containsExactly("urn:base:x");
    }

    @Test
    void theTypeOfTheOptionsWinsOverTheServersAndIsAskedFor() throws Exception {
        TestServer server = opened(new TestServer(
                request -> Response.ok(bytes("<urn:a> <urn:b> <urn:value:1> .")).with("Content-Type", "text/plain")));
        Map<String, String> options = document(server);
        assertThatThrownBy(() -> take(start(options), 1)).hasMessageContaining("content type text/plain");
        options.put("payload.content.type", "text/turtle");
        assertThat(value(take(start(options), 1).get(0))).isEqualTo("urn:value:1");
        assertThat(server.requests())
                .extracting(request -> request.headers().get("accept"))
                .as("the task without the option asks too, also after the one that has it")
                .contains("text/turtle, */*;q=0.1");
    }

    @Test
    void anAnswerMayBeCompressed() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes("<urn:a> <urn:b> <urn:value:1> ."));
        }
        AtomicInteger asked = new AtomicInteger();
        TestServer server = opened(new TestServer(request -> {
            int number = asked.getAndIncrement();
            Response whole = Response.ok(packed.toByteArray())
                    .with("Content-Type", "text/turtle")
                    .with("Content-Encoding", number == 2 ? "X-GZip" : "gzip");
            return switch (number) {
                case 0 -> whole.cut(Framing.CLOSE, packed.size() - 3);
                case 1 -> Response.ok(bytes("no gzip")).with("Content-Encoding", "gzip");
                default -> whole;
            };
        }));
        HttpTask task = start(document(server));
        assertThat(value(take(task, 1).get(0))).isEqualTo("urn:value:1");
        assertThat(task.counts().failures()).isEqualTo(2);
        server.answer(request -> Response.ok(bytes("x")).with("Content-Encoding", "br"));
        assertThatThrownBy(() -> take(start(document(server)), 1))
                .hasMessageContaining("Content-Encoding br, which is not read");
    }

    @Test
    void aDocumentOf0BytesIsNoElement() throws Exception {
        for (String empty : List.of("refuse", "graph")) {
            AtomicInteger asked = new AtomicInteger();
            TestServer server = opened(new TestServer(request -> asked.getAndIncrement() == 0
                    ? Response.ok(new byte[0]).with("Content-Type", "text/turtle")
                    : turtle(1)));
            Map<String, String> options = document(server);
            options.put("on.error", "skip");
            options.put("payload.empty", empty);
            assertThat(subjects(take(start(options), 1).get(0))).hasSize(empty.equals("graph") ? 0 : 1);
        }
    }

    @Test
    void moreDeadLettersThanTheLimitOfAMinuteAreLeftOut() throws Exception {
        AtomicInteger version = new AtomicInteger();
        TestServer server = opened(new TestServer(request -> {
            int at = version.incrementAndGet();
            return at < 5
                    ? Response.ok(bytes("<urn:s> <urn:p> ." + "#".repeat(at))).with("Content-Type", "text/turtle")
                    : turtle(5);
        }));
        Map<String, String> options = document(server);
        options.put("on.error", "dead-letter");
        options.put("dead.letter.topic", "dead");
        options.put("dead.letter.max.per.minute", "2");
        List<SourceRecord> records = take(start(options), 3);
        assertThat(records).extracting(SourceRecord::topic).containsExactly("dead", "dead", "graphs");
        assertThat(value(records.get(2))).isEqualTo("urn:value:5");
    }

    @Test
    void aDocumentIsAnElementEachTimeItHasChanged() throws Exception {
        AtomicInteger version = new AtomicInteger(1);
        TestServer server = opened(new TestServer(request -> {
            String etag = "\"v" + version.get() + "\"";
            return etag.equals(request.headers().get("if-none-match"))
                    ? Response.status(304)
                    : turtle(version.get()).with("ETag", etag);
        }));
        HttpTask task = start(document(server));
        List<SourceRecord> records = take(task, 1);
        assertThat(value(records.get(0))).isEqualTo("urn:value:1");
        awaitRequests(server, 4);
        version.set(2);
        SourceRecord second = take(task, 1).get(0);
        assertThat(value(second)).isEqualTo("urn:value:2");
        offsets.store(second);
        task.stop();
        HttpTask next = start(document(server));
        int before = server.requests().size();
        awaitRequests(server, before + 2);
        assertThat(next.poll()).isNull();
        version.set(3);
        assertThat(value(take(next, 1).get(0))).isEqualTo("urn:value:3");
    }

    @Test
    void aDocumentWithoutETagIsToldByItsContents() throws Exception {
        AtomicInteger version = new AtomicInteger(1);
        TestServer server = opened(new TestServer(request -> turtle(version.get())));
        HttpTask task = start(document(server));
        take(task, 1).forEach(offsets::store);
        awaitRequests(server, 4);
        assertThat(task.poll()).isNull();
        task.stop();
        HttpTask next = start(document(server));
        awaitRequests(server, 6);
        assertThat(next.poll()).isNull();
        version.set(2);
        assertThat(value(take(next, 1).get(0))).isEqualTo("urn:value:2");
    }

    @Test
    void aDocumentThatIsCutIsNoElement() throws Exception {
        AtomicInteger count = new AtomicInteger();
        TestServer server = opened(new TestServer(request -> {
            Response whole = turtle(7);
            return count.getAndIncrement() < 3 ? whole.cut(Framing.LENGTH, 5 * count.get()) : whole;
        }));
        assertThat(value(take(start(document(server)), 1).get(0))).isEqualTo("urn:value:7");
    }

    @Test
    void theFramesOfAJellyDocumentGoOnWhereTheyWereLeft() throws Exception {
        TestServer server = opened(new TestServer(request -> Response.ok(stream(0, 9))
                .with("Content-Type", "application/x-jelly-rdf")
                .with("ETag", "\"a\"")));
        HttpTask first = start(document(server));
        List<SourceRecord> records = take(first, 9);
        offsets.store(records.get(3));
        first.stop();
        HttpTask second = start(document(server));
        List<SourceRecord> rest = take(second, 5);
        check(rest, 5);
        assertThat(rest.get(4).sourceOffset().get("complete")).isEqualTo(true);
        assertThat(rest.get(4).sourceOffset().get("elements")).isEqualTo(9L);
    }

    /** The text announces a log, or the media type alone; a document of NDJSON-LD is always one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "text/turtle | VERSION \"1.2-messages\" PREFIX : <urn:value:>~ | <#s> <urn:p> :%d .~MESSAGE~",
                "application/trig; Version=\"1.2-messages\"; charset=utf-8 | BASE <urn:value:>~ | <http://e/s/%s> { <#s> <urn:p> <urn:value:%1$s> }~@message .~",
                "application/n-quads;version=1.1-messages | # log~ | <urn:s> <urn:p> <urn:value:%d> .~MESSAGE~",
                "application/n-triples | VERSION '1.2-basic-messages'~ | <urn:s> <urn:p> <urn:value:%d> .~MESSAGE~",
                "application/x-ld+ndjson | {\"@context\": {\"p\": {\"@id\": \"urn:p\", \"@type\": \"@id\"}}}~"
                        + " | {\"@id\": \"#s\", \"p\": \"urn:value:%d\"}~"
            })
    void theMessagesOfALogGoOnWhereTheyWereLeft(String type, String head, String message) throws Exception {
        StringBuilder log = new StringBuilder(head);
        for (int i = 0; i < 5; i++) {
            log.append(
                    i == 2
                            ? message.startsWith("{") ? "{}~" : message.replaceFirst("^.*?[}.] ?~", "")
                            : message.formatted(i));
        }
        byte[] body = bytes(log.toString().replace("~", "\n"));
        TestServer server = opened(new TestServer(request -> Response.ok(body).with("Content-Type", type)));
        HttpTask first = start(document(server));
        List<SourceRecord> records = take(first, 5);
        offsets.store(records.get(1));
        first.stop();
        List<SourceRecord> rest = take(start(document(server)), 3);
        assertThat(graphs(records).get(2).statements()).as("an empty message").isEmpty();
        assertThat(graphs(rest)).isEqualTo(graphs(records.subList(2, 5)));
        assertThat(value(rest.get(2))).isEqualTo("urn:value:4");
        assertThat(rest.get(2).sourceOffset().get("complete")).isEqualTo(true);
        assertThat(rest.get(2).sourceOffset().get("elements")).isEqualTo(5L);
    }

    private static List<RdfGraph> graphs(List<SourceRecord> records) {
        return records.stream()
                .map(record -> (RdfGraph) RdfStructs.toElement(record.value()))
                .toList();
    }

    @Test
    void aLogThatCannotBeReadMakesNoElement() throws Exception {
        String log = "VERSION \"1.2-messages\"\n<urn:s> <urn:p> 1 .\nMESSAGE\n<urn:s> <urn:p> 2 .\nMESSAGE nonsense";
        TestServer server =
                opened(new TestServer(request -> Response.ok(bytes(log)).with("Content-Type", "text/turtle")));
        HttpTask failing = start(document(server));
        assertThatThrownBy(() -> take(failing, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("not text/turtle: line 5, column 9")
                .hasMessageContaining("on.error");
        Map<String, String> options = document(server);
        options.put("on.error", "dead-letter");
        options.put("dead.letter.topic", "dead");
        HttpTask task = start(options);
        SourceRecord letter = take(task, 1).get(0);
        assertThat(letter.topic()).isEqualTo("dead");
        assertThat(letter.value()).isEqualTo(bytes(log));
        server.answer(request -> Response.ok(bytes(log.replace("nonsense", ""))).with("Content-Type", "text/turtle"));
        assertThat(take(task, 2)).extracting(record -> value(record)).containsExactly("1", "2");
        options.put("limits.element.statements", "1");
        server.answer(request -> Response.ok(bytes(log.replace("nonsense", "<urn:s> <urn:p> 1, 2 .")))
                .with("Content-Type", "text/turtle"));
        options.put("on.error", "fail");
        HttpTask small = start(options);
        assertThatThrownBy(() -> take(small, 1))
                .hasMessageContaining("more than the limit of 1 statements (limits.element.statements)");
    }

    @Test
    void aDocumentAboveTheLimitOfBytesStopsTheTaskWithTheOption() throws Exception {
        byte[] body = ("<urn:s> <urn:p> \"" + "x".repeat(1000) + "\" .").getBytes(StandardCharsets.UTF_8);
        TestServer server = opened(new TestServer(request -> Response.ok(body).with("Content-Type", "text/turtle")));
        Map<String, String> options = new HashMap<>(document(server));
        options.put("limits.element.bytes", Integer.toString(body.length - 1));
        HttpTask task = start(options);
        assertThatThrownBy(() -> take(task, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining(
                        "larger than the limit of " + (body.length - 1) + " bytes (limits.element.bytes)");
        options.put("limits.element.bytes", Integer.toString(body.length));
        assertThat(take(start(options), 1)).hasSize(1);
    }

    /** Together these graphs have more text than there is memory, in a document of a few hundred kilobytes. */
    @Test
    void theFramesOfADocumentAreHeldOneAtATime() throws Exception {
        int letters = 100_000;
        int iris = 200;
        int bytes = 2 * letters; // in the heap, as the letter is not of Latin-1
        int frames = 1 + (int) (Runtime.getRuntime().maxMemory() / ((long) bytes * iris));
        ValueFactory values = SimpleValueFactory.getInstance();
        String prefix = "urn:" + "ж".repeat(letters) + "/";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JellyStreamWriter writer = new JellyStreamWriter(out, JellyOptions.TOPIC, Limits.DEFAULT)) {
            for (int frame = 0; frame < frames; frame++) {
                List<Statement> statements = new ArrayList<>();
                for (int i = 0; i < iris; i++) {
                    statements.add(values.createStatement(
                            values.createIRI("urn:s"),
                            values.createIRI("urn:p"),
                            values.createIRI(prefix + frame + "-" + i)));
                }
                writer.write(RdfGraph.of(statements), Map.of());
            }
        }
        byte[] body = out.toByteArray();
        assertThat(body.length).isLessThan(1 << 20);
        TestServer server =
                opened(new TestServer(request -> Response.ok(body).with("Content-Type", "application/x-jelly-rdf")));
        HttpTask task = start(document(server));
        for (int read = 0; read < frames; ) {
            List<SourceRecord> batch = task.poll();
            read += batch == null ? 0 : batch.size();
        }
    }

    @Test
    void whatCannotBeReadGoesTheWayOfOnError() throws Exception {
        AtomicInteger version = new AtomicInteger(1);
        TestServer server = opened(new TestServer(request -> version.get() == 1
                ? Response.ok("nonsense".getBytes(StandardCharsets.UTF_8)).with("Content-Type", "text/turtle")
                : turtle(version.get())));
        HttpTask failing = start(document(server));
        assertThatThrownBy(() -> take(failing, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("not text/turtle: line 1")
                .hasMessageContaining("on.error");
        Map<String, String> options = document(server);
        options.put("on.error", "dead-letter");
        options.put("dead.letter.topic", "dead");
        HttpTask task = start(options);
        SourceRecord letter = take(task, 1).get(0);
        assertThat(letter.topic()).isEqualTo("dead");
        assertThat(letter.valueSchema()).isEqualTo(RawBytes.SCHEMA);
        assertThat(letter.headers().lastWithName("http.content.type").value()).isEqualTo("text/turtle");
        assertThat(letter.headers().lastWithName("error.reason").value()).isEqualTo("malformed");
        version.set(2);
        assertThat(value(take(task, 1).get(0))).isEqualTo("urn:value:2");
    }

    @Test
    void offsetsOfAnotherFormAreRefused() {
        RdfSourceConnector connector = new RdfSourceConnector();
        Map<String, String> partition = Map.of("input", "http:http://127.0.0.1/n.jelly?after={offset}");
        Map<Map<String, ?>, Map<String, ?>> good = new HashMap<>();
        good.put(partition, Map.of("counter", 12));
        assertThat(connector.alterOffsets(Map.of(), good)).isTrue();
        good.put(partition, null);
        assertThat(connector.alterOffsets(Map.of(), good)).isTrue();
        assertThatThrownBy(() -> connector.alterOffsets(Map.of(), Map.of(partition, Map.of("elements", 3))))
                .isInstanceOf(ConnectException.class);
    }

    private static Response turtle(int n) {
        return Response.ok(("<urn:a> <urn:b> <urn:value:" + n + "> .").getBytes(StandardCharsets.UTF_8))
                .with("Content-Type", "text/turtle; charset=utf-8");
    }

    private static String value(SourceRecord record) {
        return ((RdfGraph) RdfStructs.toElement(record.value()))
                .statements()
                .get(0)
                .getObject()
                .stringValue();
    }

    private static void awaitRequests(TestServer server, int count) {
        while (server.requests().size() < count) {
            LockSupport.parkNanos(2_000_000);
        }
    }

    private static Map<String, String> stream(TestServer server) {
        Map<String, String> options = document(server);
        options.put("http.url", "http://127.0.0.1:" + server.port() + "/n.jelly?after={offset}");
        return options;
    }

    private static Map<String, String> document(TestServer server) {
        Map<String, String> options = new HashMap<>();
        options.put("source.type", "http");
        options.put("topic", "graphs");
        options.put("http.url", "http://127.0.0.1:" + server.port() + "/document");
        options.put("http.poll.interval.ms", "20");
        options.put("http.retry.backoff.ms", "5");
        options.put("http.retry.backoff.max.ms", "20");
        return options;
    }

    private HttpTask start(Map<String, String> options) {
        HttpTask task = new HttpTask();
        open.add(task::stop);
        task.initialize(offsets);
        task.start(options);
        return task;
    }

    private static List<SourceRecord> take(HttpTask task, int count) throws InterruptedException {
        List<SourceRecord> read = new ArrayList<>();
        while (read.size() < count) {
            List<SourceRecord> batch = task.poll();
            if (batch != null) {
                read.addAll(batch);
            }
        }
        assertThat(read).hasSize(count);
        return read;
    }

    private static void check(List<SourceRecord> records, int from) {
        assertThat(records.stream()
                        .map(record -> RdfStructs.toElement(record.value()))
                        .toList())
                .isEqualTo(IntStream.range(from, from + records.size())
                        .mapToObj(HttpSourceTaskTest::graph)
                        .toList());
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        open.add(closeable);
        return closeable;
    }
}
