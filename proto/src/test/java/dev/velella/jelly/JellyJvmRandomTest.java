package dev.velella.jelly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.read.DecoderState;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.EncoderState;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Jelly-JVM and this codec read each other's long streams of random statements, 100,000 in each direction, with tables
 * from the smallest to the presets. At every border between two frames the state is carried over into a new codec as
 * well, which then must go on in the same way.
 */
class JellyJvmRandomTest {
    private static final Limits LIMITS = Limits.DEFAULT;
    private static final int STATEMENTS = 100_000 / 18 + 1;

    static Stream<Arguments> streams() {
        List<Arguments> streams = new ArrayList<>();
        for (PhysicalType type : PhysicalType.values()) {
            // Jelly-JVM writes wrong data where a row needs more prefixes than there are: last argument.
            streams.add(Arguments.of(type, new TableSizes(8, 4, 2), 4));
            streams.add(Arguments.of(type, new TableSizes(8, 1, 1), 1));
            streams.add(Arguments.of(type, new TableSizes(8, 0, 8), 0));
            streams.add(Arguments.of(type, new TableSizes(16, 2, 3), 2));
            streams.add(Arguments.of(type, TableSizes.SMALL, 0));
            streams.add(Arguments.of(type, TableSizes.BIG, 0));
        }
        return streams.stream();
    }

    private static JellyOptions options(PhysicalType type, TableSizes sizes) {
        return new JellyOptions(type, sizes, sizes.names() > 16, 2);
    }

    /** Quoted triples only where the tables are large enough for any row that holds them. */
    private static RandomRdf.Shape shape(PhysicalType type, TableSizes sizes, int prefixes, boolean tagCases) {
        boolean large = sizes.names() > 16;
        return new RandomRdf.Shape(
                prefixes, sizes.names() * 2, large ? 40 : 6, large ? 2 : 0, type != PhysicalType.TRIPLES, tagCases);
    }

    @ParameterizedTest
    @MethodSource("streams")
    void jellyJvmReadsWhatIsWrittenAcrossEverySavedState(PhysicalType type, TableSizes sizes) throws IOException {
        JellyOptions options = options(type, sizes);
        RandomRdf rdf = new RandomRdf(20261101, shape(type, sizes, 0, true));
        SplittableRandom random = new SplittableRandom(1);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options, LIMITS);
        JellyJvm.Reader reader = new JellyJvm.Reader(type);
        int written = 0;
        for (int frame = 0; written < STATEMENTS; frame++) {
            RdfGraph graph = rdf.graph(random.nextInt(60));
            EncoderState state = encoder.snapshot();
            byte[] bytes = encoder.encodeNext(graph);
            Exact.assertSame(reader.read(bytes), graph, "frame " + frame);
            JellyGraphEncoder other = new JellyGraphEncoder(options, LIMITS);
            other.restore(state);
            assertThat(other.encodeNext(graph))
                    .as("frame %d, written from the saved state", frame)
                    .isEqualTo(bytes);
            if (random.nextBoolean()) {
                encoder = other;
            }
            written += graph.statements().size();
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void whatJellyJvmWritesIsReadAcrossEverySavedState(PhysicalType type, TableSizes sizes, int prefixes) {
        // Jelly-JVM does not tell language tags apart that differ in case only, and repeats the one before.
        RandomRdf rdf = new RandomRdf(20261102, shape(type, sizes, prefixes, false));
        SplittableRandom random = new SplittableRandom(2);
        JellyJvm.Writer writer = new JellyJvm.Writer(options(type, sizes));
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        int written = 0;
        for (int frame = 0; written < STATEMENTS; frame++) {
            // Jelly-JVM writes its options with the first row, so the first frame needs one.
            RdfGraph graph = rdf.graph(1 + random.nextInt(60));
            byte[] bytes = writer.write(graph);
            DecoderState state = decoder.snapshot();
            Exact.assertSame(decoder.decodeNext(bytes), graph, "frame " + frame);
            JellyGraphDecoder other = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
            other.restore(state);
            Exact.assertSame(other.decodeNext(bytes), graph, "frame " + frame + ", read from the saved state");
            if (random.nextBoolean()) {
                decoder = other;
            }
            written += graph.statements().size();
        }
    }
}
