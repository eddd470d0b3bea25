package dev.velella.kit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.fixture.Certificate;
import dev.velella.fixture.HostileClient;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.Content;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.kit.options.Listener;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WebServerTest {
    private static final int CLIENTS = 60;
    private static final int LARGE = 40 << 20;
    private static final Listener LOCAL = new Listener("127.0.0.1", 0);

    @TempDir
    private static Path directory;

    private static Certificate own;

    @BeforeAll
    static void makeCertificate() {
        own = new Certificate(directory, "own", "dns:localhost,ip:127.0.0.1");
    }

    private final HttpClient client = HttpClient.newHttpClient();
    private final CountDownLatch working = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    /** Counted down when a large answer has ended. */
    private final CountDownLatch given = new CountDownLatch(1);

    private WebServer server;

    @AfterEach
    void stop() {
        server.close();
    }

    private static ServerSettings.Bounds bounds(long requestMs, long stallMs, long answerMs) {
        return new ServerSettings.Bounds(24, CLIENTS, 20, 4, requestMs, stallMs, answerMs, 16 << 10, 1_000);
    }

    private static ServerSettings settings(ServerSettings.Bounds bounds) {
        return ServerSettings.open("test", "test.", LOCAL, bounds);
    }

    private void start(ServerSettings settings) throws ListenException {
        Map<String, Route> routes = Map.of(
                "/small", request -> Answer.text(200, "small"),
                "/open", new Document(),
                "/large", request -> Answer.asIs(200, new Zeros(given)),
                "/written",
                        request -> Answer.written(reply -> {
                            try {
                                reply.contentType("text/plain");
                                for (int i = 0; i < LARGE / 1000; i++) {
                                    reply.write(new byte[1000]);
                                }
                                reply.finish();
                            } finally {
                                given.countDown();
                            }
                        }),
                "/short",
                        request -> Answer.written(reply -> {
                            reply.write(65);
                            reply.finish();
                        }),
                "/long", request -> Answer.text(200, work(1_000) ? "done" : "interrupted"),
                "/endless", request -> Answer.text(200, work(600_000) ? "done" : "interrupted"),
                "/broken",
                        request -> Answer.written(reply -> {
                            reply.write(new byte[100_000]);
                            reply.fail(500, "too late");
                        }),
                "/late",
                        request -> Answer.written(reply -> {
                            reply.write(new byte[1_000]);
                            reply.fail(503, "in time");
                        }),
                "/body",
                        new Route() {
                            @Override
                            public Answer answer(ServerRequest request) {
                                return Answer.text(200, request.method() + " " + request.body().length);
                            }

                            @Override
                            public List<String> methods() {
                                return READING_OR_POST;
                            }
                        });
        server = new WebServer(settings, new Routes(routes, "this is a test")).start();
    }

    /** Many bytes. */
    private static final class Zeros implements Content {
        private final CountDownLatch closed;
        private int left = LARGE;

        Zeros(CountDownLatch closed) {
            this.closed = closed;
        }

        @Override
        public Progress write(OutputStream out) throws IOException {
            out.write(new byte[1 << 16]);
            left -= 1 << 16;
            return left > 0 ? Progress.MORE : Progress.END;
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    /** A page that everybody may see, also by a link of another site. */
    private static final class Document implements Route {
        @Override
        public Answer answer(ServerRequest request) {
            return Answer.document("text/html", "<p>");
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isLinked() {
            return true;
        }
    }

    private boolean work(long ms) {
        working.countDown();
        try {
            return !new CountDownLatch(1).await(ms, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted.countDown();
            return false;
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.address() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @ParameterizedTest
    @EnumSource(HostileClient.class)
    void hostileClientsKeepNobodyOut(HostileClient hostile) throws Exception {
        start(settings(bounds(10_000, 10_000, 60_000)));
        hostile.attack(new HostileClient.Door(server.port(), "/small", "/large", CLIENTS, false, false));
        hostile.attack(new HostileClient.Door(server.port(), "/short", "/small", CLIENTS, false, false));
    }

    @ParameterizedTest
    @EnumSource(HostileClient.class)
    void hostileClientsKeepNobodyOutOfAServerWithTlsAndLogin(HostileClient hostile) throws Exception {
        Tls tls = new Tls(null, new Tls.StoreFile(own.keyStore().toString(), Certificate.PASSWORD, null, "PKCS12"));
        start(new ServerSettings(
                "test",
                "test.",
                LOCAL,
                List.of(),
                List.of(),
                Authentication.basic(HostileClient.USER, HostileClient.PASSWORD),
                tls,
                bounds(10_000, 10_000, 60_000),
                List.of()));
        hostile.attack(new HostileClient.Door(server.port(), "/small", "/large", CLIENTS, true, true));
    }

    @Test
    void whoDoesNotFinishARequestIsGivenUp() throws Exception {
        start(settings(bounds(300, 60_000, 60_000)));
        for (String beginning : List.of(
                "",
                "GET /sma",
                "GET /small HTTP/1.1\r\nHost: localhost\r\nX-A:",
                "POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx")) {
            assertThat(raw(beginning)).as(beginning).doesNotContain("200");
        }
    }

    @Test
    void aConnectionThatWaitsMakesRoomForAnother() throws Exception {
        start(settings(bounds(600_000, 600_000, 600_000)));
        List<SocketChannel> waiting = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int i = 0; i <= CLIENTS; i++) {
                SocketChannel client = SocketChannel.open(new InetSocketAddress("127.0.0.1", server.port()));
                waiting.add(client);
                client.configureBlocking(false);
                client.register(selector, SelectionKey.OP_READ);
            }
            assertThat(selector.select(60_000)).as("one is closed").isEqualTo(1);
            SocketChannel closed =
                    (SocketChannel) selector.selectedKeys().iterator().next().channel();
            assertThat(closed.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(send(request("/small")).statusCode()).isEqualTo(200);
        } finally {
            for (SocketChannel client : waiting) {
                client.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"/large", "/written"})
    void whoTakesNothingOfAnAnswerIsGivenUp(String path) throws Exception {
        start(settings(bounds(60_000, 300, 600_000)));
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            given.await();
            assertThat(read(socket)).isLessThan(LARGE);
        }
    }

    private static long read(Socket socket) throws IOException {
        long count = 0;
        byte[] bytes = new byte[1 << 16];
        try {
            for (int read = 0; read >= 0; read = socket.getInputStream().read(bytes)) {
                count += read;
            }
        } catch (IOException e) {
            // broken
        }
        return count;
    }

    @Test
    void whoTakesTooLongForAnAnswerAsAWholeIsGivenUp() throws Exception {
        start(settings(bounds(60_000, 60_000, 300)));
        assertThatThrownBy(() -> send(request("/long"))).isInstanceOf(IOException.class);
    }

    /** The bound on a client that takes nothing does not hold for a route that has nothing to send yet. */
    @Test
    void aRouteMayWorkLongerThanAClientMayStall() throws Exception {
        start(settings(bounds(60_000, 200, 60_000)));
        assertThat(send(request("/long")).body()).isEqualTo("done\n");
    }

    @Test
    void anErrorReplacesWhatIsNotSentYetAndBreaksWhatIs() throws Exception {
        start(settings(bounds(60_000, 60_000, 60_000)));
        HttpResponse<String> late = send(request("/late"));
        assertThat(late.statusCode()).isEqualTo(503);
        assertThat(late.body()).isEqualTo("in time\n");
        assertThatThrownBy(() -> send(request("/broken"))).isInstanceOf(IOException.class);
        assertThat(send(request("/written")).body()).hasSize(LARGE / 1000 * 1000);
    }

    @ParameterizedTest
    @CsvSource({"/small", "/short", "/written", "/open"})
    void headHasTheHeadersAlone(String path) throws Exception {
        start(settings(bounds(60_000, 60_000, 60_000)));
        String head = raw("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(head)
                .startsWith("HTTP/1.1 200")
                .endsWith("\r\n\r\n")
                .doesNotContainIgnoringCase("content-length: 0")
                .contains("nosniff", "no-store");
    }

    @Test
    void methodsBodiesAndPathsThatDoNotFitAreNamed() throws Exception {
        start(settings(bounds(60_000, 60_000, 60_000)));
        HttpResponse<String> delete = send(request("/body").DELETE());
        assertThat(delete.statusCode()).isEqualTo(405);
        assertThat(delete.headers().firstValue("Allow")).contains("GET, HEAD, POST");
        assertThat(send(request("/small").POST(BodyPublishers.ofString("x"))).statusCode())
                .isEqualTo(405);
        assertThat(send(request("/body").POST(BodyPublishers.ofString("abc"))).body())
                .isEqualTo("POST 3\n");
        HttpResponse<String> large = send(request("/body").POST(BodyPublishers.ofString("x".repeat(2_000))));
        assertThat(large.statusCode()).isEqualTo(413);
        assertThat(large.body()).contains("1000 bytes");
        assertThat(send(request("/body").POST(BodyPublishers.ofString("x".repeat(8_500))))
                        .statusCode())
                .isEqualTo(413);
        assertThat(raw("POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\n"))
                .startsWith("HTTP/1.1 413");
        assertThat(send(request("/nowhere")).body()).contains("nothing is served at /nowhere; this is a test");
    }

    @Test
    void aSiteThatMayReadIsNamedAndADocumentIsOpenToLinks() throws Exception {
        start(new ServerSettings(
                "test",
                "test.",
                LOCAL,
                List.of("store.example"),
                List.of("https://app.example.org"),
                Authentication.bearer("t0ken"),
                Tls.DEFAULT,
                bounds(60_000, 60_000, 60_000),
                List.of()));
        HttpResponse<String> read = send(
                request("/small").header("Origin", "HTTPS://app.example.org").header("Authorization", "Bearer t0ken"));
        assertThat(read.statusCode()).isEqualTo(200);
        assertThat(read.headers().firstValue("Access-Control-Allow-Origin")).contains("HTTPS://app.example.org");
        assertThat(read.headers().allValues("Vary")).contains("Origin");
        HttpResponse<String> refused = send(request("/small"));
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Bearer");
        assertThat(send(request("/open").header("Sec-Fetch-Site", "cross-site")).statusCode())
                .isEqualTo(200);
        String close = "\r\nConnection: close\r\n\r\n";
        assertThat(raw("GET /open HTTP/1.1\r\nHost: Store.example:80" + close)).contains("<p>");
        assertThat(raw("GET /open HTTP/1.1\r\nHost: evil.example" + close)).contains("403", "test.allowed.hosts");
    }

    @Test
    void closingInterruptsWorkAndFreesThePort() throws Exception {
        start(settings(bounds(60_000, 60_000, 60_000)));
        int port = server.port();
        CompletableFuture<?> asked = client.sendAsync(request("/endless").build(), BodyHandlers.discarding());
        working.await();
        server.close();
        interrupted.await();
        assertThatThrownBy(asked::join).hasCauseInstanceOf(IOException.class);
        new ServerSocket(port).close();
    }

    @Test
    void anAddressThatCannotBeUsedIsNamedWithItsReason() throws Exception {
        start(settings(bounds(60_000, 60_000, 60_000)));
        for (Listener listener : List.of(
                new Listener("127.0.0.1", server.port()),
                new Listener("nowhere.invalid", 0),
                new Listener("192.0.2.1", 0))) {
            WebServer other = new WebServer(
                    ServerSettings.open("other", "other.", listener, bounds(1_000, 1_000, 1_000)),
                    new Routes(Map.of(), ""));
            assertThatThrownBy(other::start)
                    .isInstanceOf(ListenException.class)
                    .message()
                    .matches("Address already in use|nowhere.invalid.*|Cannot assign requested address.*");
        }
    }

    @Test
    void aFaultOfARouteIsAnAnswer() throws Exception {
        start(settings(bounds(60_000, 60_000, 60_000)));
        server.close();
        server = new WebServer(
                        settings(bounds(60_000, 60_000, 60_000)),
                        new Routes(
                                Map.of(
                                        "/fault",
                                        request -> {
                                            throw new HttpFault(503, "later");
                                        },
                                        "/bug",
                                        request -> {
                                            throw new IllegalStateException("a secret of the inside");
                                        }),
                                ""))
                .start();
        HttpResponse<String> fault = send(request("/fault"));
        assertThat(fault.statusCode()).isEqualTo(503);
        assertThat(fault.headers().firstValue("Retry-After")).contains("1");
        assertThat(send(request("/bug")).statusCode()).isEqualTo(500);
        assertThat(send(request("/bug")).body()).doesNotContain("secret");
    }
}
