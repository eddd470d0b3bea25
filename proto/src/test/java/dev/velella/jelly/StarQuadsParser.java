package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/**
 * Reads N-Triples and N-Quads with quoted triples, which RDF4J's parsers of these formats do not take. A generalized
 * statement is an {@link IllegalArgumentException} that begins with what RDF4J cannot represent.
 */
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
        Resource subject = resource("subject");
        IRI predicate = predicate();
        Value object = term();
        skipSpaces();
        return line.charAt(at) == '.'
                ? VALUES.createStatement(subject, predicate, object)
                : VALUES.createStatement(subject, predicate, object, resource("graph name"));
    }

    private Resource resource(String position) {
        if (term() instanceof Resource resource) {
            return resource;
        }
        throw new IllegalArgumentException("literal as " + position + " in " + line);
    }

    private IRI predicate() {
        Value term = term();
        if (term instanceof IRI iri) {
            return iri;
        }
        String kind = term.isLiteral() ? "literal" : term.isBNode() ? "blank node" : "quoted triple";
        throw new IllegalArgumentException(kind + " as predicate in " + line);
    }

    private Value term() {
        skipSpaces();
        if (line.startsWith("<<", at)) {
            at += 2;
            Value quoted = VALUES.createTriple(resource("subject"), predicate(), term());
            skipSpaces();
            if (!line.startsWith(">>", at)) {
                throw new IllegalArgumentException("quoted triple is not closed at " + at + ": " + line);
            }
            at += 2;
            return quoted;
        }
        int start = at;
        if (line.charAt(at) == '<') {
            at = line.indexOf('>', at) + 1;
            return NTriplesUtil.parseValue(line.substring(start, at), VALUES);
        }
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
