package dev.velella.cli;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/** A line of N-Quads with quoted triples, read apart from the code that is tested. */
final class StarLine {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final String line;
    private int at;

    private StarLine(String line) {
        this.line = line;
    }

    static Statement parse(String line) {
        StarLine reader = new StarLine(line);
        Resource subject = (Resource) reader.term();
        IRI predicate = (IRI) reader.term();
        Value object = reader.term();
        reader.skipSpaces();
        return line.charAt(reader.at) == '.'
                ? VALUES.createStatement(subject, predicate, object)
                : VALUES.createStatement(subject, predicate, object, (Resource) reader.term());
    }

    private Value term() {
        skipSpaces();
        if (line.startsWith("<<", at)) {
            int brackets = line.startsWith("<<(", at) ? 3 : 2;
            at += brackets;
            Value quoted = VALUES.createTriple((Resource) term(), (IRI) term(), term());
            skipSpaces();
            at += brackets;
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
