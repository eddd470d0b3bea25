package dev.velella.bench.grpc;

import dev.velella.grpc.client.IncomingFrames;
import dev.velella.grpc.client.OutgoingFrames;
import dev.velella.grpc.client.RdfStreamClient;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.kit.access.Authentication;
import dev.velella.rdf.RdfGraph;
import io.grpc.Metadata;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One call to publish and one to subscribe, each with a connection of its own to Velella's gRPC server. */
final class GrpcWay implements GraphWay {
    private static final JellyOptions OPTIONS = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, false, 2);

    private final RdfStreamClient publisher;
    private final RdfStreamClient subscriber;
    private final OutgoingFrames outgoing;
    private final IncomingFrames incoming;
    private final JellyGraphEncoder encoder = new JellyGraphEncoder(OPTIONS, Limits.DEFAULT);
    private final JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);

    /** @param producer identity of a publisher that numbers its frames; null if it does not */
    GrpcWay(int port, String topic, @Nullable String producer) throws InterruptedException {
        String server = "localhost:" + port;
        publisher = new RdfStreamClient(server, null, Authentication.NONE);
        subscriber = new RdfStreamClient(server, null, Authentication.NONE);
        incoming = subscriber.subscribe(
                RdfStreamSubscribe.newBuilder().setTopic(topic).build(), new Metadata());
        incoming.awaitBegin();
        Metadata headers = CallMetadata.of(CallMetadata.TOPIC, topic);
        if (producer != null) {
            headers.put(CallMetadata.PRODUCER, producer);
        }
        outgoing = publisher.publish(headers);
        if (producer != null) {
            outgoing.awaitNext();
        }
    }

    @Override
    public void send(RdfGraph graph) throws InterruptedException {
        outgoing.send(encoder.encodeNext(graph));
    }

    @Override
    public RdfGraph take() throws InterruptedException {
        return decoder.decodeNext(Objects.requireNonNull(incoming.take()));
    }

    @Override
    public void close() {
        outgoing.close();
        incoming.close();
        publisher.close();
        subscriber.close();
    }
}
