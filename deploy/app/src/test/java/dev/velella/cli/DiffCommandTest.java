package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.SharedFolder;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.eclipse.rdf4j.rio.nquads.NQuadsParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code diff} and {@code apply}, together and apart. */
class DiffCommandTest {
    private static final String OLD =
            """
            <http://e/s> <http://e/p> "1" .
            <http://e/s> <http://e/result> _:a <http://e/g> .
            _:a <http://e/unit> <http://e/degree> <http://e/g> .
            _:a <http://e/value> "20" <http://e/g> .
            <http://e/s> <http://e/gone> "x"@en .
            """;

    private static final String NEW =
            """
            <http://e/s> <http://e/p> "1" .
            <http://e/s> <http://e/result> _:other <http://e/g> .
            _:other <http://e/unit> <http://e/degree> <http://e/g> .
            _:other <http://e/value> "21" <http://e/g> .
            _:fresh <http://e/p> _:other .
            """;

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Path out(String name) {
        return folder.resolve(name);
    }

    private static Collection<Statement> nquads(Path file) throws IOException {
        return parsed(Files.readString(file));
    }

    private static Collection<Statement> parsed(String text) throws IOException {
        StatementCollector collector = new StatementCollector();
        NQuadsParser parser = new NQuadsParser();
        parser.setPreserveBNodeIDs(true);
        parser.setRDFHandler(collector);
        parser.parse(new StringReader(text), "");
        return collector.getStatements();
    }

    @Test
    void thePatchHoldsOnlyWhatHasChanged() throws IOException {
        CommandRun run =
                CommandRun.of("diff", file("old.nq", OLD), file("new.nq", NEW)).succeeds();

        assertThat(run.text())
                .isEqualTo(
                        """
                        TX .
                        D <_:a> <http://e/value> "20" <http://e/g> .
                        D <http://e/s> <http://e/gone> "x"@en .
                        A <_:a> <http://e/value> "21" <http://e/g> .
                        A <_:knew-1> <http://e/p> <_:a> .
                        TC .
                        Z .
                        """);
    }

    @Test
    void labelsAreComparedWhereTheyAreKept() throws IOException {
        CommandRun run = CommandRun.of("diff", file("old.nq", OLD), file("new.nq", NEW), "--blank-nodes", "keep")
                .succeeds();

        assertThat(run.text().lines().filter(line -> line.startsWith("D "))).hasSize(4);
        assertThat(run.text().lines().filter(line -> line.startsWith("A "))).hasSize(4);
    }

    @Test
    void appliedToTheFirstFileThePatchGivesTheSecond() throws IOException {
        Path old = file("old.nq", OLD);
        Path latest = file("new.nq", NEW);
        for (String patch : List.of("p.rdfp", "p.jellyp", "p.rdfp.gz")) {
            CommandRun.of("diff", old, latest, "-o", out(patch)).succeeds();
            Path target = file("target.nq", OLD);

            CommandRun run = CommandRun.of("apply", out(patch), "--to", target, "--strict")
                    .succeeds();

            assertThat(Models.isomorphic(nquads(target), nquads(latest))).isTrue();
            assertThat(run.out())
                    .isEqualTo(target
                            + ": 1 patches applied, 2 statements deleted, 2 added; 5 statements"
                            + System.lineSeparator());
        }
    }

    @Test
    void formatsAreMixed() throws IOException {
        Path old = file("old.nq", OLD);
        CommandRun.of("convert", old, out("old.jelly")).succeeds();
        CommandRun.of("convert", file("new.nq", NEW), out("new.trig")).succeeds();

        CommandRun.of("diff", out("old.jelly"), out("new.trig"), "-o", out("p.jellyp"))
                .succeeds();
        CommandRun.of("apply", out("p.jellyp"), "--to", old, "--strict").succeeds();

        assertThat(Models.isomorphic(nquads(old), parsed(NEW))).isTrue();
        byte[] piped = CommandRun.withInput(
                        OLD.getBytes(StandardCharsets.UTF_8), "diff", "-", out("new.nq"), "--from", "nq")
                .succeeds()
                .bytes();
        assertThat(new String(piped, StandardCharsets.UTF_8)).startsWith("TX .\nD <_:a> ");
    }

