package dev.velella.view.shapes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.velella.shapes.Shapes;
import dev.velella.shapes.ShapesException;
import dev.velella.view.View;
import dev.velella.view.ViewEngine;
import dev.velella.view.ViewSet;
import dev.velella.view.W3cArchive;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.jena.graph.Graph;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFDataMgr;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.shacl.ValidationReport;
import org.apache.jena.sparql.graph.GraphFactory;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.SHACL;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.eclipse.rdf4j.sail.shacl.ShaclValidator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shapes against the W3C's suite, and random shapes against the validators of Jena and RDF4J. */
class ShapesViewTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String SHT = "http://www.w3.org/ns/shacl-test#";
    private static final String MF = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
    private static final String PREFIXES =
            "@prefix : <http://x.example/> . @prefix sh: <http://www.w3.org/ns/shacl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n";
    private static final long STEPS = Long.getLong("velella.views.steps", 2_000) / 10;

    private final Random random = new Random(Long.getLong("velella.views.seed", 1));

    @Test
    void reportsAreThoseOfTheSuite() {
        W3cArchive archive = new W3cArchive("shacl-tests.tar.gz");
        int core = 0;
        Set<String> wrong = new TreeSet<>();
        Set<String> refused = new TreeSet<>();
        for (String name : archive.names()) {
            if (!name.contains("/tests/") || !name.endsWith(".ttl") || name.endsWith("manifest.ttl")) {
                continue;
            }
            Model file = archive.model(name);
            for (Resource test : file.filter(null, RDF.TYPE, VALUES.createIRI(SHT + "Validate"))
                    .subjects()) {
                String shortName = name.replaceFirst(".*/tests/", "").replace(".ttl", "");
                Resource action = (Resource) object(file, test, MF + "action");
                String data = object(file, action, SHT + "dataGraph").stringValue();
                String shapes = object(file, action, SHT + "shapesGraph").stringValue();
                Value result = object(file, test, MF + "result");
                try {
                    List<String> found = results(
                            answer("@base <" + shapes + "> .\n" + archive.text(shapes), Set.of(), archive.model(data))
                                    .graph());
                    List<String> expected = result instanceof Resource report && !result.isIRI()
                            ? results(
                                    file,
                                    file.filter(report, SHACL.RESULT, null).objects())
                            : List.of("failure");
                    if (!found.equals(expected)) {
                        wrong.add(shortName + ": " + found + ", not " + expected);
                    }
                    core += shortName.startsWith("core/") ? 1 : 0;
                } catch (ViewRefusedException e) {
                    refused.add(shortName + " " + e.reason());
                }
            }
        }
        System.out.println(core + " of SHACL Core, refused " + refused);
        assertThat(wrong).isEmpty();
        assertThat(refused).allMatch(each -> each.startsWith("sparql/"));
        assertThat(core).isGreaterThan(90);
    }

    /** The tests of SHACL-SPARQL, which no view has but the source's check of elements. */
    @Test
    void queriesOfShapesReportWhatTheSuiteSays() {
        W3cArchive archive = new W3cArchive("shacl-tests.tar.gz");
        Set<String> right = new TreeSet<>();
        Set<String> wrong = new TreeSet<>();
        Set<String> refused = new TreeSet<>();
        for (String name : archive.names()) {
            String shortName = name.replaceFirst(".*/tests/sparql/", "").replace(".ttl", "");
            if (!name.contains("/tests/sparql/") || name.endsWith("manifest.ttl")) {
                continue;
            }
            Model file = archive.model(name);
            List<String> found;
            try {
                List<Statement> report = new ArrayList<>();
                Shapes.withQueries("@base <" + W3cArchive.BASE + name + "> .\n" + archive.text(name))
                        .violations(StreamData.of(file), StaticData.NONE, () -> {})
                        .forEach(each -> each.report(VALUES.createBNode(), report));
                found = results(report);
            } catch (ShapesException e) {
                refused.add(shortName);
                continue;
            }
            List<String> expected = results(
                    file, file.filter(null, RDF.TYPE, SHACL.VALIDATION_RESULT).subjects());
            (found.equals(expected) ? right : wrong).add(shortName + (found.equals(expected) ? "" : found));
        }
        System.out.println(right.size() + " of SHACL-SPARQL, refused " + refused);
        assertThat(wrong).isEmpty();
        assertThat(right).hasSizeGreaterThan(9);
    }

    private static Value object(Model model, Resource subject, String predicate) {
        return model.filter(subject, VALUES.createIRI(predicate), null)
                .objects()
                .iterator()
                .next();
    }

    private static List<String> results(Collection<Statement> report) {
        Model model = new LinkedHashModel(report);
        return results(model, new ArrayList<>(model.subjects()));
    }

    private static List<String> results(Model model, Collection<? extends Value> nodes) {
        return nodes.stream()
                .map(node -> {
                    StringBuilder text = new StringBuilder();
                    for (IRI property : List.of(
                            SHACL.FOCUS_NODE,
                            SHACL.RESULT_PATH,
                            SHACL.VALUE,
                            SHACL.SOURCE_CONSTRAINT_COMPONENT,
                            SHACL.RESULT_SEVERITY)) {
                        for (Value each :
                                model.filter((Resource) node, property, null).objects()) {
                            boolean isPath = property.equals(SHACL.RESULT_PATH) && each.isBNode();
                            text.append(isPath ? "" : each.isBNode() ? "_:" : each.toString())
                                    .append(' ');
                        }
                        text.append("| ");
                    }
                    return text.toString()
                            .replace(" | ", "|")
                            .replaceAll(" +", " ")
                            .replace("| |", "||");
                })
                .map(each -> each.replaceAll("\\s*\\|\\s*", "|"))
                .sorted()
                .toList();
    }

    private static ViewSet compiled(String shapes, Collection<Statement> fixed) {
        ViewDefinition definition = ViewDefinition.parse(JsonNodeFactory.instance
                .objectNode()
                .put("name", "s")
                .put("kind", "shacl")
                .put("shapes", shapes)
                .toString());
        return ViewSet.compile(List.of(definition), StaticData.of(fixed), 1);
    }

    private static ViewAnswer answer(String shapes, Collection<Statement> fixed, Collection<Statement> data) {
        ViewSet set = compiled(shapes, fixed);
        return set.newEngine().answer(set.views().get(0), StreamData.of(data), 0, List.of());
    }

    @Test
    void violationsAppearAndDisappearAsRowsAndAsStatements() {
        String shapes = PREFIXES + ":S a sh:NodeShape ; sh:targetSubjectsOf :value ; sh:property "
                + "[ sh:path :value ; sh:maxInclusive 30 ; sh:message \"too hot\" ; sh:severity sh:Warning ] .";
        ViewAnswer bad = answer(shapes, Set.of(), List.of(statement("a", "value", VALUES.createLiteral(31))));
        assertThat(bad.rows()).singleElement().satisfies(row -> assertThat(row.values())
                .containsEntry("focus", "http://x.example/a")
                .containsEntry("path", "http://x.example/value")
                .containsEntry("value", "31")
                .containsEntry("message", "too hot")
                .containsEntry("severity", SHACL.WARNING.stringValue())
                .containsEntry("shape", "urn:velella:view:s:shape:2"));
        assertThat(bad.graph()).hasSize(8);
        assertThat(answer(shapes, Set.of(), List.of(statement("a", "value", VALUES.createLiteral(30)))))
                .isEqualTo(ViewAnswer.EMPTY);
        // what is wrong in the static data is not said again for each stream
        assertThat(answer(shapes, Set.of(statement("b", "value", VALUES.createLiteral(99))), Set.of()))
                .isEqualTo(ViewAnswer.EMPTY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh:targetClass :C", "sh:targetSubjectsOf :value", "sh:targetObjectsOf :of"})
    void aTargetOfTheStaticDataIsAskedForAsSoonAsTheStreamNamesIt(String target) {
        IRI node = VALUES.createIRI("http://x.example/b");
        ViewSet set = compiled(
                PREFIXES + ":S a sh:NodeShape ; " + target + " ; sh:property [ sh:path :p ; sh:minCount 1 ] .",
                Set.of(
                        VALUES.createStatement(node, RDF.TYPE, VALUES.createIRI("http://x.example/C")),
                        statement("b", "value", VALUES.createLiteral(1)),
                        statement("c", "of", node)));
        List<Statement> names = List.of(statement("a", "other", node));
        ViewEngine engine = set.newEngine();
        assertThat(engine.answer(set.views().get(0), StreamData.of(names), 0, List.of())
                        .rows())
                .hasSize(1);
        assertThat(engine.touched(List.of(), names)).hasSize(1);
        assertThat(engine.touched(List.of(statement("b", "other", VALUES.createLiteral(1))), List.of()))
                .hasSize(1);
    }

    private static Statement statement(String subject, String predicate, Value object) {
        return VALUES.createStatement(
                VALUES.createIRI("http://x.example/" + subject),
                VALUES.createIRI("http://x.example/" + predicate),
                object);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UNSUPPORTED | :S sh:targetClass :C ; sh:sparql [ sh:select 'SELECT $this {}' ] . | sh:sparql",
                "UNSUPPORTED | :S sh:targetClass :C ; sh:not :S . | leads to itself",
                "UNSUPPORTED | :S sh:targetClass :C ; sh:rule [] . | sh:rule",
                "SYNTAX | :S sh:targetClass :C ; sh:minCount 1 . | needs a property shape",
                "SYNTAX | :S sh:targetClass :C ; sh:property [ sh:path [] ] . | is no path",
                "SYNTAX | :S sh:targetClass :C ; sh:property [ sh:path :p ; sh:pattern '(' ] . | regular expression",
                "SYNTAX | :S :p :q . | there is no shape",
                "SYNTAX | :S sh:targetClass . | not Turtle",
            })
    void shapesThatHaveNoMeaningHereAreRefused(Refusal reason, String shapes, String why) {
        assertThatThrownBy(() -> compiled(PREFIXES + shapes, Set.of()))
                .isInstanceOfSatisfying(
                        ViewRefusedException.class,
                        e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason))
                .hasMessageContaining(why);
    }

    @Test
    void randomShapesAreViolatedAsByTheValidatorsOfJenaAndRdf4j() throws IOException {
        int violations = 0;
        for (long steps = 0; steps < STEPS; ) {
            String shapes = shapes();
            ViewSet set = compiled(shapes, Set.of());
            View view = set.views().get(0);
            ViewEngine engine = set.newEngine();
            MemoryStore store = store(Rio.parse(new StringReader(shapes), RDFFormat.TURTLE));
            Set<Statement> present = new LinkedHashSet<>();
            ViewAnswer last = ViewAnswer.EMPTY;
            for (int i = 0; i < 15; i++, steps++) {
                Statement one = random.nextInt(4) == 0
                        ? VALUES.createStatement(
                                VALUES.createIRI("http://x.example/n" + random.nextInt(4)),
                                RDF.TYPE,
                                VALUES.createIRI("http://x.example/C" + random.nextInt(2)))
                        : statement("n" + random.nextInt(4), "p" + random.nextInt(3), value());
                boolean isAdd = !present.remove(one) && present.add(one);
                if (i == 0
                        || !engine.touched(isAdd ? List.of() : List.of(one), isAdd ? List.of(one) : List.of())
                                .isEmpty()) {
                    last = engine.answer(view, StreamData.of(present), 0, List.of());
                }
                MemoryStore data = store(present);
                Model report = ShaclValidator.validate(data, store).asModel();
                data.shutDown();
                List<String> expected = results(
                        report,
                        report.filter(null, RDF.TYPE, SHACL.VALIDATION_RESULT).subjects());
                List<String> jena = jena(shapes, present);
                assertThat(results(last.graph()))
                        .as("%s\nof %s", shapes, present)
                        .isEqualTo(jena);
                // RDF4J 5.2.0 misses some (findings/rdf4j-shacl-max-count.sh), and tells equal shapes not apart
                assertThat(jena).as("RDF4J, %s\nof %s", shapes, present).containsAll(expected);
                violations += expected.size();
            }
            store.shutDown();
        }
        assertThat(violations).isPositive();
    }

    private static List<String> jena(String shapes, Set<Statement> present) throws IOException {
        StringWriter data = new StringWriter();
        Rio.write(present, data, RDFFormat.NTRIPLES);
        ValidationReport report =
                org.apache.jena.shacl.ShaclValidator.get().validate(graph(shapes), graph(data.toString()));
        StringWriter text = new StringWriter();
        RDFDataMgr.write(text, report.getGraph(), Lang.NTRIPLES);
        Model model = Rio.parse(new StringReader(text.toString()), RDFFormat.NTRIPLES);
        return results(
                model, model.filter(null, RDF.TYPE, SHACL.VALIDATION_RESULT).subjects());
    }

    private static Graph graph(String turtle) {
        Graph graph = GraphFactory.createDefaultGraph();
        RDFParser.fromString(turtle, Lang.TURTLE).parse(graph);
        return graph;
    }

    private Value value() {
        return switch (random.nextInt(6)) {
            case 0, 1 -> VALUES.createIRI("http://x.example/n" + random.nextInt(4));
            case 2 -> VALUES.createLiteral(random.nextInt(6));
            case 3 -> VALUES.createLiteral("text" + random.nextInt(3));
            case 4 -> VALUES.createLiteral("hi", random.nextBoolean() ? "en" : "de-AT");
            default -> VALUES.createLiteral(random.nextDouble());
        };
    }

    private String shapes() {
        StringBuilder text = new StringBuilder(PREFIXES);
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            text.append(":S").append(i).append(" a sh:NodeShape ; ");
            text.append(
                    switch (random.nextInt(4)) {
                        case 0 -> "sh:targetSubjectsOf :p0 ; ";
                        case 1 -> "sh:targetObjectsOf :p1 ; ";
                        case 2 -> "sh:targetNode :n0 ; ";
                        default -> "sh:targetClass :C0 ; ";
                    });
            for (int more = 1 + random.nextInt(2); more > 0; more--) {
                text.append("sh:property [ sh:path ")
                        .append(random.nextInt(5) == 0 ? "[ sh:inversePath :p1 ]" : ":p" + random.nextInt(3));
                text.append(" ; ").append(constraint()).append(" ] ; ");
            }
            text.append(".\n");
        }
        return text.toString();
    }

    private String constraint() {
        return switch (random.nextInt(14)) {
            case 0 -> "sh:minCount 1";
            case 1 -> "sh:maxCount 1";
            case 2 -> "sh:datatype xsd:int";
            case 3 -> "sh:nodeKind sh:IRI";
            case 4 -> "sh:class :C" + random.nextInt(2);
            case 5 -> "sh:maxInclusive 3";
            case 6 -> "sh:minExclusive 2";
            case 7 -> "sh:pattern \"^t\"";
            case 8 -> "sh:maxLength 4";
            case 9 -> "sh:in (:n0 :n1 1)";
            case 10 -> "sh:hasValue :n" + random.nextInt(3);
            case 11 -> "sh:languageIn (\"en\" \"de\")";
            case 12 -> "sh:not [ sh:datatype xsd:string ]";
            default -> "sh:or ([ sh:nodeKind sh:IRI ] [ sh:datatype xsd:int ])";
        };
    }

    private static MemoryStore store(Collection<Statement> statements) {
        MemoryStore store = new MemoryStore();
        store.setDefaultIsolationLevel(IsolationLevels.NONE);
        store.init();
        try (NotifyingSailConnection connection = store.getConnection()) {
            connection.begin(IsolationLevels.NONE);
            statements.forEach(
                    each -> connection.addStatement(each.getSubject(), each.getPredicate(), each.getObject()));
            connection.commit();
        }
        return store;
    }
}
