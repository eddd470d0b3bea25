package dev.velella.document.parse;

import dev.velella.document.budget.ReadingBudget;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.rio.helpers.XMLParserSettings;
import org.eclipse.rdf4j.rio.rdfxml.RDFXMLParser;
import org.jspecify.annotations.Nullable;

/** Rio's parser of RDF/XML, behind {@link ClosedXml}. It leaves bases and IRIs as they are. */
final class RdfXmlParser extends RDFXMLParser {
    private final ClosedXml xml;
    private @Nullable String base;

    /** @param base base of relative IRIs; null if they are errors */
    RdfXmlParser(ValueFactory values, @Nullable String base, ReadingBudget budget) {
        super(values);
        xml = ClosedXml.reader(base, budget);
        // Without these settings the parser goes on as if an external entity were empty.
        set(XMLParserSettings.CUSTOM_XML_READER, xml);
        set(XMLParserSettings.SECURE_PROCESSING, true);
        set(XMLParserSettings.EXTERNAL_GENERAL_ENTITIES, true);
        set(XMLParserSettings.EXTERNAL_PARAMETER_ENTITIES, true);
        set(XMLParserSettings.LOAD_EXTERNAL_DTD, true);
    }

    @Override
    protected void setBaseURI(String name) {
        base = xml.base(name);
    }

    @Override
    protected IRI resolveURI(String text) {
        return createURI(RelativeIri.resolved(base, text));
    }

    @Override
    protected Literal createLiteral(String label, @Nullable String language, @Nullable IRI datatype) {
        return super.createLiteral(ClosedXml.unmarked(label), language, datatype);
    }
}
