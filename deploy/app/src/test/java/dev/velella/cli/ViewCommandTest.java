package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class ViewCommandTest {
    private static final String PREFIX = "PREFIX : <urn:x:>\n";

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), PREFIX + text);
    }

    @Test
    void rowsThatAppearChangeAndDisappearArePrintedGraphByGraph() throws IOException {
        Path query = file("q.rq", "SELECT ?s ?v WHERE { ?s :value ?v }");
        Path first = file("1.ttl", ":a :value 1 . :b :value 2 .");
        Path same = file("2.ttl", ":a :value 1 . :b :value 2 . :c :other 3 .");
        Path last = file("3.ttl", ":a :value 4 .");
        CommandRun run =
                CommandRun.of("view", "--query", query, "--key", "s", "--data", first, "--data", same, "--data", last);
        assertThat(run.text())
                .isEqualTo("# " + first + "\n+ {\"s\":\"urn:x:a\",\"v\":\"1\"}\n+ {\"s\":\"urn:x:b\",\"v\":\"2\"}\n# "
                        + same + "\n# " + last + "\n- {\"s\":\"urn:x:b\"}\n+ {\"s\":\"urn:x:a\",\"v\":\"4\"}\n");
        assertThat(run.status()).isZero();
    }

    @Test
    void statementsOfRulesWithStaticData() throws IOException {
        Path fixed = file("o.ttl", ":A <http://www.w3.org/2000/01/rdf-schema#subClassOf> :B .");
        CommandRun run =
                CommandRun.of("view", "--ruleset", "rdfs", "--static", fixed, "--data", file("1.ttl", ":x a :A ."));
        assertThat(run.text())
                .endsWith("\n+ <urn:x:x> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:x:B> .\n");
    }

    @Test
    void aBlankNodeOfStaticDataIsNoNodeOfTheStream() throws IOException {
        Path query = file("q.rq", "SELECT ?s ?l WHERE { ?x :name ?s ; :limit ?l }");
        Path fixed = file("o.ttl", "_:n :limit 1 . _:m :limit 2 ; :name 'm' .");
        Path data = file("1.ttl", "_:n :name 'n' .");
        CommandRun run = CommandRun.of("view", "--query", query, "--key", "s", "--static", fixed, "--data", data);
        assertThat(run.text()).isEqualTo("# " + data + "\n+ {\"s\":\"m\",\"l\":\"2\"}\n");
    }

    @Test
    void aSilentDeviceIsToldAtItsTime() throws IOException {
        Path definition = Files.writeString(
                folder.resolve("v.json"),
                """
                {"name": "silent", "kind": "select", "key": ["s"], "after": ["PT10M"],
                 "query": "PREFIX : <urn:x:> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT ?s WHERE { ?s :at ?t FILTER(NOW() >= ?t + \\"PT10M\\"^^xsd:dayTimeDuration) }"}
                """);
        Path data = file("1.ttl", ":a :at \"2026-11-05T10:00:00Z\"^^<http://www.w3.org/2001/XMLSchema#dateTime> .");
        CommandRun run = CommandRun.of(
                "view",
                "--definition",
                definition,
                "--data",
                data,
                "--now",
                "2026-11-05T10:00:00Z",
                "--until",
                "2026-11-05T11:00:00Z");
        assertThat(run.text())
                .isEqualTo("# " + data + "\n# stream data at 2026-11-05T10:10:00Z\n+ {\"s\":\"urn:x:a\"}\n");
    }

    @Test
    void aRefusedViewAndAFailedAnswerAreTold() throws IOException {
        Path data = file("1.ttl", ":a :value 1, 2 .");
        CommandRun refused = CommandRun.of(
                "view", "--query", file("r.rq", "SELECT ?s (RAND() AS ?r) { ?s ?p ?o }"), "--key", "s", "--data", data);
        assertThat(refused.err()).contains("view view: query: RAND() differs each time (RAND)");
        assertThat(refused.status()).isEqualTo(1);
        CommandRun failed = CommandRun.of(
                "view", "--query", file("q.rq", "SELECT ?s ?v { ?s :value ?v }"), "--key", "s", "--data", data);
        assertThat(failed.text()).contains("! view view: two rows have the key {\"s\":\"urn:x:a\"}");
        assertThat(failed.status()).isEqualTo(1);
        assertThat(CommandRun.of("view", "--ruleset", "rdfs").err()).contains("give --data or --topic");
    }

    /** Each command of the page prints the changes of the page, or their beginning, where its data end before a wait does. */
    @TestFactory
    Stream<DynamicTest> commandsOfThePage() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "views.md"));
        String part = page.substring(page.indexOf("## Ten views"), page.indexOf("\n## Metrics"));
        return Stream.of(part.split("\n### "))
                .skip(1)
                .map(section ->
                        DynamicTest.dynamicTest(section.lines().findFirst().orElse(""), () -> shown(section)));
    }

    private void shown(String section) throws IOException {
        String prefixes = "PREFIX : <http://example.org/> PREFIX sh: <http://www.w3.org/ns/shacl#> ";
        List<String> command = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        int graphs = 0;
        Matcher blocks =
                Pattern.compile("```(\\w+)\n(.*?)\n```", Pattern.DOTALL).matcher(section);
        while (blocks.find()) {
            String text = blocks.group(2);
            switch (blocks.group(1)) {
                case "json" -> {
                    String name = text.replaceFirst("(?s)^\\{\"name\": \"(\\w+)\".*", "$1");
                    Files.writeString(
                            folder.resolve(name + ".json"),
                            text.replaceFirst("\"(query|shapes)\": \"", "\"$1\": \"" + prefixes));
                }
                case "static" -> Files.writeString(folder.resolve("static.ttl"), prefixes + text);
                case "turtle" -> Files.writeString(folder.resolve(++graphs + ".ttl"), prefixes + text);
                case "sh" -> command.addAll(List.of(text.split(" ")));
                case "text" -> text.lines().map(ViewCommandTest::printed).forEach(expected::add);
                default -> assertThat(blocks.group(1)).isIn("wait", "count");
            }
        }
        command.replaceAll(
                word -> word.matches(".*\\.(json|ttl)") ? folder.resolve(word).toString() : word);
        CommandRun run = CommandRun.of(command.subList(1, command.size()).toArray());
        assertThat(run.status()).as(run.err()).isZero();
        List<String> lines = run.text()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceAll("<http://example.org/(\\w+)>", ":$1")
                        .replace("<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>", "a")
                        .replaceFirst(" \\.$", ""))
                .toList();
        if (expected.isEmpty()) {
            assertThat(lines).hasSize(2).element(1).asString().startsWith("- {\"violation\":");
        } else if (command.contains("--until")) {
            assertThat(lines).isNotEmpty().isEqualTo(expected.subList(0, lines.size()));
        } else {
            assertThat(lines).isEqualTo(expected);
        }
    }

    /** A record of the page as the command prints it: without the stream, which all rows of the app have. */
    private static String printed(String record) {
        String stream = "{\"stream\":\"one\",";
        if (!record.startsWith(stream)) {
            return record;
        }
        String[] keyAndValue = record.replace(stream, "{").split(" ", 2);
        return keyAndValue[1].equals("null") ? "- " + keyAndValue[0] : "+ " + keyAndValue[1];
    }
}
