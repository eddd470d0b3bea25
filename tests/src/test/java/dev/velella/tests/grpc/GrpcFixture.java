package dev.velella.tests.grpc;

import dev.velella.grpc.options.GrpcConfig;
import dev.velella.grpc.server.RdfStreamServer;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** Servers, graphs and frames for the tests of this package. */
final class GrpcFixture {
    static final JellyOptions OPTIONS = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, false, 2);

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private GrpcFixture() {}

    /** A server on a free port for all topics that begin with {@code g-}. */
    static RdfStreamServer serve(String bootstrapServers, Map<String, String> more) throws IOException {
        RdfStreamServer server = new RdfStreamServer(new GrpcConfig(properties(bootstrapServers, more)));
        server.start();
        return server;
    }

    static Map<String, String> properties(String bootstrapServers, Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "listener", "localhost:0",
                "kafka.bootstrap.servers", bootstrapServers,
                "subscribe.topics", "g-*",
                "publish.topics", "g-*"));
        properties.putAll(more);
        return properties;
    }

    /** A graph of a station whose statements say the number. */
    static RdfGraph graph(int station, int number, int statements) {
        var graph = VALUES.createIRI("http://example.org/station/" + station + "/" + number);
        List<Statement> all = new ArrayList<>();
        for (int i = 0; i < statements; i++) {
            all.add(VALUES.createStatement(
                    VALUES.createIRI("http://example.org/station/" + station + "/sensor/" + i),
                    VALUES.createIRI("http://example.org/vocabulary#reading"),
                    VALUES.createLiteral("reading " + number + " of " + i),
                    graph));
        }
        return RdfGraph.of(all);
    }

    static List<RdfGraph> graphs(int count, int stations, int statements) {
        List<RdfGraph> graphs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            graphs.add(graph(i % stations, i, statements));
        }
        return graphs;
    }

    /** The graphs as frames of one stream. */
    static List<byte[]> frames(List<RdfGraph> graphs) {
        JellyGraphEncoder encoder = new JellyGraphEncoder(OPTIONS, Limits.DEFAULT);
        return graphs.stream().map(encoder::encodeNext).toList();
    }

    /** The graphs in the frames of one stream. */
    static List<RdfGraph> decoded(List<byte[]> frames) {
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
        return frames.stream().map(decoder::decodeNext).toList();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
