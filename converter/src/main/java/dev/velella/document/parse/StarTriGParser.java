package dev.velella.document.parse;

import java.io.IOException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.rio.trigstar.TriGStarParser;

/**
 * Reads TriG with quoted triples, spelled {@code << s p o >>} as in RDF-star or {@code <<( s p o )>>} as in RDF 1.2.
 */
class StarTriGParser extends TriGStarParser {
    StarTriGParser(ValueFactory values) {
        super(values);
    }

    /**
     * Reads an annotation: statements about the triple before it. Rio's own method annotates the last statement of the
     * document, which Rio's TriG parser does not keep.
     */
    @Override
    protected void parseAnnotation() throws IOException {
        verifyCharacterOrFail(readCodePoint(), "{");
        verifyCharacterOrFail(readCodePoint(), "|");
        skipWSC();
        Resource annotated = subject;
        IRI property = predicate;
        subject = valueFactory.createTriple(annotated, property, object);
        parsePredicateObjectList();
        skipWSC();
        verifyCharacterOrFail(readCodePoint(), "|");
        verifyCharacterOrFail(readCodePoint(), "}");
        subject = annotated;
        predicate = property;
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
