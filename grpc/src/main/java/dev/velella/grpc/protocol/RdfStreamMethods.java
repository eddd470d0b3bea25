package dev.velella.grpc.protocol;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.velella.jelly.proto.v1.RdfStreamReceived;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The two methods of Jelly's {@code RdfStreamService}. A frame is handed over as its bytes, because the codec reads and
 * writes bytes. Stateless.
 */
public final class RdfStreamMethods {
    /** Full name of the service, which is part of the path of each call. */
    public static final String SERVICE = "eu.ostrzyciel.jelly.core.proto.v1.RdfStreamService";

    private static final Marshaller<byte[]> FRAMES = new FrameMarshaller();

    /** A client names a topic; the server sends frames. */
    public static final MethodDescriptor<RdfStreamSubscribe, byte[]> SUBSCRIBE = MethodDescriptor.newBuilder(
                    new MessageMarshaller<>(RdfStreamSubscribe.parser()), FRAMES)
            .setType(MethodType.SERVER_STREAMING)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "SubscribeRdf"))
            .build();

    /** A client sends frames; the server answers when it has written all. */
    public static final MethodDescriptor<byte[], RdfStreamReceived> PUBLISH = MethodDescriptor.newBuilder(
                    FRAMES, new MessageMarshaller<>(RdfStreamReceived.parser()))
            .setType(MethodType.CLIENT_STREAMING)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "PublishRdf"))
            .build();

    private RdfStreamMethods() {}

    private static final class FrameMarshaller implements Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] frame) {
            return new ByteArrayInputStream(frame);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw unreadable(e);
            }
        }
    }

    private record MessageMarshaller<T extends MessageLite>(Parser<T> parser) implements Marshaller<T> {
        @Override
        public InputStream stream(T message) {
            return new ByteArrayInputStream(message.toByteArray());
        }

        @Override
        public T parse(InputStream stream) {
            try {
                return parser.parseFrom(stream);
            } catch (InvalidProtocolBufferException e) {
                throw unreadable(e);
            }
        }
    }

    private static RuntimeException unreadable(IOException e) {
        return Status.INVALID_ARGUMENT
                .withDescription("the message cannot be read: " + e.getMessage())
                .withCause(e)
                .asRuntimeException();
    }
}
