package dev.velella.jelly;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import org.eclipse.rdf4j.model.Statement;

/**
 * Writes patches as self-contained, bare Jelly-Patch frames: statement type QUADS, stream type FRAME, so one frame is
 * one patch. A graph is always written, the default graph too, or left out as equal to the one before.
 *
 * <p>The same patch always gives the same bytes. Not thread-safe.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class JellyPatchEncoder {
    private final OptionsRow options;
    private final ByteSink out;
    private final StatementWriter rows;
    private long frame;

    /**
     * @throws IllegalArgumentException if the table sizes are above the limits
     */
    public JellyPatchEncoder(JellyPatchOptions patchOptions, Limits limits) {
        TableSizes sizes = patchOptions.sizes();
        boolean rdfStar = patchOptions.rdfStar();
        GraphFrameWriter.checkSizes(sizes, limits);
        options = OptionsRow.patch(patchOptions);
        out = new ByteSink(limits);
        rows = new StatementWriter(out, new TermEncoder(out, FrameKind.PATCH, sizes, rdfStar, limits));
    }

    /**
     * One self-contained bare frame: options row first, state reset before.
     *
     * @return a new array
     * @throws MalformedJellyException if options or limits cannot carry the patch, or its transactions are nested, end
     *     without a start or do not end. The encoder stays usable
     */
    public byte[] encode(RdfPatch patch) {
        reset();
        return encodeNext(patch);
    }

    /**
     * The next bare frame of the running stream; the first one begins it.
     *
     * @throws MalformedJellyException as {@link #encode}; the encoder is as it was before the call
     */
    public byte[] encodeNext(RdfPatch patch) {
        out.open(frame++);
        if (frame == 1) {
            options.write(out);
        }
        boolean inTransaction = false;
        for (PatchOperation operation : patch.operations()) {
            if (operation instanceof Transaction border) {
                inTransaction = writeTransaction(border, inTransaction);
            } else {
                write(operation);
            }
        }
        if (inTransaction) {
            throw out.fail("a transaction does not end in its patch: TC or TA is missing");
        }
        return out.toByteArray();
    }

    /**
     * The next bare frame of the running stream, from which on it can be read without what came before: options row
     * first, tables empty, and everything that refers to something before is written explicitly on its first use. A
     * reader that reads straight on understands it too.
     *
     * @throws MalformedJellyException as {@link #encode}; the encoder is as it was before the call
     */
    public byte[] encodeKeyFrame(RdfPatch patch) {
        reset();
        return encodeNext(patch);
    }

    /** Forgets the running stream: the next frame begins another one. */
    public void reset() {
        rows.reset();
        frame = 0;
    }

    /** The state between the last frame and the next one. */
    public EncoderState snapshot() {
        throw new UnsupportedOperationException();
    }

    /**
     * Goes on from a state.
     *
     * @throws IllegalArgumentException if the state belongs to an encoder of other options or limits
     */
    public void restore(EncoderState state) {
        throw new UnsupportedOperationException();
    }

    private boolean writeTransaction(Transaction border, boolean inTransaction) {
        boolean start = border == Transaction.START;
        if (start == inTransaction) {
            throw out.fail(start ? "TX within a transaction" : "TC or TA without TX");
        }
        rows.empty(
                switch (border) {
                    case START -> PatchRowTags.TRANSACTION_START;
                    case COMMIT -> PatchRowTags.TRANSACTION_COMMIT;
                    case ABORT -> PatchRowTags.TRANSACTION_ABORT;
                });
        return start;
    }

    private void write(PatchOperation operation) {
        if (operation instanceof PatchOperation.Add add) {
            writeStatement(PatchRowTags.ADD, add.statement());
        } else if (operation instanceof PatchOperation.Delete delete) {
            writeStatement(PatchRowTags.DELETE, delete.statement());
        } else if (operation instanceof PatchOperation.AddNamespace pa) {
            rows.patchNamespace(PatchRowTags.NAMESPACE_ADD, pa.prefix(), pa.namespace(), pa.graph());
        } else if (operation instanceof PatchOperation.DeleteNamespace pd) {
            rows.patchNamespace(PatchRowTags.NAMESPACE_DELETE, pd.prefix(), pd.namespace(), pd.graph());
        } else if (operation instanceof PatchOperation.Header header) {
            rows.header(PatchRowTags.HEADER, header.key(), header.value());
        }
    }

    private void writeStatement(int tag, Statement st) {
        rows.quad(tag, st.getSubject(), st.getPredicate(), st.getObject(), st.getContext());
    }
}
