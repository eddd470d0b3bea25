package dev.velella.document.parse;

import java.io.IOException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.rio.turtlestar.TurtleStarParser;

/**
 * Reads Turtle with quoted triples, spelled {@code << s p o >>} as in RDF-star or {@code <<( s p o )>>} as in RDF 1.2.
 */
class StarTurtleParser extends TurtleStarParser {
    StarTurtleParser(ValueFactory values) {
        super(values);
    }

    @Override
    protected Triple parseTripleValue() throws IOException {
        verifyCharacterOrFail(readCodePoint(), "<");
        verifyCharacterOrFail(readCodePoint(), "<");
        boolean inBrackets = peekCodePoint() == '(';
        if (inBrackets) {
            readCodePoint();
        }
        skipWSC();
        Value subject = parseValue();
        skipWSC();
        Value predicate = parseValue();
        skipWSC();
        Value object = parseValue();
        skipWSC();
        if (inBrackets) {
            verifyCharacterOrFail(readCodePoint(), ")");
        }
        verifyCharacterOrFail(readCodePoint(), ">");
        verifyCharacterOrFail(readCodePoint(), ">");
        if (subject instanceof Resource resource && predicate instanceof IRI iri) {
            return valueFactory.createTriple(resource, iri, object);
        }
        throw new IllegalArgumentException(
                "a quoted triple that RDF4J cannot hold: its subject is " + subject + ", its predicate " + predicate);
    }
}
