package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is done to the bytes of a frame, a reader gives a value or says that the frame is malformed; nothing else. */
class MutationTest {
    private static final Limits LIMITS =
            new Limits(4096, 1024, 256, 1 << 20, 10_000, 1 << 18, 1 << 20, 16, Integer.MAX_VALUE);
    private static final JellyOptions OPTIONS = new JellyOptions(PhysicalType.QUADS, new TableSizes(16, 4, 2), true, 2);

    private final JellyGraphDecoder graphDecoder = new JellyGraphDecoder(VALUES, LIMITS);
    private final JellyPatchDecoder patchDecoder = new JellyPatchDecoder(VALUES, LIMITS);

    @Provide
    Arbitrary<RdfGraph> graphs() {
        return RdfArbitraries.graphs(RdfArbitraries.quads(true, 1));
    }

    @Provide
    Arbitrary<RdfPatch> patches() {
        return RdfArbitraries.patches(1);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 200, seed = "20261101")
    void mutatedGraphsAreReadOrRefused(@ForAll("graphs") RdfGraph graph, @ForAll long seed) {
        byte[] frame;
        try {
            frame = new JellyGraphEncoder(OPTIONS, LIMITS).encode(graph);
        } catch (MalformedJellyException e) {
            return;
        }
        mutations(frame, seed).forEach(bytes -> {
            tryTo(() -> graphDecoder.decode(bytes));
            tryTo(() -> JellyFrames.kindOf(bytes));
            tryTo(() -> readStream(bytes));
        });
        assertThat(graphDecoder.decode(frame)).as("the decoder stays usable").isEqualTo(graph);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 200, seed = "20261101")
    void mutatedPatchesAreReadOrRefused(@ForAll("patches") RdfPatch patch, @ForAll long seed) {
        byte[] frame;
        try {
            frame = new JellyPatchEncoder(JellyPatchOptions.frame(new TableSizes(16, 4, 2), true), LIMITS)
                    .encode(patch);
        } catch (MalformedJellyException e) {
            return;
        }
        mutations(frame, seed).forEach(bytes -> tryTo(() -> patchDecoder.decode(bytes)));
        assertThat(patchDecoder.decode(frame)).as("the decoder stays usable").isEqualTo(patch);
    }

    /** What is read can be written again: a reader lets nothing in that the writer refuses. */
    @Property(edgeCases = EdgeCasesMode.NONE, tries = 100, seed = "20261101")
    void whatIsReadFromMutatedGraphsCanBeWritten(@ForAll("graphs") RdfGraph graph, @ForAll long seed) {
        JellyGraphEncoder encoder =
                new JellyGraphEncoder(new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2), LIMITS);
        mutations(encoder.encode(graph), seed).forEach(bytes -> {
            RdfGraph read;
            try {
                read = graphDecoder.decode(bytes);
            } catch (MalformedJellyException e) {
                return;
            }
            assertThat(graphDecoder.decode(encoder.encode(read))).isEqualTo(read);
        });
    }

    private static void readStream(byte[] bytes) {
        try (JellyStreamReader reader = new JellyStreamReader(new ByteArrayInputStream(bytes), VALUES, LIMITS)) {
            while (reader.next() != null) {
                // the next one
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void tryTo(Runnable read) {
        try {
            read.run();
        } catch (MalformedJellyException e) {
            assertThat(e.reason()).isNotEmpty();
        }
    }

    private static Stream<byte[]> mutations(byte[] frame, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return Stream.generate(() -> mutate(frame, random)).limit(40);
    }

    private static byte[] mutate(byte[] frame, SplittableRandom random) {
        byte[] bytes = frame.clone();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(Math.min(bytes.length, random.nextBoolean() ? bytes.length : 60));
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes[at] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt(4));
                case 3 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                default -> {
                    int to = random.nextInt(bytes.length);
                    int length = Math.min(random.nextInt(30), bytes.length - Math.max(at, to));
                    System.arraycopy(bytes, at, bytes, to, length);
                }
            }
        }
        return bytes;
    }
}
