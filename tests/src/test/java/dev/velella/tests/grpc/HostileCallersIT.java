package dev.velella.tests.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import dev.velella.cli.VelellaRun;
import dev.velella.grpc.client.IncomingFrames;
import dev.velella.grpc.client.OutgoingFrames;
import dev.velella.grpc.client.RdfStreamClient;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.grpc.protocol.RdfStreamMethods;
import dev.velella.grpc.server.RdfStreamServer;
import dev.velella.jelly.proto.v1.RdfStreamReceived;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that do harm, clients without rights, and the commands, which are served all the same. */
class HostileCallersIT {
    private static final String TOKEN = "open-sesame";

    @TempDir
    static Path directory;

    private static EmbeddedBroker broker;
    private static Admin admin;
    private static RdfStreamServer server;
    private static Path credentials;

    @BeforeAll
    static void start() throws Exception {
        broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        server = GrpcFixture.serve(
                broker.bootstrapServers(),
                Map.of(
                        "auth.bearer.token", TOKEN,
                        "calls.max.per.client", "40",
                        "subscribe.max", "6",
                        "subscribe.stall.ms", "1000",
                        "message.max.bytes", "65536",
                        "message.max.statements", "1000"));
        credentials = directory.resolve("client.properties");
        Files.writeString(credentials, "auth.bearer.token=" + TOKEN + "\n");
    }

    @AfterAll
    static void stop() {
        server.close();
        admin.close();
        broker.close();
    }

    private static RdfStreamClient client() {
        return new RdfStreamClient("localhost:" + server.port(), null, Authentication.bearer(TOKEN));
    }

    private static void publish(String topic, List<byte[]> frames) throws InterruptedException {
        try (RdfStreamClient client = client();
                OutgoingFrames call = client.publish(CallMetadata.of(CallMetadata.TOPIC, topic))) {
            for (byte[] frame : frames) {
                call.send(frame);
            }
            call.finish();
        }
    }

    private static Metadata withToken(Metadata.Key<String> name, String value) {
        Metadata headers = CallMetadata.of(name, value);
        headers.put(CallMetadata.AUTHORIZATION, "Bearer " + TOKEN);
        return headers;
    }

    private static Status.Code code(Throwable e) {
        return ((StatusRuntimeException) e).getStatus().getCode();
    }

