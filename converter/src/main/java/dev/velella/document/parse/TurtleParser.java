package dev.velella.document.parse;

import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.VerifiedTerms;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFParser;
import org.jspecify.annotations.Nullable;

/**
 * Reads Turtle and TriG by the grammars of RDF 1.1, with quoted triples, which are spelled {@code << s p o >>} as in
 * RDF-star or {@code <<( s p o )>>} as in RDF 1.2. The parsers of RDF4J 5.2.0 (and up to 6.0.0-M2) are not used, because
 * they read some texts as other statements than these hold: a block of TriG that begins with a bracket behind a triple,
 * {@code _:o.}}, {@code 123.}}.
 *
 * <p>The settings of Rio have no effect here: the value factory checks the terms, labels of blank nodes are kept, and a
 * prefix that the text does not declare is an error. The nesting has a limit, from the budget. Not thread-safe.
 */
final class TurtleParser extends AbstractRDFParser implements StepParser {
    private final boolean graphs;
    private final boolean announced;
    private final ReadingBudget budget;
    private final ValueFactory terms;
    private final Map<String, String> namespaces = new HashMap<>();
    private TurtleText text = new TurtleText(Reader.nullReader());
    private @Nullable String base;
    private @Nullable Resource graph;
    private Messages messages = new Messages(null, false);

    /** Whether the text says that it is of RDF 1.2, in which quoted triples mean something else. */
    private boolean isRdf12;

    /**
     * @param graphs whether to read TriG; else Turtle
     * @param announced whether the text is a log of messages, also if it does not say so
     */
    TurtleParser(ValueFactory terms, ReadingBudget budget, boolean graphs, boolean announced) {
        super(terms);
        this.announced = announced;
        this.terms = terms;
        this.budget = budget;
        this.graphs = graphs;
    }

    @Override
    public RDFFormat getRDFFormat() {
        return graphs ? RDFFormat.TRIGSTAR : RDFFormat.TURTLESTAR;
    }

