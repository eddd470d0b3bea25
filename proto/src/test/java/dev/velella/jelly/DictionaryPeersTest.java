package dev.velella.jelly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryEncoder;
import dev.velella.dictionary.DictionaryFrame;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StreamElement;
import eu.neverblink.jelly.core.ProtoDecoder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Readers of Jelly that know nothing of dictionaries read everything that one writer of them has written, each dictionary
 * before the frames that build on it. A self-contained frame gives a plain reader other tables, so that it needs the
 * dictionary once more.
 */
class DictionaryPeersTest {
    private static final Limits LIMITS = Limits.DEFAULT;
    private static final long MINUTE_NS = 60_000_000_000L;

    /** More than twice the number of elements after which the writer chooses a dictionary anew. */
    private static final int ELEMENTS = 230;

    /** What a writer made of elements, in order. */
    private static final class Written {
        private final List<byte[]> frames = new ArrayList<>();

        /** Null for a dictionary. */
        private final List<@Nullable RdfGraph> elements = new ArrayList<>();

        private int dictionaries;
    }

    /** Lets a writer choose its dictionaries, also a minute after the one before. */
    @SuppressWarnings("unchecked")
    private static Written write(List<RdfGraph> graphs, JellyOptions options) {
        long[] now = new long[1];
        DictionaryEncoder encoder = new DictionaryEncoder(
                ElementKind.GRAPH,
                kind -> (JellyEncoder<StreamElement>) (JellyEncoder<?>) new JellyGraphEncoder(options, LIMITS),
                dictionary -> true,
                () -> now[0]);
        Written written = new Written();
        Dictionary read = null;
        for (int i = 0; i < ELEMENTS; i++) {
            now[0] += MINUTE_NS / 10;
            RdfGraph graph = graphs.get(i * graphs.size() / ELEMENTS);
            DictionaryFrame frame = encoder.encode(graph);
            if (frame.dictionary() != null && !frame.dictionary().equals(read)) {
                written.frames.add(frame.dictionary().frame());
                written.elements.add(null);
                written.dictionaries++;
            }
            read = frame.dictionary();
            written.frames.add(frame.value());
            written.elements.add(graph);
        }
        return written;
    }

    @Provide
    Arbitrary<PhysicalType> types() {
        return Arbitraries.of(PhysicalType.QUADS, PhysicalType.GRAPHS);
    }

    @Provide
    Arbitrary<TableSizes> sizes() {
        return Arbitraries.of(new TableSizes(32, 8, 8), new TableSizes(32, 0, 8), TableSizes.SMALL, TableSizes.BIG);
    }

    @Provide
    Arbitrary<List<RdfGraph>> quads() {
        return RdfArbitraries.graphs(RdfArbitraries.quads(true, 0))
                .list()
                .ofMinSize(1)
                .ofMaxSize(9);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 60)
    void jellyJvmReadsAllThatOneWriterHasWritten(
            @ForAll("quads") List<RdfGraph> graphs,
            @ForAll("types") PhysicalType type,
            @ForAll("sizes") TableSizes sizes)
            throws IOException {
        Written written = write(graphs, new JellyOptions(type, sizes, false, 2));
        JellyJvm.Reader peer = new JellyJvm.Reader(type);
        for (int i = 0; i < written.frames.size(); i++) {
            RdfGraph element = written.elements.get(i);
            assertThat(peer.read(written.frames.get(i)))
                    .as("frame %d of %d, with %d dictionaries", i, written.frames.size(), written.dictionaries)
                    .isEqualTo(element == null ? RdfGraph.of(List.of()) : element);
        }
    }

    /** The build runs this class once more, with the newer jelly-core that this property names. */
    @Test
    void theReaderIsOfTheVersionThatTheBuildNames() {
        assertThat(ProtoDecoder.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .endsWith("jelly-core-" + System.getProperty("velella.jelly.core", "3.5.2") + ".jar");
    }

    @Test
    void pyjellyReadsAllThatOneWriterHasWritten(@TempDir Path scratch) throws Exception {
        Pyjelly pyjelly = Pyjelly.require();
        RandomRdf rdf = new RandomRdf(20261124, new RandomRdf.Shape(0, 60, 16, 0, true));
        SplittableRandom random = new SplittableRandom(5);
        for (TableSizes sizes : List.of(new TableSizes(32, 8, 8), TableSizes.SMALL, TableSizes.BIG)) {
            List<RdfGraph> graphs = new ArrayList<>();
            for (int i = 0; i < ELEMENTS; i++) {
                // Without namespaces: this version of pyjelly fails at every declaration of one.
                graphs.add(RdfGraph.of(rdf.graph(random.nextInt(10)).statements()));
            }
            Written written = write(graphs, new JellyOptions(PhysicalType.QUADS, sizes, false, 2));
            assertThat(written.dictionaries).isPositive();
            assertThat(pyjelly.read(written.frames, scratch))
                    .as(sizes.toString())
                    .isEqualTo(written.elements.stream().map(Pyjelly::spelling).toList());
        }
    }
}
