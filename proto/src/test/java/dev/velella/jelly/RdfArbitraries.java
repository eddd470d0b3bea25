package dev.velella.jelly;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/** Random terms, statements, graphs and patches; small pools make terms recur and tables overflow. */
public final class RdfArbitraries {
    public static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private RdfArbitraries() {}

    public static Arbitrary<IRI> iris() {
        Arbitrary<String> prefixes = Arbitraries.of(
                "http://example.org/",
                "http://example.org/a/",
                "http://example.org/ns#",
                "https://b.example/",
                "urn:uuid:",
                "mailto:",
                "http://ü.example/ä#",
                "http://x/");
        Arbitrary<String> names = Arbitraries.frequencyOf(
                Tuple.of(5, Arbitraries.integers().between(0, 30).map(n -> "n" + n)),
                Tuple.of(1, Arbitraries.of("", "名前", "a:b", "long-".repeat(40), "\uD83D\uDE00")));
        return Combinators.combine(prefixes, names).as((prefix, name) -> VALUES.createIRI(prefix + name));
    }

    public static Arbitrary<BNode> blankNodes() {
        return Arbitraries.of("b0", "b1", "node with space", "ü", "x".repeat(200))
                .map(VALUES::createBNode);
    }

    public static Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ascii().ofMaxLength(20),
                Arbitraries.of(
                        "", "\uD83D\uDE00 astral", "\u0000", "\uFFFD", "Grüße", "é".repeat(130), "x".repeat(20_000)),
                Arbitraries.strings()
                        .all()
                        .ofMaxLength(10)
                        .map(text -> new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)));
    }

    public static Arbitrary<Literal> literals(boolean typed) {
        Arbitrary<Literal> plain = texts().map(VALUES::createLiteral);
        Arbitrary<Literal> tagged = Combinators.combine(texts(), Arbitraries.of("en", "EN", "de-AT", "zh-Hans"))
                .as(VALUES::createLiteral);
        if (!typed) {
            return Arbitraries.oneOf(plain, tagged);
        }
        Arbitrary<IRI> datatypes = Arbitraries.of(
                XSD.INTEGER,
                XSD.DOUBLE,
                XSD.DATETIME,
                XSD.STRING,
                VALUES.createIRI("http://example.org/dt#a"),
                VALUES.createIRI("urn:dt:ü"));
        Arbitrary<Literal> typedLiterals =
                Combinators.combine(texts(), datatypes).as((label, type) -> VALUES.createLiteral(label, type));
        return Arbitraries.oneOf(plain, tagged, typedLiterals);
    }

    public static Arbitrary<Resource> resources(int depth) {
        Arbitrary<Resource> simple = Arbitraries.frequencyOf(
                Tuple.of(4, iris().map(iri -> (Resource) iri)),
                Tuple.of(1, blankNodes().map(node -> (Resource) node)));
        return depth == 0 ? simple : Arbitraries.frequencyOf(Tuple.of(5, simple), Tuple.of(1, quoted(depth - 1)));
    }

    public static Arbitrary<Value> objects(boolean typed, int depth) {
        return Arbitraries.oneOf(
                resources(depth).map(resource -> (Value) resource),
                literals(typed).map(literal -> (Value) literal));
    }

    private static Arbitrary<Resource> quoted(int depth) {
        return Combinators.combine(resources(depth), iris(), objects(true, depth))
                .as(VALUES::createTriple);
    }

    public static Arbitrary<Statement> triples(boolean typed, int depth) {
        return Combinators.combine(resources(depth), iris(), objects(typed, depth))
                .as(VALUES::createStatement);
    }

    public static Arbitrary<Statement> quads(boolean typed, int depth) {
        return Combinators.combine(
                        resources(depth),
                        iris(),
                        objects(typed, depth),
                        resources(0).injectNull(0.3))
                .as((s, p, o, g) -> g == null ? VALUES.createStatement(s, p, o) : VALUES.createStatement(s, p, o, g));
    }

    public static Arbitrary<RdfGraph> graphs(Arbitrary<Statement> statements) {
        return Combinators.combine(
                        statements.list().ofMaxSize(30),
                        Arbitraries.maps(Arbitraries.of("", "ex", "a", "ü"), iris().map(Value::stringValue))
                                .ofMaxSize(3))
                .as(RdfGraph::new);
    }

    public static Arbitrary<RdfPatch> patches(int depth) {
        Arbitrary<Statement> statements = quads(true, depth);
        Arbitrary<PatchOperation> operations = Arbitraries.frequencyOf(
                Tuple.of(4, statements.map(PatchOperation.Add::new)),
                Tuple.of(4, statements.map(PatchOperation.Delete::new)),
                Tuple.of(
                        1,
                        Combinators.combine(texts(), iris(), resources(0).injectNull(0.3))
                                .as(PatchOperation.AddNamespace::new)),
                Tuple.of(
                        1,
                        Combinators.combine(
                                        texts(),
                                        iris().injectNull(0.3),
                                        resources(0).injectNull(0.3))
                                .as(PatchOperation.DeleteNamespace::new)),
                Tuple.of(1, Combinators.combine(texts(), objects(true, depth)).as(PatchOperation.Header::new)));
        return Combinators.combine(
                        operations.list().ofMaxSize(15),
                        operations.list().ofMaxSize(15),
                        Arbitraries.of(Transaction.COMMIT, Transaction.ABORT))
                .as((before, inside, end) -> {
                    List<PatchOperation> rows = new ArrayList<>(before);
                    rows.add(Transaction.START);
                    rows.addAll(inside);
                    rows.add(end);
                    return new RdfPatch(rows);
                });
    }
}
