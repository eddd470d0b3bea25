package dev.velella.document.format;

import dev.velella.rdf.TermCasts;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;

/**
 * Replaces labels of blank nodes that a text format cannot spell. The new label is a marker, followed by the bytes of
 * the old label in hexadecimal. Different labels stay different: an input that has such a label, and another label that
 * is equal to the new one, is refused. For this check, the object remembers the labels that it has made and all other
 * labels that begin with the marker. Not thread-safe.
 */
public final class BlankLabels {
    private static final String MARKER = "escaped-";

    private final ValueFactory values;
    private final boolean colons;
    private final boolean extenders;
    private final boolean beyondBmp;
    private final boolean digitsFirst;
    private final Set<String> made = new HashSet<>();
    private final Set<String> found = new HashSet<>();

    /**
     * Labels for a format. RDF/XML spells labels as XML names; of all formats only N-Triples and N-Quads allow colons.
     *
     * @param format the text format
     */
    public BlankLabels(ValueFactory values, DocumentFormat format) {
        this.values = values;
        boolean xml = format == DocumentFormat.RDF_XML;
        colons = format == DocumentFormat.N_TRIPLES || format == DocumentFormat.N_QUADS;
        extenders = !xml;
        digitsFirst = !xml;
        // Rio does not write characters beyond the BMP in RDF/XML, and its own parser does not read them in TriG.
        beyondBmp = !xml && format != DocumentFormat.TRIG;
    }

    /**
     * The same statement, with labels that can be spelled.
     *
     * @throws UnwritableException if two blank nodes would get one label
     */
    public Statement spelled(Statement st) {
        Resource subject = TermCasts.resource(spelled((Value) st.getSubject()));
        Value object = spelled(st.getObject());
        Resource graph = st.getContext() == null ? null : TermCasts.resource(spelled((Value) st.getContext()));
        boolean same = subject == st.getSubject() && object == st.getObject() && graph == st.getContext();
        return same ? st : values.createStatement(subject, st.getPredicate(), object, graph);
    }

    private Value spelled(Value term) {
        if (term.isIRI() || term.isLiteral()) {
            return term;
        }
        if (term instanceof BNode node) {
            return spelled(node);
        }
        if (term instanceof Triple triple) {
            Resource subject = (Resource) spelled((Value) triple.getSubject());
            Value object = spelled(triple.getObject());
            return subject == triple.getSubject() && object == triple.getObject()
                    ? triple
                    : values.createTriple(subject, triple.getPredicate(), object);
        }
        return term;
    }

    private BNode spelled(BNode node) {
        String label = node.getID();
        if (!isSpelled(label)) {
            String escaped = MARKER + HexFormat.of().formatHex(label.getBytes(StandardCharsets.UTF_8));
            made.add(escaped);
            checkDifferent(escaped);
            return values.createBNode(escaped);
        }
        if (label.startsWith(MARKER)) {
            found.add(label);
            checkDifferent(label);
        }
        return node;
    }

    private void checkDifferent(String label) {
        if (made.contains(label) && found.contains(label)) {
            throw new UnwritableException("two blank nodes would get the label " + label);
        }
    }

    private boolean isSpelled(String label) {
        if (label.isEmpty()) {
            return false;
        }
        for (int i = 0; i < label.length(); i++) {
            if (!isAllowed(label.charAt(i), i, label.length())) {
                return label.codePoints().anyMatch(c -> c > 0x7F) && isSpelledBeyondAscii(label);
            }
        }
        return true;
    }

    private boolean isAllowed(char c, int index, int length) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (colons && c == ':')) {
            return true;
        }
        if (c >= '0' && c <= '9') {
            return index > 0 || digitsFirst;
        }
        return index > 0 && (c == '-' || (c == '.' && index < length - 1));
    }

    private boolean isSpelledBeyondAscii(String label) {
        int index = 0;
        while (index < label.length()) {
            int c = label.codePointAt(index);
            boolean allowed = c < 0x80
                    ? isAllowed((char) c, index, label.length())
                    : LabelCharacters.isLetter(c)
                            ? c <= 0xFFFF || beyondBmp
                            : extenders && index > 0 && LabelCharacters.isExtender(c);
            if (!allowed) {
                return false;
            }
            index += Character.charCount(c);
        }
        return true;
    }
}
