package dev.velella.document.write;

import dev.velella.document.format.BlankLabels;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.format.UnwritableException;
import dev.velella.document.jsonld.JsonLdLiterals;
import java.io.Flushable;
import java.io.IOException;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Refuses terms that a text format cannot express, instead of dropping or changing them. Replaces labels of blank nodes
 * that the format cannot spell.
 */
final class FitCheck implements GraphTarget {
    private final DocumentFormat format;
    private final GraphTarget target;
    private final Flushable out;
    private BlankLabels labels;

    FitCheck(DocumentFormat format, GraphTarget target, Flushable out) {
        this.format = format;
        this.target = target;
        this.out = out;
        labels = new BlankLabels(SimpleValueFactory.getInstance(), format);
    }

    @Override
    public void messages() throws IOException {
        target.messages();
    }

    /** Labels are those of one message. */
    @Override
    public void endMessage() throws IOException {
        labels = new BlankLabels(SimpleValueFactory.getInstance(), format);
        target.endMessage();
    }

    @Override
    public void namespace(String prefix, String iri) throws IOException {
        target.namespace(prefix, iri);
    }

    @Override
    public void statement(Statement st) throws IOException {
        Resource graph = st.getContext();
        if (graph != null && !format.hasNamedGraphs()) {
            throw new UnwritableException(
                    format.title() + " has no named graphs, and there is a statement in the graph " + graph
                            + "; choose N-Quads, JSON-LD or Jelly");
        }
        if ((format == DocumentFormat.RDF_XML || format == DocumentFormat.JSON_LD)
                && (st.getSubject().isTriple() || st.getObject().isTriple())) {
            throw new UnwritableException(format.title() + " has no quoted triples, and there is one in the statement "
                    + st + "; choose N-Quads or Jelly");
        }
        if (format == DocumentFormat.RDF_XML) {
            XmlTerms.check(st);
        } else if (format == DocumentFormat.JSON_LD && st.getObject() instanceof Literal literal) {
            JsonLdLiterals.check(literal);
        }
        target.statement(labels.spelled(st));
    }

    @Override
    public void end() throws IOException {
        target.end();
        out.flush();
    }
}
