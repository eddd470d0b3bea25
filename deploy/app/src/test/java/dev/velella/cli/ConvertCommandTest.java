package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The options, files, streams and frames of {@code velella convert}. */
class ConvertCommandTest extends ConvertedFiles {
    private static List<RdfGraph> frames(Path file) throws IOException {
        return frames(Files.readAllBytes(file));
    }

    private static List<RdfGraph> frames(byte[] jelly) throws IOException {
        List<RdfGraph> frames = new ArrayList<>();
        try (JellyStreamReader reader =
                new JellyStreamReader(new ByteArrayInputStream(jelly), VALUES, Limits.DEFAULT)) {
            for (RdfGraph frame = reader.next(); frame != null; frame = reader.next()) {
                frames.add(frame);
            }
        }
        return frames;
    }

    private static JellyOptions options(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                JellyStreamReader reader = new JellyStreamReader(in, VALUES, Limits.DEFAULT)) {
            reader.next();
            return reader.options().orElseThrow();
        }
    }

    /** Three frames, of which one is empty, with metadata. */
    private Path threeFrames(JellyOptions options) throws IOException {
        Path file = out("frames.jelly");
        try (JellyStreamWriter writer = new JellyStreamWriter(Files.newOutputStream(file), options, Limits.DEFAULT)) {
            writer.write(
                    new RdfGraph(List.of(statement("a", null)), Map.of("e", "http://e/")),
                    Map.of("key", new byte[] {1, 2}));
            writer.write(RdfGraph.of(List.of()));
            writer.write(RdfGraph.of(List.of(statement("b", null), statement("c", null))));
        }
        return file;
    }

    @Test
    void anExistingOutputStaysAsItIsWhenTheInputIsMalformed() throws IOException {
        Path bad = file("bad.nt", TRIPLES + "<http://e/s> <http://e/p .\n");
        Path target = file("out.jelly", "as before");

        assertThat(CommandRun.of("convert", bad, target).fails(1).line()).startsWith(bad + ": line 13, column ");
        assertThat(target).hasContent("as before");
        assertThat(left()).containsExactly("bad.nt", "out.jelly");
    }

    @Test
    void standardInputAndOutputAreStreams() {
        byte[] jelly = CommandRun.withInput(
                        TRIPLES.getBytes(StandardCharsets.UTF_8), "convert", "-", "-", "--from", "nt", "--to", "jelly")
                .succeeds()
                .bytes();
        String lines = CommandRun.withInput(jelly, "convert", "-", "-", "--from", "jelly", "--to", "nt")
                .succeeds()
                .text();

        assertThat(lines).isEqualTo(TRIPLES);
    }

    @Test
    void nothingComesOutWhenStandardInputIsMalformed() {
        assertThat(CommandRun.withInput(new byte[] {9, 9, 9}, "convert", "-", "-", "--from", "jelly", "--to", "nt")
                        .fails(1)
                        .line())
                .startsWith("standard input: frame 0, byte 0: ");
    }

    @Test
    void packedFilesAreReadAndWritten() throws IOException {
        Path packed = out("a.jelly.gz");
        CommandRun.of("convert", file("in.nt", TRIPLES), packed).succeeds();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
            assertThat(frames(in.readAllBytes())).hasSize(1);
        }
        CommandRun.of("convert", packed, out("b.nt.gz")).succeeds();

        assertThat(asLines(out("b.nt.gz"))).isEqualTo(TRIPLES);
    }

    @Test
    void bzip2IsReadAndWritten() throws IOException {
        Path packed = out("a.nt.bz2");
        CommandRun.of("convert", file("in.nt", TRIPLES), packed).succeeds();
        assertThat(Files.readAllBytes(packed)).startsWith('B', 'Z', 'h');
        CommandRun.of("convert", packed, out("b.nt")).succeeds();

        assertThat(out("b.nt")).hasContent(TRIPLES);
        Files.write(packed, Arrays.copyOf(Files.readAllBytes(packed), 60));
        assertThat(CommandRun.of("convert", packed, out("c.nt")).fails(1).line())
                .startsWith(packed + ": cannot be read: ")
                .doesNotContain("null");
    }

    @Test
    void textThatIsNoJellyIsSaidToBeText() throws IOException {
        Path text = file("in.jelly", TRIPLES);
        for (Object[] command : new Object[][] {{"convert", text, out("c.nt")}, {"inspect", text}}) {
            assertThat(CommandRun.of(command).fails(1).line())
                    .startsWith(text + ": ")
                    .contains("these bytes are text, such as N-Quads or JSON, and not Jelly");
        }
    }

    @Test
    void aPipeIsAnInput() throws Exception {
        Path pipe = out("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        for (String command : List.of("convert", "inspect")) {
            byte[] bytes = command.equals("convert")
                    ? TRIPLES.getBytes(StandardCharsets.UTF_8)
                    : Files.readAllBytes(threeFrames(new JellyOptions(PhysicalType.TRIPLES, TableSizes.BIG, false, 2)));
            Thread writer = new Thread(() -> {
                try {
                    Files.write(pipe, bytes, StandardOpenOption.WRITE);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            writer.start();
            String text = command.equals("convert")
                    ? CommandRun.of("convert", pipe, "-", "--from", "nt", "--to", "nq")
                            .succeeds()
                            .text()
                    : CommandRun.of("inspect", pipe).succeeds().text();
            writer.join();
            assertThat(text).contains(command.equals("convert") ? TRIPLES : "frames");
        }
    }

    @Test
    void aReaderOfStandardOutputThatHasEnoughIsNoFailure() throws IOException {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        CommandRun.withOutput(closed, "convert", file("in.nt", TRIPLES), "-", "--to", "nq")
                .succeeds();
        CommandRun.withOutput(closed, "diff", file("in.nt", TRIPLES), file("other.nt", ""))
                .succeeds();
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        assertThat(CommandRun.withOutput(full, "convert", file("in.nt", TRIPLES), "-", "--to", "nq")
                        .fails(1)
                        .line())
                .isEqualTo("standard output: cannot be written: No space left on device");
    }

    @Test
    void aCutPackedFileIsMalformed() throws IOException {
        Path packed = out("a.nt.gz");
        CommandRun.of("convert", file("in.nt", TRIPLES), packed).succeeds();
        byte[] bytes = Files.readAllBytes(packed);
        Files.write(packed, java.util.Arrays.copyOf(bytes, bytes.length - 20));

        assertThat(CommandRun.of("convert", packed, out("b.nt")).fails(1).line())
                .startsWith(packed + ": cannot be read: ");
    }

    @Test
    void framesOptionsAndMetadataOfJellyAreKept() throws IOException {
        JellyOptions options = new JellyOptions(
                "name", PhysicalType.GRAPHS, LogicalType.NAMED_GRAPHS, new TableSizes(20, 3, 2), true, true, true, 2);
        Path file = threeFrames(options);
        CommandRun.of("convert", file, out("copy.jelly")).succeeds();

        assertThat(frames(out("copy.jelly"))).isEqualTo(frames(file));
        assertThat(options(out("copy.jelly"))).isEqualTo(options);
        try (InputStream in = Files.newInputStream(out("copy.jelly"));
                JellyStreamReader reader = new JellyStreamReader(in, VALUES, Limits.DEFAULT)) {
            reader.next();
            assertThat(reader.metadata()).containsOnlyKeys("key");
        }
    }

    @Test
    void optionsOnTheCommandLineComeBeforeThoseOfTheInput() throws IOException {
        Path file = threeFrames(new JellyOptions(PhysicalType.TRIPLES, TableSizes.BIG, false, 2));
        Path copy = out("copy.jelly");
        CommandRun.of(
                        "convert",
                        file,
                        copy,
                        "--physical-type",
                        "quads",
                        "--preset",
                        "small",
                        "--names",
                        "64",
                        "--stream-name",
                        "other",
                        "--no-namespaces",
                        "--rdf-star")
                .succeeds();

        assertThat(options(copy))
                .isEqualTo(new JellyOptions(
                        "other",
                        PhysicalType.QUADS,
                        LogicalType.DATASETS,
                        new TableSizes(64, 16, 16),
                        false,
                        true,
                        false,
                        1));
        assertThat(frames(copy)).hasSize(3);
    }

    @Test
    void framesAreCutAnewOnlyWhereTheyHaveNoMeaning() throws IOException {
        Path file = threeFrames(new JellyOptions(PhysicalType.TRIPLES, TableSizes.BIG, false, 2));

        assertThat(CommandRun.of("convert", file, out("a.jelly"), "--rows-per-frame", "2")
                        .fails(1)
                        .line())
                .contains("--logical-type");
        assertThat(CommandRun.of("convert", file, out("a.jelly"), "--no-delimited")
                        .fails(1)
                        .line())
                .contains("--no-delimited");
        CommandRun.of("convert", file, out("a.jelly"), "--rows-per-frame", "2", "--logical-type", "flat-triples")
                .succeeds();
        assertThat(frames(out("a.jelly")))
                .extracting(frame -> frame.statements().size())
                .containsExactly(2, 1);
        CommandRun.of("convert", file, out("b.jelly"), "--no-delimited", "--logical-type", "flat-triples")
                .succeeds();
        assertThat(frames(out("b.jelly")))
                .extracting(frame -> frame.statements().size())
                .containsExactly(3);
        assertThat(Files.readAllBytes(out("b.jelly"))).startsWith(0x0A);
    }

    @Test
    void theTypeOfTheStreamIsThatOfTheInputFormat() throws IOException {
        CommandRun.of("convert", file("in.nt", TRIPLES), out("a.jelly")).succeeds();
        assertThat(options(out("a.jelly")))
                .isEqualTo(new JellyOptions(
                        "", PhysicalType.TRIPLES, LogicalType.FLAT_TRIPLES, TableSizes.BIG, false, false, false, 1));

        CommandRun.of("convert", file("in.trig", "@prefix e: <http://e/> . e:g { e:s e:p e:o }"), out("b.jelly"))
                .succeeds();
        assertThat(options(out("b.jelly")))
                .isEqualTo(new JellyOptions(
                        "", PhysicalType.QUADS, LogicalType.FLAT_QUADS, TableSizes.BIG, false, false, true, 2));
        assertThat(frames(out("b.jelly")).get(0).namespaces()).containsEntry("e", "http://e/");
    }

    @Test
    void aTextIsCutIntoFramesOfTheRowsThatAreAskedFor() throws IOException {
        CommandRun.of("convert", file("in.nt", TRIPLES), out("a.jelly"), "--rows-per-frame", "5")
                .succeeds();

        assertThat(frames(out("a.jelly")))
                .extracting(frame -> frame.statements().size())
                .containsExactly(5, 5, 2);
    }

    @Test
    void namespacesGoIntoTurtle() throws IOException {
        Path file = threeFrames(new JellyOptions(PhysicalType.TRIPLES, TableSizes.BIG, false, 2));
        CommandRun.of("convert", file, out("a.ttl")).succeeds();

        assertThat(out("a.ttl")).content().contains("@prefix e: <http://e/> .", "e:a");
    }

    @Test
    void anEmptyInputGivesAnEmptyOutput() throws IOException {
        CommandRun.of("convert", file("in.nt", ""), out("a.jelly")).succeeds();
        CommandRun.of("convert", out("a.jelly"), out("b.trig")).succeeds();

        assertThat(frames(out("a.jelly"))).containsExactly(RdfGraph.of(List.of()));
        assertThat(asLines(out("b.trig"))).isEmpty();
    }

    @Test
    void jellyWithoutOptionsIsRefusedAsByInspect() throws IOException {
        for (byte[] content : new byte[][] {{}, {0}, {0, 0}}) {
            Path file = Files.write(out("a.jelly"), content);
            assertThat(CommandRun.of("convert", file, out("b.nq")).fails(1).line())
                    .isEqualTo(CommandRun.of("inspect", file).fails(1).line())
                    .endsWith("the stream ends without options: it is no Jelly");
            Path patches = Files.write(out("a.jellyp"), content);
            assertThat(CommandRun.of("convert", patches, out("b.rdfp")).fails(1).line())
                    .contains("without options");
        }
    }

    @Test
    void anInputThatIsNotThereIsNamed() {
        assertThat(CommandRun.of("convert", out("none.nt"), out("a.nq"))
                        .fails(1)
                        .line())
                .isEqualTo(out("none.nt") + ": no such file");
        assertThat(CommandRun.of("convert", folder, out("a.nq"), "--from", "nt")
                        .fails(1)
                        .line())
                .isEqualTo(folder + ": is a directory");
    }

    @Test
    void anOutputThatCannotBeWrittenIsNamed() throws IOException {
        Path in = file("in.nt", TRIPLES);
        assertThat(CommandRun.of("convert", in, out("no/such/a.nq")).fails(1).line())
                .startsWith(out("no/such/a.nq") + ": cannot be written: ");
        assertThat(CommandRun.of("convert", in, folder, "--to", "nq").fails(1).line())
                .isEqualTo(folder + ": is a directory");
    }

    @Test
    void aFileCanBeConvertedOntoItself() throws IOException {
        Path file = file("in.nt", TRIPLES);
        CommandRun.of("convert", file, file, "--to", "ttl").succeeds();
        CommandRun.of("convert", file, file, "--from", "ttl").succeeds();

        assertThat(sorted(Files.readString(file))).isEqualTo(sorted(TRIPLES));
    }

    @Test
    void aLinkGoesOnPointingToItsFile() throws IOException {
        Path link = Files.createSymbolicLink(out("link.nq"), file("real.nq", "old"));
        CommandRun.of("convert", file("in.nt", TRIPLES), link).succeeds();

        assertThat(link).isSymbolicLink();
        assertThat(out("real.nq")).hasContent(TRIPLES);
    }

    @Test
    void wrongUsageEndsWithStatusTwo() throws IOException {
        Path in = file("in.nt", TRIPLES);
        List<List<Object>> wrong = List.of(
                List.of(in),
                List.of(in, out("a")),
                List.of(in, out("a.txt")),
                List.of(in, "-"),
                List.of("-", out("a.nq")),
                List.of(in, out("a.rdfp")),
                List.of(out("a.jellyp"), out("a.jelly")),
                List.of(in, out("a.nq"), "--to", "nothing"),
                List.of(in, out("a.nq"), "--names", "10"),
                List.of(in, out("a.jelly"), "--names", "7"),
                List.of(in, out("a.jelly"), "--names", "x"),
                List.of(in, out("a.jelly"), "--prefixes", "-1"),
                List.of(in, out("a.jelly"), "--preset", "huge"),
                List.of(in, out("a.jelly"), "--physical-type", "frame"),
                List.of(in, out("a.jelly"), "--physical-type", "quads", "--logical-type", "graphs"),
                List.of(in, out("a.jelly"), "--messages", "--logical-type", "flat-triples"),
                List.of(in, out("a.jelly"), "--messages", "--logical-type", "unspecified"),
                List.of(out("a.jelly"), out("b.jelly"), "--no-messages"),
                List.of(in, out("a.jelly"), "--rows-per-frame", "0"),
                List.of(in, out("a.jelly"), "--rows-per-frame", "1", "--no-delimited"),
                List.of(in, out("a.jelly"), "--patch-type", "flat"),
                List.of(out("a.rdfp"), out("a.jellyp"), "--logical-type", "graphs"),
                List.of(in, out("a.jelly"), "--unknown"));
        for (List<Object> arguments : wrong) {
            List<Object> all = new ArrayList<>(List.of("convert"));
            all.addAll(arguments);
            assertThat(CommandRun.of(all.toArray()).fails(2).line())
                    .as("%s", arguments)
                    .startsWith("velella: ")
                    .endsWith("(see velella convert --help)");
        }
        assertThat(left()).containsExactly("in.nt");
    }

    @Test
    void boundsOfTheInputAreOptions() throws IOException {
        Path file = file("in.nt", "<http://e/s> <http://e/p> \"x\" .\n".repeat(3));
        CommandRun.of("convert", file, out("out.nq"), "--max-statements", "3").succeeds();
        assertThat(CommandRun.of("convert", file, out("no.nq"), "--max-statements", "2")
                        .fails(1)
                        .line())
                .endsWith("more than the limit of 2 statements");
        assertThat(CommandRun.of("convert", file, out("no.nq"), "--max-bytes", "10")
                        .fails(1)
                        .line())
                .endsWith("more than the limit of 10 bytes");
        Path deep = file("deep.ttl", "<http://e/s> <http://e/p> ((1)) .");
        CommandRun.of("convert", deep, out("out.nq"), "--max-depth", "2").succeeds();
        assertThat(CommandRun.of("convert", deep, out("no.nq"), "--max-depth", "1")
                        .fails(1)
                        .line())
                .endsWith("deeper than the limit of 1 levels");
        Path json = file("a.jsonld", "{\"@id\":\"http://e/s\",\"http://e/p\":123456}");
        assertThat(CommandRun.of("convert", json, out("no.nq"), "--max-digits", "5")
                        .fails(1)
                        .line())
                .endsWith("longer than the limit of 5 characters");
        assertThat(CommandRun.of("convert", file, out("no.nq"), "--max-seconds", "0")
                        .fails(2)
                        .line())
                .contains("at least 1");
        assertThat(CommandRun.of("convert", file("e.ttl", "<n:><n:>(. "), out("no.nq"))
                        .fails(1)
                        .line())
                .endsWith("a number without a digit");
        assertThat(out("no.nq")).doesNotExist();
    }

    @Test
    void helpNamesEveryOption() {
        assertThat(CommandRun.of("convert", "--help").succeeds().text())
                .contains("IN", "OUT", "--from", "--to", "--base", "--preset", "--[no-]delimited", "--patch-type");
        assertThat(CommandRun.of("--help").succeeds().text()).contains("convert", "inspect", "quickstart", "diff-app");
    }
}
