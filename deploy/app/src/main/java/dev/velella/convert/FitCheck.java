package dev.velella.convert;

import java.io.Flushable;
import java.io.IOException;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;

/** Refuses what a text format cannot say, instead of dropping or changing it, and spells labels of blank nodes. */
final class FitCheck implements GraphTarget {
    /** Names in the namespace of RDF that mean something else where RDF/XML has a predicate. */
    private static final Set<String> SYNTAX_NAMES = Set.of(
            "li",
            "RDF",
            "ID",
            "about",
            "bagID",
            "parseType",
            "resource",
            "nodeID",
            "datatype",
            "Description",
            "aboutEach",
            "aboutEachPrefix");

    private final DataFormat format;
    private final GraphTarget target;
    private final Flushable out;
    private final BlankLabels labels;

    FitCheck(DataFormat format, GraphTarget target, Flushable out) {
        this.format = format;
        this.target = target;
        this.out = out;
        labels = new BlankLabels(SimpleValueFactory.getInstance(), format == DataFormat.RDFXML);
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
                            + "; choose nq, trig, jsonld or jelly");
        }
        if (format == DataFormat.RDFXML) {
            checkXml(st.getPredicate());
            checkXml(st.getObject());
        }
        if ((format == DataFormat.RDFXML || format == DataFormat.JSONLD)
                && (st.getSubject().isTriple() || st.getObject().isTriple())) {
            throw new UnwritableException(format.title() + " has no quoted triples; choose nt, nq, ttl, trig or jelly");
        }
        target.statement(labels.spelled(st));
    }

    private static void checkXml(IRI predicate) {
        if (predicate.getNamespace().equals(RDF.NAMESPACE) && SYNTAX_NAMES.contains(predicate.getLocalName())) {
            throw new UnwritableException("RDF/XML has no spelling for the predicate " + predicate);
        }
    }

    private static void checkXml(Value object) {
        if (object instanceof Literal literal) {
            literal.getLabel().codePoints().filter(c -> !isXml(c)).findFirst().ifPresent(c -> {
                throw new UnwritableException(
                        String.format("RDF/XML has no spelling for a literal with the character U+%04X", c));
            });
        }
    }

    /** Production Char of XML 1.0, without the carriage return, which would be read back as a line feed. */
    private static boolean isXml(int c) {
        return c == '\t' || c == '\n' || (c >= ' ' && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
    }

    @Override
    public void end() throws IOException {
        target.end();
        out.flush();
    }
}
