package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.Certificate;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.sink.remote.RemoteProbe;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.view.ServiceStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that ask who the sink is, and that the sink asks who they are. */
class RemoteSecurityIT {
    private static final String TOKEN = "t0ken-of-the-sink";

    private static StoreServer basic;
    private static StoreServer bearer;
    /** Trusts the servers and has the certificate that they ask for. */
    private static Tls mutual;

    private static Tls.StoreFile trusted;

    @BeforeAll
    static void startServers(@TempDir Path directory) throws Exception {
        Certificate server = new Certificate(directory, "server", "dns:localhost");
        Certificate sink = new Certificate(directory, "sink", "dns:sink");
        trusted = new Tls.StoreFile(server.trustStore().toString(), Certificate.PASSWORD, null, "PKCS12");
        mutual = new Tls(trusted, new Tls.StoreFile(sink.keyStore().toString(), Certificate.PASSWORD, null, "PKCS12"));
        Map<String, String> tls = Map.of(
                "server.keystore", server.keyStore().toString(),
                "server.keystore.password", Certificate.PASSWORD,
                "server.truststore", sink.trustStore().toString());
        basic = new ServerProcess(
                ServerProcess.Kind.RDF4J,
                directory.resolve("rdf4j"),
                with(tls, "server.basic", "maria:pass:wörd"),
                mutual);
        bearer = new ServerProcess(
                ServerProcess.Kind.FUSEKI, directory.resolve("fuseki"), with(tls, "server.bearer", TOKEN), mutual);
        basic.awaitUp();
        bearer.awaitUp();
    }

    private static Map<String, String> with(Map<String, String> properties, String name, String value) {
        Map<String, String> more = new HashMap<>(properties);
        more.put(name, value);
        return more;
    }

    @AfterAll
    static void stopServers() {
        basic.close();
        bearer.close();
    }

    @Test
    void basicAuthenticationOfAnRdf4jServerThatAsksForACertificate() {
        RemoteSettings right = with(basic, Authentication.basic("maria", "pass:wörd"), mutual, basic.queryUrl());
        assertUsable(right);
        RemoteSettings wrong = with(basic, Authentication.basic("maria", "guess"), mutual, basic.queryUrl());
        assertRefused(wrong, RemoteProbe.About.AUTHENTICATION, "401");
    }

    @Test
    void bearerTokenOfAnEndpointThatAsksForACertificate() {
        assertUsable(with(bearer, Authentication.bearer(TOKEN), mutual, bearer.queryUrl()));
        RemoteSettings wrong = with(bearer, Authentication.bearer("guess"), mutual, bearer.queryUrl());
        assertRefused(wrong, RemoteProbe.About.AUTHENTICATION, "401");
    }

    /** The target itself, and what reads the store for the command {@code verify}. */
    private static void assertUsable(RemoteSettings settings) {
        assertThat(RemoteProbe.of(settings).run()).isEmpty();
        List<Statement> rows = new ArrayList<>();
        try (RemoteTarget target = RemoteTarget.of(settings, "secured");
                ServiceStore store = ServiceStore.of(settings, Duration.ofSeconds(60), "")) {
            assertThat(target.claim(List.of(new PartitionId("t", 0)))).hasSize(1);
            store.read(rows::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(rows).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"RDF4J", "FUSEKI"})
    void aSinkWithoutACertificateIsRefusedAndToldWhatIsMissing(ServerProcess.Kind kind) {
        StoreServer server = kind == ServerProcess.Kind.RDF4J ? basic : bearer;
        Authentication known = kind == ServerProcess.Kind.RDF4J
                ? Authentication.basic("maria", "pass:wörd")
                : Authentication.bearer(TOKEN);
        RemoteSettings without = with(server, known, new Tls(trusted, null), server.queryUrl());
        RemoteProbe.Finding finding = RemoteProbe.of(without).run().orElseThrow();
        // a connection that is closed before the alert is read tells no more than that
        if (finding.about() == RemoteProbe.About.TLS) {
            assertThat(finding.message()).contains("target.ssl.keystore.location");
        } else {
            assertThat(finding.message()).containsAnyOf("SocketException", "SSLException", "NoHttpResponseException");
        }
    }

    @Test
    void aCertificateOfSomebodyElseIsRefused() {
        Authentication token = Authentication.bearer(TOKEN);
        assertRefused(
                with(bearer, token, Tls.DEFAULT, bearer.queryUrl()),
                RemoteProbe.About.TLS,
                "target.ssl.truststore.location");
        URI byAddress = URI.create(bearer.queryUrl().toString().replace("localhost", "127.0.0.1"));
        assertRefused(with(bearer, token, mutual, byAddress), RemoteProbe.About.TLS, "host name");
    }

    private static void assertRefused(RemoteSettings settings, RemoteProbe.About about, String text) {
        Optional<RemoteProbe.Finding> finding = RemoteProbe.of(settings).run();
        assertThat(finding).hasValueSatisfying(found -> {
            assertThat(found.about()).isEqualTo(about);
            assertThat(found.message()).contains(text).doesNotContain("guess").doesNotContain(TOKEN);
        });
        assertThat(settings.toString())
                .doesNotContain("guess")
                .doesNotContain(TOKEN)
                .doesNotContain(Certificate.PASSWORD);
    }

    private static RemoteSettings with(StoreServer server, Authentication authentication, Tls tls, URI queryUrl) {
        RemoteSettings plain = RemoteStores.settings(server, queryUrl, server.updateUrl(), Duration.ofSeconds(60));
        return new RemoteSettings(
                plain.protocol(),
                plain.queryUrl(),
                plain.updateUrl(),
                authentication,
                tls,
                plain.connectTimeout(),
                plain.requestTimeout(),
                plain.maxRequestBytes(),
                plain.delivery(),
                plain.tripleTerms(),
                plain.cachedStreams());
    }
}