    @Override
    public void parse(InputStream in, @Nullable String baseIri) throws IOException {
        parse(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()), baseIri);
    }

    @Override
    public void parse(Reader in, @Nullable String baseIri) throws IOException {
        begin(in, baseIri);
        while (step()) {
            // the handler has what was read
        }
    }

    @Override
    public void begin(Reader in, @Nullable String baseIri) {
        text = new TurtleText(in);
        base = baseIri;
        graph = null;
        isRdf12 = false;
        namespaces.clear();
        rdfHandler.startRDF();
        messages = new Messages(rdfHandler, announced);
    }

    @Override
    public boolean step() throws IOException {
        int c = text.skipSpace();
        reportLocation(text.line(), text.column());
        if (c == -1) {
            messages.end();
            rdfHandler.endRDF();
            return false;
        }
        statement(c);
        return true;
    }

    @Override
    public long characters() {
        return text.characters();
    }

    private void statement(int c) throws IOException {
        if (c == '@') {
            String directive = text.tag();
            switch (directive) {
                case "prefix" -> prefix();
                case "base" -> base();
                case "version" -> version();
                case "message" -> {
                    // the delimiter counts when its dot was read
                }
                default -> throw text.fail("there is no directive @" + directive);
            }
            text.skipSpace();
            text.expect(".", " at the end of a directive");
            if (directive.equals("message")) {
                delimiter();
            }
        } else if (text.atWord("MESSAGE", true)) {
            text.skip(7);
            delimiter();
        } else if (text.atWord("PREFIX", true)) {
            text.skip(6);
            prefix();
        } else if (text.atWord("BASE", true)) {
            text.skip(4);
            base();
        } else if (text.atWord("VERSION", true)) {
            text.skip(7);
            version();
        } else if (graphs && text.atWord("GRAPH", true)) {
            text.skip(5);
            graph(graphName());
        } else if (graphs && c == '{') {
            graph(null);
        } else if (c == '{') {
            throw text.fail("Turtle has no named graphs; is this TriG?");
        } else if (triples(graphs)) {
            text.skipSpace();
            text.expect(".", " at the end of a statement");
        }
    }

    private void prefix() throws IOException {
        text.skipSpace();
        String prefix = text.prefix();
        text.skipSpace();
        String namespace = iriRef().stringValue();
        namespaces.put(prefix, namespace);
        rdfHandler.handleNamespace(prefix, namespace);
    }

    private void base() throws IOException {
        text.skipSpace();
        base = iriRef().stringValue();
    }

    private void version() throws IOException {
        text.skipSpace();
        String version = text.string();
        if (!Messages.isVersion(version)) {
            throw text.fail("VERSION \"" + version
                    + "\" is not known; these are: 1.1, 1.2, 1.2-basic, and each with -messages behind it");
        }
        isRdf12 |= !Messages.base(version).equals("1.1");
        messages.version(version);
    }

    private void delimiter() {
        try {
            messages.delimiter();
        } catch (RDFParseException e) {
            throw text.fail(e);
        }
    }

    private Resource graphName() throws IOException {
        int c = text.skipSpace();
        if (c == '[') {
            text.skip(1);
            text.skipSpace();
            text.expect("]", ", as the name of a graph has no properties");
            return terms.createBNode();
        }
        return c == '_' ? labelled() : iri("the name of a graph");
    }

    private void graph(@Nullable Resource name) throws IOException {
        if (text.skipSpace() != '{') {
            throw text.unexpected("'{' behind the name of a graph");
        }
        text.skip(1);
        graph = name;
        int c = text.skipSpace();
        while (c != '}' && c != '@' && !text.atWord("MESSAGE", true)) {
            triples(false);
            c = text.skipSpace();
            if (c != '.') {
                break;
            }
            text.skip(1);
            c = text.skipSpace();
        }
        if (c == '@' ? text.at("@message") : text.atWord("MESSAGE", true)) {
            throw text.fail("a delimiter of messages within a graph; end the graph before it");
        }
        text.expect("}", " at the end of a graph, or '.' between its statements");
        graph = null;
    }

    /**
     * Reads a subject with its predicates and objects.
     *
     * @param mayName whether the first term may be the name of a graph, which is then read
     * @return whether these were triples, whose dot is not read yet
     */
    private boolean triples(boolean mayName) throws IOException {
        Resource subject;
        switch (text.peek()) {
            case '[' -> {
                text.skip(1);
                if (text.skipSpace() != ']') {
                    subject = terms.createBNode();
                    properties(subject);
                    int c = text.skipSpace();
                    if (c == '.' || c == '}') {
                        return true;
                    }
                    mayName = false;
                } else {
                    text.skip(1);
                    subject = terms.createBNode();
                }
            }
            case '(' -> {
                subject = collection(null, null);
                mayName = false;
            }
            default -> {
                Value value = value("a subject");
                if (!(value instanceof Resource resource)) {
                    throw text.fail("a literal cannot be the subject of a statement: " + value);
                }
                subject = resource;
                mayName &= !(value instanceof Triple);
            }
        }
        if (text.skipSpace() == '{' && mayName) {
            graph(subject);
            return false;
        }
        predicates(subject);
        return true;
    }

    private void predicates(Resource subject) throws IOException {
        while (true) {
            IRI predicate = predicate();
            text.skipSpace();
            objects(subject, predicate);
            int c = text.skipSpace();
            if (c != ';') {
                return;
            }
            while (c == ';') {
                text.skip(1);
                c = text.skipSpace();
            }
            if (c == '.' || c == ']' || c == '}' || c == '|' || c == -1) {
                return;
            }
        }
    }

    private IRI predicate() throws IOException {
        if (text.atWord("a", false)) {
            text.skip(1);
            return RDF.TYPE;
        }
        return iri("a predicate");
    }

    private void objects(Resource subject, IRI predicate) throws IOException {
        while (true) {
            Value object = object(subject, predicate);
            if (text.skipSpace() == '{' && text.at("{|")) {
                annotation(terms.createTriple(subject, predicate, object));
            }
            int c = text.skipSpace();
            if (c == '~') {
                throw text.fail("a reifier (~), which RDF4J cannot hold");
            } else if (c != ',') {
                return;
            }
            text.skip(1);
            text.skipSpace();
        }
    }

    /** Reads an object, and reports its statement before those of which it is the subject. */
    private Value object(Resource subject, IRI predicate) throws IOException {
        switch (text.peek()) {
            case '(' -> {
                return collection(subject, predicate);
            }
            case '[' -> {
                text.skip(1);
                Resource node = terms.createBNode();
                report(subject, predicate, node);
                if (text.skipSpace() == ']') {
                    text.skip(1);
                } else {
                    properties(node);
                }
                return node;
            }
            default -> {
                Value value = value("an object");
                report(subject, predicate, value);
                return value;
            }
        }
    }

    /** Reads the properties of a blank node, and the bracket behind them. */
    private void properties(Resource node) throws IOException {
        budget.enter();
        predicates(node);
        text.skipSpace();
        text.expect("]", " behind the properties of a blank node");
        budget.leave();
    }

    private Resource collection(@Nullable Resource subject, @Nullable IRI predicate) throws IOException {
        text.skip(1);
        boolean isEmpty = text.skipSpace() == ')';
        Resource list = isEmpty ? RDF.NIL : terms.createBNode();
        if (subject != null && predicate != null) {
            report(subject, predicate, list);
        }
        if (!isEmpty) {
            budget.enter();
            object(list, RDF.FIRST);
            Resource last = list;
            while (text.skipSpace() != ')') {
                Resource next = terms.createBNode();
                report(last, RDF.REST, next);
                last = next;
                object(last, RDF.FIRST);
            }
            report(last, RDF.REST, RDF.NIL);
            budget.leave();
        }
        text.skip(1);
        return list;
    }

    /** Reads statements about a triple, which follow it. */
    private void annotation(Triple triple) throws IOException {
        if (isRdf12) {
            throw text.fail(
                    "an annotation {| |} in a text of VERSION \"1.2\" makes a node that reifies the triple, which is"
                            + " not supported; leave out VERSION to mean the quoted triple of RDF-star");
        }
        budget.enter();
        text.skip(2);
        text.skipSpace();
        predicates(triple);
        text.skipSpace();
        text.expect("|}", " behind an annotation");
        budget.leave();
    }

    private void report(Resource subject, IRI predicate, Value object) {
        messages.statement();
        rdfHandler.handleStatement(
                graph == null
                        ? terms.createStatement(subject, predicate, object)
                        : terms.createStatement(subject, predicate, object, graph));
    }

    private Value value(String role) throws IOException {
        budget.step();
        int c = text.peek();
        if (c == '"' || c == '\'') {
            return literal();
        } else if (TurtleText.isDigit(c) || c == '+' || c == '-' || c == '.') {
            return number();
        } else if (c == '_') {
            return labelled();
        } else if (c == '<' && text.at("<<")) {
            return quoted();
        } else if (text.atWord("true", false)) {
            text.skip(4);
            return terms.createLiteral("true", XSD.BOOLEAN);
        } else if (text.atWord("false", false)) {
            text.skip(5);
            return terms.createLiteral("false", XSD.BOOLEAN);
        }
        return iri(role);
    }

    private Resource labelled() throws IOException {
        return terms.createBNode(text.label());
    }

    private IRI iri(String role) throws IOException {
        if (text.peek() == '<') {
            return iriRef();
        } else if (!text.atPrefix()) {
            throw text.unexpected(role);
        }
        String prefix = text.prefix();
        String namespace = namespaces.get(prefix);
        if (namespace == null) {
            throw text.fail("the prefix " + prefix + ": is not declared");
        }
        return created(namespace + text.local());
    }

    private IRI iriRef() throws IOException {
        String iri = text.iri();
        if (VerifiedTerms.hasScheme(iri)) {
            return created(iri);
        } else if (base == null) {
            throw text.fail("not an absolute IRI, and no base is given for relative ones: <" + iri + ">");
        }
        return created(RelativeIri.resolved(base, iri));
    }

    private IRI created(String iri) {
        try {
            return terms.createIRI(iri);
        } catch (RuntimeException e) {
            throw text.fail(e);
        }
    }

    private Literal number() throws IOException {
        String number = text.number();
        boolean isDouble = number.indexOf('e') >= 0 || number.indexOf('E') >= 0;
        return terms.createLiteral(
                number, isDouble ? XSD.DOUBLE : number.indexOf('.') >= 0 ? XSD.DECIMAL : XSD.INTEGER);
    }

    private Literal literal() throws IOException {
        String label = text.string();
        int c = text.skipSpace();
        if (c == '@') {
            String language = text.tag();
            if (text.at("--")) {
                throw text.fail("a literal with a base direction, which RDF4J cannot hold: \"" + label + "\"@"
                        + language + "--");
            }
            return literal(label, language, null);
        } else if (c == '^') {
            text.expect("^^", " before a datatype");
            text.skipSpace();
            return literal(label, null, iri("a datatype"));
        }
        return literal(label, null, null);
    }

    private Literal literal(String label, @Nullable String language, @Nullable IRI datatype) {
        try {
            return language != null
                    ? terms.createLiteral(label, language)
                    : datatype != null ? terms.createLiteral(label, datatype) : terms.createLiteral(label);
        } catch (RuntimeException e) {
            throw text.fail(e);
        }
    }

    private Triple quoted() throws IOException {
        budget.enter();
        text.skip(2);
        boolean inBrackets = text.peek() == '(';
        if (isRdf12 && !inBrackets) {
            throw text.fail(
                    "<< s p o >> in a text of VERSION \"1.2\" is a node that reifies the triple, which is not"
                            + " supported; write a triple term <<( s p o )>>, or leave out VERSION to mean the quoted triple of RDF-star");
        }
        text.skip(inBrackets ? 1 : 0);
        text.skipSpace();
        Value subject = value("a subject");
        text.skipSpace();
        IRI predicate = predicate();
        text.skipSpace();
        Value object = value("an object");
        text.skipSpace();
        text.expect(inBrackets ? ")>>" : ">>", " behind a quoted triple");
        budget.leave();
        if (!(subject instanceof Resource resource)) {
            throw text.fail("a quoted triple that RDF4J cannot hold: its subject is " + subject);
        }
        return terms.createTriple(resource, predicate, object);
    }
}
