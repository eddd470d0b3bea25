package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
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
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.util.Models;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The conformance suite of Jelly-RDF, reading side. Cases with generalized statements are left out of the comparison,
 * as RDF4J has no generalized statements; they must be refused, not misread.
 */
class ConformanceTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    /** One line of the index. */
    private record Case(Path folder, String id, String direction, boolean generalized, boolean positive, String[] row) {
        byte[] jelly(int column) throws IOException {
            return Files.readAllBytes(folder.resolve(row[column]));
        }

        List<Path> expected() {
            return Stream.of(row[8].split(" ")).map(folder::resolve).toList();
        }
    }

    private static List<Case> cases() throws IOException {
        Path folder = SharedFolder.require("conformance");
        List<Case> cases = new ArrayList<>();
        List<String> lines = Files.readAllLines(folder.resolve("index.tsv"));
        for (String line : lines.subList(1, lines.size())) {
            String[] row = line.split("\t", -1);
            cases.add(new Case(folder, row[0], row[1], row[5].equals("1"), row[6].equals("positive"), row));
        }
        return cases;
    }

    @TestFactory
    Stream<DynamicTest> statementsOfEveryFrameAreRead() throws IOException {
        return cases().stream()
                .filter(c -> c.direction.equals("from_jelly") && c.positive && !c.generalized)
                .map(c -> DynamicTest.dynamicTest(c.id, () -> assertReadsAsExpected(c)));
    }

    @TestFactory
    Stream<DynamicTest> malformedStreamsAreRefused() throws IOException {
        return cases().stream()
                .filter(c -> c.direction.equals("from_jelly") && !c.positive)
                .map(c -> DynamicTest.dynamicTest(c.id, () -> assertRefused(c.jelly(7))));
    }

    /** Streams whose options allow generalized statements may hold none; so only those that hold some are refused. */
    @Test
    void generalizedStatementsAreRefused() throws IOException {
        List<String> read = new ArrayList<>();
        for (Case c : cases()) {
            if (c.direction.equals("from_jelly") && c.positive && c.generalized) {
                try {
                    read(c.jelly(7));
                    read.add(c.id);
                } catch (MalformedJellyException e) {
                    assertThat(e).as(c.id).hasMessageContaining("generalized");
                }
            }
        }
        assertThat(read).isEmpty();
    }

    private static void assertRefused(byte[] stream) {
        assertThatThrownBy(() -> read(stream)).isInstanceOf(MalformedJellyException.class);
    }

    private static void assertReadsAsExpected(Case c) throws IOException {
        List<RdfGraph> frames = read(c.jelly(7));
        List<Path> files = c.expected();
        assertThat(frames).as("frames").hasSameSizeAs(files);
        for (int i = 0; i < frames.size(); i++) {
            assertSameStatements(frames.get(i).statements(), parse(files.get(i)), "frame " + i);
        }
    }

    private static void assertSameStatements(List<Statement> read, Model expected, String what) {
        Model actual = new LinkedHashModel(read);
        assertThat(actual).as(what).hasSameSizeAs(expected);
        assertThat(Models.isomorphic(withoutQuotes(actual), withoutQuotes(expected)))
                .as("%s: %s is isomorphic to %s", what, actual, expected)
                .isTrue();
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

    private static Model parse(Path file) throws IOException {
        return new LinkedHashModel(StarQuadsParser.parse(Files.readAllLines(file)));
    }

    private static List<RdfGraph> read(byte[] stream) throws IOException {
        List<RdfGraph> frames = new ArrayList<>();
        try (JellyStreamReader reader = new JellyStreamReader(new ByteArrayInputStream(stream), VALUES, LIMITS)) {
            for (RdfGraph frame = reader.next(); frame != null; frame = reader.next()) {
                frames.add(frame);
            }
        }
        return frames;
    }
}
