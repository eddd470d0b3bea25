package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small files that real tools and people write, and that were once read as something else. */
class CaseFilesTest extends ConvertedFiles {
    private static Path shared(String name) {
        return SharedFolder.require("cases/" + name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "white-space-literal.rdf | <http://e/s> <http://e/p> \" \" .",
                "xml-latin1.rdf | <http://e/a> <http://e/p> \"\u00e9\" .",
                "xml-latin1-looks-like-utf8.rdf | <http://e/a> <http://e/p> \"\u00c3\u00a9\" .",
                "xml-utf16.rdf | <http://e/a> <http://e/p> \"1\" .",
                "xml-says-utf16-is-utf8.rdf | <http://e/a> <http://e/p> \"\u00e9\" .",
                "triple-term.nt | <http://e/x> <http://e/says> <<( <http://e/s> <http://e/p> \"o\" )>> .",
                "version.ttl | <http://e/x> <http://e/says> <<( <http://e/s> <http://e/p> \"o\" )>> .",
                "float-integer.jsonld | <http://e/s> <http://e/p> \"1\"^^<http://www.w3.org/2001/XMLSchema#float> .",
            })
    void aFileIsReadAsItIsMeant(String name, String line) throws IOException {
        assertThat(asLines(shared(name))).isEqualTo(line + "\n");
        String end = name.substring(name.lastIndexOf('.'));
        if (!end.equals(".jsonld") && !end.equals(".ttl")) {
            Path again = out("again" + end);
            CommandRun.of("convert", file("lines.nq", line + "\n"), again).succeeds();
            assertThat(asLines(again)).isEqualTo(line + "\n");
            CommandRun diff = CommandRun.of("diff", shared(name), again).succeeds();
            assertThat(diff.text()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "direction.rdf | line 1, column 157: a base direction (its:dir) is not supported",
                "triple-term.rdf | line 2, column 73: a triple term (rdf:parseType=\"Triple\") is not supported",
                "key-twice.jsonld | the key \"http://e/p\" twice",
                "reverse.jsonld | invalid IRI mapping: the term \"rev\" of a context stands for \"not an IRI\"",
                "second-member-cut.nt.gz | ends too early; the file is truncated",
                "second-member-cut.nt.bz2 | ends too early; the file is truncated",
                "second-member-cut.nt.zst | ends too early; the file is truncated",
                "second-frame-header-only.nt.zst | ends too early; the file is truncated",
            })
    void whatCannotBeReadIsAnErrorThatSaysWhy(String name, String why) {
        assertThat(CommandRun.of("convert", shared(name), out("b.nq")).fails(1).line())
                .startsWith(shared(name) + ": ")
                .contains(why);
        assertThat(out("b.nq")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "phantom-plain.trig | <http://e/s> <http://e/p> \"x\" .; _:b <http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
                        + " <http://e/C> .",
                "label-dot.trig | <http://e/s> <http://e/p> _:b .; _:b <http://e/q> <http://e/s> .",
                "number-dot.trig | <http://e/s> <http://e/p> \"123\"^^<http://www.w3.org/2001/XMLSchema#integer>"
                        + " <http://e/g> .; <http://e/s> <http://e/q>"
                        + " \"-5\"^^<http://www.w3.org/2001/XMLSchema#integer> <http://e/h> .",
            })
    void tightTrigHasTheStatementsOfItsGrammar(String name, String lines) {
        assertThat(asLines(shared(name)).replaceAll("_:\\w+", "_:b").lines().distinct())
                .containsExactly(lines.split("; "));
    }

    @Test
    void theIrisOfRealDumpsAreReadOrRefusedByTheGrammar() throws IOException {
        List<String> lines = Files.readAllLines(shared("iris-of-real-dumps.nq"));
        assertThat(lines).hasSize(10);
        for (int i = 0; i < lines.size(); i++) {
            Path one = file("one.nq", lines.get(i) + "\n");
            if (List.of(0, 2, 7, 8, 9).contains(i)) {
                assertThat(asLines(one)).isEqualTo(lines.get(i) + "\n");
            } else {
                assertThat(CommandRun.of("convert", one, out("b.nq")).fails(1).line())
                        .contains("line 1")
                        .contains("IRI");
            }
        }
    }
}
