package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/** Reads N-Triples and N-Quads with quoted triples, which RDF4J's parsers of these formats do not take. */
final class StarQuadsParser {
    private final String line;
    private int at;

    private StarQuadsParser(String line) {
        this.line = line;
    }

    static List<Statement> parse(List<String> lines) {
        List<Statement> statements = new ArrayList<>();
        for (String line : lines) {
            if (!line.isBlank() && !line.startsWith("#")) {
                statements.add(new StarQuadsParser(line).statement());
            }
        }
        return statements;
    }

    private Statement statement() {
        Resource subject = (Resource) term();
        IRI predicate = (IRI) term();
        Value object = term();
        skipSpaces();
        return line.charAt(at) == '.'
                ? VALUES.createStatement(subject, predicate, object)
                : VALUES.createStatement(subject, predicate, object, (Resource) term());
    }

    private Value term() {
        skipSpaces();
        if (line.startsWith("<<", at)) {
            at += 2;
            Value quoted = VALUES.createTriple((Resource) term(), (IRI) term(), term());
            skipSpaces();
            if (!line.startsWith(">>", at)) {
                throw new IllegalArgumentException("quoted triple is not closed at " + at + ": " + line);
            }
            at += 2;
            return quoted;
        }
        int start = at;
        if (line.charAt(at) == '"') {
            at++;
            while (line.charAt(at) != '"') {
                at += line.charAt(at) == '\\' ? 2 : 1;
            }
        }
        while (at < line.length() && line.charAt(at) != ' ' && line.charAt(at) != '\t') {
            at++;
        }
        return NTriplesUtil.parseValue(line.substring(start, at), VALUES);
    }

    private void skipSpaces() {
        while (line.charAt(at) == ' ' || line.charAt(at) == '\t') {
            at++;
        }
    }
}
