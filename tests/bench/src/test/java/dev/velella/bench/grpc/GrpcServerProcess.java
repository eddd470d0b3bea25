package dev.velella.bench.grpc;

import dev.velella.grpc.options.GrpcConfig;
import dev.velella.grpc.server.RdfStreamServer;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;

/**
 * The process of the gRPC server: serves all topics with the default options, says {@code ready PORT} on standard output, and goes
 * on until its standard input ends.
 */
final class GrpcServerProcess {
    /** The beginning of the line on standard output. */
    static final String READY = "ready ";

    private GrpcServerProcess() {}

    /** @param arguments host and port of a broker */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        System.setOut(System.err);
        Map<String, String> options = Map.of(
                "listener", "localhost:0",
                "kafka.bootstrap.servers", arguments[0],
                "subscribe.topics", "*",
                "publish.topics", "*");
        try (RdfStreamServer server = new RdfStreamServer(new GrpcConfig(options))) {
            server.start();
            out.println(READY + server.port());
            out.flush();
            while (System.in.read() >= 0) {
                // nothing is said there
            }
        }
        System.exit(0);
    }
}
