package dev.velella.tests.grpc;

import static dev.velella.tests.grpc.GrpcFixture.decoded;
import static dev.velella.tests.grpc.GrpcFixture.frames;
import static dev.velella.tests.grpc.GrpcFixture.graphs;
import static dev.velella.tests.grpc.GrpcFixture.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.grpc.client.IncomingFrames;
import dev.velella.grpc.client.OutgoingFrames;
import dev.velella.grpc.client.RdfStreamClient;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.grpc.protocol.RdfStreamMethods;
import dev.velella.grpc.server.RdfStreamServer;
import dev.velella.jelly.JellyFrames;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import dev.velella.kit.access.Authentication;
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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.record.internal.FileLogInputStream.FileChannelRecordBatch;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server is cut off in the middle of a transaction, or a log is cut while a subscriber reads it. The other side of the cut is
 * the test's own: a Kafka producer with the transactional id that a server would have.
 */
class CutOffIT {
    private static final String PRODUCER = "cut-off";
    private static final String GROUP = "velella-grpc." + PRODUCER;

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
        // A transaction stays open until its call ends.
        server = GrpcFixture.serve(broker.bootstrapServers(), Map.of("publish.transaction.ms", "600000"));
        client = new RdfStreamClient("localhost:" + server.port(), null, Authentication.NONE);
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
        admin.close();
        broker.close();
    }

    /** The Kafka producer of another server. */
    private static KafkaProducer<byte[], byte[]> otherServer(String topic) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", GROUP + "." + topic),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static Metadata numbered(String topic) {
        Metadata headers = CallMetadata.of(CallMetadata.TOPIC, topic);
        headers.put(CallMetadata.PRODUCER, PRODUCER);
        return headers;
    }

    private static List<byte[]> all(String topic, String from) throws InterruptedException {
        Metadata headers = CallMetadata.of(CallMetadata.UNTIL, "latest");
        headers.put(CallMetadata.FROM, from);
        List<byte[]> received = new ArrayList<>();
        try (IncomingFrames incoming =
                client.subscribe(RdfStreamSubscribe.newBuilder().setTopic(topic).build(), headers)) {
            for (byte[] frame = incoming.take(); frame != null; frame = incoming.take()) {
                received.add(frame);
            }
        }
        return received;
    }

    private static Status.Code code(Throwable e) {
        return ((StatusRuntimeException) e).getStatus().getCode();
    }

    /** The number of the next frame is that of the log only if nobody can change it any more. */
    @Test
    @SuppressWarnings("removal") // the constructor of a group that has no consumer
    void aServerThatWasCutOffIsFencedBeforeTheNumberIsRead() throws Exception {
        Topics.create(admin, "g-fenced", 1);
        TopicPartition partition = new TopicPartition("g-fenced", 0);
        List<RdfGraph> sent = graphs(3, 1, 2);
        try (KafkaProducer<byte[], byte[]> cutOff = otherServer("g-fenced")) {
            cutOff.initTransactions();
            cutOff.beginTransaction();
            cutOff.send(new ProducerRecord<>(
                            "g-fenced",
                            0,
                            utf8("http://example.org/station/0"),
                            frames(sent).get(0)))
                    .get();
            cutOff.sendOffsetsToTransaction(
                    Map.of(
                            partition,
                            new OffsetAndMetadata(2, "velella-grpc 1 " + "0".repeat(16) + " " + "0".repeat(16))),
                    new ConsumerGroupMetadata(GROUP));

            try (OutgoingFrames call = client.publish(numbered("g-fenced"))) {
                assertThat(call.awaitNext()).isEqualTo(1);
                for (byte[] frame : frames(sent)) {
                    call.send(frame);
                }
                call.finish();
            }

            assertThatThrownBy(cutOff::commitTransaction)
                    .isInstanceOfAny(ProducerFencedException.class, InvalidProducerEpochException.class);
        }
        // The record of the aborted transaction is in the log, and nobody gets it.
        assertThat(decoded(all("g-fenced", "beginning"))).isEqualTo(sent);
    }

    @Test
    void aNumberIsCommittedWithItsFramesOrNotAtAll() throws Exception {
        Topics.create(admin, "g-number", 1);
        TopicPartition partition = new TopicPartition("g-number", 0);
        List<byte[]> sent = frames(graphs(2, 1, 2));
        try (OutgoingFrames call = client.publish(numbered("g-number"));
                KafkaProducer<byte[], byte[]> other = otherServer("g-number")) {
            assertThat(call.awaitNext()).isEqualTo(1);
            call.send(sent.get(0));
            Await.until("the frame is in the open transaction", Duration.ofMinutes(1), () -> end(partition) > 0);
            other.initTransactions();

            assertThatThrownBy(call::finish).satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.ABORTED));
        }
        assertThat(all("g-number", "beginning")).isEmpty();
        try (OutgoingFrames call = client.publish(numbered("g-number"))) {
            assertThat(call.awaitNext()).as("the number without its frame").isEqualTo(1);
            call.send(sent.get(0));
            call.finish();
        }
        assertThat(all("g-number", "beginning")).hasSize(1);
        // The number is in a transaction, and in none but that of the frame: a server that ends between two steps does
        // no harm.
        assertThat(producers("__consumer_offsets-", GROUP, "g-number"))
                .isNotEmpty()
                .isSubsetOf(producers("g-number-0", "http://example.org/station/0"));
    }

    /** Ids of the producers of records whose keys have these texts; -1 of those that are in no transaction. */
    private static Set<Long> producers(String partitions, String... texts) throws IOException {
        Set<Long> producers = new HashSet<>();
        try (Stream<Path> files = Files.walk(directory.resolve("kafka"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".log")).toList()) {
                if (!file.getParent().getFileName().toString().startsWith(partitions)) {
                    continue;
                }
                try (FileRecords records = FileRecords.open(file.toFile(), false)) {
                    for (FileChannelRecordBatch batch : records.batches()) {
                        for (Record record : batch) {
                            if (hasAll(record, texts)) {
                                producers.add(batch.isTransactional() ? batch.producerId() : -1);
                            }
                        }
                    }
                }
            }
        }
        return producers;
    }

    private static boolean hasAll(Record record, String... texts) {
        if (!record.hasKey()) {
            return false;
        }
        String key = StandardCharsets.ISO_8859_1.decode(record.key()).toString();
        return Arrays.stream(texts).allMatch(key::contains);
    }

    /** Records of open transactions count. */
    private static long end(TopicPartition partition) throws Exception {
        return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get()
                .offset();
    }

    @Test
    void recordsThatAreDeletedBeforeTheirTurnEndTheSubscriptionWithTheirPlace() throws Exception {
        Topics.create(admin, "g-gap", 1);
        int count = 20;
        try (OutgoingFrames call = client.publish(CallMetadata.of(CallMetadata.TOPIC, "g-gap"))) {
            for (byte[] frame : frames(largeGraphs(count))) {
                call.send(frame);
            }
            call.finish();
        }
        List<String> places = new CopyOnWriteArrayList<>();
        CompletableFuture<Metadata> end = new CompletableFuture<>();
        ManagedChannel channel = NettyChannelBuilder.forAddress("localhost", server.port())
                .usePlaintext()
                .flowControlWindow(70_000)
                .build();
        try {
            ClientCall<RdfStreamSubscribe, byte[]> call =
                    channel.newCall(RdfStreamMethods.SUBSCRIBE, CallOptions.DEFAULT);
            Metadata headers = CallMetadata.of(CallMetadata.UNTIL, "latest");
            headers.put(CallMetadata.FROM, "beginning");
            call.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onMessage(byte[] frame) {
                            places.add(new String(
                                    JellyFrames.metadata(frame).get(CallMetadata.FRAME_PLACE), StandardCharsets.UTF_8));
                        }

                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            if (status.isOk()) {
                                end.complete(trailers);
                            } else {
                                end.completeExceptionally(status.asRuntimeException(trailers));
                            }
                        }
                    },
                    headers);
            call.sendMessage(RdfStreamSubscribe.newBuilder().setTopic("g-gap").build());
            call.halfClose();
            call.request(1);
            Await.until("the first frame", Duration.ofMinutes(1), () -> !places.isEmpty());

            // The subscriber reads nothing now, so the server holds one fetch and waits.
            admin.deleteRecords(Map.of(new TopicPartition("g-gap", 0), RecordsToDelete.beforeOffset(count - 1)))
                    .all()
                    .get();
            call.request(count);

            assertThatThrownBy(end::join).cause().isInstanceOfSatisfying(StatusRuntimeException.class, e -> {
                assertThat(code(e)).isEqualTo(Status.Code.DATA_LOSS);
                assertThat(e.getStatus().getDescription()).startsWith("g-gap-0@" + places.size());
                assertThat(e.getTrailers().get(CallMetadata.NEXT)).isEqualTo("0=" + places.size());
            });
        } finally {
            channel.shutdownNow();
        }
        for (int i = 0; i < places.size(); i++) {
            assertThat(places.get(i)).isEqualTo("0@" + i);
        }
        assertThatThrownBy(() -> all("g-gap", "offsets:0=5"))
                .satisfies(e -> assertThat(code(e)).isEqualTo(Status.Code.OUT_OF_RANGE))
                .hasMessageContaining("the first one is at offset 19");
        assertThat(all("g-gap", "beginning")).hasSize(1);
    }

    /** So large that a server that holds one fetch does not hold them all. */
    private static List<RdfGraph> largeGraphs(int count) {
        ValueFactory values = SimpleValueFactory.getInstance();
        Random random = new Random(20261125);
        List<RdfGraph> graphs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] noise = new byte[300_000];
            random.nextBytes(noise);
            graphs.add(RdfGraph.of(List.of(values.createStatement(
                    values.createIRI("http://example.org/image"),
                    values.createIRI("http://example.org/vocabulary#content"),
                    values.createLiteral(Base64.getEncoder().encodeToString(noise)),
                    values.createIRI("http://example.org/station/0/" + i)))));
        }
        return graphs;
    }
}
