package dev.velella.rdfpatch;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import java.io.IOException;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/** Reads rows of RDF Patch text. It knows whether a transaction is open. */
final class RowReader {
    private static final Set<String> DEFAULT_GRAPH = Set.of("urn:x-arq:DefaultGraph", "urn:x-arq:DefaultGraphNode");

    private final TokenReader tokens;
    private final TermReader terms;
    private final ValueFactory values;
    private final Transactions transactions = new Transactions();

    RowReader(TokenReader tokens, ValueFactory values, TextLimits limits) {
        this.tokens = tokens;
        this.terms = new TermReader(tokens, values, limits);
        this.values = values;
    }

    /** Whether another row begins; the caller asks before each {@link #next}. */
    boolean hasNext() throws IOException {
        tokens.beginRow();
        if (tokens.begin() != TextSource.END) {
            return true;
        }
        if (transactions.isOpen()) {
            throw tokens.fail("the input ends in an open transaction");
        }
        return false;
    }

    /** Reads the next row, up to its dot; null for the end of a patch (Z). */
    @Nullable
    PatchOperation next() throws IOException {
        String code = tokens.word();
        PatchOperation row =
                switch (code) {
                    case "A" -> new PatchOperation.Add(statement());
                    case "D" -> new PatchOperation.Delete(statement());
                    case "PA" -> new PatchOperation.AddNamespace(name("a prefix name"), terms.namespace(), graph());
                    case "PD" -> new PatchOperation.DeleteNamespace(name("a prefix name"), null, graph());
                    case "H" -> new PatchOperation.Header(name("a header key"), terms.object());
                    case "TX", "TB" -> border(Transaction.START);
                    case "TC" -> border(Transaction.COMMIT);
                    case "TA" -> border(Transaction.ABORT);
                    case "Z" -> segment();
                    default -> throw unknownCode(code);
                };
        if (tokens.begin() == '.' && tokens.take('.')) {
            return row;
        }
        throw tokens.fail(
                "a " + code + " row has no more terms: expected its dot, not " + TokenReader.describe(tokens.peek()));
    }

    private MalformedPatchException unknownCode(String code) throws IOException {
        if (!code.isEmpty()) {
            return tokens.fail(code + " is no row of RDF Patch: it knows A, D, PA, PD, H, TX, TC, TA and Z");
        }
        int c = tokens.peek();
        return tokens.fail(
                c == '.'
                        ? "a lone dot"
                        : TokenReader.describe(c)
                                + " begins no row of RDF Patch: a row begins with A, D, PA, PD, H, TX, TC, TA or Z"
                                + (c == '<' || c == '_' || c == '@'
                                        ? "; this looks like RDF, such as N-Quads or Turtle"
                                        : ""));
    }

    private Statement statement() throws IOException {
        Resource subject = terms.subject();
        IRI predicate = terms.predicate();
        Value object = terms.object();
        Resource graph = graph();
        return graph == null
                ? values.createStatement(subject, predicate, object)
                : values.createStatement(subject, predicate, object, graph);
    }

    /** Reads the graph that may stand at the end of a row; null is the default graph. */
    private @Nullable Resource graph() throws IOException {
        if (tokens.begin() == '.') {
            return null;
        }
        Resource graph = terms.graph();
        return graph.isIRI() && isDefaultGraph(graph.stringValue()) ? null : graph;
    }

    /** Whether an IRI in the place of a graph stands for the default graph. */
    static boolean isDefaultGraph(String iri) {
        return DEFAULT_GRAPH.contains(iri);
    }

    private String name(String what) throws IOException {
        int c = tokens.begin();
        if (c == '"' || c == '\'') {
            return tokens.string();
        }
        String word = TokenReader.isLetter(c) ? tokens.name() : "";
        if (word.isEmpty() || tokens.peek() == ':') {
            throw tokens.fail("expected " + what + ": a word without colon, or a string");
        }
        return word;
    }

    private Transaction border(Transaction border) {
        String problem = transactions.next(border);
        if (problem != null) {
            throw tokens.fail(problem);
        }
        return border;
    }

    private @Nullable PatchOperation segment() {
        if (transactions.isOpen()) {
            throw tokens.fail("Z in an open transaction: end it with TC or TA first");
        }
        return null;
    }
}
