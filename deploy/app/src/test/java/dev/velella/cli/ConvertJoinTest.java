package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code velella convert} of several files of Jelly into one. */
class ConvertJoinTest {
    private static final String FIRST =
            """
            <http://e/a/s> <http://e/p> _:b <http://e/g> .
            <http://e/a/s> <http://e/p> "1"^^<http://www.w3.org/2001/XMLSchema#int> <http://e/g> .
            <http://e/a/s> <http://e/p> "Gr\u00FC\u00DF"@de .
            """;

    private static final String SECOND =
            """
            <http://e/a/s> <http://e/q> _:b .
            <http://e/b/s> <http://e/q> <<( <http://e/s> <http://e/p> "x" )>> .
            """;

    @TempDir
    private Path folder;

    private Path parts;
    private Path a;
    private Path b;

    @BeforeEach
    void writeParts() throws IOException {
        parts = Files.createDirectory(folder.resolve("parts"));
        a = jelly("a.jelly", FIRST, "nq");
        b = jelly("b.jelly.gz", SECOND, "nt", "--rdf-star", "--preset", "small");
    }

    private Path jelly(String name, String text, String format, String... options) throws IOException {
        Path lines = Files.writeString(folder.resolve(name + "." + format), text);
        Path file = parts.resolve(name);
        List<Object> words = new ArrayList<>(List.of("convert", lines, file));
        words.addAll(List.of(options));
        CommandRun.of(words.toArray()).succeeds();
        return file;
    }

    private static List<String> lines(Path file) {
        return CommandRun.of("convert", file, "-", "--to", "nq")
                .succeeds()
                .text()
                .lines()
                .toList();
    }

    @Test
    void filesBecomeOneStreamInTheirOrder() {
        Path out = folder.resolve("out.jelly");
        CommandRun.of("convert", a, b, out).succeeds();
        assertThat(lines(out))
                .containsExactlyElementsOf((FIRST.replace("_:b", "_:f0-b") + SECOND.replace("_:b", "_:f1-b"))
                        .lines()
                        .toList());
        assertThat(CommandRun.of("inspect", out).succeeds().text())
                .contains("flat-quads")
                .contains("4000");
    }

    @Test
    void aDirectoryStandsForItsFiles() {
        Path out = folder.resolve("out.jelly.gz");
        CommandRun.of("convert", parts, out, "--keep-blank-nodes", "--names", "64")
                .succeeds();
        assertThat(lines(out))
                .containsExactlyElementsOf((FIRST + SECOND).lines().toList());
        Path again = folder.resolve("again.jelly");
        CommandRun.of("convert", b, b, again, "--stream-name", "twice").succeeds();
        assertThat(lines(again)).hasSize(4);
        assertThat(CommandRun.of("inspect", again).succeeds().text())
                .contains("twice")
                .contains("flat-triples");
    }

    private static void refused(int status, String reason, CommandRun run) {
        assertThat(run.fails(status).line()).contains(reason);
    }

    @Test
    void whatCannotBeJoinedIsSaid() throws IOException {
        Path out = folder.resolve("out.jelly");
        Path text = Files.writeString(folder.resolve("a.nt"), "");
        refused(2, "only files of jelly are joined", CommandRun.of("convert", a, text, out));
        refused(2, "to jelly only", CommandRun.of("convert", a, b, folder.resolve("out.nq")));
        refused(2, "--rows-per-frame", CommandRun.of("convert", a, b, out, "--rows-per-frame", "5"));
        refused(2, "standard input", CommandRun.of("convert", "-", b, out, "--from", "jelly"));
        refused(2, "--keep-blank-nodes", CommandRun.of("convert", a, out, "--keep-blank-nodes"));
        refused(1, "b.jelly.gz: frame 0, row 0", CommandRun.of("convert", a, b, out, "--no-rdf-star"));
        refused(1, "the directory holds no file of Jelly", CommandRun.of("convert", folder, out));
        Path graphs = folder.resolve("graphs.jelly");
        CommandRun.of("convert", a, graphs, "--physical-type", "graphs").succeeds();
        refused(1, "convert them before, with --physical-type quads", CommandRun.of("convert", a, graphs, out));
        refused(1, "leave out --physical-type", CommandRun.of("convert", a, b, out, "--physical-type", "triples"));
        assertThat(out).doesNotExist();
    }

    /** What is read twice must be the same twice: a pipe would be empty the second time. */
    @Test
    void whatCannotBeReadTwiceIsRefused() {
        refused(
                1,
                "/dev/null: is no regular file",
                CommandRun.of("convert", a, "/dev/null", folder.resolve("out.jelly"), "--from", "jelly"));
    }

    @Test
    void anOutputInAJoinedDirectoryIsNotJoinedWithItself() throws IOException {
        Path out = parts.resolve("out.jelly");
        CommandRun.of("convert", parts, out).succeeds();
        byte[] joined = Files.readAllBytes(out);
        refused(1, "would be joined with itself", CommandRun.of("convert", parts, out));
        assertThat(out).hasBinaryContent(joined);
        Files.delete(out);
        CommandRun.of("convert", parts, out).succeeds();
        assertThat(out).hasBinaryContent(joined);
    }

    @Test
    void aDamagedFileIsNamedAndLeavesNoOutput() throws IOException {
        Path out = Files.writeString(folder.resolve("out.jelly"), "before");
        byte[] whole = Files.readAllBytes(a);
        Path cut = folder.resolve("cut.jelly");
        Files.write(cut, Arrays.copyOf(whole, whole.length - 3));
        refused(1, "cut.jelly: frame 0, byte", CommandRun.of("convert", a, cut, out));
        assertThat(out).hasContent("before");
    }
}
