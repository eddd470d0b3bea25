package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.capture.OutboxPosition;
import dev.velella.capture.OutboxTerms;
import dev.velella.fixture.Certificate;
import dev.velella.rdf.GraphHash;
import dev.velella.source.http.TestServer;
import dev.velella.source.http.TestServer.Framing;
import dev.velella.source.http.TestServer.Request;
import dev.velella.source.http.TestServer.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each answer of a server means the same to each kind of source that asks one: it asks again, or its task ends. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpAnswersTest {
    /** A source that asks a server, and one kind of its requests, which is answered badly. */
    enum Asked {
        DOCUMENT("http", "http.", request -> true),
        GRAPHS("sparql-poll", "sparql.", request -> request.body().contains("GROUP BY")),
        GRAPH("sparql-poll", "sparql.", request -> request.body().contains("CONSTRUCT")),
        LOG("rdf-patch-log", "patch.log.", request -> request.method().equals("POST")),
        PATCH("rdf-patch-log", "patch.log.", request -> request.method().equals("GET")),
        OUTBOX("rdf4j", "rdf4j.", request -> true),
        CHANGES("wikibase", "wikibase.", request -> true);

        private final String type;
        private final String prefix;
        private final Predicate<Request> isAsked;

        Asked(String type, String prefix, Predicate<Request> isAsked) {
            this.type = type;
            this.prefix = prefix;
            this.isAsked = isAsked;
        }

        Map<String, String> options(String server) {
            Map<String, String> options = new HashMap<>(Map.of("source.type", type, "topic", "graphs"));
            options.put("topic.partitions", "1");
            options.put(prefix + "url", server + "/x");
            options.put(prefix + "bearer.token", "abc");
            options.put(prefix + "retry.backoff.ms", "1");
            options.put(prefix + "retry.backoff.max.ms", "20");
            if (this != CHANGES) {
                options.put(prefix + "poll.interval.ms", "1");
            }
            if (this == OUTBOX) {
                options.put("heartbeat.topic", "beats"); // so that an empty repository gives a record
                options.put("snapshot.mode", "no_data");
            }
            return options;
        }

        /** What a server without faults answers. */
        Response answer(Request request) {
            return switch (this) {
                case DOCUMENT -> ok("text/turtle", "<urn:s> <urn:p> \"a document\" .");
                case GRAPHS, GRAPH ->
                    GRAPH.isAsked.test(request)
                            ? ok("application/n-triples", "<urn:s> <urn:p> \"a statement\" .\n")
                            : ok(
                                    "application/sparql-results+json",
                                    "{\"results\":{\"bindings\":[{\"g\":{\"type\":\"uri\",\"value\":\"urn:g\"},"
                                            + "\"n\":{\"type\":\"literal\",\"value\":\"1\"}}]}}");
                case LOG, PATCH -> log(request);
                case OUTBOX ->
                    ok(
                            "application/n-quads",
                            row(OutboxTerms.STATE.toString(), new OutboxPosition("s", 0, GraphHash.EMPTY).format())
                                    + row(OutboxTerms.FORGOTTEN.toString(), "0"));
                case CHANGES ->
                    ok(
                            "text/event-stream",
                            "id: 1\ndata: {\"$schema\":\"/mediawiki/wikibase/entity/rdf_change/2.0.0\","
                                    + "\"dt\":\"2020-06-10T18:56:15Z\",\"meta\":{\"domain\":\"d\",\"stream\":\"s\","
                                    + "\"request_id\":\"r\"},\"entity_id\":\"Q1\",\"rev_id\":1,"
                                    + "\"operation\":\"delete\",\"sequence\":0,\"sequence_length\":1}\n\n");
            };
        }

        private static Response log(Request request) {
            String id = "00000000-0000-4000-8000-000000000001";
            if (request.method().equals("GET")) {
                return ok(
                        "application/rdf-patch", "H id <uuid:" + id + "> .\nTX .\nA <urn:s> <urn:p> <urn:o> .\nTC .\n");
            }
            return ok(
                    "application/json",
                    request.body().contains("describe_log")
                            ? "{\"min_version\":1,\"max_version\":1,\"latest\":\"id:" + id + "\"}"
                            : "{\"id\":\"id:" + id + "\"}");
        }

        private static String row(String predicate, String text) {
            return "<urn:s> <%s> \"%s\" .\n".formatted(predicate, text);
        }

        private static Response ok(String type, String text) {
            return Response.ok(text.getBytes(StandardCharsets.UTF_8)).with("Content-Type", type);
        }
    }

    private static Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeAll
    static void certify(@TempDir Path scratch) {
        folder = scratch;
        new Certificate(folder, "right", "dns:localhost,ip:127.0.0.1");
        new Certificate(folder, "elsewhere", "dns:elsewhere.example");
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    /** A fault of one answer, and what the source makes of it: asks again, if nothing ends the task. */
    record Fault(String name, UnaryOperator<Response> change, Function<Asked, String> ends) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Fault passes(String name, UnaryOperator<Response> change) {
        return new Fault(name, change, asked -> "");
    }

    private static Response status(int status, String text) {
        return new Response(status, Map.of(), text.getBytes(StandardCharsets.UTF_8), Framing.LENGTH, -1, false);
    }

    private static final List<Fault> FAULTS = List.of(
            new Fault(
                    "401",
                    whole -> status(401, "who are you, abc?"),
                    asked -> "HTTP status 401.*see %1$susername, %1$spassword and %1$sbearer\\.token"),
            new Fault("403", whole -> status(403, "no"), asked -> "HTTP status 403.*see %1$susername"),
            new Fault(
                    "404",
                    whole -> status(404, "not here"),
                    asked -> asked == Asked.PATCH ? "version 1 is missing" : "HTTP status 404.*see %1$surl"),
            new Fault("409", whole -> status(409, "no"), asked -> "HTTP status 409.*see %1$surl"),
            new Fault(
                    "a coding that is not read",
                    whole -> whole.with("Content-Encoding", "br"),
                    asked -> "Content-Encoding br, which is not read; only gzip is"),
            passes("408", whole -> status(408, "slow")),
            passes("425", whole -> status(425, "early")),
            passes("429", whole -> status(429, "many")),
            passes("500", whole -> status(500, "no")),
            passes("502", whole -> status(502, "no")),
            passes("503", whole -> status(503, "no")),
            passes("599", whole -> status(599, "no")),
            passes(
                    "an error page with status 200",
                    whole -> Asked.ok("Text/HTML; charset=utf-8", "<html><p>Back soon</html>")),
            passes("an error page in XHTML", whole -> Asked.ok("application/xhtml+xml", "<html/>")),
            passes("a body that is cut", whole -> whole.cut(Framing.LENGTH, whole.body().length / 2)),
            passes("chunks that are cut", whole -> whole.cut(Framing.CHUNKED, whole.body().length / 2)),
            passes("no body", whole -> whole.cut(Framing.LENGTH, 0)),
            passes("silence before the body", whole -> whole.hold(0)),
            passes("silence in the body", whole -> whole.hold(whole.body().length / 2)),
            passes("gzip that is cut", whole -> {
                Response packed = packed(whole);
                return packed.cut(Framing.CLOSE, packed.body().length - 4);
            }),
            passes("no gzip", whole -> whole.with("Content-Encoding", "gzip")));

    static Stream<Arguments> faults() {
        return Arrays.stream(Asked.values()).flatMap(asked -> FAULTS.stream().map(fault -> Arguments.of(asked, fault)));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultPassesOrEndsTheTaskWithAdvice(Asked asked, Fault fault) throws Exception {
        AtomicInteger faulty = new AtomicInteger();
        TestServer server = opened(new TestServer(request -> {
            Response whole = asked.answer(request);
            boolean isFaulty = asked.isAsked.test(request) && faulty.getAndIncrement() == 0;
            return isFaulty ? fault.change.apply(whole) : whole;
        }));
        Map<String, String> options = asked.options(url(server));
        timeout(asked, options, 1_000);
        String end = fault.ends.apply(asked);
        try (Logged logged = new Logged()) {
            if (end.isEmpty()) {
                awaitRecord(options);
            } else {
                assertThatThrownBy(() -> awaitRecord(options))
                        .isInstanceOf(ConnectException.class)
                        .hasMessageMatching("(?s).*" + end.formatted(asked.prefix) + ".*")
                        .hasMessageNotContaining("abc");
            }
            assertThat(logged.text()).doesNotContain("abc");
        }
        assertThat(faulty).hasValueGreaterThan(0);
    }

    private static void timeout(Asked asked, Map<String, String> options, int ms) {
        options.put(asked.prefix + "timeout.ms", Integer.toString(ms));
    }

    @ParameterizedTest
    @EnumSource
    void theServerSaysWhenItMayBeAskedAgain(Asked asked) throws Exception {
        List<Long> times = Collections.synchronizedList(new ArrayList<>());
        TestServer server = opened(new TestServer(request -> {
            if (!asked.isAsked.test(request)) {
                return asked.answer(request);
            }
            times.add(System.nanoTime());
            return times.size() == 1 ? status(429, "").with("Retry-After", "1") : asked.answer(request);
        }));
        Map<String, String> options = asked.options(url(server));
        options.put(asked.prefix + "retry.backoff.max.ms", "60000");
        awaitRecord(options);
        assertThat(times.get(1) - times.get(0)).isGreaterThanOrEqualTo(900_000_000L);
    }

    @ParameterizedTest
    @EnumSource
    void aReasonIsLoggedOnceAndBrieflyHoweverOftenItComes(Asked asked) throws Exception {
        AtomicInteger faulty = new AtomicInteger();
        TestServer server = opened(new TestServer(request -> asked.isAsked.test(request) && faulty.getAndIncrement() < 4
                ? status(503, "abc\nand more ".repeat(1_000))
                : asked.answer(request)));
        try (Logged logged = new Logged()) {
            awaitRecord(asked.options(url(server)));
            assertThat(logged.count("HTTP status 503")).isEqualTo(1);
            assertThat(logged.text()).doesNotContain("abc").hasSizeLessThan(3_000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerMayBeCompressed(Asked asked) throws Exception {
        TestServer server = opened(new TestServer(request -> packed(asked.answer(request))));
        try (Logged logged = new Logged()) {
            awaitRecord(asked.options(url(server)));
            assertThat(logged.text()).doesNotContain("the next request is in");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectIsFollowedWithinTheServerWithAllThatWasSent(Asked asked) throws Exception {
        TestServer server = opened(new TestServer(request -> {
            String target = request.target();
            return asked.isAsked.test(request) && !target.startsWith("/moved")
                    ? status(307, "").with("Location", "/moved" + target)
                    : asked.answer(request);
        }));
        try (Logged logged = new Logged()) {
            awaitRecord(asked.options(url(server)));
            assertThat(logged.text()).doesNotContain("the next request is in");
        }
        assertThat(server.requests())
                .allSatisfy(request -> assertThat(request.headers()).containsEntry("authorization", "Bearer abc"))
                .anySatisfy(request -> assertThat(request.target()).startsWith("/moved"));
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectToAnotherServerEndsTheTaskAndNothingIsAskedThere(Asked asked) throws Exception {
        TestServer other = opened(new TestServer(asked::answer));
        TestServer server = opened(new TestServer(request -> asked.isAsked.test(request)
                ? status(302, "").with("Location", url(other) + request.target())
                : asked.answer(request)));
        assertThatThrownBy(() -> awaitRecord(asked.options(url(server))))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("which is not the server of " + asked.prefix + "url");
        assertThat(other.requests()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aCertificateThatIsNotTrustedOrHasAnotherNameEndsTheTask(Asked asked) throws Exception {
        for (String name : List.of("right", "elsewhere")) {
            TestServer server = opened(new TestServer(tls(name), asked::answer));
            Map<String, String> options = asked.options("https://localhost:" + server.port());
            if (name.equals("elsewhere")) {
                trust(asked, options, name);
            }
            assertThatThrownBy(() -> awaitRecord(options))
                    .as(name)
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("no trust between client and server (see " + asked.prefix + "ssl.*)");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatGoesAwayInTheHandshakeIsAskedAgain(Asked asked) throws Exception {
        TestServer server = opened(new TestServer(leavesFirst(tls("right")), asked::answer));
        Map<String, String> options = asked.options("https://localhost:" + server.port());
        trust(asked, options, "right");
        awaitRecord(options);
    }

    private static void trust(Asked asked, Map<String, String> options, String name) {
        options.put(
                asked.prefix + "ssl.truststore.location",
                folder.resolve(name + "-trust.p12").toString());
        options.put(asked.prefix + "ssl.truststore.password", Certificate.PASSWORD);
        options.put(asked.prefix + "ssl.truststore.type", "PKCS12");
    }

    private static ServerSocketFactory tls(String name) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve(name + ".p12"))) {
            keys.load(in, Certificate.PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, Certificate.PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context.getServerSocketFactory();
    }

    /** Sockets of which the first is closed before the handshake has ended. */
    private static ServerSocketFactory leavesFirst(ServerSocketFactory sockets) {
        return new ServerSocketFactory() {
            @Override
            public ServerSocket createServerSocket(int port) throws IOException {
                return createServerSocket(port, 50);
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog) throws IOException {
                return createServerSocket(port, backlog, InetAddress.getLoopbackAddress());
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
                return new LeavesFirst(sockets.createServerSocket(port, backlog, address));
            }
        };
    }

    private static final class LeavesFirst extends ServerSocket {
        private final ServerSocket sockets;
        private boolean hasLeft;

        LeavesFirst(ServerSocket sockets) throws IOException {
            this.sockets = sockets;
        }

        @Override
        public Socket accept() throws IOException {
            Socket socket = sockets.accept();
            if (!hasLeft) {
                hasLeft = true;
                socket.close();
                return sockets.accept();
            }
            return socket;
        }

        @Override
        public int getLocalPort() {
            return sockets.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            super.close();
            sockets.close();
        }
    }

    private static Response packed(Response whole) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(whole.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Response(whole.status(), whole.headers(), bytes.toByteArray(), Framing.LENGTH, -1, false)
                .with("Content-Encoding", "gzip");
    }

    private static String url(TestServer server) {
        return "http://127.0.0.1:" + server.port();
    }

    /** Runs a task until it has a record. */
    private static void awaitRecord(Map<String, String> options) throws Exception {
        RdfSourceTask task = new RdfSourceTask();
        task.initialize(new StoredOffsets());
        task.start(options);
        try {
            while (task.poll() == null) {
                // asked again
            }
        } finally {
            task.stop();
        }
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        open.add(closeable);
        return closeable;
    }
}
