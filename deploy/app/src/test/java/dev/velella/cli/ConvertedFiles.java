package dev.velella.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.io.TempDir;

/** A folder with files to convert, and the helpers of the tests that convert them. */
abstract class ConvertedFiles {
    static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** Terms of every kind that all formats can spell. */
    static final String TRIPLES =
            """
            <http://example.org/s> <http://example.org/p> "plain" .
            <http://example.org/s> <http://example.org/p> "Gr\u00FC\u00DF \uD83D\uDE00 \\"quoted\\" \\\\ \\t \\n"@de-AT .
            <http://example.org/s> <http://example.org/p> "012"^^<http://www.w3.org/2001/XMLSchema#integer> .
            <http://example.org/s> <http://example.org/p> "1."^^<http://www.w3.org/2001/XMLSchema#decimal> .
            <http://example.org/s> <http://example.org/p> "+1.50e+05"^^<http://www.w3.org/2001/XMLSchema#double> .
            <http://example.org/s> <http://example.org/p> "1"^^<http://www.w3.org/2001/XMLSchema#boolean> .
            <http://example.org/s> <http://example.org/p> "true"^^<http://www.w3.org/2001/XMLSchema#boolean> .
            <http://example.org/s> <http://example.org/p> "no number"^^<http://www.w3.org/2001/XMLSchema#integer> .
            <http://example.org/a,b;c%20d~(e)!#x.y> <http://example.org/p> <urn:x:\u00E9> .
            <http://example.org/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/a/b/> .
            _:b1 <http://example.org/p> _:b2 .
            _:b2 <http://example.org/p> _:b1 .
            """;

    @TempDir
    Path folder;

    Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    Path out(String name) {
        return folder.resolve(name);
    }

    static List<String> sorted(String lines) {
        return lines.lines().sorted().distinct().toList();
    }

    String asLines(Path file) {
        return CommandRun.of("convert", file, "-", "--to", "nq").succeeds().text();
    }

    static Statement statement(String name, IRI graph) {
        return VALUES.createStatement(
                VALUES.createIRI("http://e/" + name),
                VALUES.createIRI("http://e/p"),
                VALUES.createLiteral(name),
                graph);
    }

    List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
