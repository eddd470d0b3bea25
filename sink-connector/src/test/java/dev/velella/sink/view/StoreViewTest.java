package dev.velella.sink.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.sink.embedded.MemoryFiles;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.embedded.StateStream;
import dev.velella.sink.endpoint.EndpointOptions;
import dev.velella.sink.endpoint.SparqlEndpoint;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreInUseException;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchBatch;
import dev.velella.sink.store.StoreMoment;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemRows;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.impl.SimpleDataset;
import org.eclipse.rdf4j.query.resultio.sparqljson.SPARQLResultsJSONWriter;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreViewTest {
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final StreamId IBS_1 = new StreamId("patches", "ibs 1");
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final IRI GRAPH = Stream.iri("urn:velella:stream:ibs%201");
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    @TempDir
    Path scratch;

    private Path directory;
    private final Stream stream = new Stream("ibs%201", 3);
    private MemoryTarget target;
    private Claim claim;

    @BeforeEach
    void open() {
        directory = scratch.resolve("store");
        target = MemoryTarget.open(directory, "my sink", Duration.ZERO);
        claim = target.claim(List.of(P0)).get(P0);
        next();
    }

    @AfterEach
    void close() {
        target.close();
    }

    private void next() {
        Stream.Numbered patch = stream.next();
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, P0, claim, claim.nextOffset(), "ibs 1", patch.position(), patch.patch());
        claim = target.apply(batch.build()).get(P0);
    }

    private void add(List<Statement> statements) {
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, P0, claim, claim.nextOffset(), null, null, RdfPatch.change(List.of(), statements));
        claim = target.apply(batch.build()).get(P0);
    }

    /** More than the buffers of a connection take: 32 MB. */
    private void addMuch() {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            statements.add(VALUES.createStatement(
                    Stream.iri("urn:x:" + i), Stream.iri("urn:x:p"), VALUES.createLiteral(i + "x".repeat(1_000_000))));
        }
        add(statements);
    }

    private record Content(SystemRows rows, Set<Statement> data) {
        static Content of(StoreView view) throws IOException {
            Content content = new Content(new SystemRows("my sink"), new HashSet<>());
            view.read(statement -> {
                if (SystemRows.isRow(statement)) {
                    content.rows.add(statement);
                } else {
                    content.data.add(statement);
                }
            });
            return content;
        }
    }

    private SparqlEndpoint serve(long stateTimeoutMs) {
        return SparqlEndpoint.start(new EndpointOptions("127.0.0.1", 0, 30_000, stateTimeoutMs), target);
    }

    @Test
    void runningStoreGivesRowsAndDataOfOneMoment() throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicBoolean enough = new AtomicBoolean();
        Thread applier = new Thread(() -> {
            while (!enough.get()) {
                next();
            }
        });
        applier.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
        try (SparqlEndpoint endpoint = serve(240_000)) {
            applier.start();
            RunningStore view = new RunningStore(endpoint.uri(), PATIENCE);
            long last = 0;
            for (int i = 0; i < 30; i++) {
                Content content = Content.of(view);
                StreamState chain = content.rows.chain(IBS_1).orElseThrow();
                assertThat(GraphHash.ofSet(content.data)).isEqualTo(chain.hash());
                assertThat(content.rows.nextOffsets()).isEqualTo(Map.of(P0, chain.number()));
                assertThat(chain.number()).isGreaterThanOrEqualTo(last);
                last = chain.number();
            }
            assertThat(last).isGreaterThan(1);
        } finally {
            enough.set(true);
            applier.join();
        }
        assertThat(failure.get()).isNull();
    }

    @Test
    void labelsQuotedTriplesAndLongTextComeAsTheyAre() throws Exception {
        List<Statement> statements = new ArrayList<>();
        statements.add(VALUES.createStatement(
                VALUES.createBNode("a b\u00e4.1"), Stream.iri("urn:x:p"), VALUES.createLiteral("x".repeat(3_000_000))));
        statements.add(VALUES.createStatement(
                VALUES.createTriple(Stream.iri("urn:x:s"), Stream.iri("urn:x:p"), VALUES.createBNode("b")),
                Stream.iri("urn:x:q"),
                VALUES.createLiteral("Halle", "DE"),
                VALUES.createBNode("g")));
        add(statements);
        try (SparqlEndpoint endpoint = serve(240_000)) {
            Content content = Content.of(new RunningStore(endpoint.uri(), PATIENCE));
            assertThat(content.data).containsAll(statements).hasSize(6);
            assertThat(content.rows.storeId()).isEqualTo(target.storeId());
            assertThat(content.rows.connectors()).containsExactly("my sink");
        }
    }

    @Test
    void answerThatTakesTooLongIsAnErrorAndNeverAPart() {
        addMuch();
        AtomicInteger seen = new AtomicInteger();
        // A busy machine may not come to send anything in the first time.
        for (int timeoutMs = 500; seen.get() == 0; timeoutMs *= 2) {
            try (SparqlEndpoint endpoint = serve(timeoutMs)) {
                RunningStore view = new RunningStore(endpoint.uri(), PATIENCE);
                assertThatThrownBy(() -> view.read(statement -> {
                            if (seen.getAndIncrement() == 0) {
                                awaitFree(endpoint.uri());
                            }
                        }))
                        .isInstanceOf(StoreFailedException.class);
            }
        }
        try (SparqlEndpoint endpoint = serve(1)) {
            assertThatThrownBy(() -> Content.of(new RunningStore(endpoint.uri(), PATIENCE)))
                    .isInstanceOf(StoreFailedException.class);
        }
    }

    /** Until the endpoint has given the other reader up. */
    private static void awaitFree(URI uri) throws IOException {
        String answer;
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        do {
            assertThat(System.nanoTime()).isLessThan(deadline);
            try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
                socket.getOutputStream()
                        .write("GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            }
        } while (answer.endsWith("503"));
    }

    @Test
    void streamThatEndsAtTheBorderOfAFrameIsNotTakenForTheWhole() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StateStream.Writer writer = new StateStream.Writer(bytes);
        for (int i = 0; i < 256; i++) {
            writer.write(Stream.statement("s", i, null));
        }
        int border = bytes.size();
        writer.end();
        List<Statement> whole = new ArrayList<>();
        StateStream.read(new ByteArrayInputStream(bytes.toByteArray()), whole::add);
        assertThat(whole).hasSize(256);
        assertThat(border).isPositive();
        assertThatThrownBy(() ->
                        StateStream.read(new ByteArrayInputStream(bytes.toByteArray(), 0, border), statement -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ends too early");
    }

    @Test
    void oneReaderAtATime() throws Exception {
        addMuch();
        try (SparqlEndpoint endpoint = serve(240_000)) {
            URI uri = endpoint.uri();
            try (Socket idle = new Socket(uri.getHost(), uri.getPort())) {
                idle.getOutputStream()
                        .write("GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(idle.getInputStream().read()).isEqualTo('H'); // begun, and not read on
                assertThatThrownBy(() -> Content.of(new RunningStore(uri, PATIENCE)))
                        .isInstanceOf(StoreFailedException.class)
                        .hasMessageContaining("/state answered 503: the state is being read already");
            }
        }
    }

    @Test
    void stateIsGuardedAsTheOtherRoutesAre() throws Exception {
        try (SparqlEndpoint endpoint = serve(240_000)) {
            URI uri = endpoint.uri();
            HttpResponse<String> post = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(uri.resolve("/state"))
                                    .POST(BodyPublishers.ofString("x"))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(post.statusCode()).isEqualTo(405);
            assertThat(raw(uri, "GET /state HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 403");
            assertThat(raw(uri, "GET /state/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 404");
        }
    }

    private static String raw(URI uri, String request) throws IOException {
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void closedStoreIsThereOrAnError() throws Exception {
        assertThatThrownBy(() -> openClosed(directory)).isInstanceOf(StoreInUseException.class);
        target.close();
        try (ClosedStore view = openClosed(directory)) {
            Content content = Content.of(view);
            assertThat(content.rows.chain(IBS_1)).contains(StreamState.at(new PatchPosition(1, stream.hash(), false)));
            assertThat(GraphHash.ofSet(content.data)).isEqualTo(stream.hash());
        }
        Path nothing = scratch.resolve("nothing");
        assertThatThrownBy(() -> openClosed(nothing))
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("there is no store in " + nothing);
        assertThat(nothing).doesNotExist();
    }

    private static ClosedStore openClosed(Path directory) {
        return ClosedStore.open(
                directory, MemoryFiles.FILE, () -> MemoryTarget.open(directory, "my sink", Duration.ZERO));
    }

    @Test
    void repairIsDurableAndLeavesOffsetsAlone() throws Exception {
        target.close();
        Set<Statement> before;
        Statement wrong = Stream.statement("x", 1, null);
        try (ClosedStore view = openClosed(directory)) {
            Content content = Content.of(view);
            before = content.data;
            Statement right = content.rows.row(IBS_1, new PatchPosition(7, 7, false));
            List<Statement> deletes = new ArrayList<>(content.rows.chains().get(IBS_1));
            deletes.add(before.iterator().next());
            view.repair(content.rows.moment(), deletes, List.of(wrong, right));
        }
        try (ClosedStore view = openClosed(directory)) {
            Content content = Content.of(view);
            assertThat(content.data).contains(wrong).hasSameSizeAs(before).isNotEqualTo(before);
            assertThat(content.rows.chain(IBS_1)).contains(StreamState.at(new PatchPosition(7, 7, false)));
            assertThat(content.rows.nextOffsets()).isEqualTo(Map.of(P0, 1L));
        }
    }

    /** Answers with the engine of RDF4J, whose default graph is the union of all graphs, or like other stores. */
    private static HttpServer service(RepositoryConnection store, boolean union) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
        server.createContext("/query", exchange -> {
            try (InputStream in = exchange.getRequestBody()) {
                TupleQuery query = store.prepareTupleQuery(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                if (!union) {
                    SimpleDataset dataset = new SimpleDataset();
                    dataset.addDefaultGraph(VALUES.createIRI("http://www.openrdf.org/schema/sesame#nil"));
                    store.getContextIDs().forEach(graph -> {
                        if (graph.isIRI()) {
                            dataset.addNamedGraph((IRI) graph);
                        }
                    });
                    query.setDataset(dataset);
                }
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                query.evaluate(new SPARQLResultsJSONWriter(out));
                exchange.sendResponseHeaders(200, out.size());
                exchange.getResponseBody().write(out.toByteArray());
            } finally {
                exchange.close();
            }
        });
        server.start();
        return server;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anySparqlServiceGivesRowsAndData(boolean union) throws Exception {
        Statement inDefault = Stream.statement("d", 1, null);
        add(List.of(inDefault));
        List<Statement> all = new ArrayList<>();
        try (SparqlEndpoint endpoint = serve(240_000)) {
            new RunningStore(endpoint.uri(), PATIENCE).read(all::add);
        }
        SailRepository repository = new SailRepository(new MemoryStore());
        try (RepositoryConnection store = repository.getConnection()) {
            store.add(all);
            store.add(Stream.statement("staged", 1, "urn:velella:staging"));
            store.add(Stream.iri("urn:genid:a%20b"), Stream.iri("urn:x:p"), Stream.iri("urn:genid:c+"), GRAPH);
            HttpServer server = service(store, union);
            try {
                URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/query");
                ServiceStore view = new ServiceStore(uri, PATIENCE, "urn:genid:");
                Content content = Content.of(view);
                assertThat(view.hasDefaultGraph()).isEqualTo(!union);
                assertThat(content.rows.nextOffsets()).isEqualTo(Map.of(P0, 2L));
                assertThat(content.rows.chain(IBS_1)).isPresent();
                assertThat(content.data).hasSize(union ? 5 : 6);
                assertThat(content.data)
                        .contains(VALUES.createStatement(
                                VALUES.createBNode("a b"), Stream.iri("urn:x:p"), VALUES.createBNode("c+"), GRAPH));
                assertThat(content.data.contains(inDefault)).isEqualTo(!union);
            } finally {
                server.stop(0);
            }
        } finally {
            repository.shutDown();
        }
        assertThatThrownBy(() ->
                        new ServiceStore(URI.create("http://localhost:1/query"), PATIENCE, "").read(statement -> {}))
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("http://localhost:1/query cannot be queried");
    }

    @Test
    void closedStoreIsRepairedOnlyAtItsMomentAndWhereEveryRowIsAChange() throws Exception {
        target.close();
        Statement absent = Stream.statement("absent", 1, GRAPH.stringValue());
        try (ClosedStore store = openClosed(directory)) {
            Content before = Content.of(store);
            StoreMoment moment = before.rows.moment();
            Statement present = before.data.iterator().next();
            assertThat(moment.rows()).isEqualTo(Map.of(P0, claim));
            List<StoreMoment> others = List.of(
                    new StoreMoment("another", "my sink", moment.rows()),
                    new StoreMoment(moment.storeId(), "my sink", Map.of(P0, new Claim(2, claim.nextOffset()))),
                    new StoreMoment(moment.storeId(), "my sink", Map.of()));
            for (StoreMoment other : others) {
                assertThatThrownBy(() -> store.repair(other, List.of(present), List.of()))
                        .isInstanceOf(StoreFailedException.class)
                        .hasMessageContaining("nothing was changed");
            }
            assertThatThrownBy(() -> store.repair(moment, List.of(present, absent), List.of()))
                    .hasMessageContaining("does not hold " + absent);
            assertThatThrownBy(() -> store.repair(moment, List.of(), List.of(absent, present)))
                    .hasMessageContaining("holds " + present + " already");
            assertThat(Content.of(store).data).isEqualTo(before.data);
            store.repair(moment, List.of(present), List.of(absent));
            assertThat(Content.of(store).data).contains(absent).doesNotContain(present);
            assertThat(Content.of(store).rows.moment()).isEqualTo(moment);
        }
    }

    @Test
    void aMomentStandsInThreeHeaders() {
        StoreMoment moment = new StoreMoment(
                "4f0e", "my sink", Map.of(P0, claim, new PartitionId("a-1.b_c", 12), new Claim(7, claim.nextOffset())));
        Map<String, Value> headers = new HashMap<>();
        moment.headers().forEach(header -> headers.put(header.key(), header.value()));
        assertThat(StoreMoment.of(headers)).isEqualTo(moment);
        assertThat(headers.get("velella-partitions").stringValue()).isEqualTo("a-1.b_c-12:7:1 patches-0:1:1");
        for (String broken : List.of("", "patches-0", "patches-0:1:1:2", "patches-0:1:1:1  ,", "patches:1:1:1")) {
            headers.put("velella-partitions", VALUES.createLiteral(broken));
            assertThatThrownBy(() -> StoreMoment.of(headers)).isInstanceOf(IllegalArgumentException.class);
        }
        headers.remove("velella-store");
        assertThatThrownBy(() -> StoreMoment.of(headers)).isInstanceOf(IllegalArgumentException.class);
    }
}
