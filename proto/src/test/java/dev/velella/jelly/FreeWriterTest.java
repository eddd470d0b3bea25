package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;

import dev.velella.jelly.format.JellyPatchOptions.StatementType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that is legal is read, however it is written; the peers confirm that it is legal. */
class FreeWriterTest {
    private static final Limits LIMITS = Limits.DEFAULT;
    private static final List<TableSizes> SIZES =
            List.of(new TableSizes(8, 4, 4), new TableSizes(8, 0, 8), new TableSizes(32, 9, 9), TableSizes.SMALL);

    static Stream<Arguments> graphStreams() {
        return Stream.of(PhysicalType.values()).flatMap(type -> SIZES.stream().map(sizes -> Arguments.of(type, sizes)));
    }

    static Stream<Arguments> patchStreams() {
        return Stream.of(StatementType.values())
                .flatMap(type -> SIZES.stream().map(sizes -> Arguments.of(type, sizes)));
    }

    private static RandomRdf rdf(long seed, TableSizes sizes, boolean contexts) {
        boolean large = sizes.names() > 16;
        return new RandomRdf(seed, new RandomRdf.Shape(0, 20, 6, large ? 1 : 0, contexts));
    }

    @ParameterizedTest
    @MethodSource("graphStreams")
    void graphsWrittenInAnyLegalWayAreRead(PhysicalType type, TableSizes sizes) throws IOException {
        SplittableRandom random = new SplittableRandom(20261108);
        for (long seed = 0; seed < 30; seed++) {
            RandomRdf rdf = rdf(seed, sizes, type != PhysicalType.TRIPLES);
            FreeWriter writer = new FreeWriter(seed, type, sizes);
            JellyJvm.Reader peer = new JellyJvm.Reader(type);
            JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
            for (int i = 0; i < 10; i++) {
                RdfGraph graph = rdf.graph(random.nextInt(25));
                boolean cut = random.nextBoolean();
                if (type == PhysicalType.GRAPHS) {
                    graph = RdfGraph.of(graph.statements());
                }
                List<byte[]> frames =
                        type == PhysicalType.GRAPHS ? writer.writeGraphs(graph, cut) : writer.write(graph, cut);
                List<RdfGraph> byPeer = new ArrayList<>();
                List<RdfGraph> read = new ArrayList<>();
                for (byte[] frame : frames) {
                    read.add(decoder.decodeNext(frame));
                    byPeer.add(peer.read(frame));
                }
                Exact.assertSame(joined(byPeer), graph, "Jelly-JVM, seed " + seed + ", graph " + i);
                Exact.assertSame(joined(read), graph, "this codec, seed " + seed + ", graph " + i);
            }
        }
    }

    private static RdfGraph joined(List<RdfGraph> frames) {
        List<Statement> statements = new ArrayList<>();
        Map<String, String> namespaces = new HashMap<>();
        for (RdfGraph frame : frames) {
            statements.addAll(frame.statements());
            namespaces.putAll(frame.namespaces());
        }
        return new RdfGraph(statements, namespaces);
    }

    @ParameterizedTest
    @MethodSource("patchStreams")
    void patchesWrittenInAnyLegalWayAreRead(StatementType type, TableSizes sizes) {
        SplittableRandom random = new SplittableRandom(20261109);
        for (long seed = 0; seed < 30; seed++) {
            RandomRdf rdf = rdf(seed, sizes, type == StatementType.QUADS);
            FreeWriter writer = new FreeWriter(seed, type, sizes);
            PlainPatchReader plain = new PlainPatchReader();
            JellyPatchDecoder decoder = new JellyPatchDecoder(VALUES, LIMITS);
            for (int i = 0; i < 10; i++) {
                RdfPatch patch = rdf.patch(random.nextInt(25));
                byte[] frame = writer.write(patch);
                Exact.assertSame(plain.read(frame), patch, "plain reader, seed " + seed + ", patch " + i);
                Exact.assertSame(decoder.decodeNext(frame), patch, "this codec, seed " + seed + ", patch " + i);
            }
        }
    }
}
