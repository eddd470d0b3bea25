package dev.velella.tests.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdInputStream;
import dev.velella.document.MessageReader;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.LogHeaders;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.serve.app.ServeApp;
import dev.velella.tests.Await;
import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs of streams over HTTP, from the patches of the real diff app. */
class ServedGraphsIT {
    private static final int STATIONS = 10;

    @TempDir
    private static Path directory;

    private static ServePipeline pipeline;
    private static ServeApp app;

    @BeforeAll
    static void start() throws Exception {
        pipeline = new ServePipeline(directory);
        for (int i = 0; i < STATIONS; i++) {
            pipeline.send("station-" + i, ServePipeline.reading("station-" + i, i));
        }
        app = pipeline.serve(pipeline.options(directory.resolve("state")));
        for (int i = 0; i < STATIONS; i++) {
            pipeline.awaitText(app, "/graphs/station-" + i, "\"" + i + "\"");
        }
    }

    @AfterAll
    static void stop() {
        app.close();
        pipeline.close();
    }

    private static Set<Statement> statements(HttpResponse<byte[]> response, RDFFormat format) throws Exception {
        return new HashSet<>(Rio.parse(new ByteArrayInputStream(response.body()), format));
    }

    private static String hash(Set<Statement> graph) {
        return GraphHash.format(GraphHash.ofSet(graph));
    }

    private static String tag(HttpResponse<byte[]> response) {
        return response.headers().firstValue("ETag").orElseThrow();
    }

