package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.PatchOperation;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.RemoteProbe;
import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.SystemGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.SESAME;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.http.HTTPRepository;
import org.junit.jupiter.api.Test;

/** Remote targets on RDF4J server and Fuseki, and what only one of them can do. */
class RemoteTargetIT extends RemoteTargetContract {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final int RACES = Integer.getInteger("velella.races", 45);
    /** TDB2 forces every commit to disk. */
    private static final int RACES_ON_DISK = Integer.getInteger("velella.races.on.disk", 20);

    @Override
    protected List<StoreServer> servers() {
        try {
            return Stream.concat(SharedServers.all().stream(), SharedServers.onDisk().stream())
                    .toList();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected int races(StoreServer server) {
        return server == SharedServers.get(ServerProcess.Kind.TDB2) ? RACES_ON_DISK : RACES;
    }

    @Test
    void aPatchCannotDeleteMoreThanItNames() {
        Statement any = VALUES.createStatement(SESAME.WILDCARD, SESAME.WILDCARD, SESAME.WILDCARD, iri("g"));
        try (RemoteTarget target = RemoteStores.target(SharedServers.get(ServerProcess.Kind.RDF4J), "wildcard")) {
            BatchBuilder builder = new BatchBuilder(target);
            Claim claim = RemoteStores.claim(target, P0);
            List<PatchOperation> rows = RemoteStores.rows(List.of(any), List.of());
            assertThatThrownBy(() -> builder.apply(P0, claim, 0, null, rows, null, null))
                    .isInstanceOf(PatchRefusedException.class)
                    .hasMessageContaining("wildcard");
        }
    }

    @Test
    void quotedTriplesAreKeptByAMemoryStoreAndRefusedBySparql() {
        Statement star = VALUES.createStatement(
                iri("s"),
                iri("p"),
                VALUES.createTriple(iri("s"), iri("p"), VALUES.createBNode("in-a-triple")),
                iri("g-star"));
        try (RemoteTarget target = RemoteStores.target(SharedServers.get(ServerProcess.Kind.RDF4J), "star")) {
            Claim claim = RemoteStores.claim(target, P0);
            claim = target.apply(RemoteStores.batch(target, P0, claim, List.of(), List.of(star)))
                    .get(P0);
            assertThat(target.statements(iri("g-star"))).containsExactly(star);
            target.apply(RemoteStores.batch(target, P0, claim, List.of(star), List.of()));
            assertThat(target.statements(iri("g-star"))).isEmpty();
        }
        try (RemoteTarget target = RemoteStores.target(SharedServers.get(ServerProcess.Kind.FUSEKI), "star")) {
            assertThatThrownBy(() -> target.checkStorable(star)).isInstanceOf(PatchRefusedException.class);
        }
    }

    @Test
    void whatElseIsInARowIsReplacedWithIt() {
        StoreServer server = SharedServers.get(ServerProcess.Kind.RDF4J);
        IRI row = new SystemGraph("another-writer").partition(P0);
        HTTPRepository repository = new HTTPRepository(server.queryUrl().toString());
        try (RemoteTarget target = RemoteStores.target(server, "another-writer")) {
            Claim claim = RemoteStores.claim(target, P0);
            try (RepositoryConnection connection = repository.getConnection()) {
                // as target=sparql leaves it
                connection.add(row, SystemGraph.COMMIT, VALUES.createLiteral("id"), SystemGraph.GRAPH);
                Claim next = RemoteStores.claim(target, P0);
                assertThat(next.epoch()).isEqualTo(claim.epoch() + 1);
                assertThat(connection.getStatements(row, null, null, false, SystemGraph.GRAPH).stream())
                        .extracting(Statement::getPredicate)
                        .containsExactlyInAnyOrder(SystemGraph.EPOCH, SystemGraph.NEXT_OFFSET);
            }
        } finally {
            repository.shutDown();
        }
    }

    /** As a transaction leaves it whose writer ended between the announcement and the commit of a first claim. */
    @Test
    void anAnnouncementWithoutARowIsNoRow() throws Exception {
        List<StoreServer> servers = new ArrayList<>(SharedServers.onDisk());
        servers.add(SharedServers.get(ServerProcess.Kind.RDF4J));
        for (StoreServer server : servers) {
            IRI row = new SystemGraph("announced").partition(P0);
            HTTPRepository repository = new HTTPRepository(server.queryUrl().toString());
            try (RemoteTarget target = RemoteStores.target(server, "announced");
                    RepositoryConnection connection = repository.getConnection()) {
                connection.add(
                        row,
                        SystemGraph.WRITER,
                        VALUES.createLiteral("take-over " + UUID.randomUUID()),
                        SystemGraph.GRAPH);
                assertThat(target.appliedOffsets(Set.of(P0))).isEmpty();
                assertThat(RemoteStores.claim(target, P0).epoch())
                        .as("%s", server)
                        .isEqualTo(1);
                assertThat(connection.hasStatement(row, SystemGraph.WRITER, null, false, SystemGraph.GRAPH))
                        .isFalse();
            } finally {
                repository.shutDown();
            }
        }
    }

    @Test
    void aBusyServerSaysWhenToComeAgain() throws Exception {
        StoreServer server = SharedServers.get(ServerProcess.Kind.FUSEKI);
        try (FaultyProxy proxy = new FaultyProxy(server.queryUrl());
                RemoteTarget target = RemoteTarget.of(RemoteStores.settings(server, proxy, 60), "busy")) {
            proxy.busy(url -> true);
            assertThatThrownBy(() -> target.claim(List.of(P0)))
                    .isInstanceOfSatisfying(StoreUnavailableException.class, e -> assertThat(e.retryAfter())
                            .isEqualTo(Duration.ofSeconds(1)))
                    .hasMessageContaining("HTTP 503")
                    .hasMessageContaining(proxy.url(server.queryUrl()).toString());
            assertThat(RemoteStores.claim(target, P0).nextOffset()).isZero();
        }
    }

    /**
     * From the first transaction on that is SERIALIZABLE, a store on disk observes the reads of everybody else for good, which slows them
     * down as much as the machine and its data make it. So it is seen to that nobody asks for one: validation, claims, writing.
     */
    @Test
    void readersBesideTheSinkAreNotObservedOnDisk() throws Exception {
        Map<StoreServer, Set<String>> asked = new LinkedHashMap<>();
        List<StoreServer> servers = new ArrayList<>(SharedServers.onDisk());
        servers.add(SharedServers.get(ServerProcess.Kind.RDF4J));
        for (StoreServer server : servers) {
            try (FaultyProxy proxy = new FaultyProxy(server.queryUrl())) {
                assertThat(RemoteProbe.of(RemoteStores.settings(server, proxy, 60))
                                .run())
                        .isEmpty();
                for (int time = 0; time < 2; time++) {
                    try (RemoteTarget target = RemoteTarget.of(RemoteStores.settings(server, proxy, 60), "levels")) {
                        Claim claim = RemoteStores.claim(target, P0);
                        target.keepTopicIds(Map.of("patches", "id"));
                        IRI graph = iri("levels-" + time);
                        Statement added = VALUES.createStatement(iri("s"), iri("p"), iri("o"), graph);
                        target.apply(RemoteStores.batch(target, P0, claim, List.of(), List.of(added)));
                        assertThat(target.statements(graph)).containsExactly(added);
                    }
                }
                asked.put(server, levels(proxy.requests()));
            }
        }
        assertThat(asked.values())
                .containsExactly(Set.of("SNAPSHOT_READ"), Set.of("SNAPSHOT_READ"), Set.of("SERIALIZABLE"));
    }

    /** What transactions were asked for. */
    private static Set<String> levels(List<String> requests) {
        return requests.stream()
                .filter(request -> request.matches("(?s)POST [^ ?]*/transactions[ ?].*"))
                .map(request -> {
                    Matcher level = Pattern.compile("IsolationLevel=([A-Z_]+)").matcher(request);
                    return level.find() ? level.group(1) : request;
                })
                .collect(Collectors.toSet());
    }

    private static IRI iri(String name) {
        return VALUES.createIRI("http://example.org/" + name);
    }
}
