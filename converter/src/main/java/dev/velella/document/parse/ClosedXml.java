package dev.velella.document.parse;

import dev.velella.document.budget.ReadingBudget;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLFilterImpl;

/** XML that loads nothing from outside of the document. Its nesting has a limit, from the budget. */
final class ClosedXml extends XMLFilterImpl {
    private final ReadingBudget budget;

    private ClosedXml(XMLReader parent, ReadingBudget budget) {
        super(parent);
        this.budget = budget;
    }

    /** A reader that refuses external entities and document types, instead of skipping them. */
    static XMLReader reader(ReadingBudget budget) {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            XMLReader reader = new ClosedXml(factory.newSAXParser().getXMLReader(), budget);
            reader.setEntityResolver((publicId, systemId) -> {
                throw new SAXException("external entities are not read: " + systemId);
            });
            return reader;
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException("this Java cannot read XML", e);
        }
    }

    @Override
    public void startElement(String uri, String localName, String qName, Attributes attributes) throws SAXException {
        budget.enter();
        String base = attributes.getValue("http://www.w3.org/XML/1998/namespace", "base");
        if (base != null) {
            BoundedParsers.checkedIri(base);
        }
        super.startElement(uri, localName, qName, attributes);
    }

    @Override
    public void endElement(String uri, String localName, String qName) throws SAXException {
        budget.leave();
        super.endElement(uri, localName, qName);
    }

    @Override
    public void characters(char[] text, int start, int length) throws SAXException {
        budget.characters(length); // entities can make more characters than the document has
        super.characters(text, start, length);
    }
}
