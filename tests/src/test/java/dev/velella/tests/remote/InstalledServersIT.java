package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.sink.remote.RemoteProbe;
import dev.velella.tests.Installation;
import dev.velella.tests.sink.RemoteSink;
import dev.velella.tests.sink.WorkerKills;
import dev.velella.verify.LiteralForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.common.iteration.Iterations;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sparql.SPARQLRepository;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The newest servers, as their makers give them to users: some need a newer Java than the build, and none is in it. */
@Tag("long")
@EnabledIfSystemProperty(
        named = InstalledServer.PROGRAMS,
        matches = ".+",
        disabledReason = "tests/soak/run stores fetches the servers")
class InstalledServersIT extends RemoteTargetContract {
    private static final int RACES = 300;
    private static final Path PAGE = Path.of("..", "docs", "sink.md");
    private static final String TABLE = "| written | Fuseki 6.2.0 with TDB2 | Oxigraph 0.5.13 |";
    private static final String KEPT = "as it was written";
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private static final Map<InstalledServer.Kind, StoreServer> SERVERS = new EnumMap<>(InstalledServer.Kind.class);

    private final int kills = Integer.getInteger("velella.server.kills", 1);
    private final int patches = Integer.getInteger("velella.server.patches", 1000);

    @BeforeAll
    static void startServers() throws Exception {
        Path target = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "installed");
        for (InstalledServer.Kind kind : InstalledServer.Kind.values()) {
            SERVERS.put(kind, new InstalledServer(kind, target.resolve(kind.name())));
        }
        for (StoreServer server : SERVERS.values()) {
            server.awaitUp();
        }
    }

    @AfterAll
    static void stopServers() {
        SERVERS.values().forEach(StoreServer::close);
    }

    /** Those that take {@code delivery=exactly-once}. */
    @Override
    protected List<StoreServer> servers() {
        return SERVERS.entrySet().stream()
                .filter(server -> server.getKey() != InstalledServer.Kind.OXIGRAPH_DISK)
                .map(Map.Entry::getValue)
                .toList();
    }

    @Override
    protected int races(StoreServer server) {
        return RACES;
    }

    @Test
    void aServerThatDoesUpdatesSideBySideIsRefused() throws IOException {
        StoreServer server = SERVERS.get(InstalledServer.Kind.OXIGRAPH_DISK);
        assertThat(RemoteProbe.of(RemoteStores.settings(server)).run()).hasValueSatisfying(finding -> {
            assertThat(finding.about()).isEqualTo(RemoteProbe.About.DELIVERY);
            assertThat(finding.message()).contains("both win");
        });
    }

    /** With {@code -Dvelella.docs.write=true} the page gets what the servers give. */
    @Test
    void theTableOfLiteralsIsWhatTheServersGive() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int first = lines.indexOf(TABLE) + 2;
        int end = first;
        while (lines.get(end).startsWith("|")) {
            end++;
        }
        List<String> rows = new ArrayList<>();
        for (String line : lines.subList(first, end)) {
            Literal written = literal(line.split("`")[1]);
            rows.add("| " + shown(written) + " | " + givenBack(SERVERS.get(InstalledServer.Kind.TDB2), written) + " | "
                    + givenBack(SERVERS.get(InstalledServer.Kind.OXIGRAPH), written) + " |");
            assertThat(givenBack(SERVERS.get(InstalledServer.Kind.FUSEKI), written))
                    .as("%s in memory", written)
                    .isEqualTo(KEPT);
        }
        if (Boolean.getBoolean("velella.docs.write")) {
            lines.subList(first, end).clear();
            lines.addAll(first, rows);
            Files.write(PAGE, lines);
        }
        assertThat(rows).isEqualTo(Files.readAllLines(PAGE).subList(first, first + rows.size()));
    }

    /** In bold where the value is another one. */
    private static String givenBack(StoreServer server, Literal written) {
        SPARQLRepository repository = new SPARQLRepository(
                server.queryUrl().toString(), server.updateUrl().toString());
        IRI place = VALUES.createIRI("urn:x:literal");
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.remove(place, null, null);
            connection.add(place, place, written);
            Literal stored = (Literal) Iterations.asList(connection.getStatements(place, place, null))
                    .get(0)
                    .getObject();
            connection.remove(place, place, written);
            assertThat(connection.hasStatement(place, null, null, false))
                    .as("%s is deleted as it was written", written)
                    .isFalse();
            if (stored.equals(written)) {
                return KEPT;
            }
            return switch (LiteralForm.of(written, stored)) {
                case SAME_VALUE -> shown(stored);
                case NEAREST_VALUE -> "**" + shown(stored) + "**";
                case OTHER ->
                    throw new AssertionError(server + " gives " + written + " as " + stored
                            + ", which velella verify calls a difference");
            };
        } finally {
            repository.shutDown();
        }
    }

    private static String shown(Literal literal) {
        return "`"
                + NTriplesUtil.toNTriplesString(literal)
                        .replace("<" + XSD.NAMESPACE, "xsd:")
                        .replace(">", "") + "`";
    }

    private static Literal literal(String shown) {
        return NTriplesUtil.parseLiteral(shown.replaceAll("xsd:(\\w+)", "<" + XSD.NAMESPACE + "$1>"), VALUES);
    }

    @Test
    void storesAreTheStreamInSpiteOfRebalancesAndKilledServers(@TempDir Path scratch) throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                ConnectWorker worker =
                        new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free())) {
            new RebalancesAndKills("installed", sinks("installed"), kills, patches, scratch)
                    .run(broker.bootstrapServers(), worker.restUrl());
        }
    }

    @Test
    void everyKillOfTheWorkerLeavesTheStreamsAtTheStoredOffsets(@TempDir Path scratch) throws Exception {
        new WorkerKills(List.copyOf(sinks("patches")), kills, scratch).run();
    }

    /** The RDF4J server is the newest that can be had. */
    private static List<RemoteSink> sinks(String topic) {
        List<RemoteSink> sinks = new ArrayList<>();
        SERVERS.forEach((kind, server) -> sinks.add(new RemoteSink(
                server,
                topic,
                Map.of(
                        "batch.max.records", "50",
                        "delivery", kind == InstalledServer.Kind.OXIGRAPH_DISK ? "at-least-once" : "exactly-once",
                        "on.lost.history", server.traits().keepsData() ? "fail" : "rebuild"))));
        sinks.add(
                new RemoteSink(SharedServers.get(ServerProcess.Kind.RDF4J), topic, Map.of("batch.max.records", "50")));
        return sinks;
    }
}
