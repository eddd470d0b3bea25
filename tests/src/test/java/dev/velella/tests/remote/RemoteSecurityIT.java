package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.sink.remote.Authentication;
import dev.velella.sink.remote.RemoteProbe;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.remote.Tls;
import dev.velella.sink.store.PartitionId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that ask who the sink is, and that the sink asks who they are. */
class RemoteSecurityIT {
    private static final String STORE_PASSWORD = "pass-phrase-of-the-stores";
    private static final String TOKEN = "t0ken-of-the-sink";

    private static StoreServer basic;
    private static StoreServer tlsAndBearer;
    private static Tls trusting;

    @BeforeAll
    static void startServers(@TempDir Path directory) throws Exception {
        Path keyStore = directory.resolve("server.p12");
        Path trustStore = directory.resolve("trust.p12");
        Path certificate = directory.resolve("server.cer");
        keytool(keyStore, "-genkeypair", "-keyalg", "RSA", "-dname", "CN=localhost", "-ext", "SAN=dns:localhost");
        keytool(keyStore, "-exportcert", "-file", certificate.toString());
        keytool(trustStore, "-importcert", "-noprompt", "-file", certificate.toString());
        trusting = new Tls(new Tls.StoreFile(trustStore, STORE_PASSWORD, "PKCS12"), null);
        basic = new StoreServer(
                StoreServer.Kind.RDF4J, directory.resolve("rdf4j"), Map.of("server.basic", "maria:pass:wörd"));
        tlsAndBearer = new StoreServer(
                StoreServer.Kind.FUSEKI,
                directory.resolve("fuseki"),
                Map.of(
                        "server.bearer", TOKEN,
                        "server.keystore", keyStore.toString(),
                        "server.keystore.password", STORE_PASSWORD));
        basic.awaitUp();
        tlsAndBearer.awaitUp();
    }

    @AfterAll
    static void stopServers() {
        basic.close();
        tlsAndBearer.close();
    }

    @Test
    void basicAuthenticationOfAnRdf4jServer() {
        RemoteSettings right = with(basic, Authentication.basic("maria", "pass:wörd"), Tls.DEFAULT, basic.queryUrl());
        assertThat(RemoteProbe.of(right).run()).isEmpty();
        try (RemoteTarget target = RemoteTarget.of(right, "basic")) {
            assertThat(target.claim(List.of(new PartitionId("t", 0)))).hasSize(1);
        }
        RemoteSettings wrong = with(basic, Authentication.basic("maria", "guess"), Tls.DEFAULT, basic.queryUrl());
        assertRefused(wrong, RemoteProbe.About.AUTHENTICATION, "401");
    }

    @Test
    void bearerTokenOverTls() {
        Authentication token = Authentication.bearer(TOKEN);
        RemoteSettings right = with(tlsAndBearer, token, trusting, tlsAndBearer.queryUrl());
        assertThat(RemoteProbe.of(right).run()).isEmpty();
        try (RemoteTarget target = RemoteTarget.of(right, "bearer")) {
            assertThat(target.claim(List.of(new PartitionId("t", 0)))).hasSize(1);
        }
        RemoteSettings wrong = with(tlsAndBearer, Authentication.bearer("guess"), trusting, tlsAndBearer.queryUrl());
        assertRefused(wrong, RemoteProbe.About.AUTHENTICATION, "401");
    }

    @Test
    void aCertificateOfSomebodyElseIsRefused() {
        Authentication token = Authentication.bearer(TOKEN);
        assertRefused(
                with(tlsAndBearer, token, Tls.DEFAULT, tlsAndBearer.queryUrl()),
                RemoteProbe.About.TLS,
                "target.ssl.truststore.location");
        URI byAddress = URI.create(tlsAndBearer.queryUrl().toString().replace("localhost", "127.0.0.1"));
        assertRefused(with(tlsAndBearer, token, trusting, byAddress), RemoteProbe.About.TLS, "host name");
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
                .doesNotContain(STORE_PASSWORD);
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
                plain.blankNodes(),
                plain.genidBase(),
                plain.tripleTerms(),
                plain.cachedStreams());
    }

    private static void keytool(Path store, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of(
                "-alias",
                "server",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                STORE_PASSWORD));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed: " + String.join(" ", arguments));
        }
    }
}
