package dev.velella.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.UnwritableException;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** What goes into a format and comes back is equal, or it is refused with the term that the format cannot hold. */
class RoundTripPropertyTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";

    private static final IRI RDF_TYPE = VALUES.createIRI(RDF + "type");

    private static final List<DataFormat> FORMATS = List.of(
            DataFormat.NT,
            DataFormat.NQ,
            DataFormat.TTL,
            DataFormat.TRIG,
            DataFormat.JSONLD,
            DataFormat.RDFXML,
            DataFormat.JELLY);

    /** IRIs of every class that the grammar knows, and of some that it does not. */
    private static final List<String> IRIS = List.of(
            "http://e/s",
            "http://e/a#b",
            "http://e/",
            "http://e",
            "http://e/#",
            "http://e/?",
            "http://e/?q=[1]",
            "http://e/100%",
            "http://e/%zz",
            "http://e/a%20b%2F",
            "http://e/a#b#c",
            "e:80a/",
            "e:",
            "x:-1",
            "http://e:80a/",
            "http://[::1/",
            "http://e/a/../b/./c",
            "http://e//a",
            "HTTP://E/A",
            "urn:x:a",
            "urn:x:",
            "mailto:a@b",
            "http://e/1",
            "http://e/-a.b",
            "http://e/a.",
            "http://e/a'b(c)&d;e,f!$*+=~",
            "http://e/&amp;",
            "http://e/\u00E9\u4E2D\uD83D\uDE00",
            "http://e/\uE000",
            "http://e/\uFDD0",
            "http://e/\uFFFE",
            "http://e/\u007F\u0085\u00A0\u2028",
            "http://\u4E2D/",
            "http://e/a b",
            "http://e/<a>",
            "http://e/\\",
            "no-base:/a",
            "a",
            RDF + "type",
            RDF + "nil",
            RDF + "first",
            RDF + "rest",
            RDF + "List",
            RDF + "_1",
            RDF + "li",
            RDF + "Description",
            XSD + "string",
            "http://www.w3.org/ns/i18n#en_rtl");

    /** Labels that N-Triples can spell. */
    private static final List<String> LABELS = List.of(
            "b1",
            "B",
            "0",
            "1a",
            "a.b",
            "a-b",
            "a:b",
            ":a",
            "a\u00B7b",
            "a\u203Fb",
            "\u00E9",
            "\uD83D\uDE00",
            "_",
            "a..b",
            "escaped-61",
            "genid-1");

    /** Labels that get another in text. */
    private static final List<String> OTHER_LABELS =
            List.of("a/b", "-a", "a.", "", "a b", "9f0e-:x/Y", "<", "\u0300a", "\uFFFE");

    private static final List<String> TEXTS = List.of(
            "",
            "plain",
            " a  b ",
            " ",
            "\t",
            "\n",
            "a\r\nb\rc",
            "\t\b\f",
            "\u0000\u0001\u001F\u007F\u0085\u2028",
            "\"quoted\" 'too' \\ \\n \\u0041 \"\"\"",
            "ends with \"",
            "ends with \\",
            "<b>x</b>",
            "<b xmlns=\"http://e/\">&amp;</b><!-- c -->",
            "<b>",
            "&lt; ]]>",
            "\uFEFFx",
            "\uFFFE\uFFFF\uFDD0",
            "\uFDD00041",
            "\uD83D\uDE00 \u4E2D e\u0301",
            "1",
            "-5",
            "+1",
            "01",
            "1.",
            "1.0",
            ".5",
            "1e0",
            "1.0E0",
            "1E1000",
            "1.5e3",
            "INF",
            "true",
            "True",
            "0",
            "1:b",
            "_:b",
            "@id",
            "@type",
            "http://e/a b",
            "{\"b\": 1.0, \"a\" : [\"x y\", null]}",
            "{\"a\":1}",
            "[1,2]",
            "\"s\"",
            "2020-01-01T00:00:00Z");

    private static final List<String> LANGUAGES = List.of(
            "en",
            "EN",
            "en-US",
            "de-CH-1996",
            "zh-Hant-TW",
            "x-private",
            "i-klingon",
            "en-abcdefghi",
            "abcdefghij",
            "en_US",
            "e",
            "a1",
            "en-",
            "en-a",
            "en-a-b",
            "de-1",
            "en-US-US",
            "sl-rozaj-biske");

    private static final List<String> DATATYPES = List.of(
            XSD + "string",
            XSD + "integer",
            XSD + "int",
            XSD + "decimal",
            XSD + "double",
            XSD + "float",
            XSD + "boolean",
            XSD + "dateTime",
            RDF + "XMLLiteral",
            RDF + "HTML",
            RDF + "JSON",
            RDF + "PlainLiteral",
            "http://e/dt?q=[1]",
            "urn:dt",
            "e:",
            "http://e/a b");

    @Provide
    Arbitrary<IRI> iris() {
        return Arbitraries.of(IRIS).map(RoundTripPropertyTest::iri);
    }

    /** Any text with a colon. */
    private static IRI iri(String text) {
        return VALUES.createIRI(text.indexOf(':') < 0 ? "http://e/" + text : text);
    }

    private Arbitrary<BNode> nodes() {
        return Arbitraries.oneOf(Arbitraries.of(LABELS), Arbitraries.of(OTHER_LABELS))
                .map(VALUES::createBNode);
    }

    private Arbitrary<String> texts() {
        Arbitrary<String> any = Arbitraries.strings()
                .withChars("ab 1.:/#?&<>'\"\\{}[]()@_-\t\n\r\u00E9\u2028")
                .ofMaxLength(6);
        return Arbitraries.oneOf(Arbitraries.of(TEXTS), any);
    }

    private Arbitrary<Literal> literals() {
        Arbitrary<Literal> plain = texts().map(VALUES::createLiteral);
        Arbitrary<Literal> tagged =
                Combinators.combine(texts(), Arbitraries.of(LANGUAGES)).as(VALUES::createLiteral);
        Arbitrary<Literal> typed = Combinators.combine(texts(), Arbitraries.of(DATATYPES))
                .as((text, type) -> VALUES.createLiteral(text, iri(type)));
        return Arbitraries.oneOf(plain, tagged, typed, typed);
    }

    private Arbitrary<Resource> resources() {
        return Arbitraries.oneOf(iris().map(r -> r), nodes().map(r -> r));
    }

    private Arbitrary<Value> objects() {
        return Arbitraries.oneOf(resources().map(v -> v), literals().map(v -> v));
    }

    private Arbitrary<Triple> quoted() {
        return Combinators.combine(resources(), iris(), objects()).as(VALUES::createTriple);
    }

    @Provide
    Arbitrary<Statement> statements() {
        Arbitrary<Resource> plain = resources();
        Arbitrary<Resource> subjects = Arbitraries.frequencyOf(Tuple.of(9, plain), Tuple.of(1, quoted().map(t -> t)));
        Arbitrary<Value> objects = Arbitraries.frequencyOf(Tuple.of(9, objects()), Tuple.of(1, quoted().map(t -> t)));
        return Combinators.combine(subjects, iris(), objects, plain.injectNull(0.7))
                .as(VALUES::createStatement);
    }

    @Provide
    Arbitrary<List<Statement>> graphs() {
        return statements().list().ofMinSize(2).ofMaxSize(6);
    }

    /** Every term in every place where it may stand. */
    static List<Statement> everyTermInEveryPlace() {
        IRI s = VALUES.createIRI("http://e/s");
        IRI p = VALUES.createIRI("http://e/p");
        IRI o = VALUES.createIRI("http://e/o");
        List<Statement> all = new ArrayList<>();
        for (String text : IRIS) {
            IRI iri = iri(text);
            all.add(VALUES.createStatement(iri, p, o));
            all.add(VALUES.createStatement(s, iri, o));
            all.add(VALUES.createStatement(s, p, iri));
            all.add(VALUES.createStatement(s, RDF_TYPE, iri));
            all.add(VALUES.createStatement(s, p, o, iri));
            all.add(VALUES.createStatement(s, p, VALUES.createLiteral("x", iri)));
            all.add(VALUES.createStatement(VALUES.createTriple(s, p, iri), p, o));
        }
        for (String label :
                Stream.concat(LABELS.stream(), OTHER_LABELS.stream()).toList()) {
            BNode node = VALUES.createBNode(label);
            all.add(VALUES.createStatement(node, p, o));
            all.add(VALUES.createStatement(s, p, node));
            all.add(VALUES.createStatement(s, RDF_TYPE, node));
            all.add(VALUES.createStatement(s, p, o, node));
            all.add(VALUES.createStatement(s, p, VALUES.createTriple(node, p, node)));
        }
        for (String text : TEXTS) {
            all.add(VALUES.createStatement(s, p, VALUES.createLiteral(text)));
            for (String datatype : DATATYPES) {
                all.add(VALUES.createStatement(s, RDF_TYPE, VALUES.createLiteral(text, iri(datatype))));
            }
        }
        for (String language : LANGUAGES) {
            all.add(VALUES.createStatement(s, p, VALUES.createLiteral("x", language)));
        }
        return all;
    }

    @Example
    void everyTermInEveryPlaceComesBackOrIsRefusedByName() {
        everyTermInEveryPlace().forEach(st -> check(List.of(st)));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 300, seed = "1")
    void aStatementComesBackOrIsRefusedByName(@ForAll("statements") Statement statement) {
        check(List.of(statement));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 100, seed = "1")
    void aGraphComesBackOrIsRefusedByName(@ForAll("graphs") List<Statement> statements) {
        check(statements);
    }

    /** Parts of lists, whole or not, which JSON-LD has a spelling of its own for. */
    @Provide
    Arbitrary<List<Statement>> lists() {
        List<Resource> nodes = List.of(
                VALUES.createBNode("a"),
                VALUES.createBNode("b"),
                VALUES.createBNode("c"),
                VALUES.createIRI(RDF + "nil"),
                VALUES.createIRI("http://e/s"));
        List<Value> objects = new ArrayList<>(nodes);
        objects.add(VALUES.createLiteral("x"));
        Arbitrary<IRI> predicates = Arbitraries.of("first", "rest", "rest", "first", "type", "value")
                .map(name -> VALUES.createIRI(RDF + name));
        return Combinators.combine(
                        Arbitraries.of(nodes),
                        predicates,
                        Arbitraries.of(objects),
                        Arbitraries.of(nodes.subList(3, 5)).injectNull(0.8))
                .as(VALUES::createStatement)
                .list()
                .ofMinSize(1)
                .ofMaxSize(7);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 200, seed = "1")
    void aListComesBack(@ForAll("lists") List<Statement> statements) {
        for (DataFormat format : List.of(DataFormat.JSONLD, DataFormat.TRIG)) {
            assertThat(problem(format, statements)).as(format.title()).isNull();
        }
    }

    private static void check(List<Statement> statements) {
        List<String> wrong = new ArrayList<>();
        for (DataFormat format : FORMATS) {
            String problem = problem(format, statements);
            if (problem != null) {
                wrong.add(format + ": " + problem);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static String problem(DataFormat format, List<Statement> statements) {
        byte[] text;
        try {
            text = convert(DataFormat.JELLY, jelly(statements), format);
        } catch (UnwritableException | MalformedJellyException | MalformedDocumentException e) {
            return names(e.getMessage(), statements) ? null : "no term in the refusal: " + e.getMessage();
        }
        Set<Statement> back;
        try {
            back = statements(convert(format, text, DataFormat.JELLY));
        } catch (UnwritableException | MalformedJellyException | MalformedDocumentException e) {
            return "written and not read: " + e.getMessage();
        }
        boolean anyLabels = format == DataFormat.JSONLD || format == DataFormat.RDFXML;
        boolean equal = anyLabels
                ? equalButLabels(format, statements, back)
                : spelled(statements, label -> labelIn(format, label)).equals(spelled(back, label -> label));
        return equal ? null : "came back as " + spelled(back, label -> label);
    }

    /** The label that a text format has for a node. */
    private static String labelIn(DataFormat format, String label) {
        boolean turtle = format == DataFormat.TTL || format == DataFormat.TRIG;
        boolean escaped = (format != DataFormat.JELLY && OTHER_LABELS.contains(label))
                || (turtle && label.contains(":"))
                || (format == DataFormat.TRIG && label.codePoints().anyMatch(c -> c > 0xFFFF));
        return escaped ? "escaped-" + HexFormat.of().formatHex(label.getBytes(StandardCharsets.UTF_8)) : label;
    }

    /** Tries all ways to give the nodes of one the labels of the other; there are few nodes. */
    private static boolean equalButLabels(DataFormat format, List<Statement> statements, Collection<Statement> back) {
        List<Statement> before = format == DataFormat.JSONLD
                ? statements.stream().map(RoundTripPropertyTest::lowerTag).toList()
                : statements;
        List<String> of = labels(before);
        List<String> to = labels(back);
        Set<String> wanted = spelled(back, label -> label);
        return of.size() == to.size()
                && anyOrder(to, 0, () -> spelled(before, label -> to.get(of.indexOf(label)))
                        .equals(wanted));
    }

    /** JSON-LD writes language tags in lower case. */
    private static Statement lowerTag(Statement st) {
        return st.getObject() instanceof Literal literal
                        && literal.getLanguage().isPresent()
                ? VALUES.createStatement(
                        st.getSubject(),
                        st.getPredicate(),
                        VALUES.createLiteral(
                                literal.getLabel(), literal.getLanguage().get().toLowerCase(Locale.ROOT)),
                        st.getContext())
                : st;
    }

    private static boolean anyOrder(List<String> labels, int from, BooleanSupplier equal) {
        if (from >= labels.size() - 1) {
            return equal.getAsBoolean();
        }
        for (int i = from; i < labels.size(); i++) {
            Collections.swap(labels, from, i);
            if (anyOrder(labels, from + 1, equal)) {
                return true;
            }
            Collections.swap(labels, from, i);
        }
        return false;
    }

    private static List<String> labels(Collection<Statement> statements) {
        Set<String> labels = new LinkedHashSet<>();
        spelled(statements, label -> {
            labels.add(label);
            return label;
        });
        return new ArrayList<>(labels);
    }

    /** Letter by letter, language tags too. */
    private static Set<String> spelled(Collection<Statement> statements, UnaryOperator<String> labels) {
        Set<String> spelled = new HashSet<>();
        for (Statement st : statements) {
            spelled.add(spelled(st.getSubject(), labels) + " " + spelled(st.getPredicate(), labels) + " "
                    + spelled(st.getObject(), labels) + " " + spelled(st.getContext(), labels));
        }
        return spelled;
    }

    private static String spelled(Value term, UnaryOperator<String> labels) {
        if (term instanceof Triple triple) {
            return "<< " + spelled(triple.getSubject(), labels) + " " + triple.getPredicate() + " "
                    + spelled(triple.getObject(), labels) + " >>";
        }
        return term instanceof BNode node ? "_:" + labels.apply(node.getID()) : String.valueOf(term);
    }

    private static boolean names(String message, List<Statement> statements) {
        return statements.stream()
                .anyMatch(st -> namesTerm(message, st.getSubject())
                        || namesTerm(message, st.getPredicate())
                        || namesTerm(message, st.getObject())
                        || namesTerm(message, st.getContext()));
    }

    private static boolean namesTerm(String message, Value term) {
        if (term instanceof Literal literal) {
            return holds(message, "\"" + literal.getLabel())
                    || literal.getLanguage().filter(tag -> holds(message, tag)).isPresent()
                    || holds(message, literal.getDatatype().stringValue());
        } else if (term instanceof Triple triple) {
            return namesTerm(message, triple.getSubject())
                    || namesTerm(message, triple.getPredicate())
                    || namesTerm(message, triple.getObject());
        }
        return term != null && holds(message, term.stringValue());
    }

    /** Messages are one line, so characters that break lines are not in them. */
    private static boolean holds(String message, String text) {
        String odd = "[\\s\\p{Z}\\p{C}]+";
        return message.replaceAll(odd, "").contains(text.replaceAll(odd, ""));
    }

    private static byte[] convert(DataFormat from, byte[] in, DataFormat to) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JellySettings settings = new JellySettings(
                null,
                null,
                null,
                null,
                PhysicalType.QUADS,
                null,
                null,
                null,
                null,
                StreamForm.DELIMITED,
                null,
                null,
                true);
        try {
            new Conversion("-", from, "-", to, null, ReadingLimits.OF_FILES, settings, null, null)
                    .convert(
                            new ByteArrayInputStream(in),
                            out,
                            null,
                            new ConversionProgress("-", null, System::nanoTime));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static byte[] jelly(List<Statement> statements) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 1);
        try (JellyStreamWriter writer = new JellyStreamWriter(out, options, Limits.DEFAULT)) {
            writer.write(RdfGraph.of(statements));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static Set<Statement> statements(byte[] jelly) {
        Set<Statement> statements = new LinkedHashSet<>();
        try (JellyStreamReader reader =
                new JellyStreamReader(new ByteArrayInputStream(jelly), VALUES, Limits.DEFAULT)) {
            for (RdfGraph frame = reader.next(); frame != null; frame = reader.next()) {
                statements.addAll(frame.statements());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return statements;
    }
}
