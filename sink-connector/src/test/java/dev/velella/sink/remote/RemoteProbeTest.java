package dev.velella.sink.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.sink.remote.sparql.Sparql11Protocol;
import dev.velella.sink.targets.rdf4j.Rdf4jProtocol;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What validation asks of a store, and what it says of one that does not answer as it should. */
class RemoteProbeTest {

    private static RemoteSettings settings(
            RemoteProtocol protocol, URI query, URI update, RemoteSettings.Delivery delivery, Duration timeout) {
        return new RemoteSettings(
                protocol,
                query,
                update,
                Authentication.basic("maria", "secret"),
                Tls.DEFAULT,
                Duration.ofSeconds(5),
                timeout,
                1 << 20,
                delivery,
                false,
                10);
    }

    private static RemoteProbe probe(TestEndpoint endpoint, RemoteSettings.Delivery delivery) {
        return RemoteProbe.of(settings(
                Sparql11Protocol.INSTANCE,
                endpoint.queryUrl(),
                endpoint.updateUrl(),
                delivery,
                Duration.ofSeconds(60)));
    }

    @Test
    void aStoreThatWasFoundFitIsAskedOneQueryAndNotWrittenTo() throws Exception {
        try (TestEndpoint endpoint = new TestEndpoint(true)) {
            RemoteProbe probe = probe(endpoint, RemoteSettings.Delivery.AT_LEAST_ONCE);
            assertThat(probe.isKnown()).isFalse();
            assertThat(probe.run()).isEmpty();
            long before = endpoint.requests();
            endpoint.hold(); // an update would wait
            assertThat(probe(endpoint, RemoteSettings.Delivery.AT_LEAST_ONCE).isKnown())
                    .isTrue();
            assertThat(endpoint.requests()).isEqualTo(before + 1);
            endpoint.release();
            assertThat(probe(endpoint, RemoteSettings.Delivery.EXACTLY_ONCE).isKnown())
                    .isFalse();
            endpoint.refuse(1, 401);
            assertThat(probe.isKnown()).isFalse();
        }
    }

    @Test
    void aServerThatFailsOnceIsTriedAgainAndOneThatFailsTwiceIsAFinding() throws Exception {
        try (TestEndpoint endpoint = new TestEndpoint(true)) {
            RemoteProbe probe = probe(endpoint, RemoteSettings.Delivery.AT_LEAST_ONCE);
            endpoint.refuseAfter(1, Integer.MAX_VALUE, 500); // the rows are read
            assertThat(probe.run())
                    .hasValueSatisfying(finding -> assertThat(finding.message()).contains("HTTP 500"));
            endpoint.refuseAfter(1, 1, 500);
            assertThat(probe.run()).isEmpty();
        }
    }

    @Test
    void aServerThatHangsIsAFinding() throws Exception {
        try (TestEndpoint endpoint = new TestEndpoint(true)) {
            endpoint.hold();
            RemoteSettings impatient = settings(
                    Sparql11Protocol.INSTANCE,
                    endpoint.queryUrl(),
                    endpoint.updateUrl(),
                    RemoteSettings.Delivery.EXACTLY_ONCE,
                    Duration.ofSeconds(1));
            assertThat(RemoteProbe.of(impatient).run())
                    .hasValueSatisfying(finding -> assertThat(finding.message()).contains("timed out"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "{\"boolean\":true}",
                "<html><body>Welcome</body></html>",
                "{\"head\":{\"vars\":[\"p\",\"o\"]},\"results\":{}}",
                "{\"head\":{\"vars\":[\"p\",\"o\"]},\"results\":{\"bindings\":[{\"p\":{\"type\":\"uri\",\"value\":\"p\"},"
                        + "\"o\":{\"type\":\"literal\",\"value\":\"o\"}}]}}"
            })
    void whatIsNoStoreIsAFindingAtItsUrlWhateverItAnswers(String body) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] answer = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/sparql-results+json");
            exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        try {
            URI url = URI.create("http://localhost:" + server.getAddress().getPort() + "/repositories/none");
            for (RemoteProtocol protocol : List.of(Rdf4jProtocol.INSTANCE, Sparql11Protocol.INSTANCE)) {
                RemoteProbe probe = RemoteProbe.of(
                        settings(protocol, url, url, RemoteSettings.Delivery.EXACTLY_ONCE, Duration.ofSeconds(60)));
                assertThat(probe.isKnown()).isFalse();
                assertThat(probe.run()).as("%s", protocol).hasValueSatisfying(finding -> assertThat(finding.message())
                        .contains(url.toString()));
            }
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aUrlThatIsNoRepositoryIsSaidToBeNone() {
        URI url = URI.create("http://localhost:1/rdf4j-server");
        RemoteProbe probe = RemoteProbe.of(settings(
                Rdf4jProtocol.INSTANCE, url, url, RemoteSettings.Delivery.EXACTLY_ONCE, Duration.ofSeconds(1)));
        assertThat(probe.run())
                .contains(new RemoteProbe.Finding(
                        RemoteProbe.About.URL,
                        "http://localhost:1/rdf4j-server is not the URL of a repository of an RDF4J server, which ends"
                                + " in /repositories/NAME"));
    }
}
