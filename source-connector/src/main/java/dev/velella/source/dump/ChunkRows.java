package dev.velella.source.dump;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;

/** The rows of the chunk that is being read: statements and prefixes. Empty again after each chunk. Not thread-safe. */
final class ChunkRows extends AbstractRDFHandler {
    private static final ValueFactory TERMS = SimpleValueFactory.getInstance();

    private final DumpRules rules;
    private List<PatchOperation> rows = new ArrayList<>();
    private int statements;
    private long characters;

    ChunkRows(DumpRules rules) {
        this.rules = rules;
    }

    /** The statement in the graph that the rules give it. */
    Statement placed(Statement statement) {
        return rules.graph() == null || statement.getContext() != null
                ? statement
                : TERMS.createStatement(
                        statement.getSubject(), statement.getPredicate(), statement.getObject(), rules.graph());
    }

    @Override
    public void handleNamespace(String prefix, String iri) {
        if (!iri.isEmpty()) {
            row(new PatchOperation.AddNamespace(prefix, TERMS.createIRI(iri), null));
            characters += prefix.length() + iri.length();
        }
    }

    @Override
    public void handleStatement(Statement statement) {
        add(placed(statement));
    }

    /** Adds a statement that is in its graph already. */
    void add(Statement statement) {
        row(new PatchOperation.Add(statement));
        statements++;
        characters += statement.getSubject().stringValue().length()
                + statement.getPredicate().stringValue().length()
                + statement.getObject().stringValue().length();
        if (statement.getContext() != null) {
            characters += statement.getContext().stringValue().length();
        }
    }

    private void row(PatchOperation row) {
        if (rows.isEmpty()) {
            rows.add(PatchOperation.Transaction.START);
        }
        rows.add(row);
    }

    int statements() {
        return statements;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Whether the chunk has as many statements or characters as a chunk may have. */
    boolean isFull() {
        return statements >= rules.statements() || characters >= rules.bytes();
    }

    /** Ends the chunk, and begins the next one. */
    DumpChunk take(DumpOffset after, long fileBytes) {
        rows.add(PatchOperation.Transaction.COMMIT);
        DumpChunk chunk = new DumpChunk(new RdfPatch(rows), statements, after, fileBytes);
        rows = new ArrayList<>();
        statements = 0;
        characters = 0;
        return chunk;
    }
}
