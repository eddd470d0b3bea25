package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.JellyPatchOptions.StatementType;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.read.DecoderState;
import dev.velella.jelly.transcode.JellyTranscoder;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.PatchHandler;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.rdfpatch.RdfPatchTextWriter;
import dev.velella.rdfpatch.TextLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** All readers of untrusted bytes, each with inputs to start from. */
final class FuzzTargets {
    static final Limits LIMITS = new Limits(4096, 1024, 256, 1 << 16, 10_000, 1 << 12, 1 << 16, 16, Integer.MAX_VALUE);
    static final TextLimits TEXT_LIMITS = new TextLimits(1 << 12, 1 << 14, 16, 1 << 16);

    private static final List<TableSizes> SIZES = List.of(
            new TableSizes(8, 4, 2),
            new TableSizes(8, 0, 8),
            new TableSizes(16, 2, 3),
            TableSizes.SMALL,
            TableSizes.BIG);

    private FuzzTargets() {}

    /** New targets, by name. */
    static Map<String, FuzzTarget> create() {
        Map<String, FuzzTarget> targets = new LinkedHashMap<>();
        targets.put("graph frames", new GraphFrames());
        targets.put("patch frames", new PatchFrames());
        targets.put("graph stream state", new GraphState());
        targets.put("patch stream state", new PatchState());
        targets.put("joined frames", new JoinedFrames());
        targets.put("graph byte streams", new GraphStreams());
        targets.put("patch byte streams", new PatchStreams());
        targets.put("patch texts", new PatchTexts());
        return targets;
    }

    private static RandomRdf rdf(int seed, TableSizes sizes, boolean contexts) {
        boolean large = sizes.names() > 16;
        return new RandomRdf(seed, new RandomRdf.Shape(0, large ? 60 : 10, 4, large ? 2 : 0, contexts));
    }

    private static JellyOptions graphOptions(PhysicalType type, TableSizes sizes) {
        return new JellyOptions(type, sizes, sizes.names() > 16, 2);
    }

    private static JellyPatchOptions patchOptions(StatementType type, StreamType stream, TableSizes sizes) {
        return new JellyPatchOptions(type, stream, sizes, false, sizes.names() > 16);
    }

    private static byte[] oneOf(List<byte[]> inputs, SplittableRandom random) {
        return inputs.get(random.nextInt(inputs.size()));
    }

    /** Self-contained frames, some of Jelly-JVM; what is read can be written, and read again. */
    private static final class GraphFrames implements FuzzTarget {
        private final List<byte[]> frames = new ArrayList<>();
        private final JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        private final JellyGraphEncoder encoder =
                new JellyGraphEncoder(new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2), LIMITS);
        private @Nullable RdfGraph read;

        GraphFrames() {
            for (PhysicalType type : PhysicalType.values()) {
                for (TableSizes sizes : SIZES) {
                    RandomRdf rdf = rdf(type.code(), sizes, type != PhysicalType.TRIPLES);
                    for (int size = 1; size < 11; size += 3) {
                        JellyOptions options = graphOptions(type, sizes);
                        frames.add(new JellyGraphEncoder(options, LIMITS).encode(rdf.graph(size)));
                        frames.add(new JellyJvm.Writer(options).write(rdf.graph(size)));
                    }
                }
            }
        }

        @Override
        public byte[] prepare(SplittableRandom random) {
            return new Mutator(random).mutate(oneOf(frames, random), oneOf(frames, random));
        }

        @Override
        public void read(byte[] input) {
            read = null;
            if (input.length % 8 == 0) {
                JellyFrames.kindOf(input);
            }
            read = decoder.decode(input);
        }

