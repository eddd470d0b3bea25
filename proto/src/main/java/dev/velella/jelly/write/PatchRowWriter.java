package dev.velella.jelly.write;

import dev.velella.jelly.format.JellyPatchOptions.StatementType;
import dev.velella.jelly.wire.PatchRowTags;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Add;
import dev.velella.rdf.PatchOperation.AddNamespace;
import dev.velella.rdf.PatchOperation.Delete;
import dev.velella.rdf.PatchOperation.DeleteNamespace;
import dev.velella.rdf.PatchOperation.Header;
import dev.velella.rdf.PatchOperation.Transaction;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Writes operations of patches as rows. It knows whether a transaction is open: transactions do not nest, and no patch
 * ends within one.
 */
public final class PatchRowWriter {
    private final StatementWriter rows;
    private final boolean quads;
    private boolean inTransaction;

    public PatchRowWriter(StatementWriter rows, StatementType statementType) {
        this.rows = rows;
        quads = statementType == StatementType.QUADS;
    }

    /** Whether a transaction is open. */
    public boolean inTransaction() {
        return inTransaction;
    }

    /** Goes back to an earlier state: an open transaction or none. */
    public void setInTransaction(boolean open) {
        inTransaction = open;
    }

    /**
     * Checks that a patch may end here.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if a transaction is open
     */
    public void checkEnd() {
        if (inTransaction) {
            throw rows.fail("a transaction does not end in its patch: TC or TA is missing");
        }
    }

    /** Writes one row. */
    public void write(PatchOperation operation) {
        if (operation instanceof Add add) {
            write(PatchRowTags.ADD, add.statement());
        } else if (operation instanceof Delete delete) {
            write(PatchRowTags.DELETE, delete.statement());
        } else if (operation instanceof Transaction border) {
            write(border);
        } else if (operation instanceof AddNamespace pa) {
            checkGraph(pa.graph());
            writeNamespace(PatchRowTags.NAMESPACE_ADD, pa.prefix(), pa.namespace(), pa.graph());
        } else if (operation instanceof DeleteNamespace pd) {
            checkGraph(pd.graph());
            writeNamespace(PatchRowTags.NAMESPACE_DELETE, pd.prefix(), pd.namespace(), pd.graph());
        } else if (operation instanceof Header header) {
            rows.header(PatchRowTags.HEADER, header.key(), header.value());
        }
    }

    private void write(int tag, Statement st) {
        if (quads) {
            rows.quad(tag, st.getSubject(), st.getPredicate(), st.getObject(), st.getContext());
        } else {
            checkGraph(st.getContext());
            rows.triple(tag, st.getSubject(), st.getPredicate(), st.getObject());
        }
    }

    private void writeNamespace(int tag, String prefix, @Nullable IRI namespace, @Nullable Resource graph) {
        if (quads) {
            rows.patchNamespace(tag, prefix, namespace, graph);
        } else {
            rows.patchNamespace(tag, prefix, namespace);
        }
    }

    private void checkGraph(@Nullable Resource graph) {
        if (!quads && graph != null) {
            throw rows.fail("a row with graph " + graph + " does not fit into a patch of statement type TRIPLES");
        }
    }

    private void write(Transaction border) {
        boolean start = border == Transaction.START;
        if (start == inTransaction) {
            throw rows.fail(start ? "TX within a transaction" : "TC or TA without TX");
        }
        rows.empty(
                switch (border) {
                    case START -> PatchRowTags.TRANSACTION_START;
                    case COMMIT -> PatchRowTags.TRANSACTION_COMMIT;
                    case ABORT -> PatchRowTags.TRANSACTION_ABORT;
                });
        inTransaction = start;
    }
}
