package dev.velella.source.rdf4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.capture.OutboxTerms;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.outbox.OutboxSail;
import dev.velella.outbox.OutboxSettings;
import dev.velella.outbox.endpoint.OutboxEndpoint;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import dev.velella.source.RdfSourceTask;
import dev.velella.source.StoredOffsets;
import dev.velella.source.http.TestServer;
import dev.velella.source.http.TestServer.Response;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The source against a repository with an outbox in this process, and its endpoint. */
class Rdf4jSourceTaskTest {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI P = VALUES.createIRI("urn:p");

    @TempDir
    private Path scratch;

    private final StoredOffsets offsets = new StoredOffsets();
    private final Set<Statement> replica = new HashSet<>();
    private final SplittableRandom random = new SplittableRandom(1);
    private SailRepository repository;
    private OutboxEndpoint endpoint;
    private String url;
    private RdfSourceTask task = new RdfSourceTask();
    private PatchPosition last;

    /** Number of answers that stop in the middle, without an end. */
    private final AtomicInteger held = new AtomicInteger();

    @BeforeEach
    void open() throws Exception {
        OutboxSail sail = new OutboxSail(
                persistent(), new OutboxSettings(scratch.resolve("outbox"), 1 << 30, Duration.ZERO, false, true));
        repository = new SailRepository(sail);
        repository.init();
        endpoint = OutboxEndpoint.start(
                sail, "test", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), "maria", "a secret");
        url = endpoint.uri().toString();
    }

    private MemoryStore persistent() {
        MemoryStore store = new MemoryStore(scratch.resolve("store").toFile());
        store.setPersist(true);
        store.setSyncDelay(0);
        return store;
    }

    @AfterEach
    void close() throws Exception {
        task.stop();
        endpoint.close();
        repository.shutDown();
    }

    /** The answer of the endpoint, which stops in the middle if it is held. Trims nothing. */
    private Response answer(TestServer.Request request) {
        try {
            HttpRequest forwarded = HttpRequest.newBuilder(endpoint.uri().resolve(request.target()))
                    .header("Authorization", request.headers().get("authorization"))
                    .build();
            HttpResponse<byte[]> answer =
                    HttpClient.newHttpClient().send(forwarded, HttpResponse.BodyHandlers.ofByteArray());
            Response whole = Response.ok(answer.body()).with("Content-Type", "application/n-quads");
            return held.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? whole.hold(20) : whole;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void start(String mode) {
        task.stop();
        task = new RdfSourceTask();
        task.initialize(offsets);
        Map<String, String> options = new HashMap<>();
        options.put("source.type", "rdf4j");
        options.put("topic", "patches");
        options.put("topic.partitions", "1");
        options.put("rdf4j.url", url);
        options.put("rdf4j.username", "maria");
        options.put("rdf4j.password", "a secret");
        options.put("rdf4j.poll.interval.ms", "1");
        options.put("snapshot.mode", mode);
        options.put("snapshot.chunk.statements", "30");
        options.put("outbox.trim.interval.ms", "1");
        options.put("batch.max.records", "3");
        options.put("rdf4j.retry.backoff.ms", "1");
        if (held.get() > 0) {
            options.put("rdf4j.timeout.ms", "300");
        }
        task.start(options);
    }

    /** A transaction of some changes. */
    private void write() {
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.begin();
            for (int i = 0; i < 5; i++) {
                Resource subject = VALUES.createIRI("urn:s" + random.nextInt(60));
                if (random.nextInt(4) == 0) {
                    connection.remove(subject, null, null);
                } else {
                    connection.add(subject, P, VALUES.createLiteral(random.nextInt(6)), VALUES.createBNode("g"));
                }
            }
            connection.commit();
        }
    }

    /** Applies the records of a poll; every row must change the replica. */
    private void poll() throws InterruptedException {
        List<SourceRecord> records = task.poll();
        if (records != null) {
            for (SourceRecord record : records) {
                apply(
                        (RdfPatch) RdfStructs.toElement(record.value()),
                        record.headers().lastWithName("patch"));
                offsets.store(record);
            }
        }
    }

    private void apply(RdfPatch patch, Header header) {
        for (PatchOperation row : patch.effectiveOperations()) {
            if (row instanceof PatchOperation.Add add) {
                assertThat(replica.add(add.statement())).as("%s", row).isTrue();
            } else if (row instanceof PatchOperation.Delete delete) {
                assertThat(replica.remove(delete.statement())).as("%s", row).isTrue();
            }
        }
        if (header != null) {
            PatchPosition announced = PatchPosition.parse(header.value().toString());
            assertThat(PatchChain.breach(last, announced, PatchChain.change(patch.operations())))
                    .isEmpty();
            last = announced;
        }
    }

    private Set<Statement> contents() {
        Set<Statement> all = new HashSet<>();
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.getStatements(null, null, null, false).forEach(all::add);
        }
        return all;
    }

    private void catchUp() throws InterruptedException {
        for (int polls = 0; polls < 1_000; polls++) {
            poll();
            if (last != null && last.hash() == GraphHash.ofSet(contents()) && replica.equals(contents())) {
                return;
            }
        }
        assertThat(replica).isEqualTo(contents());
    }

    @Test
    void aReplicaFollowsASnapshotWhileOthersWriteAndTheTaskIsRestarted() throws Exception {
        for (int i = 0; i < 100; i++) {
            write();
        }
        start("initial");
        for (int i = 0; i < 150; i++) {
            poll();
            write();
            if (random.nextInt(5) == 0) {
                start("initial");
            }
        }
        catchUp();
        assertThat(last.number()).isGreaterThan(50);
        try (RepositoryConnection connection = repository.getConnection()) {
            long forgotten =
                    connection
                            .getStatements(OutboxTerms.GRAPH, OutboxTerms.FORGOTTEN, null, false, OutboxTerms.GRAPH)
                            .stream()
                            .filter(statement -> statement.getPredicate().equals(OutboxTerms.FORGOTTEN))
                            .mapToLong(statement ->
                                    Long.parseLong(statement.getObject().stringValue()))
                            .sum();
            assertThat(forgotten).as("trimmed").isGreaterThan(100);
        }
    }

    @Test
    void aServerThatFallsSilentInTheMiddleOfAnAnswerIsAskedAgain() throws Exception {
        for (int i = 0; i < 20; i++) {
            write();
        }
        held.set(2);
        try (TestServer slow = new TestServer(this::answer)) {
            url = "http://127.0.0.1:" + slow.port() + endpoint.uri().getPath();
            start("initial");
            catchUp();
        }
        assertThat(held).hasValue(0);
    }

    @Test
    void neverNeedsAnOutboxSinceTheBeginning() throws Exception {
        write();
        start("never");
        write();
        catchUp();

        try (RepositoryConnection connection = repository.getConnection()) {
            connection.remove((Resource) OutboxTerms.through(1), null, null, OutboxTerms.GRAPH);
        }
        StoredOffsets none = new StoredOffsets();
        RdfSourceTask other = new RdfSourceTask();
        other.initialize(none);
        other.start(Map.of(
                "source.type", "rdf4j",
                "topic", "patches",
                "topic.partitions", "1",
                "rdf4j.url", url,
                "rdf4j.username", "maria",
                "rdf4j.password", "a secret",
                "snapshot.mode", "never"));
        assertThatThrownBy(other::poll)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("snapshot.mode=initial");
        other.stop();
    }

    @Test
    void withoutDataPatchesBeginNowAndHaveNoNumbers() throws Exception {
        write();
        start("no_data");
        poll();
        replica.addAll(contents());
        write();
        for (int polls = 0; polls < 1_000 && !replica.equals(contents()); polls++) {
            poll();
        }
        assertThat(replica).isEqualTo(contents());
        assertThat(last).as("number of a patch").isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"store-emptied", "all-restored", "trimmed-by-others"})
    void anOutboxThatDoesNotContinueIsReported(String accident) throws Exception {
        write();
        start("initial");
        catchUp();
        repository.shutDown();
        copy(scratch.resolve("store"), scratch.resolve("backup-store"));
        copy(scratch.resolve("outbox"), scratch.resolve("backup-outbox"));
        repository.init();
        write();
        catchUp();
        task.stop();
        if (accident.equals("trimmed-by-others")) {
            write();
            write();
            try (RepositoryConnection connection = repository.getConnection()) {
                connection.remove((Resource) OutboxTerms.through(1_000), null, null, OutboxTerms.GRAPH);
            }
        } else {
            repository.shutDown();
            delete(scratch.resolve("store"));
            if (accident.equals("all-restored")) {
                delete(scratch.resolve("outbox"));
                copy(scratch.resolve("backup-store"), scratch.resolve("store"));
                copy(scratch.resolve("backup-outbox"), scratch.resolve("outbox"));
            }
            repository.init();
        }
        Set<Statement> before = new HashSet<>(replica);
        for (int later = 0; later < 3; later++) {
            start("initial");
            assertThatThrownBy(this::poll)
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("does not continue what was read")
                    .hasMessageContaining("snapshot.mode=when_needed");
            assertThat(replica).isEqualTo(before);
            write();
        }
        start("when_needed");
        replica.clear(); // as the page says
        last = null;
        catchUp();
    }

    private static void copy(Path from, Path to) throws Exception {
        try (var files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    private static void delete(Path directory) throws Exception {
        try (var files = Files.walk(directory)) {
            files.sorted((a, b) -> b.compareTo(a)).map(Path::toFile).forEach(File::delete);
        }
    }
}
