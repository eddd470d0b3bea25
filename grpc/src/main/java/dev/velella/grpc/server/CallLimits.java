package dev.velella.grpc.server;

import dev.velella.grpc.protocol.CallProblem;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Refuses calls above a number, in all and from one address. Thread-safe. */
final class CallLimits implements ServerInterceptor {
    private final int most;
    private final int mostPerClient;

    /** Open calls by address; guarded by this. An address without calls is not in the map. */
    private final Map<String, Integer> open = new HashMap<>();

    private int all;

    CallLimits(int most, int mostPerClient) {
        this.most = most;
        this.mostPerClient = mostPerClient;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String client = client(call);
        String problem = enter(client);
        if (problem != null) {
            call.close(CallProblem.of(Status.Code.RESOURCE_EXHAUSTED, problem).getStatus(), new Metadata());
            return new ServerCall.Listener<>() {};
        }
        AtomicBoolean left = new AtomicBoolean();
        try {
            return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
                @Override
                public void onCancel() {
                    leave(client, left);
                    super.onCancel();
                }

                @Override
                public void onComplete() {
                    leave(client, left);
                    super.onComplete();
                }
            };
        } catch (RuntimeException e) {
            leave(client, left);
            throw e;
        }
    }

    private static String client(ServerCall<?, ?> call) {
        SocketAddress address = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        return address instanceof InetSocketAddress internet && internet.getAddress() != null
                ? internet.getAddress().getHostAddress()
                : String.valueOf(address);
    }

    /** Null if the call may begin. */
    private synchronized @Nullable String enter(String client) {
        int mine = open.getOrDefault(client, 0);
        if (all >= most) {
            return "there are " + most + " open calls already (calls.max); try again later";
        } else if (mine >= mostPerClient) {
            return "there are " + mostPerClient + " open calls from " + client
                    + " already (calls.max.per.client); end some of them";
        }
        all++;
        open.put(client, mine + 1);
        return null;
    }

    private synchronized void leave(String client, AtomicBoolean left) {
        if (left.compareAndSet(false, true)) {
            all--;
            open.computeIfPresent(client, (address, count) -> count == 1 ? null : count - 1);
        }
    }
}