    @Test
    void equalGraphsGiveNoPatch() throws IOException {
        Path old = file("old.nq", OLD);

        CommandRun.of("diff", old, file("same.nq", OLD.replace("_:a", "_:b")), "-o", out("p.rdfp"))
                .succeeds();

        assertThat(out("p.rdfp")).isEmptyFile();
        CommandRun.of("apply", out("p.rdfp"), "--to", old).succeeds();
        assertThat(nquads(old)).containsExactlyElementsOf(parsed(OLD));

        CommandRun.of("diff", old, old, "-o", out("p.jellyp")).succeeds();
        CommandRun.of("inspect", out("p.jellyp")).succeeds();
        CommandRun.of("apply", out("p.jellyp"), "--to", old).succeeds();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u00B7b", "a:b", "a\u203Fb", "9f0e-:x/Y", "b", "a b"})
    void aNodeIsTheSameInThePatchesThatFollow(String label) throws IOException {
        String node = "<_:" + label.replace(" ", "\\u0020") + ">";
        Path first =
                file("1.rdfp", "TX .\nA " + node + " <http://e/p> \"1\" .\nA _:z <http://e/p> " + node + " .\nTC .\n");
        Path second = file(
                "2.rdfp", "TX .\nD " + node + " <http://e/p> \"1\" .\nA " + node + " <http://e/p> \"2\" .\nTC .\n");
        Path target = out("store.nq");

        CommandRun.of("apply", first, "--to", target, "--strict").succeeds();
        CommandRun.of("apply", second, "--to", target, "--strict").succeeds();

        assertThat(target).content().hasLineCount(2).contains("\"2\"").doesNotContain("\"1\"");
        boolean spelled = !label.contains("/") && !label.contains(" ");
        assertThat(Files.readString(target)).contains(spelled ? "_:" + label + " " : "_:escaped-");
    }

    @Test
    void twoNodesThatWouldGetOneLabelAreRefused() throws IOException {
        Path patch = file("1.rdfp", "A <_:a/b> <http://e/p> \"1\" .\nA _:escaped-612f62 <http://e/p> \"2\" .\n");
        assertThat(CommandRun.of("apply", patch, "--to", out("store.nq"))
                        .fails(1)
                        .line())
                .contains("two blank nodes would get the label escaped-612f62");
        assertThat(out("store.nq")).doesNotExist();
    }

    @Test
    void aTextOfAnyLengthThatDiffWritesIsRead() throws IOException {
        Path old = file("old.nq", "");
        Path latest = file("new.nt", "<http://e/s> <http://e/p> \"" + "x".repeat(17 << 20) + "\" .\n");
        CommandRun.of("diff", old, latest, "-o", out("p.rdfp")).succeeds();
        CommandRun.of("apply", out("p.rdfp"), "--to", old, "--strict").succeeds();
        assertThat(Files.size(old)).isEqualTo(Files.size(latest));
    }

    @Test
    void quotedTriplesNeedTheirOptionInJelly() throws IOException {
        Path old = file("old.nq", "");
        Path latest = file("new.nq", "<< _:a <http://e/p> _:b >> <http://e/q> _:a .\n");

        CommandRun.of("diff", old, latest, "-o", out("p.jellyp")).fails(1);
        CommandRun.of("diff", old, latest, "-o", out("p.jellyp"), "--rdf-star").succeeds();
        CommandRun.of("apply", out("p.jellyp"), "--to", out("made.nq")).succeeds();

        assertThat(out("made.nq")).hasContent("<< _:knew-1 <http://e/p> _:knew-2 >> <http://e/q> _:knew-1 .");
    }

    @Test
    void whatIsNotThereIsToldAndAnErrorWhereThatIsStrict() throws IOException {
        Path patches = file(
                "p.rdfp",
                """
                TX .
                A <http://e/s> <http://e/p> "kept" .
                TC .
                TX .
                A <http://e/s> <http://e/p> "aborted" .
                TA .
                Z .
                D <http://e/s> <http://e/p> "absent" .
                """);
        Path target = out("made.nq");

        CommandRun run = CommandRun.of("apply", patches, "--to", target);
        assertThat(run.status()).isZero();
        assertThat(run.err().strip())
                .isEqualTo(patches + ": 1 deletes of statements that were not in " + target
                        + ", 0 adds of statements that were there");
        assertThat(target).hasContent("<http://e/s> <http://e/p> \"kept\" .");

        Path before = file("before.nq", OLD);
        assertThat(CommandRun.of("apply", patches, "--to", before, "--strict")
                        .fails(1)
                        .line())
                .startsWith(patches + ": patch 2 deletes ")
                .endsWith(", which is not in " + before);
        assertThat(before).hasContent(OLD);
    }

    @Test
    void badInputIsOneLineAndNothingIsWritten() throws IOException {
        Path old = file("old.nq", OLD);
        Path bad = file("bad.nq", "<http://e/s> <http://e/p> .\n");

        assertThat(CommandRun.of("diff", old, bad, "-o", out("p.rdfp")).fails(1).line())
                .startsWith(bad + ": line 1");
        assertThat(CommandRun.of("diff", old, out("none.nq")).fails(1).line())
                .isEqualTo(out("none.nq") + ": no such file");
        assertThat(CommandRun.of("diff", "--stream", out("none.nq")).fails(1).line())
                .isEqualTo(out("none.nq") + ": no such file");
        Path patch = file("p2.rdfp", "TX .\nA <http://e/s> <relative> \"x\" .\nTC .\n");
        assertThat(CommandRun.of("apply", patch, "--to", old).fails(1).line()).startsWith(patch + ": ");
        assertThat(CommandRun.of("apply", file("p3.rdfp", "TX .\n"), "--to", old)
                        .fails(1)
                        .line())
                .startsWith(out("p3.rdfp") + ": ");
        assertThat(old).hasContent(OLD);
        assertThat(out("p.rdfp")).doesNotExist();
    }

    @Test
    void wrongUsageIsStatusTwo() throws IOException {
        Path old = file("old.nq", OLD);
        CommandRun.of("diff", old).fails(2);
        CommandRun.of("diff").fails(2);
        CommandRun.of("diff", "-", "-", "--from", "nq").fails(2);
        CommandRun.of("diff", old, old, "-o", out("p.nq")).fails(2);
        CommandRun.of("diff", old, old, "--stream", old).fails(2);
        CommandRun.of("diff", old, old, "--graph-policy", "keep").fails(2);
        CommandRun.of("diff", old, old, "--blank-nodes", "guess").fails(2);
        CommandRun.of("diff", "--stream", old, "--graph-policy", "fixed").fails(2);
        CommandRun.of("diff", "--stream", old, "--graph-template", "urn:x:{key}")
                .fails(2);
        CommandRun.of("diff", "--stream", old, "--from", "nq").fails(2);
        CommandRun.of("apply", old, "--to", old).fails(2);
        CommandRun.of("apply", out("p.rdfp"), "--to", out("f.ttl")).fails(2);
        CommandRun.of("apply", out("p.rdfp")).fails(2);
    }

    @Test
    void elementsThatAreKeptReplaceEachOther() throws IOException {
        Path stream = file(
                "s.nq",
                """
                <http://e/s> <http://e/p> "same" <http://e/1> .
                <http://e/s> <http://e/p> "same" <http://e/2> .
                """);

        assertThat(CommandRun.of("diff", "--stream", stream).succeeds().text())
                .isEqualTo(
                        """
                        TX .
                        A <http://e/s> <http://e/p> "same" <http://e/1> .
                        TC .
                        Z .
                        TX .
                        D <http://e/s> <http://e/p> "same" <http://e/1> .
                        A <http://e/s> <http://e/p> "same" <http://e/2> .
                        TC .
                        Z .
                        """);
        assertThat(CommandRun.of("diff", "--stream", stream, "--graph-policy", "fixed", "--graph-fixed", "http://e/all")
                        .succeeds()
                        .text())
                .isEqualTo("TX .\nA <http://e/s> <http://e/p> \"same\" <http://e/all> .\nTC .\nZ .\n");
    }

    @Test
    void anElementThatDoesNotFitIsToldWithItsPlace() throws IOException {
        Path stream = file(
                "s.nq", """
                <http://e/s> <http://e/p> "x" <urn:velella:system> .
                """);

        assertThat(CommandRun.of("diff", "--stream", stream).fails(1).line())
                .startsWith(stream + ": ")
                .contains("reserved");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nq-tar", "nq"})
    void patchesOfAStreamAreThoseThatTheGeneratorExpects(String form) throws Exception {
        String arguments = "--seed 4 --elements 50 --stations 2 --dup-prob 0.1";
        Path stream = out(form.equals("nq") ? "weather.nq" : "weather.tar.gz");
        generate(arguments + " --format " + form, stream);
        generate(arguments + " --format patch", out("expected.rdfp"));

        for (String name : List.of("p.jellyp", "p.rdfp.gz")) {
            CommandRun.of(
                            "diff",
                            "--stream",
                            stream,
                            "--graph-policy",
                            "per-stream",
                            "--temporal-statement",
                            "drop",
                            "-o",
                            out(name))
                    .succeeds();
            CommandRun.of("convert", out(name), out("plain.rdfp")).succeeds();
            assertThat(patches(Files.readString(out("plain.rdfp"))))
                    .isEqualTo(patches(Files.readString(out("expected.rdfp"))));
        }
        CommandRun.of("apply", out("p.jellyp"), "--to", out("state.nq"), "--strict")
                .succeeds();
        assertThat(nquads(out("state.nq"))).hasSize(2 * 115);
    }

    @Test
    void blankNodesOfAStreamAreMatched() throws Exception {
        generate("--seed 4 --elements 30 --bnodes --format nq-tar", out("weather.tar.gz"));

        String text = CommandRun.of(
                        "diff",
                        "--stream",
                        out("weather.tar.gz"),
                        "--graph-policy",
                        "per-stream",
                        "--temporal-statement",
                        "drop")
                .succeeds()
                .text();

        List<Set<String>> patches = patches(text);
        assertThat(patches).hasSize(30);
        assertThat(patches.subList(1, 30)).allMatch(rows -> rows.size() < 40);
        assertThat(patches.subList(1, 30).stream().mapToInt(Set::size).average().orElse(0))
                .isBetween(20.0, 25.0);
    }

    /** Rows of every patch, without graphs; empty patches left out. */
    private static List<Set<String>> patches(String text) {
        List<Set<String>> patches = new ArrayList<>();
        Set<String> rows = new TreeSet<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("A ") || line.startsWith("D ")) {
                rows.add(line.replaceFirst(" <[^ ]*/graph/[^ ]*> \\.$", " ."));
            } else if (line.equals("TC .") && !rows.isEmpty()) {
                patches.add(new HashSet<>(rows));
                rows.clear();
            }
        }
        return patches;
    }

    private static void generate(String arguments, Path file) throws Exception {
        Path script = SharedFolder.require("data").resolve("gen_weather.py");
        List<String> command = new ArrayList<>(List.of("python3", script.toString()));
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(List.of("--out", file.toString()));
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).isZero();
    }
}
