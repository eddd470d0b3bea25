package dev.velella.document.parse;

import dev.velella.document.budget.ReadingBudget;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * The XML of a document of RDF/XML, between Java's parser and Rio's. It loads nothing from outside of the document, and
 * its nesting has a limit, from the budget. It knows the stripes of RDF/XML (nodes, properties, nodes …), and mends
 * what Rio would lose or change without a word:
 *
 * <ul>
 * <li>a text of white space alone: it gets a {@link #MARK} in front, which {@link #unmarked} takes away;
 * <li>a text beside elements: it is an error;
 * <li>an unknown parse type: RDF/XML says that it is {@code Literal};
 * <li>a comment or a processing instruction in an XML literal: it is an error;
 * <li>a base: Rio gets a name of it, because it would change its host and its percent signs; {@link #base} knows it;
 * <li>what only RDF 1.2 has, a base direction, triple terms and annotations: it is an error, because RDF4J cannot hold
 *     it. The attribute {@code rdf:version} is no data, and is left out.
 * </ul>
 */
final class ClosedXml extends XMLFilterImpl {
    private static final String XML = "http://www.w3.org/XML/1998/namespace";
    private static final String ITS = "http://www.w3.org/2005/11/its";

    /** Names of RDF that a property with a literal may have as attributes. */
    private static final Set<String> BESIDE_LITERALS = Set.of("ID", "datatype", "version");

    /** Begins the name of a base. */
    private static final String BASE_NAME = "base.velella:/";

    /** A character that no XML holds. */
    private static final char MARK = '\uFFFF';

    /** Most characters of a text in a message. */
    private static final int MOST_SHOWN = 100;

    private final ReadingBudget budget;
    private final List<@Nullable String> bases = new ArrayList<>();
    private final Deque<Element> open = new ArrayDeque<>();
    private @Nullable Locator place;

    /** What an element may hold. */
    private enum Content {
        NODES,
        PROPERTIES,
        TEXT_OR_NODE,
        XML
    }

    /** An element that has not ended. */
    private static final class Element {
        private final Content content;
        private final boolean isLiteral;
        private final int base;
        private final StringBuilder text = new StringBuilder();
        private boolean hasText;
        private boolean hasElements;

        /**
         * @param isLiteral whether white space alone is a literal here
         * @param base index of the base
         */
        Element(Content content, boolean isLiteral, int base) {
            this.content = content;
            this.isLiteral = isLiteral;
            this.base = base;
        }
    }

    private ClosedXml(XMLReader parent, @Nullable String base, ReadingBudget budget) {
        super(parent);
        this.budget = budget;
        bases.add(base);
    }

    /**
     * A reader that refuses external entities and document types, instead of skipping them.
     *
     * @param base base of the document; null if it has none
     */
    static ClosedXml reader(@Nullable String base, ReadingBudget budget) {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            ClosedXml reader = new ClosedXml(factory.newSAXParser().getXMLReader(), base, budget);
            reader.getParent().setProperty("http://xml.org/sax/properties/lexical-handler", new DefaultHandler2() {
                @Override
                public void comment(char[] text, int start, int length) throws SAXException {
                    reader.refuseInLiteral("a comment");
                }
            });
            reader.setEntityResolver((publicId, systemId) -> {
                throw new SAXException("external entities are not read: " + systemId);
            });
            return reader;
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException("this Java cannot read XML", e);
        }
    }

    @Override
    public void processingInstruction(String target, String data) throws SAXException {
        refuseInLiteral("a processing instruction");
        super.processingInstruction(target, data);
    }

    /** RDF/XML counts comments of an XML literal as its content, and Rio leaves them out. */
    private void refuseInLiteral(String what) throws SAXException {
        Element element = open.peek();
        if (element != null && element.content == Content.XML) {
            throw refused(what + " in an XML literal (rdf:parseType=\"Literal\") is not supported: it would be lost");
        }
    }

    /** The text of a literal that the parser made of these events. */
    static String unmarked(String text) {
        return text.isEmpty() || text.charAt(0) != MARK ? text : text.substring(1);
    }

    /** The base that the parser calls so. */
    @Nullable
    String base(String name) {
        return name.startsWith(BASE_NAME) ? bases.get(Integer.parseInt(name.substring(BASE_NAME.length()))) : null;
    }

    @Override
    public void setDocumentLocator(Locator locator) {
        place = locator;
        super.setDocumentLocator(locator);
    }

    private SAXException refused(String reason) {
        return new SAXParseException(reason, place);
    }

    @Override
    public void startElement(String uri, String localName, String qName, Attributes attributes) throws SAXException {
        budget.enter();
        Element parent = open.peek();
        if (parent != null && parent.content == Content.XML) {
            open.push(new Element(Content.XML, false, parent.base));
            super.startElement(uri, localName, qName, attributes);
            return;
        }
        if (parent != null) {
            if (parent.hasText) {
                throw refused(textBesideElements(parent));
            }
            parent.text.setLength(0); // white space between elements
            parent.hasElements = true;
        }
        refuseRdf12(attributes);
        int base = base(parent, attributes);
        boolean isRoot = parent == null && uri.equals(RDF.NAMESPACE) && localName.equals("RDF");
        boolean isNode = parent == null || parent.content != Content.PROPERTIES;
        Element element = isRoot
                ? new Element(Content.NODES, false, base)
                : isNode ? new Element(Content.PROPERTIES, false, base) : property(attributes, base);
        open.push(element);
        super.startElement(uri, localName, qName, known(attributes, element, parent == null));
    }

    /** The index of the base of an element. */
    private int base(@Nullable Element parent, Attributes attributes) {
        int outer = parent == null ? 0 : parent.base;
        String own = attributes.getValue(XML, "base");
        if (own == null) {
            return outer;
        }
        budget.characters(own.length());
        bases.add(RelativeIri.resolved(bases.get(outer), own));
        return bases.size() - 1;
    }

    private void refuseRdf12(Attributes attributes) throws SAXException {
        if (attributes.getIndex(ITS, "dir") >= 0) {
            throw refused("a base direction (its:dir) is not supported: RDF4J cannot hold it");
        } else if ("Triple".equals(parseType(attributes))) {
            throw refused(
                    "a triple term (rdf:parseType=\"Triple\") is not supported in RDF/XML; choose N-Quads or TriG");
        } else if (attributes.getIndex(RDF.NAMESPACE, "annotation") >= 0
                || attributes.getIndex(RDF.NAMESPACE, "annotationNodeID") >= 0) {
            throw refused("an annotation (rdf:annotation) is not supported: RDF4J cannot hold what it says");
        }
    }

    private static @Nullable String parseType(Attributes attributes) {
        String type = attributes.getValue(RDF.NAMESPACE, "parseType");
        return type == null ? attributes.getValue("", "parseType") : type; // without a prefix in old documents
    }

    private static Element property(Attributes attributes, int base) {
        String type = parseType(attributes);
        if (type != null) {
            return switch (type) {
                case "Resource" -> new Element(Content.PROPERTIES, false, base);
                case "Collection" -> new Element(Content.NODES, false, base);
                default -> new Element(Content.XML, false, base);
            };
        }
        boolean isLiteral = true;
        for (int i = 0; i < attributes.getLength(); i++) {
            String uri = attributes.getURI(i);
            isLiteral &= attributes.getQName(i).startsWith("xml")
                    || ((uri.isEmpty() || uri.equals(RDF.NAMESPACE))
                            && BESIDE_LITERALS.contains(attributes.getLocalName(i)));
        }
        return new Element(Content.TEXT_OR_NODE, isLiteral, base);
    }

    /** The attributes that Rio knows, and the name of the base where it changes. */
    private static Attributes known(Attributes attributes, Element element, boolean isRoot) {
        int version = attributes.getIndex(RDF.NAMESPACE, "version");
        int base = attributes.getIndex(XML, "base");
        boolean isOtherType = element.content == Content.XML && !"Literal".equals(parseType(attributes));
        if (version < 0 && base < 0 && !isOtherType && !isRoot) {
            return attributes;
        }
        AttributesImpl known = new AttributesImpl(attributes);
        if (isOtherType) {
            int type = known.getIndex(RDF.NAMESPACE, "parseType");
            known.setValue(type < 0 ? known.getIndex("", "parseType") : type, "Literal");
        }
        if (base >= 0) {
            known.setValue(base, BASE_NAME + element.base);
        } else if (isRoot) {
            known.addAttribute(XML, "base", "xml:base", "CDATA", BASE_NAME + element.base);
        }
        if (version >= 0) {
            known.removeAttribute(version);
        }
        return known;
    }

    @Override
    public void endElement(String uri, String localName, String qName) throws SAXException {
        Element element = open.pop();
        if (element.isLiteral && !element.hasText && !element.hasElements && element.text.length() > 0) {
            String text = MARK + element.text.toString();
            super.characters(text.toCharArray(), 0, text.length());
        }
        budget.leave();
        super.endElement(uri, localName, qName);
    }

    @Override
    public void characters(char[] text, int start, int length) throws SAXException {
        budget.characters(length); // entities can make more characters than the document has
        Element element = open.peek();
        if (element == null || element.content == Content.XML) {
            super.characters(text, start, length);
            return;
        }
        if (!element.hasText && isWhite(text, start, length)) {
            element.text.append(text, start, length);
            return;
        }
        if (!element.hasText) {
            element.hasText = true;
            super.characters(element.text.toString().toCharArray(), 0, element.text.length()); // white space before
            element.text.append(text, start, Math.min(length, MOST_SHOWN));
            if (element.content != Content.TEXT_OR_NODE || element.hasElements) {
                throw refused(textBesideElements(element));
            }
        }
        super.characters(text, start, length);
    }

    private static boolean isWhite(char[] text, int start, int length) {
        for (int i = start; i < start + length; i++) {
            if (!isWhite(text[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWhite(char c) {
        return c <= ' '; // in XML 1.1 also controls, which Rio drops as well
    }

    private static String textBesideElements(Element element) {
        return "a text where RDF/XML has elements only: "
                + element.text.toString().strip();
    }
}