    @Test
    void theLatestGraphOfAStreamIsServedWithItsPlaceAsTag() throws Exception {
        pipeline.send("one", ServePipeline.reading("one", 1));
        pipeline.awaitText(app, "/graphs/one", "\"1\"");
        pipeline.send("one", ServePipeline.reading("one", 2));
        pipeline.awaitText(app, "/graphs/one", "\"2\"");
        HttpResponse<byte[]> response = pipeline.get(app, "/graphs/one", "Accept", "application/n-quads");
        assertThat(ServePipeline.text(response)).doesNotContain("\"1\"").contains("<urn:velella:stream:one>");
        assertThat(tag(response)).isEqualTo("W/\"2." + hash(statements(response, RDFFormat.NQUADS)) + "\"");
        assertThat(pipeline.get(app, "/graphs/one", "If-None-Match", tag(response))
                        .statusCode())
                .isEqualTo(304);
        assertThat(pipeline.get(app, "/graphs/one", "If-None-Match", "W/\"1.h0000000000000000\"")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aGraphIsTheSameInEveryFormat() throws Exception {
        Set<Statement> quads =
                statements(pipeline.get(app, "/graphs/station-3", "Accept", "application/n-quads"), RDFFormat.NQUADS);
        assertThat(quads).hasSize(2);
        for (RDFFormat format : List.of(RDFFormat.TRIG, RDFFormat.JSONLD)) {
            HttpResponse<byte[]> response =
                    pipeline.get(app, "/graphs/station-3", "Accept", format.getDefaultMIMEType());
            assertThat(statements(response, format)).as("%s", format).isEqualTo(quads);
        }
        for (RDFFormat format : List.of(RDFFormat.TURTLE, RDFFormat.NTRIPLES)) {
            HttpResponse<byte[]> response =
                    pipeline.get(app, "/graphs/station-3", "Accept", format.getDefaultMIMEType());
            assertThat(statements(response, format))
                    .as("%s", format)
                    .hasSize(2)
                    .allMatch(statement -> statement.getContext() == null);
        }
        try (JellyStreamReader reader = reader(pipeline.get(app, "/graphs/station-3"))) {
            assertThat(new HashSet<>(reader.next().statements())).isEqualTo(quads);
            assertThat(reader.next()).isNull();
        }
    }

    private static JellyStreamReader reader(HttpResponse<byte[]> response) {
        assertThat(response.statusCode()).as(ServePipeline.text(response)).isEqualTo(200);
        return new JellyStreamReader(
                new ByteArrayInputStream(response.body()), SimpleValueFactory.getInstance(), Limits.DEFAULT);
    }

    private static Map<String, Set<Statement>> jelly(HttpResponse<byte[]> response) throws Exception {
        Map<String, Set<Statement>> graphs = new TreeMap<>();
        try (JellyStreamReader reader = reader(response)) {
            for (RdfGraph graph = reader.next(); graph != null; graph = reader.next()) {
                String key = new String(reader.metadata().get("key"), StandardCharsets.UTF_8);
                Set<Statement> statements = new HashSet<>(graph.statements());
                String patch = new String(reader.metadata().get("patch"), StandardCharsets.UTF_8);
                assertThat(patch).as(key).endsWith("." + hash(statements));
                assertThat(graphs.put(key, statements)).as(key).isNull();
            }
        }
        return graphs;
    }

    @Test
    void graphsOfManyStreamsAreOneStreamOfJelly() throws Exception {
        HttpResponse<byte[]> response = pipeline.get(app, "/graphs?prefix=station-");
        assertThat(response.headers().firstValue("Content-Type")).contains("application/x-jelly-rdf");
        Map<String, Set<Statement>> graphs = jelly(response);
        assertThat(graphs).hasSize(STATIONS);
        Set<Statement> all = new HashSet<>();
        graphs.values().forEach(all::addAll);
        for (RDFFormat format : List.of(RDFFormat.NQUADS, RDFFormat.TRIG, RDFFormat.JSONLD)) {
            HttpResponse<byte[]> other =
                    pipeline.get(app, "/graphs?prefix=station-", "Accept", format.getDefaultMIMEType());
            assertThat(statements(other, format)).as("%s", format).isEqualTo(all);
        }
    }

    /** The client must ask for it: other parsers read no log. */
    @Test
    void graphsOfManyStreamsAreALogOfMessages() throws Exception {
        List<Set<Statement>> graphs = new ArrayList<>(
                jelly(pipeline.get(app, "/graphs?prefix=station-")).values());
        for (DocumentFormat format : List.of(DocumentFormat.TRIG, DocumentFormat.N_QUADS, DocumentFormat.JSON_LD)) {
            String accept = format == DocumentFormat.JSON_LD
                    ? "application/x-ld+ndjson"
                    : format.mediaType() + "; version=1.2-messages";
            HttpResponse<byte[]> response = pipeline.get(app, "/graphs?prefix=station-", "Accept", accept);
            assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                    .isEqualTo(format == DocumentFormat.TRIG ? "application/trig; version=1.1-messages" : accept);
            assertThat(messages(format, response)).containsExactlyInAnyOrderElementsOf(graphs);
        }
        HttpResponse<byte[]> triples =
                pipeline.get(app, "/graphs?prefix=station-", "Accept", "text/turtle;version=1.1-messages");
        assertThat(messages(DocumentFormat.TURTLE, triples)).hasSize(STATIONS).allSatisfy(message -> assertThat(message)
                .hasSize(2));
        assertThat(messages(
                        DocumentFormat.N_TRIPLES,
                        pipeline.get(
                                app, "/graphs/station-3", "Accept", "application/n-triples; version=1.2-messages")))
                .hasSize(1);
        assertThat(ServePipeline.text(pipeline.get(app, "/graphs?prefix=station-", "Accept", "application/trig")))
                .doesNotContain("VERSION", "MESSAGE");
    }

    private static List<Set<Statement>> messages(DocumentFormat format, HttpResponse<byte[]> response)
            throws Exception {
        assertThat(response.statusCode()).as(ServePipeline.text(response)).isEqualTo(200);
        MessageReader reader = new MessageReader(
                format, new ByteArrayInputStream(response.body()), null, ReadingLimits.OF_FILES, Set.of());
        List<Set<Statement>> messages = new ArrayList<>();
        for (RdfGraph message = reader.next(); message != null; message = reader.next()) {
            messages.add(new HashSet<>(message.statements()));
        }
        return messages;
    }

    @Test
    void graphsOfGivenKeysAreServedAndMissingOnesAreSaid() throws Exception {
        assertThat(jelly(pipeline.get(app, "/graphs?key=station-1&key=station-2"))
                        .keySet())
                .containsExactly("station-1", "station-2");
        HttpResponse<byte[]> missing = pipeline.get(app, "/graphs?key=station-1&key=nobody");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(ServePipeline.text(missing)).contains("1 of 2 keys", "'nobody'");
        HttpResponse<byte[]> skipped = pipeline.get(app, "/graphs?key=station-1&key=nobody&missing=skip");
        assertThat(jelly(skipped).keySet()).containsExactly("station-1");
        assertThat(skipped.headers().firstValue("Velella-Missing-Keys")).contains("1");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < STATIONS; i++) {
            lines.append("station-").append(i).append('\n');
        }
        assertThat(jelly(pipeline.post(app, "/graphs", "text/plain", lines.toString())))
                .hasSize(STATIONS);
    }

    @Test
    void keysMayHaveAnyCharacters() throws Exception {
        for (String key : List.of("a/b", "../../etc/passwd", "50%", "a b+c", "ünïcode", "?x=1&y#z")) {
            pipeline.send(key, ServePipeline.reading(key, 7));
            String path =
                    "/graphs/" + URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
            Await.until(
                    key + " is served",
                    ServePipeline.PATIENCE,
                    () -> pipeline.get(app, path).statusCode() == 200);
            HttpResponse<byte[]> listed =
                    pipeline.get(app, "/graphs?key=" + URLEncoder.encode(key, StandardCharsets.UTF_8));
            assertThat(jelly(listed).keySet()).containsExactly(key);
        }
        assertThat(pipeline.get(app, "/graphs/nobody").statusCode()).isEqualTo(404);
        assertThat(pipeline.get(app, "/graphs?prefx=a").statusCode()).isEqualTo(400);
        assertThat(pipeline.get(app, "/graphs", "Accept", "image/png").statusCode())
                .isEqualTo(406);
    }

    @Test
    void answersAreCompressedIfTheClientWants() throws Exception {
        byte[] plain = pipeline.get(app, "/graphs?prefix=station-", "Accept", "application/n-quads")
                .body();
        HttpResponse<byte[]> gzip = pipeline.get(
                app, "/graphs?prefix=station-", "Accept", "application/n-quads", "Accept-Encoding", "gzip");
        assertThat(gzip.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(new GZIPInputStream(new ByteArrayInputStream(gzip.body())).readAllBytes())
                .isEqualTo(plain);
        HttpResponse<byte[]> zstd = pipeline.get(
                app, "/graphs?prefix=station-", "Accept", "application/n-quads", "Accept-Encoding", "gzip, zstd");
        assertThat(zstd.headers().firstValue("Content-Encoding")).contains("zstd");
        assertThat(new ZstdInputStream(new ByteArrayInputStream(zstd.body())).readAllBytes())
                .isEqualTo(plain);
    }

    @Test
    void patchesLeadFromAGraphThatTheClientHasToTheLatest() throws Exception {
        pipeline.send("since", ServePipeline.reading("since", 1));
        pipeline.awaitText(app, "/graphs/since", "\"1\"");
        HttpResponse<byte[]> first = pipeline.get(app, "/graphs/since", "Accept", "application/n-quads");
        String tag = tag(first).replaceAll("W/|\"", "");
        for (int i = 2; i <= 4; i++) {
            pipeline.send("since", ServePipeline.reading("since", i));
        }
        pipeline.awaitText(app, "/graphs/since", "\"4\"");
        String text =
                ServePipeline.text(pipeline.get(app, "/graphs/since?since=" + tag, "Accept", "application/rdf-patch"));
        assertThat(text.lines().filter(line -> line.startsWith("Z"))).hasSize(3);
        assertThat(text).contains("\"4\"").contains("H key \"since\"");
        assertThat(pipeline.get(app, "/graphs/since?since=1.h0000000000000001").statusCode())
                .isEqualTo(410);
        assertThat(pipeline.get(app, "/graphs/since?since=9.h0000000000000001").statusCode())
                .isEqualTo(410);
        HttpResponse<byte[]> jelly = pipeline.get(app, "/patches?key=since&from=2");
        assertThat(jelly.headers().firstValue("Content-Type")).contains("application/x-jelly-rdf-patch");
        assertThat(JellyPatchDecoder.class).isNotNull();
        assertThat(jelly.body().length).isPositive();
        assertThat(pipeline.get(app, "/patches?key=since&from=6").statusCode()).isEqualTo(404);
    }

    @Test
    void aClientGoesOnAfterTheCounterOfItsLastAnswer() throws Exception {
        String counter = pipeline.get(app, "/graphs")
                .headers()
                .firstValue("Velella-Counter")
                .orElseThrow();
        pipeline.send("after", ServePipeline.reading("after", 1));
        pipeline.awaitText(app, "/graphs/after", "\"1\"");
        assertThat(jelly(pipeline.get(app, "/graphs?after=" + counter)).keySet())
                .contains("after")
                .doesNotContain("station-1");
        assertThat(jelly(pipeline.get(app, "/graphs?after=none")).keySet()).contains("after", "station-1");
        HttpResponse<byte[]> now = pipeline.get(app, "/graphs?prefix=after");
        assertThat(jelly(now).keySet()).containsExactly("after");
        assertThat(pipeline.get(app, "/graphs?after=1-x").statusCode()).isEqualTo(400);
    }

    @Test
    void patchesFollowAsEventsAndGoOnAfterTheLast() throws Exception {
        pipeline.send("events", ServePipeline.reading("events", 1));
        pipeline.awaitText(app, "/graphs/events", "\"1\"");
        String last;
        try (EventClient client = new EventClient(app.port(), "/patches?key=events", null)) {
            assertThat(client.awaitComment()).contains("RDF-Message-Content-Type: application/rdf-patch");
            pipeline.send("events", ServePipeline.reading("events", 2));
            List<String> event = client.next();
            assertThat(event).anyMatch(line -> line.contains("\"2\"")).contains("event: patch");
            last = event.get(0).substring("id: ".length());
        }
        pipeline.send("events", ServePipeline.reading("events", 3));
        pipeline.awaitText(app, "/graphs/events", "\"3\"");
        try (EventClient client = new EventClient(app.port(), "/patches?key=events", last)) {
            assertThat(client.next()).anyMatch(line -> line.contains("data: A") && line.contains("\"3\""));
        }
    }

    @Test
    void versionsOfAStreamAreMembersOfPagesThatDoNotChange() throws Exception {
        for (int i = 1; i <= 5; i++) {
            pipeline.send("versions", ServePipeline.reading("versions", i));
        }
        pipeline.awaitText(app, "/graphs/versions", "\"5\"");
        try (ServeApp paged =
                pipeline.serve(pipeline.options(directory.resolve("paged"), "serve.ldes.page.versions", "2"))) {
            String root = ServePipeline.text(pipeline.get(paged, "/ldes?key=versions"));
            assertThat(root).contains("GreaterThanOrEqualToRelation", "page=0", "page=1", "page=2");
            HttpResponse<byte[]> page =
                    pipeline.get(paged, "/ldes?key=versions&page=1", "Accept", "application/n-quads");
            assertThat(page.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
            assertThat(ServePipeline.text(page)).contains("\"3\"", "\"4\"").doesNotContain("\"2\"", "\"5\"");
            List<Set<Statement>> log = messages(
                    DocumentFormat.TRIG,
                    pipeline.get(
                            paged, "/ldes?key=versions&page=1", "Accept", "application/trig; version=1.2-messages"));
            assertThat(log).as("the page, and its two versions").hasSize(3);
            assertThat(log.get(0).toString()).contains("EventStream");
            assertThat(log.get(1).toString()).contains("\"4\"", "tree#member").doesNotContain("\"3\"");
            assertThat(log.get(2).toString()).contains("\"3\"").doesNotContain("\"4\"");
            HttpResponse<byte[]> last = pipeline.get(paged, "/ldes?key=versions&page=2");
            assertThat(last.headers().firstValue("Cache-Control")).contains("no-cache");
            assertThat(ServePipeline.text(last)).contains("\"5\"").doesNotContain("\"4\"");
            assertThat(pipeline.get(paged, "/ldes?key=versions&page=3").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void theDescriptionNamesWhatIsServed() throws Exception {
        HttpResponse<byte[]> response = pipeline.get(app, "/openapi.json");
        JsonNode description = new ObjectMapper().readTree(response.body());
        assertThat(description.get("openapi").asText()).startsWith("3.1");
        JsonNode paths = description.get("paths");
        List<String> named = new ArrayList<>();
        paths.fieldNames().forEachRemaining(named::add);
        assertThat(named.remove("/logs/$/rpc")).as("takes POST").isTrue();
        for (String path : named) {
            for (JsonNode operation : paths.get(path)) {
                assertThat(operation.get("responses").has("200")).as(path).isTrue();
            }
            String called = path.replace("{key}", "station-1").replace("{patch}", "1")
                    + (path.equals("/patches") || path.equals("/ldes") ? "?key=station-1" : "");
            HttpResponse<byte[]> answer = pipeline.get(app, called);
            if (path.equals("/") || path.equals("/nanopubs.jelly")) {
                assertThat(answer.statusCode()).as(called).isEqualTo(404); // this topic has several partitions
                continue;
            }
            assertThat(answer.statusCode()).as(called).isEqualTo(200);
            String type =
                    answer.headers().firstValue("Content-Type").orElseThrow().split(";", 2)[0];
            JsonNode content =
                    paths.get(path).get("get").get("responses").get("200").get("content");
            assertThat(content.has(type)).as(called + " gives " + type).isTrue();
            content.fieldNames().forEachRemaining(each -> {
                if (!each.equals("text/event-stream") && !each.contains("patch")) {
                    assertThat(answered(called, each))
                            .as(called + " as " + each)
                            .isEqualTo(200);
                }
            });
        }
    }

    private static int answered(String path, String accept) {
        try {
            return pipeline.get(app, path, "Accept", accept).statusCode();
        } catch (java.io.IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anAbortedTransactionIsNeverVisible() throws Exception {
        pipeline.send("aborted", ServePipeline.reading("aborted", 1));
        pipeline.awaitText(app, "/graphs/aborted", "\"1\"");
        String before = tag(pipeline.get(app, "/graphs/aborted"));
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", pipeline.bootstrapServers(), "transactional.id", "aborting"),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            // Had it been read, its stream would be broken: these bytes are no patch.
            producer.send(new ProducerRecord<>("patches", 0, "aborted", new byte[] {1, 2, 3}))
                    .get();
            producer.abortTransaction();
        }
        pipeline.send("aborted", ServePipeline.reading("aborted", 2));
        pipeline.awaitText(app, "/graphs/aborted", "\"2\"");
        assertThat(before).startsWith("W/\"1.");
        assertThat(tag(pipeline.get(app, "/graphs/aborted"))).startsWith("W/\"2.");
        assertThat(app.failure()).isEmpty();
    }

    @Test
    void anotherServiceBuildsTheSameStateFromSnapshotsAndPatches() throws Exception {
        for (int i = 1; i <= 9; i++) {
            pipeline.send("rebuilt", ServePipeline.reading("rebuilt", i));
        }
        pipeline.send("ended", ServePipeline.reading("ended", 1));
        pipeline.awaitText(app, "/graphs/ended", "\"1\"");
        pipeline.end("ended");
        pipeline.awaitText(app, "/graphs/rebuilt", "\"9\"");
        Await.until(
                "the stream has ended",
                ServePipeline.PATIENCE,
                () -> pipeline.get(app, "/graphs/ended", "Accept", "application/n-quads")
                                .body()
                                .length
                        == 0);
        Path state = directory.resolve("other");
        try (ServeApp other = pipeline.serve(pipeline.options(state))) {
            assertThat(tag(pipeline.get(other, "/graphs/rebuilt")))
                    .isEqualTo(tag(pipeline.get(app, "/graphs/rebuilt")));
            assertThat(tag(pipeline.get(other, "/graphs/ended"))).isEqualTo(tag(pipeline.get(app, "/graphs/ended")));
            assertThat(jelly(pipeline.get(other, "/graphs?prefix=station-")))
                    .isEqualTo(jelly(pipeline.get(app, "/graphs?prefix=station-")));
        }
        pipeline.send("rebuilt", ServePipeline.reading("rebuilt", 10));
        pipeline.awaitText(app, "/graphs/rebuilt", "\"10\"");
        try (ServeApp again = pipeline.serve(pipeline.options(state))) {
            // Ready means: nothing that was committed before is missing.
            assertThat(ServePipeline.text(pipeline.get(again, "/graphs/rebuilt", "Accept", "application/n-quads")))
                    .contains("\"10\"");
        }
    }

    @Test
    void aStreamIsAnRdfPatchLogWhosePatchesFollowEachOther() throws Exception {
        String key = "a log/1";
        for (int value = 1; value <= 3; value++) {
            pipeline.send(key, ServePipeline.reading(key, value));
        }
        String path = "/logs/a%20log%2F1";
        pipeline.awaitText(app, "/graphs/a%20log/1", "\"3\"");
        String id = call("describe_datasource", "\"name\":\"" + key + "\"")
                .get("id")
                .asText();
        JsonNode log = call("describe_log", "\"datasource\":\"" + id + "\"");
        assertThat(log.get("min_version").asInt()).isEqualTo(1);
        assertThat(log.get("max_version").asInt()).isEqualTo(3);
        assertThat(new ObjectMapper().readTree(pipeline.get(app, path).body())).isEqualTo(log);
        String previous = null;
        Set<Statement> graph = new HashSet<>();
        for (int version = 1; version <= 3; version++) {
            HttpResponse<byte[]> fetched = pipeline.get(app, path + "/" + version);
            assertThat(fetched.headers().firstValue("Content-Type")).hasValue("application/rdf-patch");
            RdfPatch patch = patch(fetched.body());
            LogHeaders headers = LogHeaders.of(patch);
            assertThat(headers.prev()).isEqualTo(previous);
            previous = headers.id();
            assertThat(pipeline.get(app, path + "/" + previous).body()).isEqualTo(fetched.body());
            assertThat(pipeline.get(app, "/logs/" + id.substring(3) + "/" + version)
                            .body())
                    .as("by the id of the log, as clients of RDF Delta ask")
                    .isEqualTo(fetched.body());
            for (PatchOperation row : patch.effectiveOperations()) {
                assertThat(
                                row instanceof PatchOperation.Add add
                                        ? graph.add(add.statement())
                                        : row instanceof PatchOperation.Delete delete
                                                && graph.remove(delete.statement()))
                        .isTrue();
            }
        }
        assertThat(log.get("latest").asText()).isEqualTo("id:" + previous);
        assertThat(graph)
                .isEqualTo(statements(
                        pipeline.get(app, "/graphs/a%20log/1", "Accept", "application/n-quads"), RDFFormat.NQUADS));

        assertThat(call("list_datasource", "").get("array").toString()).contains(id.substring(3));
        JsonNode all = call("list_log_info", "").get("array");
        assertThat(all).hasSizeGreaterThan(STATIONS).contains(log);
        assertThat(call("describe_datasource", "\"name\":\"nothing\"")).isEmpty();
        assertThat(call("describe_log", "\"datasource\":\"" + previous + "\"")).isEmpty();
        assertThat(call("ping", "").has("value")).isTrue();
        assertThat(pipeline.get(app, path + "/4").statusCode()).isEqualTo(404);
        assertThat(pipeline.get(app, path + "/0").statusCode()).isEqualTo(404);
        assertThat(pipeline.get(app, path + "/" + previous.replace(previous.charAt(0), 'f'))
                        .statusCode())
                .isEqualTo(404);
        assertThat(pipeline.get(app, "/logs/a%20log/1").statusCode()).isEqualTo(404);
        assertThat(pipeline.post(app, path, "application/rdf-patch", "TX .\nTC .\n")
                        .statusCode())
                .as("the topic is appended to, not the log")
                .isEqualTo(405);
        for (String body : List.of("", "[]", "{\"operation\":\"remove_datasource\",\"arg\":{}}")) {
            assertThat(pipeline.post(app, "/logs/$/rpc", "application/json", body)
                            .statusCode())
                    .as(body)
                    .isEqualTo(400);
        }
    }

    /** Else a client sends its next request on a connection that the service has closed. */
    @Test
    void aRefusalBeforeTheBodyHasComeSaysThatTheConnectionEnds() throws Exception {
        for (String request : List.of("POST /graphs/x", "POST /nowhere", "DELETE /graphs", "GET /graphs")) {
            try (Socket client = new Socket("localhost", app.port())) {
                client.getOutputStream()
                        .write((request + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(answer)
                        .as(request)
                        .startsWith("HTTP/1.1 4")
                        .containsIgnoringCase("\r\nConnection: close\r\n");
            }
        }
    }

    private static JsonNode call(String operation, String argument) throws Exception {
        String body = "{\"opid\":\"\",\"operation\":\"" + operation + "\",\"arg\":{" + argument + "}}";
        return new ObjectMapper()
                .readTree(pipeline.post(app, "/logs/$/rpc", "application/json", body)
                        .body());
    }

    private static RdfPatch patch(byte[] text) throws Exception {
        try (RdfPatchTextReader reader =
                new RdfPatchTextReader(new ByteArrayInputStream(text), SimpleValueFactory.getInstance())) {
            return reader.next();
        }
    }
}
