package dev.velella.tests.grpc;

import static dev.velella.tests.grpc.GrpcFixture.decoded;
import static dev.velella.tests.grpc.GrpcFixture.frames;
import static dev.velella.tests.grpc.GrpcFixture.graphs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.grpc.client.IncomingFrames;
import dev.velella.grpc.client.OutgoingFrames;
import dev.velella.grpc.client.RdfStreamClient;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.grpc.protocol.FrameExtras;
import dev.velella.grpc.server.RdfStreamServer;
import dev.velella.jelly.JellyFrames;
import dev.velella.jelly.proto.v1.PhysicalStreamType;
import dev.velella.jelly.proto.v1.RdfQuad;
import dev.velella.jelly.proto.v1.RdfStreamFrame;
import dev.velella.jelly.proto.v1.RdfStreamOptions;
import dev.velella.jelly.proto.v1.RdfStreamRow;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import dev.velella.kit.access.Authentication;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.tests.Topics;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Publishing and subscribing through a server on a real broker. */
class RdfStreamServiceIT {
    @TempDir
    static Path directory;

    private static EmbeddedBroker broker;
    private static Admin admin;
    private static RdfStreamServer server;
    private static RdfStreamClient client;

    @BeforeAll
    static void start() throws Exception {
        broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        server = GrpcFixture.serve(broker.bootstrapServers(), Map.of());
        client = new RdfStreamClient("localhost:" + server.port(), null, Authentication.NONE);
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
        admin.close();
        broker.close();
    }

    private static void publish(Metadata headers, List<byte[]> frames) throws InterruptedException {
        try (OutgoingFrames call = client.publish(headers)) {
            for (byte[] frame : frames) {
                call.send(frame);
            }
            call.finish();
        }
    }

    private static Metadata topic(String topic) {
        return CallMetadata.of(CallMetadata.TOPIC, topic);
    }

    private static List<byte[]> all(String topic, Metadata more, RdfStreamSubscribe.Builder request)
            throws InterruptedException {
        Metadata headers = CallMetadata.of(CallMetadata.UNTIL, "latest");
        if (!more.containsKey(CallMetadata.FROM)) {
            headers.put(CallMetadata.FROM, "beginning");
        }
        headers.merge(more);
        List<byte[]> received = new ArrayList<>();
        try (IncomingFrames incoming = client.subscribe(request.setTopic(topic).build(), headers)) {
            for (byte[] frame = incoming.take(); frame != null; frame = incoming.take()) {
                received.add(frame);
            }
        }
        return received;
    }

    private static List<byte[]> all(String topic) throws InterruptedException {
        return all(topic, new Metadata(), RdfStreamSubscribe.newBuilder());
    }

    @Test
    void whatIsPublishedIsWhatASubscriberGets() throws Exception {
        Topics.create(admin, "g-round", 3);
        List<RdfGraph> sent = graphs(300, 7, 5);
        publish(topic("g-round"), frames(sent));

        List<byte[]> received = all("g-round");

        assertThat(new HashSet<>(decoded(received))).isEqualTo(new HashSet<>(sent));
        assertThat(received).hasSize(sent.size());
        List<ConsumerRecord<String, byte[]>> records = Topics.committed(broker.bootstrapServers(), "g-round", 3);
        assertThat(records).hasSize(300);
        assertThat(records).allSatisfy(record -> assertThat(record.key()).startsWith("http://example.org/station/"));
        // All but the first record build on a dictionary.
        assertThat(records.stream().mapToInt(record -> record.value().length).sum())
                .isLessThan(
                        frames(sent).stream().mapToInt(frame -> frame.length).sum() * 2);
    }

    @Test
    void aFrameSaysKeyAndPlaceOfItsRecordAndASubscriberGoesOnThere() throws Exception {
        Topics.create(admin, "g-place", 1);
        List<RdfGraph> sent = graphs(20, 1, 3);
        publish(topic("g-place"), frames(sent));

        Metadata from = CallMetadata.of(CallMetadata.FROM, "offsets:0=15");
        List<byte[]> received = all("g-place", from, RdfStreamSubscribe.newBuilder());

        assertThat(decoded(received)).isEqualTo(sent.subList(15, 20));
        Map<String, byte[]> metadata = JellyFrames.metadata(received.get(0));
        assertThat(text(metadata, CallMetadata.FRAME_PLACE)).isEqualTo("0@15");
        assertThat(text(metadata, CallMetadata.FRAME_KEY)).isEqualTo("http://example.org/station/0");
    }

