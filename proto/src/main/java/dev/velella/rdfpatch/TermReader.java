package dev.velella.rdfpatch;

import java.io.IOException;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.jspecify.annotations.Nullable;

/**
 * Reads terms of RDF Patch text as RDF4J values. It keeps recent IRIs and uses them again, because the rows of a patch
 * share most of their IRIs.
 */
final class TermReader {
    private static final int RECENT = 1024;

    private final TokenReader tokens;
    private final ValueFactory values;
    private final int maxNesting;
    private final @Nullable IRI[] recent = new IRI[RECENT];

    TermReader(TokenReader tokens, ValueFactory values, TextLimits limits) {
        this.tokens = tokens;
        this.values = values;
        this.maxNesting = limits.maxNesting();
    }

    /** An IRI, a blank node or a quoted triple. */
    Resource subject() throws IOException {
        return subject(0);
    }

    IRI predicate() throws IOException {
        return predicate(0);
    }

    /** Any term. */
    Value object() throws IOException {
        return term(0);
    }

    /** An IRI or a blank node. */
    Resource graph() throws IOException {
        Value term = term(0);
        if (term.isIRI() || term.isBNode()) {
            return (Resource) term;
        }
        throw tokens.fail(kind(term) + " cannot name a graph");
    }

    /** Reads the namespace of a prefix: an IRI, or the text of an IRI in quotation marks. */
    IRI namespace() throws IOException {
        int c = tokens.begin();
        if (c == '"' || c == '\'') {
            return iri(tokens.string());
        }
        if (c == '<' && term(0) instanceof IRI iri) {
            return iri;
        }
        throw tokens.fail("a prefix stands for an IRI, written \"http://…\" or <http://…>");
    }

    private Resource subject(int depth) throws IOException {
        Value term = term(depth);
        if (term instanceof Resource resource) {
            return resource;
        }
        throw tokens.fail("a literal cannot be a subject: RDF4J cannot hold it");
    }

    private IRI predicate(int depth) throws IOException {
        Value term = term(depth);
        if (term instanceof IRI iri) {
            return iri;
        }
        throw tokens.fail(kind(term) + " cannot be a predicate: RDF4J cannot hold it");
    }

    private static String kind(Value term) {
        return term.isLiteral() ? "a literal" : term.isBNode() ? "a blank node" : "a quoted triple";
    }

    private Value term(int depth) throws IOException {
        int c = tokens.begin();
        return switch (c) {
            case '<' -> angle(depth);
            case '"', '\'' -> literal();
            case '_' -> blankNode();
            case '.' -> numberAfterDot();
            case TextSource.END -> throw tokens.fail("the input ends within a row");
            default -> c == '+' || c == '-' || TokenReader.isDigit(c) ? number() : word();
        };
    }

    private BNode blankNode() throws IOException {
        if (tokens.take('_') && tokens.take(':')) {
            return values.createBNode(tokens.label());
        }
        throw tokens.fail("a blank node is written <_:label> or _:label");
    }

    private Literal numberAfterDot() throws IOException {
        if (tokens.dotOfNumber()) {
            return number();
        }
        throw tokens.fail("the row ends before its last term");
    }

    private Value angle(int depth) throws IOException {
        tokens.take('<');
        if (tokens.take('<')) {
            return quotedTriple(tokens.take('(') ? ")>>" : ">>", depth);
        }
        String text = tokens.angleText();
        return text.startsWith("_:") ? values.createBNode(text.substring(2)) : iri(text);
    }

    private Value quotedTriple(String close, int depth) throws IOException {
        long line = tokens.line();
        long column = tokens.column();
        if (depth == maxNesting) {
            throw tokens.fail("quoted triples are nested deeper than the limit of " + maxNesting + " levels");
        }
        Resource subject = subject(depth + 1);
        IRI predicate = predicate(depth + 1);
        Value object = term(depth + 1);
        tokens.begin();
        for (int i = 0; i < close.length(); i++) {
            if (!tokens.take(close.charAt(i))) {
                throw tokens.fail("a quoted triple has three terms and ends with " + close);
            }
        }
        tokens.moveTo(line, column);
        return values.createTriple(subject, predicate, object);
    }

    private IRI iri(String text) {
        int slot = text.hashCode() & (RECENT - 1);
        IRI known = recent[slot];
        if (known != null && known.stringValue().equals(text)) {
            return known;
        }
        if (text.indexOf(':') < 0) {
            throw tokens.fail("a relative IRI: write it whole, there is nothing to resolve it against");
        }
        try {
            IRI iri = values.createIRI(text);
            recent[slot] = iri;
            return iri;
        } catch (IllegalArgumentException e) {
            throw tokens.fail("not an IRI: " + e.getMessage());
        }
    }

    private Literal literal() throws IOException {
        String label = tokens.string();
        try {
            if (tokens.take('@')) {
                tokens.endText();
                return values.createLiteral(label, tokens.language());
            }
            return tokens.take('^') ? values.createLiteral(label, datatype()) : values.createLiteral(label);
        } catch (IllegalArgumentException e) {
            throw tokens.fail("not a literal: " + e.getMessage());
        }
    }

    private IRI datatype() throws IOException {
        tokens.endText();
        if (tokens.take('^') && tokens.peek() == '<' && angle(maxNesting) instanceof IRI iri) {
            return iri;
        }
        throw tokens.fail("a datatype is written ^^<IRI>, without prefix and white space");
    }

    private Literal number() throws IOException {
        String text = tokens.number();
        if (text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            return values.createLiteral(text, XSD.DOUBLE);
        }
        return values.createLiteral(text, text.indexOf('.') >= 0 ? XSD.DECIMAL : XSD.INTEGER);
    }

    private Value word() throws IOException {
        String word = tokens.word();
        if (tokens.peek() == ':') {
            throw tokens.fail("prefixed names such as " + word + ":… are not part of RDF Patch: write the whole IRI");
        }
        if (word.equals("true") || word.equals("false")) {
            return values.createLiteral(word, XSD.BOOLEAN);
        }
        throw tokens.fail(
                word.isEmpty() ? TokenReader.describe(tokens.peek()) + " begins no term" : word + " is no term");
    }
}
