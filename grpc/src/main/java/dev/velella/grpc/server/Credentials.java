package dev.velella.grpc.server;

import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.kit.access.Authentication;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Refuses calls without the right credentials. The comparison takes the same time wherever they differ. Thread-safe. */
final class Credentials implements ServerInterceptor {
    private final byte[] expected;

    /** @param authentication must have a header */
    Credentials(Authentication authentication) {
        expected = authentication.header().orElseThrow().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String given = headers.get(CallMetadata.AUTHORIZATION);
        if (given == null || !MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected)) {
            call.close(
                    Status.UNAUTHENTICATED.withDescription(
                            given == null
                                    ? "this server needs credentials in the metadata authorization"
                                    : "these are not the credentials of this server"),
                    new Metadata());
            return new ServerCall.Listener<>() {};
        }
        return next.startCall(call, headers);
    }
}
