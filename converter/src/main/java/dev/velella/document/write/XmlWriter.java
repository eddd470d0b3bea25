package dev.velella.document.write;

import java.io.Writer;
import java.util.Optional;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.base.AbstractLiteral;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.rdfxml.RDFXMLWriter;

/**
 * Writes RDF/XML. It writes literals of type rdf:XMLLiteral like all other literals, with escaped text. Rio writes them
 * as elements of the document; readers then add the namespaces of the document to them, or cannot read them.
 */
final class XmlWriter extends RDFXMLWriter {
    XmlWriter(Writer out) {
        super(out);
    }

    @Override
    protected void consumeStatement(Statement st) {
        boolean xml =
                st.getObject() instanceof Literal literal && literal.getCoreDatatype() == CoreDatatype.RDF.XMLLITERAL;
        super.consumeStatement(
                xml
                        ? SimpleValueFactory.getInstance()
                                .createStatement(st.getSubject(), st.getPredicate(), new Text((Literal) st.getObject()))
                        : st);
    }

    /** A literal whose type the writer does not know. */
    private static final class Text extends AbstractLiteral {
        private static final long serialVersionUID = 1L;

        private final Literal literal;

        Text(Literal literal) {
            this.literal = literal;
        }

        @Override
        public String getLabel() {
            return literal.getLabel();
        }

        @Override
        public Optional<String> getLanguage() {
            return Optional.empty();
        }

        @Override
        public IRI getDatatype() {
            return literal.getDatatype();
        }

        @Override
        public CoreDatatype getCoreDatatype() {
            return CoreDatatype.NONE;
        }
    }
}