        @Override
        public void check(SplittableRandom random, boolean refused) {
            if (read != null && random.nextInt(8) == 0) {
                byte[] written;
                try {
                    written = encoder.encode(read);
                } catch (MalformedJellyException e) {
                    // Other tables than those of the input may not do, and whole IRIs may be above the limits.
                    return;
                }
                Exact.assertSame(decoder.decode(written), read, "written again");
            }
        }
    }

    /** Frames that are joined into one endless stream: one that is refused leaves no trace, others are what they were. */
    private static final class JoinedFrames implements FuzzTarget {
        private static final Limits READER = LIMITS.withMaxFrameBytes(1 << 20);

        private final GraphFrames frames = new GraphFrames();
        private JellyTranscoder joined = newStream();
        private final JellyGraphDecoder alone = new JellyGraphDecoder(LightValueFactory.late(), LIMITS);
        private final JellyGraphDecoder reader = new JellyGraphDecoder(LightValueFactory.getInstance(), READER);
        private byte[] given = new byte[0];
        private byte @Nullable [] written;
        private boolean begun;

        private static JellyTranscoder newStream() {
            return new JellyTranscoder(new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2), LIMITS);
        }

        @Override
        public byte[] prepare(SplittableRandom random) {
            given = random.nextInt(4) == 0 ? oneOf(frames.frames, random) : frames.prepare(random);
            return given;
        }

        @Override
        public void read(byte[] input) {
            written = null;
            written = joined.stream("").next(input);
        }

        @Override
        public void check(SplittableRandom random, boolean refused) {
            byte[] frame = written;
            if (frame == null) {
                return;
            }
            RdfGraph expected = null;
            RdfGraph read;
            try {
                expected = alone.decode(given);
            } catch (MalformedJellyException e) {
                // a term that is none, which joining does not look at
            }
            try {
                read = begun ? reader.decodeNext(frame) : reader.decode(frame);
                begun = true;
            } catch (MalformedJellyException e) {
                if (expected != null) {
                    throw new AssertionError("the joined frame cannot be read", e);
                }
                joined = newStream();
                begun = false;
                return;
            }
            if (expected != null) {
                Exact.assertSame(read, expected, "joined");
            }
        }
    }

    private static final class PatchFrames implements FuzzTarget {
        private final List<byte[]> frames = new ArrayList<>();
        private final JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.getInstance(), LIMITS);
        private final JellyPatchEncoder encoder =
                new JellyPatchEncoder(JellyPatchOptions.frame(TableSizes.BIG, true), LIMITS);
        private @Nullable RdfPatch read;

        PatchFrames() {
            for (StatementType type : StatementType.values()) {
                for (TableSizes sizes : SIZES) {
                    RandomRdf rdf = rdf(type.code(), sizes, type == StatementType.QUADS);
                    for (int size = 1; size < 11; size += 3) {
                        JellyPatchOptions options = patchOptions(type, StreamType.FRAME, sizes);
                        frames.add(new JellyPatchEncoder(options, LIMITS).encode(rdf.patch(size)));
                    }
                }
            }
        }

        @Override
        public byte[] prepare(SplittableRandom random) {
            return new Mutator(random).mutate(oneOf(frames, random), oneOf(frames, random));
        }

        @Override
        public void read(byte[] input) {
            read = null;
            if (input.length % 8 == 0) {
                JellyFrames.kindOf(input);
            }
            read = decoder.decode(input);
        }

        @Override
        public void check(SplittableRandom random, boolean refused) {
            if (read != null && random.nextInt(8) == 0) {
                byte[] written;
                try {
                    written = encoder.encode(read);
                } catch (MalformedJellyException e) {
                    return;
                }
                Exact.assertSame(decoder.decode(written), read, "written again");
            }
        }
    }

    /** A frame of a running stream: if it is refused, the decoder must be as before, and read the right one. */
    private static final class GraphState implements FuzzTarget {
        private record Step(DecoderState before, byte[] frame, RdfGraph graph) {}

        private final List<Step> steps = new ArrayList<>();
        private final JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        private Step step;
        private boolean key;

        GraphState() {
            for (PhysicalType type : PhysicalType.values()) {
                for (TableSizes sizes : SIZES) {
                    RandomRdf rdf = rdf(type.code() + 10, sizes, type != PhysicalType.TRIPLES);
                    JellyGraphEncoder encoder = new JellyGraphEncoder(graphOptions(type, sizes), LIMITS);
                    JellyGraphDecoder reader = new JellyGraphDecoder(VALUES, LIMITS);
                    for (int i = 0; i < 8; i++) {
                        RdfGraph graph = rdf.graph(i);
                        byte[] frame = i == 4 ? encoder.encodeKeyFrame(graph) : encoder.encodeNext(graph);
                        steps.add(new Step(reader.snapshot(), frame, graph));
                        reader.decodeNext(frame);
                    }
                }
            }
            step = steps.get(0);
        }

        @Override
        public byte[] prepare(SplittableRandom random) {
            step = steps.get(random.nextInt(steps.size()));
            key = random.nextInt(8) == 0;
            decoder.restore(step.before);
            return new Mutator(random).mutate(step.frame, steps.get(random.nextInt(steps.size())).frame);
        }

        @Override
        public void read(byte[] input) {
            if (key) {
                decoder.decodeKeyFrame(input);
            } else {
                decoder.decodeNext(input);
            }
        }

        @Override
        public void check(SplittableRandom random, boolean refused) {
            if (!refused) {
                decoder.restore(step.before);
            }
            Exact.assertSame(decoder.decodeNext(step.frame), step.graph, refused ? "after refusal" : "after restore");
        }
    }

    private static final class PatchState implements FuzzTarget {
        private record Step(DecoderState before, byte[] frame, RdfPatch patch) {}

        private final List<Step> steps = new ArrayList<>();
        private final JellyPatchDecoder decoder = new JellyPatchDecoder(VALUES, LIMITS);
        private Step step;
        private boolean key;

        PatchState() {
            for (StatementType type : StatementType.values()) {
                for (TableSizes sizes : SIZES) {
                    RandomRdf rdf = rdf(type.code() + 20, sizes, type == StatementType.QUADS);
                    JellyPatchEncoder encoder =
                            new JellyPatchEncoder(patchOptions(type, StreamType.FRAME, sizes), LIMITS);
                    JellyPatchDecoder reader = new JellyPatchDecoder(VALUES, LIMITS);
                    for (int i = 0; i < 8; i++) {
                        RdfPatch patch = rdf.patch(i + i / 2);
                        byte[] frame = i == 4 ? encoder.encodeKeyFrame(patch) : encoder.encodeNext(patch);
                        steps.add(new Step(reader.snapshot(), frame, patch));
                        reader.decodeNext(frame);
                    }
                }
            }
            step = steps.get(0);
        }

        @Override
        public byte[] prepare(SplittableRandom random) {
            step = steps.get(random.nextInt(steps.size()));
            key = random.nextInt(8) == 0;
            decoder.restore(step.before);
            return new Mutator(random).mutate(step.frame, steps.get(random.nextInt(steps.size())).frame);
        }

        @Override
        public void read(byte[] input) {
            if (key) {
                decoder.decodeKeyFrame(input);
            } else {
                decoder.decodeNext(input);
            }
        }

        @Override
        public void check(SplittableRandom random, boolean refused) {
            if (!refused) {
                decoder.restore(step.before);
            }
            Exact.assertSame(decoder.decodeNext(step.frame), step.patch, refused ? "after refusal" : "after restore");
        }
    }

    private static final class GraphStreams implements FuzzTarget {
        private final List<byte[]> streams = new ArrayList<>();
        private StreamForm form = StreamForm.DETECT;

        GraphStreams() {
            for (PhysicalType type : PhysicalType.values()) {
                for (TableSizes sizes : SIZES) {
                    RandomRdf rdf = rdf(type.code() + 30, sizes, type != PhysicalType.TRIPLES);
                    streams.add(stream(rdf, graphOptions(type, sizes), StreamForm.DELIMITED, 4));
                    streams.add(stream(rdf, graphOptions(type, sizes), StreamForm.BARE, 1));
                }
            }
        }

        private static byte[] stream(RandomRdf rdf, JellyOptions options, StreamForm form, int frames) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (JellyStreamWriter writer = new JellyStreamWriter(out, options, form, LIMITS)) {
                for (int i = 0; i < frames; i++) {
                    writer.write(rdf.graph(i * 2 + 1), Map.of("key", new byte[] {1, 2, 3}));
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return out.toByteArray();
        }

        @Override
        public byte[] prepare(SplittableRandom random) {
            form = StreamForm.values()[random.nextInt(3)];
            return mutateFrames(oneOf(streams, random), oneOf(streams, random), random);
        }

        @Override
        public void read(byte[] input) throws IOException {
            try (JellyStreamReader reader =
                    new JellyStreamReader(new ByteArrayInputStream(input), form, VALUES, LIMITS)) {
                while (reader.next() != null) {
                    reader.metadata();
                    reader.options();
                }
            }
        }
    }

    /** Changes bytes blindly, or one frame along its structure, with a right length in front of it. */
    private static byte[] mutateFrames(byte[] stream, byte[] other, SplittableRandom random) {
        Mutator mutator = new Mutator(random);
        if (random.nextInt(3) == 0) {
            return mutator.mutateBytes(stream, other);
        }
        List<byte[]> frames;
        try {
            frames = ConformanceCase.frames(stream);
        } catch (IOException | RuntimeException e) {
            return mutator.mutate(stream, other);
        }
        int changed = random.nextInt(frames.size());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < frames.size(); i++) {
            byte[] frame = i == changed ? mutator.mutate(frames.get(i), frames.get(0)) : frames.get(i);
            WireMessage.writeVarint(out, frame.length);
            out.writeBytes(frame);
        }
        return out.toByteArray();
    }

    private static final class PatchStreams implements FuzzTarget {
        private final List<byte[]> streams = new ArrayList<>();
        private StreamForm form = StreamForm.DETECT;
        private boolean rows;

        PatchStreams() {
            for (StatementType type : StatementType.values()) {
                for (StreamType stream : StreamType.values()) {
                    for (TableSizes sizes : SIZES) {
                        RandomRdf rdf = rdf(type.code() + 40, sizes, type == StatementType.QUADS);
                        streams.add(stream(rdf, patchOptions(type, stream, sizes), StreamForm.DELIMITED));
                    }
                }
            }
        }

        private static byte[] stream(RandomRdf rdf, JellyPatchOptions options, StreamForm form) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (JellyPatchStreamWriter writer = new JellyPatchStreamWriter(out, options, form, 5, LIMITS)) {
                int patches = options.streamType() == StreamType.FLAT ? 1 : 4;
                for (int i = 0; i < patches; i++) {
                    writer.write(rdf.patch(i * 2 + 2));
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return out.toByteArray();
        }

        @Override
        public byte[] prepare(SplittableRandom random) {
            form = StreamForm.values()[random.nextInt(3)];
            rows = random.nextBoolean();
            return mutateFrames(oneOf(streams, random), oneOf(streams, random), random);
        }

        @Override
        public void read(byte[] input) throws IOException {
            try (JellyPatchStreamReader reader =
                    new JellyPatchStreamReader(new ByteArrayInputStream(input), form, VALUES, LIMITS)) {
                boolean more = true;
                while (more) {
                    more = rows ? reader.readFrame(IGNORE) : reader.next() != null;
                    reader.options();
                }
            }
        }
    }

    private static final PatchHandler IGNORE = new PatchHandler() {
        @Override
        public void operation(PatchOperation operation) {
            assertThat(operation).isNotNull();
        }

        @Override
        public void endOfPatch() {
            // the next one
        }
    };

    private static final class PatchTexts implements FuzzTarget {
        private static final String[] PARTS = {
            "H id <uuid:1> .\n",
            "TX .",
            "TC .",
            "TA .",
            "TB .",
            "Z .\n",
            " . ",
            "\"",
            "\"\"\"",
            "'",
            "'''",
            "<",
            ">",
            "<<(",
            ")>>",
            "<<",
            ">>",
            "_:b",
            "<_:b>",
            "\\u00",
            "\\U0010FFFF",
            "\\uD800",
            "\\",
            "@en",
            "@",
            "^^",
            "^^<x:t>",
            "1",
            "-1.5e",
            "true",
            "A <a:s> <a:p> \"x\"@en--ltr .\n",
            "PA \"ex\" <x:n> <x:g> .\n",
            "PD \"ex\" .\n",
            "# comment\n",
            "\r\n",
            "\t",
            "\u0000",
            "\uFEFF",
            "\uD83D\uDE00",
            "D ",
            "A ",
            "ex:s",
            "<urn:x-arq:DefaultGraph>"
        };
        private final List<byte[]> texts = new ArrayList<>();
        private boolean rows;

        PatchTexts() {
            for (int size = 1; size < 12; size++) {
                StringBuilder text = new StringBuilder();
                RdfPatchTextWriter writer = new RdfPatchTextWriter(text);
                RandomRdf rdf = new RandomRdf(50 + size, new RandomRdf.Shape(0, 20, 6, size % 4, size % 2 == 0));
                try {
                    writer.write(rdf.patch(size));
                    writer.write(rdf.patch(size / 2));
                } catch (IOException e) {
                    throw new AssertionError(e);
                } catch (IllegalArgumentException e) {
                    // a label that has no spelling: what stands before it will do
                }
                texts.add(text.toString().getBytes(StandardCharsets.UTF_8));
            }
        }

        @Override
        public byte[] prepare(SplittableRandom random) {
            rows = random.nextBoolean();
            byte[] text = oneOf(texts, random);
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                text = random.nextBoolean()
                        ? withPart(text, random)
                        : new Mutator(random).mutateBytes(text, oneOf(texts, random));
            }
            return text;
        }

        private static byte[] withPart(byte[] text, SplittableRandom random) {
            String part = PARTS[random.nextInt(PARTS.length)];
            byte[] bytes = part.repeat(random.nextInt(20) == 0 ? 1 << random.nextInt(9) : 1)
                    .getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            int at = random.nextInt(text.length + 1);
            int skipped = Math.min(text.length - at, random.nextInt(4) == 0 ? random.nextInt(12) : 0);
            out.write(text, 0, at);
            out.writeBytes(bytes);
            out.write(text, at + skipped, text.length - at - skipped);
            return out.toByteArray();
        }

        @Override
        public void read(byte[] input) throws IOException {
            try (RdfPatchTextReader reader =
                    new RdfPatchTextReader(new ByteArrayInputStream(input), VALUES, TEXT_LIMITS)) {
                boolean more = true;
                while (more) {
                    more = rows ? reader.read(IGNORE) : reader.next() != null;
                }
            }
        }
    }
}
