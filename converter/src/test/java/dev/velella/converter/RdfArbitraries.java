package dev.velella.converter;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** Random graphs and patches with every kind of term and row. */
final class RdfArbitraries {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private RdfArbitraries() {}

    static Arbitrary<IRI> iris() {
        return Arbitraries.of("http://example.org/a", "http://example.org/ns#b", "urn:x:ü", "mailto:", "http://x/名 前")
                .map(VALUES::createIRI);
    }

    static Arbitrary<BNode> blankNodes() {
        return Arbitraries.of("b0", "b_1-2.x", "0", "with space", "ü", "<>\"\\", "a:b", "genid1")
                .map(VALUES::createBNode);
    }

    static Arbitrary<Literal> literals() {
        Arbitrary<String> labels = Arbitraries.of(
                "",
                "plain",
                " spaces ",
                "\"quoted\" \\ \n\t\r",
                "\u0000\u007F",
                "\uD83D\uDE00",
                "1.50",
                "<b>",
                "^^@en");
        Arbitrary<Literal> typed = Combinators.combine(
                        labels,
                        Arbitraries.of(
                                "http://www.w3.org/2001/XMLSchema#string",
                                "http://www.w3.org/2001/XMLSchema#decimal",
                                "http://example.org/type"))
                .as((label, type) -> VALUES.createLiteral(label, VALUES.createIRI(type)));
        Arbitrary<Literal> tagged = Combinators.combine(labels, Arbitraries.of("en", "EN-gb", "de-CH-1996", "zh-Hant"))
                .as(VALUES::createLiteral);
        return Arbitraries.oneOf(typed, tagged);
    }

    static Arbitrary<Resource> quoted() {
        return Combinators.combine(subjects(1), iris(), objects(1)).as(VALUES::createTriple);
    }

    private static Arbitrary<Resource> subjects(int depth) {
        Arbitrary<Resource> plain = Arbitraries.oneOf(iris(), blankNodes());
        return depth == 2
                ? plain
                : Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(4, plain),
                        net.jqwik.api.Tuple.of(1, Arbitraries.lazy(() -> Combinators.combine(
                                        subjects(depth + 1), iris(), objects(depth + 1))
                                .as((s, p, o) -> (Resource) VALUES.createTriple(s, p, o)))));
    }

    private static Arbitrary<Value> objects(int depth) {
        return Arbitraries.oneOf(
                subjects(depth).map(value -> (Value) value), literals().map(value -> (Value) value));
    }

    static Arbitrary<Statement> statements() {
        Arbitrary<Resource> graphs =
                Arbitraries.<Resource>oneOf(iris(), blankNodes()).injectNull(0.4);
        return Combinators.combine(subjects(0), iris(), objects(0), graphs).as(VALUES::createStatement);
    }

    public static Arbitrary<RdfGraph> graphs() {
        return Combinators.combine(
                        statements().list().ofMaxSize(8),
                        Arbitraries.maps(
                                        Arbitraries.of("", "ex", "ü", "a-b"),
                                        Arbitraries.of("http://example.org/", "urn:x:", "relative#"))
                                .ofMaxSize(3))
                .as(RdfGraph::new);
    }

    public static Arbitrary<RdfPatch> patches() {
        Arbitrary<Resource> graphs =
                Arbitraries.<Resource>oneOf(iris(), blankNodes()).injectNull(0.5);
        Arbitrary<String> names = Arbitraries.of("", "id", "prev", "a b", "ü");
        Arbitrary<PatchOperation> rows = Arbitraries.oneOf(
                statements().map(PatchOperation.Add::new),
                statements().map(PatchOperation.Delete::new),
                Combinators.combine(names, objects(0)).as(PatchOperation.Header::new),
                Combinators.combine(names, iris(), graphs).as(PatchOperation.AddNamespace::new),
                Combinators.combine(names, iris().injectNull(0.5), graphs).as(PatchOperation.DeleteNamespace::new));
        return Combinators.combine(rows.list().ofMaxSize(6), rows.list().ofMaxSize(6), Arbitraries.of(true, false))
                .as((inside, outside, commit) -> {
                    List<PatchOperation> all = new ArrayList<>();
                    all.add(PatchOperation.Transaction.START);
                    all.addAll(inside);
                    all.add(commit ? PatchOperation.Transaction.COMMIT : PatchOperation.Transaction.ABORT);
                    all.addAll(outside);
                    return new RdfPatch(all);
                });
    }
}
