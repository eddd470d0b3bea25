package dev.velella.rdfpatch;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/** Random patches that RDF Patch text can carry; texts hold every character but lone surrogates. */
final class PatchArbitraries {
    static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private PatchArbitraries() {}

    static Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ascii().ofMaxLength(12),
                Arbitraries.of("", "a b", "\"\"\"", "''", "\\u0041", "\r\n", "<x>", "\uD83D\uDE00", "\u0000", "\uFEFF"),
                Arbitraries.integers()
                        .between(0, 0x10FFFF)
                        .filter(c -> c < 0xD800 || c > 0xDFFF)
                        .list()
                        .ofMaxSize(6)
                        .map(codes -> {
                            StringBuilder text = new StringBuilder();
                            codes.forEach(text::appendCodePoint);
                            return text.toString();
                        }));
    }

    static Arbitrary<IRI> iris() {
        return Arbitraries.oneOf(
                Arbitraries.of("http://example.org/s", "http://example.org/ä b>", "urn:x:", "a:")
                        .map(VALUES::createIRI),
                texts().map(text -> VALUES.createIRI("http://example.org/" + text)));
    }

    static Arbitrary<Resource> names() {
        return Arbitraries.oneOf(iris().map(iri -> (Resource) iri), texts().map(VALUES::createBNode));
    }

    static Arbitrary<Literal> literals() {
        Arbitrary<String> languages = Arbitraries.of("en", "EN", "de-AT", "zh-Hans-CN", "x-1-a");
        Arbitrary<IRI> datatypes = Arbitraries.oneOf(
                iris(), Arbitraries.of(XSD.INTEGER, XSD.DECIMAL, XSD.DOUBLE, XSD.BOOLEAN, XSD.STRING));
        return Arbitraries.oneOf(
                texts().map(VALUES::createLiteral),
                Arbitraries.of("1", "01", "+1.50", "-.5", "1e0", "true", "1.", ".")
                        .flatMap(text -> datatypes.map(type -> VALUES.createLiteral(text, type))),
                Combinators.combine(texts(), languages).as(VALUES::createLiteral),
                Combinators.combine(texts(), datatypes).as(VALUES::createLiteral));
    }

    static Arbitrary<Resource> subjects(int depth) {
        if (depth == 0) {
            return names();
        }
        Arbitrary<Resource> quoted = Combinators.combine(subjects(depth - 1), iris(), objects(depth - 1))
                .as(VALUES::createTriple);
        return Arbitraries.frequencyOf(Tuple.of(6, names()), Tuple.of(1, quoted));
    }

    static Arbitrary<Value> objects(int depth) {
        return Arbitraries.oneOf(
                subjects(depth).map(term -> (Value) term), literals().map(term -> (Value) term));
    }

    static Arbitrary<Statement> statements(int depth) {
        return Combinators.combine(subjects(depth), iris(), objects(depth), names().injectNull(0.4))
                .as((s, p, o, g) -> g == null ? VALUES.createStatement(s, p, o) : VALUES.createStatement(s, p, o, g));
    }

    static Arbitrary<PatchOperation> rows(int depth) {
        return Arbitraries.oneOf(
                statements(depth).map(PatchOperation.Add::new),
                statements(depth).map(PatchOperation.Delete::new),
                Combinators.combine(texts(), iris(), names().injectNull(0.4)).as(PatchOperation.AddNamespace::new),
                Combinators.combine(texts(), names().injectNull(0.4))
                        .as((prefix, graph) -> new PatchOperation.DeleteNamespace(prefix, null, graph)),
                Combinators.combine(
                                Arbitraries.oneOf(texts(), Arbitraries.of("id", "a.b", "a-b_1", "TX", "true")),
                                objects(depth))
                        .as(PatchOperation.Header::new));
    }

    /** Patches with transactions of every kind and rows outside of them; some are empty. */
    static Arbitrary<RdfPatch> patches(int depth) {
        Arbitrary<List<PatchOperation>> rows = rows(depth).list().ofMaxSize(4);
        Arbitrary<List<PatchOperation>> blocks = Combinators.combine(
                        rows, rows, Arbitraries.of(Transaction.COMMIT, Transaction.ABORT), Arbitraries.of(true, false))
                .as((before, inside, end, transaction) -> {
                    List<PatchOperation> all = new ArrayList<>(before);
                    if (transaction) {
                        all.add(Transaction.START);
                        all.addAll(inside);
                        all.add(end);
                    }
                    return all;
                });
        return blocks.list().ofMaxSize(3).map(parts -> {
            List<PatchOperation> all = new ArrayList<>();
            parts.forEach(all::addAll);
            return new RdfPatch(all);
        });
    }
}
