package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.fixture.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Models;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Both commands on every file of the conformance suite of Jelly-RDF. */
class ConformanceSuiteTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    @TempDir
    private Path folder;

    /** One line of the index. */
    private record Case(Path suite, String id, String direction, boolean generalized, boolean positive, String[] row) {
        Path jelly() {
            return suite.resolve(row[7]);
        }

        List<Path> expected() {
            return Stream.of(row[8].split(" ")).map(suite::resolve).toList();
        }
    }

    private static Path suite() {
        return SharedFolder.require("conformance");
    }

    private static Stream<Case> fromJelly() throws IOException {
        Path suite = suite();
        List<String> lines = Files.readAllLines(suite.resolve("index.tsv"));
        return lines.stream()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .filter(row -> row[1].equals("from_jelly"))
                .map(row -> new Case(suite, row[0], row[1], row[5].equals("1"), row[6].equals("positive"), row));
    }

    private static List<Path> files(String extension) throws IOException {
        try (Stream<Path> files = Files.walk(suite())) {
            return files.filter(file -> file.toString().endsWith(extension))
                    .sorted()
                    .toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> positiveCasesBecomeTheirStatements() throws IOException {
        return fromJelly()
                .filter(c -> c.positive() && !c.generalized())
                .map(c -> DynamicTest.dynamicTest(c.id(), () -> assertConverted(c)));
    }

    private void assertConverted(Case c) throws IOException {
        StringBuilder expected = new StringBuilder();
        for (Path file : c.expected()) {
            expected.append(Files.readString(file)).append('\n');
        }
        String lines = CommandRun.of("convert", c.jelly(), "-", "--to", "nq")
                .succeeds()
                .text();
        assertSame(parse(lines), parse(expected.toString()), c.id());
        CommandRun.of("inspect", c.jelly()).succeeds();
        assertThat(countedRows(c.jelly())).as("rows of " + c.id()).isEqualTo(rawRows(c.jelly()));

        Path copy = folder.resolve("copy.jelly");
        CommandRun.of("convert", c.jelly(), copy).succeeds();
        assertSame(
                parse(CommandRun.of("convert", copy, "-", "--to", "nq")
                        .succeeds()
                        .text()),
                parse(expected.toString()),
                c.id());
    }

    /** Rows by kind, as the statistics count them. */
    private static Map<String, Integer> countedRows(Path file) throws IOException {
        Map<String, Integer> counts = new HashMap<>();
        new ObjectMapper()
                .readTree(CommandRun.of("inspect", file, "--json").succeeds().text())
                .get("rows")
                .properties()
                .forEach(kind -> counts.merge(kind.getKey(), kind.getValue().asInt(), Integer::sum));
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    /** Rows by kind, as the generated messages show them. */
    private static Map<String, Integer> rawRows(Path file) throws IOException {
        Map<String, Integer> counts = new HashMap<>();
        String lines =
                CommandRun.of("inspect", file, "--raw", "--json").succeeds().text();
        for (String line : lines.lines().toList()) {
            JsonNode message = new ObjectMapper().readTree(line).path("message");
            message.fieldNames().forEachRemaining(kind -> counts.merge(kind, 1, Integer::sum));
        }
        return counts;
    }

    @Test
    void negativeCasesAreOneLine() throws IOException {
        for (Case c : fromJelly()
                .filter(each -> !each.positive() || each.generalized())
                .toList()) {
            for (Object[] command : new Object[][] {
                {"convert", c.jelly(), "-", "--to", "nq"},
                {"convert", c.jelly(), folder.resolve("a.jelly")},
                {"inspect", c.jelly()},
                {"inspect", c.jelly(), "--json"}
            }) {
                assertThat(CommandRun.of(command).fails(1).line())
                        .as(c.id())
                        .matches("\\Q" + c.jelly() + "\\E: frame \\d+(, row \\d+)?, byte \\d+: .+");
            }
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void everyJellyFileIsReadOrRefusedInOneLine() throws IOException {
        Map<Integer, Integer> statuses = new HashMap<>();
        for (Path file : files(".jelly")) {
            for (Object[] command : new Object[][] {
                {"inspect", file},
                {"inspect", file, "--raw", "--json"},
                {"convert", file, "-", "--to", "trig"},
                {"convert", file, "-", "--to", "jsonld"},
                {"convert", file, "-", "--to", "rdfxml"}
            }) {
                statuses.merge(check(command), 1, Integer::sum);
            }
        }
        assertThat(statuses).containsOnlyKeys(0, 1);
        System.out.println("Runs on the Jelly files of the suite by exit status: " + statuses);
    }

    /** Statements of one case have the same blank nodes over all its files; each file is converted by itself. */
    @Test
    void everyTextFileBecomesJellyAndComesBackOrIsRefusedInOneLine() throws IOException {
        int converted = 0;
        List<String> refused = new ArrayList<>();
        for (String extension : List.of("nq", "nt")) {
            for (Path file : files("." + extension)) {
                Path jelly = folder.resolve("a.jelly");
                int status = check("convert", file, jelly, "--rdf-star");
                if (status == 0) {
                    String lines = CommandRun.of("convert", jelly, "-", "--to", "nq")
                            .succeeds()
                            .text();
                    String direct = CommandRun.of("convert", file, "-", "--to", "nq")
                            .succeeds()
                            .text();
                    assertThat(lines).as("%s", file).isEqualTo(direct);
                    converted++;
                } else {
                    refused.add(suite().relativize(file).toString());
                }
            }
        }
        System.out.println(converted + " text files of the suite converted, " + refused.size() + " refused");
        assertThat(refused).allMatch(file -> file.contains("generalized"));
    }

    private static int check(Object... command) {
        CommandRun run = CommandRun.of(command);
        return run.status() == 0 ? run.succeeds().status() : run.fails(1).status();
    }

    private static void assertSame(Model actual, Model expected, String what) {
        assertThat(actual).as(what).hasSameSizeAs(expected);
        assertThat(Models.isomorphic(withoutQuotes(actual), withoutQuotes(expected)))
                .as("%s: %s is isomorphic to %s", what, actual, expected)
                .isTrue();
    }

    private static Model parse(String lines) {
        Model model = new LinkedHashModel();
        for (String line : lines.lines().toList()) {
            if (!line.isBlank() && !line.startsWith("#")) {
                model.add(StarLine.parse(line));
            }
        }
        return model;
    }

    /** Quoted triples as blank nodes with three properties: the comparison does not look for blank nodes in the former. */
    private static Model withoutQuotes(Model model) {
        Map<Triple, BNode> nodes = new HashMap<>();
        Model plain = new LinkedHashModel();
        for (Statement st : model) {
            plain.add(
                    (Resource) withoutQuotes(st.getSubject(), nodes, plain),
                    st.getPredicate(),
                    withoutQuotes(st.getObject(), nodes, plain),
                    st.getContext());
        }
        return plain;
    }

    private static Value withoutQuotes(Value term, Map<Triple, BNode> nodes, Model plain) {
        if (!(term instanceof Triple triple)) {
            return term;
        }
        BNode node = nodes.get(triple);
        if (node == null) {
            node = VALUES.createBNode("quoted-" + nodes.size());
            nodes.put(triple, node);
            plain.add(node, VALUES.createIRI("t:s"), withoutQuotes(triple.getSubject(), nodes, plain));
            plain.add(node, VALUES.createIRI("t:p"), triple.getPredicate());
            plain.add(node, VALUES.createIRI("t:o"), withoutQuotes(triple.getObject(), nodes, plain));
        }
        return node;
    }
}
