package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.velella.fixture.Certificate;
import dev.velella.source.task.RdfSourceTask;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server whose certificate nobody has signed that the source trusts: asking again would not help. */
@Timeout(300)
class DistrustedServerTest {
    private static HttpsServer server;

    @BeforeAll
    static void start(@TempDir Path scratch) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in =
                Files.newInputStream(new Certificate(scratch, "server", "dns:localhost,ip:127.0.0.1").keyStore())) {
            keys.load(in, Certificate.PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, Certificate.PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @CsvSource({
        "http,http.url,http.ssl.*",
        "sparql-poll,sparql.url,sparql.ssl.*",
        "rdf-patch-log,patch.log.url,patch.log.ssl.*",
        "rdf4j,rdf4j.url,rdf4j.ssl.*",
        "wikibase,wikibase.url,wikibase.ssl.*"
    })
    void endsTheTaskWithAdvice(String type, String option, String advice) throws Exception {
        Map<String, String> options = new HashMap<>(Map.of("source.type", type, "topic", "graphs"));
        options.put(option, "https://localhost:" + server.getAddress().getPort() + "/x");
        RdfSourceTask task = (RdfSourceTask) SourceTypes.named(type)
                .orElseThrow()
                .taskClass()
                .getDeclaredConstructor()
                .newInstance();
        task.initialize(new StoredOffsets());
        assertThatThrownBy(() -> {
                    task.start(options);
                    try {
                        while (true) {
                            task.poll();
                        }
                    } finally {
                        task.stop();
                    }
                })
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("no trust between client and server (see " + advice + ")");
    }
}
