package dev.velella.sink.targets.rdf4j;

import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.remote.CheckedIris;
import dev.velella.sink.remote.SparqlText;
import java.net.URISyntaxException;
import org.eclipse.rdf4j.common.net.ParsedIRI;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.SESAME;

/**
 * Checks that an RDF4J server adds and deletes terms unchanged. In a statement to be removed, the protocol takes
 * {@code sesame:wildcard} for any term, so statements with this term are refused. Not thread-safe.
 */
final class ServerTerms {
    private final boolean tripleTerms;
    private final CheckedIris iris = new CheckedIris(ServerTerms::checkReadable);

    /** @param tripleTerms whether the repository can hold quoted triples */
    ServerTerms(boolean tripleTerms) {
        this.tripleTerms = tripleTerms;
    }

    /**
     * Checks a statement.
     *
     * @throws PatchRefusedException if the server does not add and delete the statement unchanged
     */
    void check(Statement statement) {
        iris.check(statement, this::check);
    }

    private void check(Value term) {
        if (term instanceof Triple triple) {
            if (!tripleTerms) {
                throw new PatchRefusedException(
                        "the patch has a quoted triple (RDF-star): set target.rdf.star=true, if the"
                                + " server's repository is a memory store; others cannot hold it");
            }
            check(triple.getSubject());
            check(triple.getPredicate());
            check(triple.getObject());
        } else if (!(term instanceof BNode)) {
            SparqlText.check(term, iris);
        }
    }

    /**
     * Checks that the server can read an IRI. The server parses requests by RDF4J's rules, and always answers 500 to an
     * IRI that does not follow them.
     */
    private static void checkReadable(IRI iri) {
        if (SESAME.WILDCARD.equals(iri)) {
            throw new PatchRefusedException(
                    "the patch has the term <" + iri + ">, which stands for any term when RDF4J server deletes");
        }
        if (PlainIri.is(iri.stringValue())) {
            return;
        }
        try {
            if (new ParsedIRI(iri.stringValue()).isAbsolute()) {
                return;
            }
        } catch (URISyntaxException e) {
            throw new PatchRefusedException(
                    "the patch has an IRI that an RDF4J server does not read: <" + iri + ">: " + e.getMessage());
        }
        throw new PatchRefusedException("the patch has an IRI that is not absolute: <" + iri + ">");
    }
}
