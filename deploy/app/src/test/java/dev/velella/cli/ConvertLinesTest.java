package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bad lines of N-Triples and N-Quads that are left out, and inputs and outputs of Zstandard. */
class ConvertLinesTest extends ConvertedFiles {
    private static final String GOOD = "<http://e/s> <http://e/p> \"%s\" .\n";

    /** Lines of which the second, the fourth and the sixth are bad: grammar, bytes, term. */
    private Path damaged() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(GOOD.formatted("1 \uD83D\uDE00").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(
                "<http://e/s> <http://e/p> \"2\" <http://e/g> <http://e/h> .\r\n".getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(GOOD.formatted("3").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(GOOD.formatted("4 \u00E9").getBytes(StandardCharsets.ISO_8859_1));
        bytes.writeBytes(GOOD.formatted("5").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes("<http://e/s> <no iri> \"6\" .".getBytes(StandardCharsets.UTF_8));
        return Files.write(out("in.nq"), bytes.toByteArray());
    }

    @Test
    void badLinesAreLeftOutIntoAFileThatCanBeMendedAndRead() throws IOException {
        Path in = damaged();
        Path bad = out("bad.nq");
        CommandRun run = CommandRun.of("convert", in, out("out.nq"), "--skip-bad", bad);

        assertThat(run.status()).isZero();
        assertThat(run.line()).isEqualTo(in + ": 3 lines cannot be read and are left out; see " + bad);
        assertThat(out("out.nq"))
                .hasContent(GOOD.formatted("1 \uD83D\uDE00") + GOOD.formatted("3") + GOOD.formatted("5"));
        List<String> lines = Files.readAllLines(bad, StandardCharsets.ISO_8859_1);
        assertThat(lines).hasSize(6);
        assertThat(lines.get(0)).startsWith("# " + in + ": line 2, column ").contains("expected its dot");
        assertThat(lines.get(1)).isEqualTo("<http://e/s> <http://e/p> \"2\" <http://e/g> <http://e/h> .");
        assertThat(lines.get(2)).isEqualTo("# " + in + ": line 4: not UTF-8");
        assertThat(lines.get(3) + "\n").isEqualTo(GOOD.formatted("4 \u00E9"));
        assertThat(lines.get(4)).startsWith("# " + in + ": line 6, column ").contains("no iri");
        assertThat(lines.get(5)).isEqualTo("<http://e/s> <no iri> \"6\" .");

        String mended = Files.readString(bad, StandardCharsets.ISO_8859_1)
                .replace("no iri", "urn:p")
                .replace(" <http://e/h>", "");
        Files.writeString(bad, mended);
        assertThat(asLines(bad).lines()).hasSize(3);
    }

    @Test
    void withoutTheOptionTheFirstBadLineIsTheError() throws IOException {
        for (String line : List.of("x", ".", "<", "  _", "<http://e/s> <http://e/p .")) {
            Path in = file("in.nq", "#\n# text\n" + GOOD.formatted("1") + line);
            assertThat(CommandRun.of("convert", in, out("out.nq")).fails(1).line())
                    .startsWith(in + ": line 4, column ");
        }
        assertThat(left()).containsExactly("in.nq");
    }

    @Test
    void anInputWithoutBadLinesIsSaidToHaveNone() throws IOException {
        CommandRun run = CommandRun.of(
                "convert", file("in.nt", "# a comment\n\n" + TRIPLES), out("o.nt"), "--skip-bad", out("b"));
        assertThat(run.status()).isZero();
        assertThat(run.line()).isEqualTo(out("in.nt") + ": all lines can be read");
        assertThat(out("o.nt")).hasContent(TRIPLES);
        assertThat(out("b")).isEmptyFile();
    }

    @Test
    void whatHasNoGoodLineIsAnErrorAndWritesNothing() throws IOException {
        Path in = file("in.nt", "<rdf:RDF>\n</rdf:RDF>\n");
        assertThat(CommandRun.of("convert", in, out("o.nq"), "--skip-bad", out("b"))
                        .fails(1)
                        .line())
                .isEqualTo(in + ": none of its 2 lines is N-Triples: is it another format? (--from)");
        assertThat(left()).containsExactly("in.nt");
    }

    @Test
    void aLimitAndATermThatTheOutputCannotSpellAreStillErrors() throws IOException {
        Path in = file("in.nq", GOOD.formatted("1").repeat(3) + "x\n");
        assertThat(CommandRun.of("convert", in, out("o.nq"), "--skip-bad", out("b"), "--max-statements", "2")
                        .fails(1)
                        .line())
                .endsWith("more than the limit of 2 statements");
        Path named = file("named.nq", "<http://e/s> <http://e/p> <http://e/o> <http://e/g> .\n");
        assertThat(CommandRun.of("convert", named, out("o.nt"), "--skip-bad", out("b"))
                        .fails(1)
                        .line())
                .contains("cannot be written as N-Triples");
        assertThat(left()).containsExactly("in.nq", "named.nq");
    }

    @Test
    void aLineThatMayBeADelimiterOfMessagesIsNotLeftOut() throws IOException {
        String version = "VERSION \"1.2-messages\"\n";
        for (String line : List.of("MESSAGE x", "message", "ESSAGE", "\"MESSAGE\"", "@message .")) {
            Path in = file("in.nt", version + TRIPLES + line + "\n" + TRIPLES);
            assertThat(CommandRun.of("convert", in, out("o.nt"), "--skip-bad", out("b"))
                            .fails(1)
                            .line())
                    .as(line)
                    .startsWith(in + ": line " + (2 + TRIPLES.lines().count()) + ", column ")
                    .endsWith("; it is not left out, because it may be a delimiter of messages");
        }
        Path unannounced = file("in.nt", version.replace("-messages\"", "-messages") + TRIPLES + "MESSAGE\n" + TRIPLES);
        assertThat(CommandRun.of("convert", unannounced, out("o.nt"), "--skip-bad", out("b"))
                        .fails(1)
                        .line())
                .contains("a delimiter of messages in a text that announces none");
        assertThat(left()).containsExactly("in.nt");

        Path log = file("in.nt", version + TRIPLES + "<no iri> <http://e/p> <http://e/o> .\nMESSAGE\n" + TRIPLES);
        assertThat(CommandRun.of("convert", log, out("o.nt"), "--skip-bad", out("b"))
                        .status())
                .isZero();
        assertThat(out("o.nt")).hasContent(version + TRIPLES + "MESSAGE\n" + TRIPLES + "MESSAGE\n");
    }

    @Test
    void badLinesHaveAFileOfTheirOwn() throws IOException {
        Path in = file("in.nt", TRIPLES);
        for (Object[] wrong : new Object[][] {
            {in, out("o.nq"), "--skip-bad", in},
            {in, out("o.nq"), "--skip-bad", out("o.nq")},
            {in, out("o.nq"), "--skip-bad", "-"},
            {file("in.ttl", TRIPLES), out("o.nq"), "--skip-bad", out("b")},
            {out("a.jelly"), out("b.jelly"), out("c.jelly"), "--skip-bad", out("b")}
        }) {
            Object[] all = new Object[wrong.length + 1];
            all[0] = "convert";
            System.arraycopy(wrong, 0, all, 1, wrong.length);
            assertThat(CommandRun.of(all).fails(2).line()).contains("--skip-bad");
        }
        assertThat(left()).containsExactly("in.nt", "in.ttl");
    }

    @Test
    void zstandardIsReadAndWrittenWithSeveralFramesAndWhateverTheNameOfTheInput() throws IOException {
        Path packed = out("a.nt.zst");
        CommandRun.of("convert", file("in.nt", TRIPLES), packed).succeeds();
        byte[] frame = Files.readAllBytes(packed);
        assertThat(frame).startsWith(0x28, 0xB5, 0x2F, 0xFD);
        CommandRun.of("convert", packed, out("b.nt")).succeeds();
        assertThat(out("b.nt")).hasContent(TRIPLES);

        byte[] skippable = {0x5A, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 1, 2};
        byte[] second = Zstd.compress(GOOD.formatted("second").getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(skippable);
        all.writeBytes(frame);
        all.writeBytes(second);
        Path frames = Files.write(out("several.nt"), all.toByteArray());
        assertThat(asLines(frames)).isEqualTo(TRIPLES + GOOD.formatted("second"));
    }

    @Test
    void zstandardThatIsCutIsAnErrorAndWritesNothing() throws IOException {
        byte[] frame = Zstd.compress(TRIPLES.getBytes(StandardCharsets.UTF_8));
        byte[] twice = Arrays.copyOf(frame, 2 * frame.length);
        System.arraycopy(frame, 0, twice, frame.length, frame.length);
        for (int length : new int[] {frame.length - 1, frame.length + 2, frame.length + 7, twice.length - 3}) {
            Path cut = Files.write(out("cut.nt.zst"), Arrays.copyOf(twice, length));
            assertThat(CommandRun.of("convert", cut, out("c.nt"), "--skip-bad", out("b"))
                            .fails(1)
                            .line())
                    .as("%d", length)
                    .startsWith(cut + ": cannot be read: ")
                    .contains("truncated");
        }
        assertThat(left()).containsExactly("cut.nt.zst");
    }
}
