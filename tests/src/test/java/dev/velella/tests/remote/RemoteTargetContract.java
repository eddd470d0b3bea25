package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.RemoteProbe;
import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a remote target needs, on real servers: what they hold, who may write, and what becomes of requests that go astray.
 * Servers keep what earlier tests left.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class RemoteTargetContract {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final PartitionId P1 = new PartitionId("patches", 1);
    private static final int TAKE_OVERS = 20;

    /** Servers go on from test to test: a test does not close its argument. */
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    private @interface OnEveryServer {}

    /** Servers that are up. */
    protected abstract List<StoreServer> servers();

    /** Number of races that two writers run on a server. */
    protected abstract int races(StoreServer server);

    @OnEveryServer
    void theProbeIsContentAndLeavesNothing(StoreServer server) {
        assertThat(RemoteProbe.of(RemoteStores.settings(server)).run()).isEmpty();
        try (RemoteTarget target = RemoteStores.target(server, "any")) {
            assertThat(target.statements(VALUES.createIRI("urn:velella:system")))
                    .noneMatch(row -> row.getSubject().stringValue().contains("probe"));
        }
    }

    @OnEveryServer
    void theProbeFindsLiteralsThatAreKeptInAnotherForm(StoreServer server) throws Exception {
        List<String> rewritten = RemoteProbe.of(RemoteStores.settings(server)).rewritten();
        if (server.traits().keepsLiterals()) {
            assertThat(rewritten).isEmpty();
        } else {
            assertThat(rewritten).contains("\"01\"^^<http://www.w3.org/2001/XMLSchema#integer>");
        }
        assertThat(server.ask("ASK { GRAPH ?g { ?s ?p ?o } FILTER(STRSTARTS(STR(?g), \"urn:velella:probe\")) }"))
                .isFalse();
    }

    @OnEveryServer
    void dataOffsetsAndChainsAreReadBackAsTheyWereApplied(StoreServer server) {
        String connector = "roundtrip é ü";
        IRI graph = VALUES.createIRI("urn:velella:stream:round_trip_1");
        Resource node = server.traits().isRdf4j()
                ? VALUES.createBNode("b 1/ü")
                : VALUES.createIRI("urn:velella:genid:b%201%2F%C3%BC");
        List<Statement> first = List.of(
                statement(graph, VALUES.createLiteral("plain")),
                statement(
                        graph,
                        VALUES.createLiteral("\\u0041 \\U0001F41A \\\\ \"quoted\" '''\n\r\t\b\f \u0000x \u001f 🐚")),
                statement(graph, VALUES.createLiteral("salut", "fr-CA")),
                statement(graph, VALUES.createLiteral("1.5", XSD.DECIMAL)),
                statement(graph, VALUES.createLiteral("odd <type>", VALUES.createIRI("http://example.org/t#x"))),
                statement(graph, VALUES.createIRI("http://example.org/é/%20")),
                statement(graph, VALUES.createIRI("HTTP://Example.org:80//a/.b/%7e?x=/../y")),
                statement(graph, node),
                VALUES.createStatement(node, iri("p"), VALUES.createLiteral("of a blank node"), graph));
        Set<Statement> state = new HashSet<>(first);
        try (RemoteTarget target = RemoteStores.target(server, connector);
                RemoteTarget later = RemoteStores.target(server, connector)) {
            Claim claim = RemoteStores.claim(target, P0);
            assertThat(claim.nextOffset()).isZero();
            target.prefetch(List.of(new StreamId("patches", "round_trip_1"), new StreamId("patches", "other")));
            Batch batch = RemoteStores.batch(target, P0, claim, "round_trip_1", 1, List.of(), first, state);
            Claim advanced = target.apply(batch).get(P0);
            assertThat(advanced.nextOffset()).isEqualTo(1);
            assertThat(target.statements(graph)).containsExactlyInAnyOrderElementsOf(state);

            List<Statement> deletes = first.subList(1, first.size());
            state.removeAll(deletes);
            advanced = target.apply(
                            RemoteStores.batch(target, P0, advanced, "round_trip_1", 2, deletes, List.of(), state))
                    .get(P0);
            assertThat(target.statements(graph)).containsExactlyInAnyOrderElementsOf(state);
            assertThat(target.durableOffsets()).containsEntry(P0, advanced.nextOffset());

            Claim taken = RemoteStores.claim(later, P0);
            assertThat(taken).isEqualTo(new Claim(advanced.epoch() + 1, advanced.nextOffset()));
            assertThat(later.storeId()).isEqualTo(target.storeId());
            assertThat(later.chain(new StreamId("patches", "round_trip_1")).map(StreamState::number))
                    .hasValue(2L);
            assertThat(later.chain(new StreamId("patches", "other"))).isEmpty();
            Batch stale = RemoteStores.batch(target, P0, advanced, List.of(), List.of(statement(iri("g"), iri("o"))));
            assertThatThrownBy(() -> target.apply(stale)).isInstanceOf(StaleClaimException.class);
            assertThat(later.statements(graph)).containsExactlyInAnyOrderElementsOf(state);
        }
    }

    @OnEveryServer
    void whatIsInTheDefaultGraphIsDeletedThereAlone(StoreServer server) throws Exception {
        IRI graph = VALUES.createIRI("http://example.org/default-graph");
        Statement named = statement(graph, iri("here and there"));
        Statement unnamed = VALUES.createStatement(named.getSubject(), named.getPredicate(), named.getObject());
        try (RemoteTarget target = RemoteStores.target(server, "default-graph")) {
            Claim claim = RemoteStores.claim(target, P0);
            claim = target.apply(RemoteStores.batch(target, P0, claim, List.of(), List.of(named, unnamed)))
                    .get(P0);
            String object = named.getObject().stringValue();
            assertThat(server.defaultGraphHas(object)).isTrue();
            target.apply(RemoteStores.batch(target, P0, claim, List.of(unnamed), List.of()));
            assertThat(server.defaultGraphHas(object)).isFalse();
            assertThat(target.statements(graph)).containsExactly(named);
        }
    }

    @OnEveryServer
    void aTopicKeepsTheIdThatTheStoreWasBuiltFrom(StoreServer server) {
        try (RemoteTarget one = RemoteStores.target(server, "topics");
                RemoteTarget other = RemoteStores.target(server, "other-topics")) {
            assertThat(one.topicIds()).isEmpty();
            one.keepTopicIds(Map.of("patches", "id \"1\"", "more", "id 2"));
            one.keepTopicIds(Map.of("patches", "another"));
            other.keepTopicIds(Map.of("patches", "id 3"));
            assertThat(one.topicIds()).isEqualTo(Map.of("patches", "id \"1\"", "more", "id 2"));
            assertThat(other.topicIds()).isEqualTo(Map.of("patches", "id 3"));
        }
    }

    @OnEveryServer
    void rowsOfAnotherConnectorAreMovedOrDeletedAsAWhole(StoreServer server) {
        PartitionId moved = new PartitionId("moved", 0);
        PartitionId similar = new PartitionId("moved2", 0);
        PartitionId dropped = new PartitionId("dropped", 0);
        IRI graph = VALUES.createIRI("urn:velella:stream:moved_1");
        StreamId stream = new StreamId("moved", "moved_1");
        Set<Statement> state = Set.of(statement(graph, VALUES.createLiteral("plain")));
        try (RemoteTarget before = RemoteStores.target(server, "before é:ü");
                RemoteTarget after = RemoteStores.target(server, "after")) {
            Claim claim = before.claim(List.of(moved, similar, dropped)).get(moved);
            assertThat(before.mayHold(graph)).isFalse();
            claim = before.apply(RemoteStores.batch(
                            before, moved, claim, "moved_1", 1, List.of(), List.copyOf(state), state))
                    .get(moved);
            before.keepTopicIds(Map.of("moved", "id 1", "dropped", "id 2"));
            Claim own = RemoteStores.claim(after, dropped);

            after.takeOver("before é:ü", Set.of("moved"), Set.of("dropped"));
            assertThat(after.owned().stream().filter(row -> row.connector().startsWith("before")))
                    .containsExactly(new SystemGraph.Owned("before é:ü", similar));
            Claim taken = RemoteStores.claim(after, moved);
            assertThat(taken).isEqualTo(new Claim(claim.epoch() + 1, claim.nextOffset()));
            assertThat(RemoteStores.claim(after, dropped)).isEqualTo(new Claim(own.epoch() + 1, own.nextOffset()));
            assertThat(after.chain(stream).map(StreamState::number)).hasValue(1L);
            assertThat(after.topicIds()).containsEntry("moved", "id 1");
            assertThat(after.mayHold(graph)).isTrue();
            assertThat(after.holdsStreams()).isTrue();
            assertThat(after.isKeyShared(stream)).isFalse();
            assertThat(after.isKeyShared(new StreamId("dropped", "moved_1"))).isTrue();

            Batch late = RemoteStores.batch(before, moved, claim, List.of(), List.of(statement(iri("g"), iri("o"))));
            assertThatThrownBy(() -> before.apply(late)).isInstanceOf(StaleClaimException.class);
            after.takeOver("before é:ü", Set.of("moved"), Set.of("dropped"));
            assertThat(RemoteStores.claim(after, moved)).isEqualTo(new Claim(taken.epoch() + 1, taken.nextOffset()));
        }
    }

    @OnEveryServer
    void ofTwoWritersWithTheSameClaimExactlyOneWins(StoreServer server) throws Exception {
        IRI graph = iri("races");
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (RemoteTarget one = RemoteStores.target(server, "races");
                RemoteTarget other = RemoteStores.target(server, "races")) {
            RemoteStores.claim(other, P1); // so that it knows the store
            Claim claim = RemoteStores.claim(one, P0);
            int races = races(server);
            int ones = 0;
            for (int race = 0; race < races; race++) {
                Claim same = claim;
                Statement byOne = statement(graph, VALUES.createLiteral("one " + race));
                Statement byOther = statement(graph, VALUES.createLiteral("other " + race));
                Future<Optional<Claim>> others = threads.submit(() -> apply(other, same, byOther));
                Optional<Claim> oneWins =
                        threads.submit(() -> apply(one, same, byOne)).get();
                Optional<Claim> otherWins = others.get();
                assertThat(oneWins.isPresent() ^ otherWins.isPresent())
                        .as("race %d: one %s, other %s", race, oneWins, otherWins)
                        .isTrue();
                claim = oneWins.or(() -> otherWins).orElseThrow();
                assertThat(claim.nextOffset()).isEqualTo(race + 1L);
                ones += oneWins.isPresent() ? 1 : 0;
            }
            assertThat(one.statements(graph)).hasSize(races);
            assertThat(one.statements(graph))
                    .filteredOn(statement -> statement.getObject().stringValue().startsWith("one"))
                    .hasSize(ones);
            System.out.printf("%s: %d races, %d won by one, %d by the other%n", server, races, ones, races - ones);
        } finally {
            threads.shutdownNow();
        }
    }

    /** The claim afterwards; empty if the writer lost, which may show as a failure: the next claim tells more. */
    private static Optional<Claim> apply(RemoteTarget target, Claim claim, Statement add) {
        try {
            return Optional.of(target.apply(RemoteStores.batch(target, P0, claim, List.of(), List.of(add)))
                    .get(P0));
        } catch (StaleClaimException | StoreUnavailableException e) {
            return Optional.empty();
        }
    }

    @OnEveryServer
    void aTakeOverSeesWhatTheOldOwnerAppliedOrFencesIt(StoreServer server) throws Exception {
        IRI graph = iri("take-over");
        ExecutorService threads = Executors.newFixedThreadPool(1);
        try (RemoteTarget one = RemoteStores.target(server, "take-over");
                RemoteTarget other = RemoteStores.target(server, "take-over")) {
            RemoteTarget owner = one;
            Claim claim = RemoteStores.claim(owner, P0);
            for (int round = 0; round < TAKE_OVERS; round++) {
                RemoteTarget old = owner;
                RemoteTarget next = owner == one ? other : one;
                Claim held = claim;
                Statement add = statement(graph, VALUES.createLiteral("round " + round));
                Future<Optional<Claim>> applied = threads.submit(() -> apply(old, held, add));
                claim = claimPatiently(next);
                Optional<Claim> known = applied.get();
                if (claim.nextOffset() == held.nextOffset()) {
                    assertThat(known).as("round %d", round).isEmpty();
                    assertThat(next.statements(graph)).doesNotContain(add);
                } else {
                    assertThat(next.statements(graph)).contains(add);
                }
                owner = next;
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** A claim in spite of conflicts. */
    private static Claim claimPatiently(RemoteTarget target) {
        while (true) {
            try {
                return RemoteStores.claim(target, P0);
            } catch (StoreUnavailableException e) {
                assertThat(e).hasMessageMatching("(?s).*(SailConflictException|transaction).*");
            }
        }
    }

    @OnEveryServer
    void whatWasAppliedThoughTheAnswerIsLostIsFoundOut(StoreServer server) throws Exception {
        IRI graph = iri("lost-answer");
        Statement add = statement(graph, iri("o"));
        try (FaultyProxy proxy = new FaultyProxy(server.queryUrl());
                RemoteTarget target = RemoteTarget.of(RemoteStores.settings(server, proxy, 60), "lost-answer")) {
            Claim claim = RemoteStores.claim(target, P0);
            proxy.loseAnswer(commits(server));
            Batch batch = RemoteStores.batch(target, P0, claim, List.of(), List.of(add));
            assertThatThrownBy(() -> target.apply(batch)).isInstanceOf(StoreUnavailableException.class);
            target.reopen();
            assertThat(RemoteStores.claim(target, P0).nextOffset()).isEqualTo(1);
            assertThat(target.statements(graph)).containsExactly(add);
        }
    }

    /**
     * Nobody takes the change back before it arrives. Once the rows have a new owner by then, and once not, which shows that
     * the change would be made.
     */
    @OnEveryServer
    void aRequestThatComesLateChangesNothing(StoreServer server) throws Exception {
        for (boolean isTakenOver : List.of(false, true)) {
            String connector = "late-" + isTakenOver;
            IRI graph = iri(connector);
            Statement zombie = statement(graph, iri("zombie"));
            Statement heir = statement(graph, iri("heir"));
            try (FaultyProxy proxy = new FaultyProxy(server.queryUrl());
                    RemoteTarget impatient = RemoteTarget.of(RemoteStores.settings(server, proxy, 2), connector);
                    RemoteTarget next = RemoteStores.target(server, connector)) {
                Claim claim = RemoteStores.claim(impatient, P0);
                Callable<HttpResponse<byte[]>> arrival = proxy.delay(commits(server));
                Batch late = RemoteStores.batch(impatient, P0, claim, List.of(), List.of(zombie));
                assertThatThrownBy(() -> impatient.apply(late))
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("timed out");
                assertThat(next.statements(graph)).isEmpty();
                if (!isTakenOver) {
                    assertThat(arrival.call().statusCode() / 100).isEqualTo(2);
                    assertThat(next.statements(graph)).containsExactly(zombie);
                    assertThat(RemoteStores.claim(next, P0).nextOffset()).isEqualTo(1);
                    continue;
                }
                Claim taken = RemoteStores.claim(next, P0);
                assertThat(taken.nextOffset()).isZero();
                HttpResponse<byte[]> answer = arrival.call();
                assertThat(answer.statusCode() / 100 == 2)
                        .as("an update is done without an effect, a transaction refused: %s", answer)
                        .isEqualTo(!server.traits().isRdf4j());
                assertThat(next.statements(graph)).isEmpty();
                next.apply(RemoteStores.batch(next, P0, taken, List.of(), List.of(heir)));
                assertThat(next.statements(graph)).containsExactly(heir);
            }
        }
    }

    /** The requests that make a change. */
    private static Predicate<URI> commits(StoreServer server) {
        return server.traits().isRdf4j()
                ? url -> url.toString().contains("action=COMMIT")
                : url -> url.getPath().endsWith("/update");
    }

    private static IRI iri(String name) {
        return VALUES.createIRI("http://example.org/" + name.replace(' ', '_'));
    }

    private static Statement statement(Resource graph, Value object) {
        return VALUES.createStatement(iri("s"), iri("p"), object, graph);
    }
}
