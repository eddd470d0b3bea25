package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.JellyPatchStreamReader;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.JellyPatchOptions.StatementType;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConvertPatchTest extends ConvertedFiles {
    /** Two patches and an empty one, with every kind of row. */
    private static final String PATCHES =
            """
            H id <urn:uuid:1> .
            H prev "none" .
            TX .
            PA "e" "http://e/" .
            PA "f" "http://f/" <http://e/g> .
            D <http://e/s> <http://e/p> "x"@en .
            A <http://e/s> <http://e/p> "1"^^<http://www.w3.org/2001/XMLSchema#int> <http://e/g> .
            A <_:b1> <http://e/p> <_:b2> .
            PD "e" .
            TC .
            Z .
            Z .
            TX .
            A <http://e/s> <http://e/p> "y" .
            TA .
            Z .
            """;

    private static List<RdfPatch> patches(Path file) throws IOException {
        List<RdfPatch> patches = new ArrayList<>();
        try (JellyPatchStreamReader reader = reader(file)) {
            for (RdfPatch patch = reader.next(); patch != null; patch = reader.next()) {
                patches.add(patch);
            }
        }
        return patches;
    }

    private static JellyPatchOptions options(Path file) throws IOException {
        try (JellyPatchStreamReader reader = reader(file)) {
            reader.next();
            return reader.options().orElseThrow();
        }
    }

    private static JellyPatchStreamReader reader(Path file) throws IOException {
        return new JellyPatchStreamReader(Files.newInputStream(file), StreamForm.DETECT, VALUES, Limits.DEFAULT);
    }

    @Test
    void patchesKeepTheirRowsAndBordersThroughJelly() throws IOException {
        Path text = file("in.rdfp", PATCHES);
        for (String type : List.of("frame", "punctuated")) {
            CommandRun.of("convert", text, out("a.jellyp"), "--patch-type", type)
                    .succeeds();
            assertThat(patches(out("a.jellyp"))).hasSize(3);
            CommandRun.of("convert", out("a.jellyp"), out("b.rdfp.gz")).succeeds();
            CommandRun.of("convert", out("b.rdfp.gz"), out("c.rdfp")).succeeds();
            assertThat(out("c.rdfp")).as(type).hasContent(PATCHES);
        }
    }

    @Test
    void aTextBecomesPunctuatedQuadsUnlessAskedOtherwise() throws IOException {
        Path text = file("in.rdfp", PATCHES);
        CommandRun.of("convert", text, out("a.jellyp")).succeeds();
        assertThat(options(out("a.jellyp")))
                .isEqualTo(new JellyPatchOptions(
                        StatementType.QUADS, StreamType.PUNCTUATED, TableSizes.BIG, false, false));

        Path triples = file("triples.rdfp", "A <http://e/s> <http://e/p> <http://e/o> .\n");
        CommandRun.of(
                        "convert",
                        triples,
                        out("b.jellyp"),
                        "--patch-type",
                        "flat",
                        "--statement-type",
                        "triples",
                        "--preset",
                        "small",
                        "--rdf-star",
                        "--no-delimited")
                .succeeds();
        assertThat(options(out("b.jellyp")))
                .isEqualTo(
                        new JellyPatchOptions(StatementType.TRIPLES, StreamType.FLAT, TableSizes.SMALL, false, true));
        assertThat(Files.readAllBytes(out("b.jellyp"))).startsWith(0x0A);
    }

    @Test
    void onePatchWithoutMarkStaysWithoutMarkInAFlatStream() throws IOException {
        String patch = "TX .\nA <http://e/s> <http://e/p> <http://e/o> .\nTC .\n";
        CommandRun.of("convert", file("in.rdfp", patch), out("a.jellyp"), "--patch-type", "flat")
                .succeeds();
        CommandRun.of("convert", out("a.jellyp"), out("b.rdfp")).succeeds();

        assertThat(out("b.rdfp")).hasContent(patch);
    }

    @Test
    void jellyKeepsItsOptionsAndPatches() throws IOException {
        CommandRun.of("convert", file("in.rdfp", PATCHES), out("a.jellyp"), "--patch-type", "frame", "--names", "9")
                .succeeds();
        CommandRun.of("convert", out("a.jellyp"), out("b.jellyp")).succeeds();
        CommandRun.of(
                        "convert",
                        out("a.jellyp"),
                        out("c.jellyp"),
                        "--patch-type",
                        "punctuated",
                        "--rows-per-frame",
                        "2")
                .succeeds();

        assertThat(options(out("b.jellyp"))).isEqualTo(options(out("a.jellyp")));
        assertThat(patches(out("b.jellyp"))).isEqualTo(patches(out("a.jellyp")));
        assertThat(patches(out("c.jellyp"))).isEqualTo(patches(out("a.jellyp")));
    }

    @Test
    void whatTheOptionsCannotCarryIsRefused() throws IOException {
        Path text = file("in.rdfp", PATCHES);

        assertThat(CommandRun.of("convert", text, out("a.jellyp"), "--patch-type", "flat")
                        .fails(1)
                        .line())
                .startsWith(text + ": cannot be written as Jelly-Patch: ")
                .contains("FLAT is one patch");
        assertThat(CommandRun.of("convert", text, out("a.jellyp"), "--statement-type", "triples")
                        .fails(1)
                        .line())
                .startsWith(text + ": cannot be written as Jelly-Patch: ");
        assertThat(out("a.jellyp")).doesNotExist();
    }

    @Test
    void malformedTextIsOneLineWithItsPlace() throws IOException {
        Path text = file("in.rdfp", "TX .\nA <http://e/s> <http://e/p> .\n");

        assertThat(CommandRun.of("convert", text, out("a.jellyp")).fails(1).line())
                .startsWith(text + ": line 2, column ");
        assertThat(CommandRun.of("convert", file("b.rdfp", "TX .\n"), out("a.jellyp"))
                        .fails(1)
                        .line())
                .startsWith(out("b.rdfp") + ": line ");
    }

    @Test
    void malformedJellyIsOneLineWithItsPlace() throws IOException {
        CommandRun.of("convert", file("in.rdfp", PATCHES), out("a.jellyp"), "--rows-per-frame", "3")
                .succeeds();
        byte[] bytes = Files.readAllBytes(out("a.jellyp"));
        for (int length = 1; length < bytes.length; length++) {
            Files.write(out("cut.jellyp"), java.util.Arrays.copyOf(bytes, length));
            CommandRun run = CommandRun.of("convert", out("cut.jellyp"), "-", "--to", "rdfp");
            if (run.status() != 0) {
                assertThat(run.fails(1).line())
                        .matches("\\Q" + out("cut.jellyp")
                                + "\\E: (frame \\d+(, row \\d+)?, byte \\d+: .*|the stream ends within a patch.*)");
            }
        }
    }

    @Test
    void anEmptyInputGivesAnEmptyOutput() throws IOException {
        CommandRun.of("convert", file("in.rdfp", ""), out("a.jellyp")).succeeds();
        CommandRun.of("convert", out("a.jellyp"), out("b.rdfp")).succeeds();

        assertThat(out("b.rdfp")).isEmptyFile();
        assertThat(CommandRun.of("inspect", out("a.jellyp")).succeeds().text()).containsPattern("patches\\W+0");
    }
}
