package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Random statements, graphs and patches in large numbers, the same for the same seed. Terms recur, and there are more of
 * them than small tables hold.
 */
final class RandomRdf {
    private static final String[] TEXTS = {
        "",
        "7",
        "20.5",
        "true",
        "Grüße",
        "名前",
        "\uD83D\uDE00 \uD83C\uDF0D",
        "a\nb\t\"c\"\\",
        "\u0000",
        "\uFFFD",
        "é".repeat(70)
    };
    private static final String[] LANGUAGES = {"en", "EN", "de-AT", "zh-Hans", "x-y-z"};

    private final SplittableRandom random;
    private final Shape shape;
    private @Nullable Statement last;

    /**
     * What to generate.
     *
     * @param prefixes different IRI prefixes in one statement, at most; 0 is no bound
     * @param names different local names overall
     * @param datatypes different datatypes overall; 0 makes no typed literals
     * @param quotes depth of quoted triples
     * @param contexts whether statements are quads
     * @param tagCases whether language tags differ in case only
     */
    record Shape(int prefixes, int names, int datatypes, int quotes, boolean contexts, boolean tagCases) {
        Shape(int prefixes, int names, int datatypes, int quotes, boolean contexts) {
            this(prefixes, names, datatypes, quotes, contexts, true);
        }
    }

    RandomRdf(long seed, Shape shape) {
        random = new SplittableRandom(seed);
        this.shape = shape;
    }

    RdfGraph graph(int statements) {
        List<Statement> list = new ArrayList<>(statements);
        for (int i = 0; i < statements; i++) {
            list.add(statement());
        }
        Map<String, String> namespaces = new TreeMap<>();
        while (random.nextInt(4) == 0) {
            namespaces.put(oneOf("", "ex", "a", "ü"), iri(random.nextInt(12)).stringValue());
        }
        return new RdfGraph(list, namespaces);
    }

    /** Patches are well formed: transactions do not nest and end in their patch. */
    RdfPatch patch(int operations) {
        List<PatchOperation> rows = new ArrayList<>(operations + 2);
        boolean open = false;
        for (int i = 0; i < operations; i++) {
            switch (random.nextInt(14)) {
                case 0 -> {
                    rows.add(open ? PatchOperation.Transaction.ABORT : PatchOperation.Transaction.START);
                    open = !open;
                }
                case 1 -> rows.add(new PatchOperation.Header(text(), object(shape.quotes, random.nextInt(12), 1)));
                case 2 -> rows.add(new PatchOperation.AddNamespace(text(), iri(random.nextInt(12)), context()));
                case 3 ->
                    rows.add(new PatchOperation.DeleteNamespace(
                            text(), random.nextBoolean() ? null : iri(random.nextInt(12)), context()));
                case 4, 5, 6, 7, 8 -> rows.add(new PatchOperation.Delete(statement()));
                default -> rows.add(new PatchOperation.Add(statement()));
            }
        }
        if (open) {
            rows.add(PatchOperation.Transaction.COMMIT);
        }
        return new RdfPatch(rows);
    }

    private @Nullable Resource context() {
        return shape.contexts && random.nextInt(3) > 0 ? simple(random.nextInt(12), 1) : null;
    }

    Statement statement() {
        int base = random.nextInt(12);
        int span = shape.prefixes == 0 ? 12 : shape.prefixes;
        Statement before = last;
        boolean mayRepeat = before != null && shape.prefixes == 0;
        Resource s = mayRepeat && random.nextInt(3) == 0 ? before.getSubject() : resource(shape.quotes, base, span);
        IRI p = mayRepeat && random.nextInt(3) == 0 ? before.getPredicate() : iri(base + random.nextInt(span));
        Value o = mayRepeat && random.nextInt(5) == 0 ? before.getObject() : object(shape.quotes, base, span);
        Resource g = null;
        if (shape.contexts) {
            if (mayRepeat && random.nextInt(3) > 0) {
                g = before.getContext();
            } else if (random.nextInt(3) > 0) {
                g = simple(base, span);
            }
        }
        last = VALUES.createStatement(s, p, o, g);
        return last;
    }

    private Resource resource(int depth, int base, int span) {
        if (depth > 0 && random.nextInt(6) == 0) {
            return VALUES.createTriple(
                    resource(depth - 1, base, span), iri(base + random.nextInt(span)), object(depth - 1, base, span));
        }
        return simple(base, span);
    }

    private Resource simple(int base, int span) {
        return random.nextInt(5) == 0
                ? VALUES.createBNode(oneOf("b", "b ü", "\uD83D\uDE00", "") + random.nextInt(20))
                : iri(base + random.nextInt(span));
    }

    private Value object(int depth, int base, int span) {
        return random.nextBoolean() ? literal() : resource(depth, base, span);
    }

    private Literal literal() {
        String text = text();
        int kind = random.nextInt(shape.datatypes == 0 ? 2 : 4);
        if (kind == 0) {
            return VALUES.createLiteral(text);
        }
        if (kind == 1) {
            return VALUES.createLiteral(text, shape.tagCases ? oneOf(LANGUAGES) : "en-" + random.nextInt(3));
        }
        int type = random.nextInt(shape.datatypes);
        return VALUES.createLiteral(
                text,
                VALUES.createIRI(
                        switch (type) {
                            case 0 -> "http://www.w3.org/2001/XMLSchema#integer";
                            case 1 -> "http://www.w3.org/2001/XMLSchema#double";
                            case 2 -> "http://www.w3.org/2001/XMLSchema#dateTime";
                            case 3 -> "http://www.w3.org/2001/XMLSchema#string";
                            default -> "http://example.org/datatypes/ü" + type;
                        }));
    }

    private String text() {
        return random.nextInt(3) == 0 ? oneOf(TEXTS) : "text " + random.nextInt(200);
    }

    private IRI iri(int prefix) {
        return VALUES.createIRI(prefix(prefix % 12) + name());
    }

    private static String prefix(int number) {
        return switch (number) {
            case 0 -> "http://example.org/";
            case 1 -> "http://example.org/a/";
            case 2 -> "http://example.org/ns#";
            case 3 -> "http://ü.example/ä#";
            case 4 -> "http://\uD83D\uDE00.example/";
            default -> "https://example.org/graph-" + number + "/";
        };
    }

    private String name() {
        return random.nextInt(30) == 0 ? oneOf("", "名前", "\uD83D\uDE00") : "n" + random.nextInt(shape.names);
    }

    private String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