    private static String text(Map<String, byte[]> metadata, String name) {
        return new String(metadata.get(name), StandardCharsets.UTF_8);
    }

    @Test
    void aSubscriberOfKeysGetsTheirRecordsOnly() throws Exception {
        Topics.create(admin, "g-keys", 2);
        List<RdfGraph> sent = graphs(40, 4, 2);
        publish(topic("g-keys"), frames(sent));

        Metadata keys = CallMetadata.of(CallMetadata.KEY, "http://example.org/station/2");
        keys.put(CallMetadata.KEY_BYTES, GrpcFixture.utf8("http://example.org/station/3"));
        List<RdfGraph> received = decoded(all("g-keys", keys, RdfStreamSubscribe.newBuilder()));

        Set<RdfGraph> expected = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            if (i % 4 >= 2) {
                expected.add(sent.get(i));
            }
        }
        assertThat(new HashSet<>(received)).isEqualTo(expected);
        assertThat(received).hasSize(20);
    }

    @Test
    void aSubscriberThatBeginsAtTheEndGetsWhatComesThen() throws Exception {
        Topics.create(admin, "g-latest", 2);
        publish(topic("g-latest"), frames(graphs(10, 2, 2)));
        RdfStreamSubscribe request =
                RdfStreamSubscribe.newBuilder().setTopic("g-latest").build();
        List<RdfGraph> later = graphs(30, 3, 4);
        try (IncomingFrames incoming = client.subscribe(request, new Metadata())) {
            assertThat(incoming.awaitBegin().orElseThrow().offsets().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(10);
            publish(topic("g-latest"), frames(later));
            List<byte[]> received = new ArrayList<>();
            while (received.size() < later.size()) {
                received.add(incoming.take());
            }
            assertThat(new HashSet<>(decoded(received))).isEqualTo(new HashSet<>(later));
        }
    }

    /** A subscriber sees committed records only, and nothing but the time of the transaction commits these. */
    @Test
    @Timeout(120)
    void aSubscriberGetsNumberedFramesWhileTheirPublisherPauses() throws Exception {
        Topics.create(admin, "g-pause", 1);
        List<RdfGraph> sent = graphs(2, 1, 2);
        List<byte[]> frames = frames(sent);
        Metadata headers = topic("g-pause");
        headers.put(CallMetadata.PRODUCER, "pauses");
        RdfStreamSubscribe request =
                RdfStreamSubscribe.newBuilder().setTopic("g-pause").build();
        try (IncomingFrames incoming = client.subscribe(request, CallMetadata.of(CallMetadata.FROM, "beginning"));
                OutgoingFrames call = client.publish(headers)) {
            List<byte[]> received = new ArrayList<>();
            for (byte[] frame : frames) {
                call.send(frame);
                received.add(incoming.take());
            }
            assertThat(decoded(received)).isEqualTo(sent);
            call.finish();
        }
    }

    @Test
    void keysTimesAndTombstonesOfFramesAreThoseOfRecords() throws Exception {
        Topics.create(admin, "g-extras", 1);
        List<byte[]> frames = frames(graphs(2, 1, 1));
        byte[] first = FrameExtras.append(
                frames.get(0),
                Map.of(
                        CallMetadata.FRAME_KEY,
                        GrpcFixture.utf8("own key"),
                        CallMetadata.FRAME_TIME,
                        GrpcFixture.utf8("1700000000000")));
        byte[] end = FrameExtras.append(new byte[0], Map.of(CallMetadata.FRAME_TOMBSTONE, new byte[0]));
        Metadata headers = topic("g-extras");
        headers.put(CallMetadata.KEY, "key of the call");
        publish(headers, List.of(first, frames.get(1), end));

        List<ConsumerRecord<String, byte[]>> records = Topics.committed(broker.bootstrapServers(), "g-extras", 1);
        assertThat(records)
                .extracting(ConsumerRecord::key)
                .containsExactly("own key", "key of the call", "key of the call");
        assertThat(records.get(0).timestamp()).isEqualTo(1_700_000_000_000L);
        assertThat(records.get(2).value()).isNull();
        List<byte[]> received = all("g-extras");
        assertThat(text(JellyFrames.metadata(received.get(0)), CallMetadata.FRAME_TIME))
                .isEqualTo("1700000000000");
        assertThat(JellyFrames.metadata(received.get(2))).containsKey(CallMetadata.FRAME_TOMBSTONE);
        assertThat(decoded(received).get(2).statements()).isEmpty();
    }

    @Test
    void aSubscriberGetsTheOptionsThatItAskedForOrFewer() throws Exception {
        Topics.create(admin, "g-options", 1);
        List<RdfGraph> sent = graphs(5, 1, 20);
        publish(topic("g-options"), frames(sent));
        RdfStreamOptions wish = RdfStreamOptions.newBuilder()
                .setPhysicalType(PhysicalStreamType.PHYSICAL_STREAM_TYPE_GRAPHS)
                .setMaxNameTableSize(16)
                .setMaxPrefixTableSize(0)
                .setMaxDatatypeTableSize(100_000)
                .setRdfStar(true)
                .setVersion(1)
                .build();

        List<byte[]> received =
                all("g-options", new Metadata(), RdfStreamSubscribe.newBuilder().setRequestedOptions(wish));

        RdfStreamOptions answer =
                RdfStreamFrame.parseFrom(received.get(0)).getRows(0).getOptions();
        assertThat(answer.getPhysicalType()).isEqualTo(PhysicalStreamType.PHYSICAL_STREAM_TYPE_GRAPHS);
        assertThat(answer.getMaxNameTableSize()).isEqualTo(16);
        assertThat(answer.getMaxPrefixTableSize()).isZero();
        assertThat(answer.getMaxDatatypeTableSize()).isLessThan(100_000);
        assertThat(answer.getRdfStar()).isFalse();
        assertThat(answer.getVersion()).isEqualTo(1);
        assertThat(answer.getStreamName()).isEqualTo("g-options");
        assertThat(decoded(received)).isEqualTo(sent);
    }

    @Test
    void optionsThatNobodyCanKeepAreRefused() throws Exception {
        Topics.create(admin, "g-none", 1);
        for (RdfStreamOptions wish : List.of(
                RdfStreamOptions.getDefaultInstance(),
                RdfStreamOptions.newBuilder()
                        .setPhysicalTypeValue(1)
                        .setVersion(1)
                        .setMaxNameTableSize(7)
                        .build(),
                RdfStreamOptions.newBuilder()
                        .setPhysicalTypeValue(1)
                        .setMaxNameTableSize(8)
                        .build())) {
            assertThatThrownBy(() -> all(
                            "g-none",
                            new Metadata(),
                            RdfStreamSubscribe.newBuilder().setRequestedOptions(wish)))
                    .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.INVALID_ARGUMENT));
        }
    }

    private static Status.Code code(Throwable e) {
        return ((StatusRuntimeException) e).getStatus().getCode();
    }

    @Test
    void topicsThatAreNotNamedAreClosed() {
        assertThatThrownBy(() -> all("other"))
                .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.PERMISSION_DENIED));
        assertThatThrownBy(() -> publish(topic("other"), frames(graphs(1, 1, 1))))
                .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.PERMISSION_DENIED));
        assertThatThrownBy(() -> all("g-missing"))
                .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.NOT_FOUND));
        assertThatThrownBy(() -> publish(topic("g-missing"), frames(graphs(1, 1, 1))))
                .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.NOT_FOUND));
    }

    @Test
    void aBrokenFrameIsNamedAndTheFramesBeforeItAreCounted() throws Exception {
        Topics.create(admin, "g-broken", 1);
        List<byte[]> frames = new ArrayList<>(frames(graphs(3, 1, 2)));
        RdfQuad quad = RdfQuad.newBuilder()
                .setSBnode("b")
                .setPBnode("p")
                .setOBnode("o")
                .build();
        RdfStreamRow row = RdfStreamRow.newBuilder().setQuad(quad).build();
        frames.set(2, RdfStreamFrame.newBuilder().addRows(row).build().toByteArray());

        assertThatThrownBy(() -> publish(topic("g-broken"), frames))
                .isInstanceOfSatisfying(StatusRuntimeException.class, e -> {
                    assertThat(code(e)).isEqualTo(Status.Code.INVALID_ARGUMENT);
                    assertThat(e.getStatus().getDescription()).startsWith("frame 2, row 0, byte ");
                    assertThat(OutgoingFrames.written(e)).hasValue(2);
                });
        assertThat(all("g-broken")).hasSize(2);
    }

    @Test
    void framesWithoutMeaningAndStreamsWithoutFramesAreRefused() throws Exception {
        Topics.create(admin, "g-flat", 1);
        RdfStreamFrame flat = RdfStreamFrame.newBuilder()
                .addRows(RdfStreamRow.newBuilder()
                        .setOptions(RdfStreamOptions.newBuilder()
                                .setPhysicalTypeValue(2)
                                .setLogicalTypeValue(2)
                                .setMaxNameTableSize(8)
                                .setVersion(1)))
                .build();
        assertThatThrownBy(() -> publish(topic("g-flat"), List.of(flat.toByteArray())))
                .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.INVALID_ARGUMENT))
                .hasMessageContaining("FLAT_QUADS");
        assertThatThrownBy(() -> publish(topic("g-flat"), List.of()))
                .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.INVALID_ARGUMENT));
    }

    @Test
    void framesThatAreSentAgainByTheSameProducerAreInTheTopicOnce() throws Exception {
        Topics.create(admin, "g-once", 2);
        List<RdfGraph> sent = graphs(50, 5, 3);
        Metadata headers = topic("g-once");
        headers.put(CallMetadata.PRODUCER, "field-7");
        publish(headers, frames(sent.subList(0, 30)));
        publish(headers, frames(sent));
        publish(headers, frames(sent));

        List<byte[]> received = all("g-once");
        assertThat(received).hasSize(50);
        assertThat(new HashSet<>(decoded(received))).isEqualTo(new HashSet<>(sent));

        // Another stream of the same identity is refused, not left out.
        assertThatThrownBy(() -> publish(headers, frames(graphs(60, 6, 4))))
                .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.ALREADY_EXISTS));
        assertThatThrownBy(() -> publish(headers, frames(sent.subList(0, 10))))
                .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.FAILED_PRECONDITION))
                .hasMessageContaining("up to 50");
        List<byte[]> ahead = List.of(
                FrameExtras.append(frames(sent).get(0), Map.of(CallMetadata.FRAME_NUMBER, GrpcFixture.utf8("53"))));
        assertThatThrownBy(() -> publish(headers, ahead))
                .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.FAILED_PRECONDITION))
                .isInstanceOfSatisfying(StatusRuntimeException.class, e -> assertThat(OutgoingFrames.next(e))
                        .hasValue(51));
        assertThat(all("g-once")).hasSize(50);
    }

    @Test
    void aProducerThatAsksGoesOnAfterItsLastFrame() throws Exception {
        Topics.create(admin, "g-asked", 1);
        List<RdfGraph> sent = graphs(20, 2, 3);
        Metadata headers = topic("g-asked");
        headers.put(CallMetadata.PRODUCER, "asks");
        publish(headers, frames(sent.subList(0, 12)));

        try (OutgoingFrames call = client.publish(headers)) {
            long next = call.awaitNext();
            assertThat(next).isEqualTo(13);
            List<byte[]> rest = new ArrayList<>(frames(sent.subList(12, 20)));
            rest.set(0, FrameExtras.append(rest.get(0), Map.of(CallMetadata.FRAME_NUMBER, FrameExtras.text(next))));
            for (byte[] frame : rest) {
                call.send(frame);
            }
            call.finish();
        }
        assertThat(decoded(all("g-asked"))).isEqualTo(sent);
    }

    @Test
    void aSecondCallOfAProducerTakesOverFromTheFirst() throws Exception {
        Topics.create(admin, "g-fence", 1);
        List<RdfGraph> sent = graphs(10, 1, 3);
        Metadata headers = topic("g-fence");
        headers.put(CallMetadata.PRODUCER, "twice");
        try (OutgoingFrames first = client.publish(headers)) {
            assertThat(first.awaitNext()).isEqualTo(1);
            first.send(frames(sent).get(0));
            publish(headers, frames(sent));
            assertThatThrownBy(() -> {
                        for (byte[] frame : frames(sent).subList(1, 10)) {
                            first.send(frame);
                        }
                        first.finish();
                    })
                    .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.ABORTED));
        }
        assertThat(decoded(all("g-fence"))).isEqualTo(sent);
    }
}