    private static String[] command(String name, String topic, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "grpc",
                name,
                "--server",
                "localhost:" + server.port(),
                "--command-config",
                credentials.toString(),
                "--topic",
                topic));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    @Test
    void aFileThatTheCommandsPublishAndSubscribeHasTheSameGraphs() throws Exception {
        Topics.create(admin, "g-commands", 1);
        List<RdfGraph> sent = GrpcFixture.graphs(40, 3, 4);
        Path in = directory.resolve("in.jelly");
        ByteArrayOutputStream delimited = new ByteArrayOutputStream();
        for (byte[] frame : GrpcFixture.frames(sent)) {
            CodedOutputStream out = CodedOutputStream.newInstance(delimited);
            out.writeByteArrayNoTag(frame);
            out.flush();
        }
        Files.write(in, delimited.toByteArray());
        Path out = directory.resolve("out.jelly");

        for (int run = 0; run < 2; run++) {
            VelellaRun published =
                    VelellaRun.of(command("publish", "g-commands", "--producer", "file-1", in.toString()));
            assertThat(published.err()).isEmpty();
            assertThat(published.out()).startsWith("frames 40  topic g-commands");
        }
        VelellaRun subscribed = VelellaRun.of(command(
                "subscribe", "g-commands", "--from", "beginning", "--until-latest", "--output", out.toString()));

        assertThat(subscribed.err()).isEmpty();
        Path sentText = directory.resolve("in.nq");
        Path receivedText = directory.resolve("out.nq");
        VelellaRun.of("convert", in.toString(), sentText.toString());
        VelellaRun.of("convert", out.toString(), receivedText.toString());
        assertThat(Files.readString(receivedText)).isNotEmpty().isEqualTo(Files.readString(sentText));
        assertThat(VelellaRun.of(command("subscribe", "g-commands", "--from", "offsets:0=999"))
                        .err())
                .contains("OUT_OF_RANGE", "offset 999");
    }

    @Test
    void withoutTheRightCredentialsNothingIsServed() {
        for (Authentication wrong : List.of(Authentication.NONE, Authentication.bearer("open-barley"))) {
            try (RdfStreamClient client = new RdfStreamClient("localhost:" + server.port(), null, wrong);
                    IncomingFrames frames = client.subscribe(
                            RdfStreamSubscribe.newBuilder()
                                    .setTopic("g-commands")
                                    .build(),
                            new Metadata())) {
                assertThatThrownBy(frames::take)
                        .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.UNAUTHENTICATED))
                        .hasMessageNotContaining(TOKEN);
            }
        }
    }

    @Test
    void onlyClientsWithATrustedCertificateAreServed() throws Exception {
        Topics.create(admin, "g-tls", 1);
        CallerKeys own = CallerKeys.make(directory, "server");
        CallerKeys known = CallerKeys.make(directory, "known");
        CallerKeys stranger = CallerKeys.make(directory, "stranger");
        List<RdfGraph> sent = GrpcFixture.graphs(5, 1, 2);
        Map<String, String> options = own.options(known);
        options.put("ssl.client.certificate.required", "true");
        try (RdfStreamServer closed = GrpcFixture.serve(broker.bootstrapServers(), options)) {
            String address = "localhost:" + closed.port();
            try (RdfStreamClient right =
                            new RdfStreamClient(address, new Tls(own.trusted(), known.own()), Authentication.NONE);
                    OutgoingFrames call = right.publish(CallMetadata.of(CallMetadata.TOPIC, "g-tls"))) {
                for (byte[] frame : GrpcFixture.frames(sent)) {
                    call.send(frame);
                }
                call.finish();
                assertThat(GrpcFixture.decoded(all(right, "g-tls"))).isEqualTo(sent);
            }
            assertRefused(address, null);
            assertRefused(address, Tls.DEFAULT);
            assertRefused(address, new Tls(own.trusted(), null));
            assertRefused(address, new Tls(own.trusted(), stranger.own()));
            assertRefused(address, new Tls(stranger.trusted(), known.own()));
            assertRefused("127.0.0.1:" + closed.port(), new Tls(own.trusted(), known.own()));
            assertThat(subscribedByCommand(address, known.options(own)).err()).isEmpty();
            assertThat(subscribedByCommand(address, stranger.options(own)).err())
                    .contains("UNAVAILABLE");
        }
        // Without ssl.client.certificate.required, a client has no certificate; the connection is encrypted all the
        // same.
        options.remove("ssl.client.certificate.required");
        try (RdfStreamServer open = GrpcFixture.serve(broker.bootstrapServers(), options);
                RdfStreamClient any = new RdfStreamClient(
                        "localhost:" + open.port(), new Tls(own.trusted(), null), Authentication.NONE)) {
            assertThat(GrpcFixture.decoded(all(any, "g-tls"))).isEqualTo(sent);
            assertRefused("localhost:" + open.port(), null);
            assertRefused("localhost:" + open.port(), new Tls(stranger.trusted(), null));
        }
        assertRefused("localhost:" + server.port(), new Tls(own.trusted(), known.own()));
    }

    private static List<byte[]> all(RdfStreamClient client, String topic) throws InterruptedException {
        Metadata headers = CallMetadata.of(CallMetadata.FROM, "beginning");
        headers.put(CallMetadata.UNTIL, "latest");
        List<byte[]> received = new ArrayList<>();
        try (IncomingFrames frames =
                client.subscribe(RdfStreamSubscribe.newBuilder().setTopic(topic).build(), headers)) {
            for (byte[] frame = frames.take(); frame != null; frame = frames.take()) {
                received.add(frame);
            }
        }
        return received;
    }

    private static void assertRefused(String address, @Nullable Tls tls) {
        try (RdfStreamClient client = new RdfStreamClient(address, tls, Authentication.bearer(TOKEN))) {
            assertThatThrownBy(() -> all(client, "g-tls"))
                    .as(address + " " + tls)
                    .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.UNAVAILABLE));
        }
    }

    private static VelellaRun subscribedByCommand(String address, Map<String, String> options) throws Exception {
        Path config = directory.resolve("tls.properties");
        Properties properties = new Properties();
        properties.putAll(options);
        try (OutputStream out = Files.newOutputStream(config)) {
            properties.store(out, null);
        }
        return VelellaRun.of(
                "grpc",
                "subscribe",
                "--server",
                address,
                "--command-config",
                config.toString(),
                "--topic",
                "g-tls",
                "--from",
                "beginning",
                "--until-latest",
                "--output",
                directory.resolve("tls.jelly").toString());
    }

    @Test
    void brokenAndHugeFramesAreRefusedOneByOne() throws Exception {
        Topics.create(admin, "g-bytes", 1);
        Random random = new Random(20261125);
        List<byte[]> good = GrpcFixture.frames(GrpcFixture.graphs(2, 1, 3));
        for (int i = 0; i < 100; i++) {
            byte[] broken = good.get(0).clone();
            for (int changes = random.nextInt(4) + 1; changes > 0; changes--) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt();
            }
            try {
                publish("g-bytes", List.of(broken));
            } catch (StatusRuntimeException e) {
                assertThat(code(e)).isEqualTo(Status.Code.INVALID_ARGUMENT);
            }
        }
        assertThatThrownBy(() -> publish("g-bytes", List.of(new byte[100_000])))
                .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.RESOURCE_EXHAUSTED));
        List<byte[]> many = GrpcFixture.frames(List.of(GrpcFixture.graph(1, 1, 1001)));
        assertThat(many.get(0).length).isLessThan(65_536);
        assertThatThrownBy(() -> publish("g-bytes", many))
                .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.INVALID_ARGUMENT));
        publish("g-bytes", good);
    }

    @Test
    void aSubscriberThatReadsNothingLosesItsPlaceAndOthersAreServed() throws Exception {
        Topics.create(admin, "g-stall", 1);
        List<RdfGraph> sent = GrpcFixture.graphs(1500, 3, 100);
        publish("g-stall", GrpcFixture.frames(sent));
        RdfStreamSubscribe request =
                RdfStreamSubscribe.newBuilder().setTopic("g-stall").build();
        ConcurrentLinkedQueue<Status> ends = new ConcurrentLinkedQueue<>();
        ManagedChannel channel = NettyChannelBuilder.forAddress("localhost", server.port())
                .usePlaintext()
                .flowControlWindow(70_000)
                .build();
        try {
            for (int i = 0; i < 3; i++) {
                ClientCall<RdfStreamSubscribe, byte[]> call =
                        channel.newCall(RdfStreamMethods.SUBSCRIBE, CallOptions.DEFAULT);
                call.start(
                        new ClientCall.Listener<>() {
                            @Override
                            public void onClose(Status status, Metadata last) {
                                ends.add(status);
                            }
                        },
                        withToken(CallMetadata.FROM, "beginning"));
                call.sendMessage(request);
                call.halfClose();
                call.request(1);
            }
            try (RdfStreamClient client = client()) {
                assertThat(new HashSet<>(GrpcFixture.decoded(all(client, "g-stall"))))
                        .isEqualTo(new HashSet<>(sent));
            }
            Await.until("the places are free", Duration.ofMinutes(1), () -> server.subscriptions() == 0);
        } finally {
            channel.shutdownNow();
        }
        Await.until("the clients know", Duration.ofMinutes(1), () -> ends.size() == 3);
    }

    @Test
    void thousandsOfStreamsAreRefusedAndAnotherIsServedAfterwards() throws Exception {
        Topics.create(admin, "g-many", 1);
        ConcurrentLinkedQueue<Status> ends = new ConcurrentLinkedQueue<>();
        List<ManagedChannel> channels = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                ManagedChannel channel = NettyChannelBuilder.forAddress("localhost", server.port())
                        .usePlaintext()
                        .build();
                channels.add(channel);
                for (int stream = 0; stream < 100; stream++) {
                    ClientCall<byte[], RdfStreamReceived> call =
                            channel.newCall(RdfStreamMethods.PUBLISH, CallOptions.DEFAULT);
                    call.start(
                            new ClientCall.Listener<>() {
                                @Override
                                public void onClose(Status status, Metadata trailers) {
                                    ends.add(status);
                                }
                            },
                            withToken(CallMetadata.TOPIC, "g-many"));
                    call.request(1);
                }
            }
            Await.until("most are refused", Duration.ofMinutes(1), () -> ends.size() >= 700);
            assertThat(ends).allSatisfy(end -> assertThat(end.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED));
            assertThat(server.publications()).isLessThanOrEqualTo(40);
        } finally {
            channels.forEach(ManagedChannel::shutdownNow);
        }
        Await.until("the calls are over", Duration.ofMinutes(1), () -> server.publications() == 0);
        publish("g-many", GrpcFixture.frames(GrpcFixture.graphs(5, 1, 2)));
    }
}
