package dev.velella.tests.grpc;

import static dev.velella.tests.grpc.GrpcFixture.decoded;
import static dev.velella.tests.grpc.GrpcFixture.graphs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.grpc.client.IncomingFrames;
import dev.velella.grpc.client.OutgoingFrames;
import dev.velella.grpc.client.RdfStreamClient;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.grpc.server.RdfStreamServer;
import dev.velella.jelly.proto.v1.RdfStreamFrame;
import dev.velella.jelly.proto.v1.RdfStreamReceived;
import dev.velella.jelly.proto.v1.RdfStreamServiceGrpc;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import dev.velella.kit.access.Authentication;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.tests.Topics;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Peers that have nothing of Velella but the definition of the service: stubs that grpc-java generates from it, with frames
 * that Jelly-JVM writes and reads.
 */
class GeneratedStubsIT {
    @TempDir
    Path directory;

    @Test
    void aGeneratedClientPublishesAndSubscribes() throws Exception {
        List<RdfGraph> sent = graphs(200, 5, 6);
        try (EmbeddedBroker broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                RdfStreamServer server = GrpcFixture.serve(broker.bootstrapServers(), Map.of())) {
            Topics.create(admin, "g-stubs", 1);
            ManagedChannel channel = NettyChannelBuilder.forAddress("localhost", server.port())
                    .usePlaintext()
                    .build();
            try {
                publish(channel, sent);
                assertThat(subscribed(channel)).isEqualTo(statements(sent));
            } finally {
                channel.shutdownNow();
            }
        }
    }

    /** The name of the stream is the topic; there is no other metadata. */
    private static void publish(ManagedChannel channel, List<RdfGraph> sent) throws Exception {
        CompletableFuture<RdfStreamReceived> answer = new CompletableFuture<>();
        StreamObserver<RdfStreamFrame> frames = RdfStreamServiceGrpc.newStub(channel)
                .publishRdf(new StreamObserver<>() {
                    @Override
                    public void onNext(RdfStreamReceived received) {
                        answer.complete(received);
                    }

                    @Override
                    public void onError(Throwable failure) {
                        answer.completeExceptionally(failure);
                    }

                    @Override
                    public void onCompleted() {
                        answer.completeExceptionally(new IllegalStateException("no answer"));
                    }
                });
        for (byte[] frame : JellyJvmPeer.frames(sent, "g-stubs")) {
            frames.onNext(RdfStreamFrame.parseFrom(frame));
        }
        frames.onCompleted();
        answer.get();
    }

    private static List<List<Statement>> subscribed(ManagedChannel channel) throws IOException {
        Metadata headers = CallMetadata.of(CallMetadata.FROM, "beginning");
        headers.put(CallMetadata.UNTIL, "latest");
        List<byte[]> frames = new ArrayList<>();
        AtomicReference<Metadata> answer = new AtomicReference<>();
        RdfStreamServiceGrpc.newBlockingStub(channel)
                .withInterceptors(
                        MetadataUtils.newAttachHeadersInterceptor(headers),
                        MetadataUtils.newCaptureMetadataInterceptor(answer, new AtomicReference<>()))
                .subscribeRdf(
                        RdfStreamSubscribe.newBuilder().setTopic("g-stubs").build())
                .forEachRemaining(frame -> frames.add(frame.toByteArray()));
        assertThat(answer.get().get(Metadata.Key.of("RDF-Message-Content-Type", Metadata.ASCII_STRING_MARSHALLER)))
                .isEqualTo("application/x-jelly-rdf");
        return JellyJvmPeer.statements(frames);
    }

    private static List<List<Statement>> statements(List<RdfGraph> graphs) {
        return graphs.stream()
                .map(graph -> (List<Statement>) new ArrayList<>(graph.statements()))
                .toList();
    }

    @Test
    void ourClientCallsAGeneratedServer() throws Exception {
        List<RdfGraph> sent = graphs(100, 4, 5);
        List<byte[]> received = new CopyOnWriteArrayList<>();
        Server server = NettyServerBuilder.forPort(0)
                .addService(new PeerService(received, sent))
                .build()
                .start();
        try (RdfStreamClient client = new RdfStreamClient("localhost:" + server.getPort(), null, Authentication.NONE)) {
            try (OutgoingFrames call = client.publish(new Metadata())) {
                for (byte[] frame : GrpcFixture.frames(sent)) {
                    call.send(frame);
                }
                call.finish();
            }
            assertThat(JellyJvmPeer.statements(received)).isEqualTo(statements(sent));

            List<byte[]> frames = new ArrayList<>();
            try (IncomingFrames incoming = client.subscribe(
                    RdfStreamSubscribe.newBuilder().setTopic("t").build(), new Metadata())) {
                for (byte[] frame = incoming.take(); frame != null; frame = incoming.take()) {
                    frames.add(frame);
                }
            }
            assertThat(decoded(frames)).isEqualTo(sent);
            try (IncomingFrames refused = client.subscribe(RdfStreamSubscribe.getDefaultInstance(), new Metadata())) {
                assertThatThrownBy(refused::take).isInstanceOf(StatusRuntimeException.class);
            }
        } finally {
            server.shutdownNow();
        }
    }

    /** A server of somebody else. */
    private static final class PeerService extends RdfStreamServiceGrpc.RdfStreamServiceImplBase {
        private final List<byte[]> received;
        private final List<RdfGraph> graphs;

        PeerService(List<byte[]> received, List<RdfGraph> graphs) {
            this.received = received;
            this.graphs = graphs;
        }

        @Override
        public void subscribeRdf(RdfStreamSubscribe request, StreamObserver<RdfStreamFrame> answer) {
            if (request.getTopic().isEmpty()) {
                answer.onError(Status.NOT_FOUND.asRuntimeException());
                return;
            }
            try {
                for (byte[] frame : JellyJvmPeer.frames(graphs, request.getTopic())) {
                    answer.onNext(RdfStreamFrame.parseFrom(frame));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            answer.onCompleted();
        }

        @Override
        public StreamObserver<RdfStreamFrame> publishRdf(StreamObserver<RdfStreamReceived> answer) {
            return new StreamObserver<>() {
                @Override
                public void onNext(RdfStreamFrame frame) {
                    received.add(frame.toByteArray());
                }

                @Override
                public void onError(Throwable failure) {
                    // the test sees that frames are missing
                }

                @Override
                public void onCompleted() {
                    answer.onNext(RdfStreamReceived.getDefaultInstance());
                    answer.onCompleted();
                }
            };
        }
    }
}
