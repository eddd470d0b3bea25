package dev.velella.rdfpatch;

import dev.velella.rdf.PatchHandler;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads RDF Patch text in the dialect of Apache Jena. Patches may have any size. {@code Z .} ends a patch, and rows
 * after the last {@code Z} are a patch of their own. An input without {@code Z} is one patch; an input without rows has
 * no patch.
 *
 * <p>The reader is stricter than Jena. It refuses prefixed names, subjects and predicates that RDF4J cannot hold,
 * nested transactions, TC and TA without TX, and the end of a patch in an open transaction. {@code <_:b1>} and
 * {@code _:b1} are the same blank node. Terms stay as they are written: IRIs are not resolved, lexical forms are kept.
 * The graphs {@code <urn:x-arq:DefaultGraph>} and {@code <urn:x-arq:DefaultGraphNode>} are the default graph.
 *
 * <p>After a {@link MalformedPatchException} the reader does not move on: every later call throws it again. Not
 * thread-safe.
 */
public final class RdfPatchTextReader implements Closeable {
    private final TextSource in;
    private final TokenReader tokens;
    private final RowReader rows;
    private final TextLimits limits;
    private boolean rowsPending;
    private @Nullable MalformedPatchException failure;

    /** A reader with the {@link TextLimits#DEFAULT default limits}. */
    public RdfPatchTextReader(InputStream in, ValueFactory values) {
        this(in, values, TextLimits.DEFAULT);
    }

    /** Takes over the input: {@link #close} closes it. It need not be buffered. */
    public RdfPatchTextReader(InputStream in, ValueFactory values, TextLimits limits) {
        this.in = new TextSource(in);
        this.tokens = new TokenReader(this.in, limits);
        this.rows = new RowReader(tokens, values, limits);
        this.limits = limits;
    }

    /**
     * Hands over the next row, or the end of a patch: one call of the handler. Holds no more than this row.
     *
     * <p>Rows of a transaction are handed over as they come; a caller that cannot undo them waits for TC.
     *
     * @return false at the end of the input, with no call of the handler
     * @throws MalformedPatchException if the input is malformed, cut, or above the limits
     * @throws IOException if the input cannot be read
     */
    public boolean read(PatchHandler handler) throws IOException {
        boolean end;
        PatchOperation row;
        try {
            throwFailure();
            end = !rows.hasNext();
            row = end ? null : rows.next();
        } catch (MalformedPatchException e) {
            failure = e;
            throw e;
        }
        if (row != null) {
            rowsPending = true;
            handler.operation(row);
            return true;
        }
        if (end && !rowsPending) {
            return false;
        }
        rowsPending = false;
        handler.endOfPatch();
        return true;
    }

    private void throwFailure() {
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Reads the next whole patch; null at the end. After calls of {@link #read}, it reads the rest of the patch in
     * which they stopped.
     *
     * @throws MalformedPatchException as {@link #read}; also if the patch is longer than
     *     {@link TextLimits#maxPatchLength}
     * @throws IOException if the input cannot be read
     */
    public @Nullable RdfPatch next() throws IOException {
        return next(Integer.MAX_VALUE);
    }

    /**
     * As {@link #next()}, with a limit for the rows in memory.
     *
     * @param maxRows most rows of the patch, at least 1
     * @throws MalformedPatchException as {@link #next()}; also if the patch has more rows
     * @throws IOException if the input cannot be read
     */
    public @Nullable RdfPatch next(int maxRows) throws IOException {
        PatchInMemory patch = new PatchInMemory();
        while (!patch.complete && read(patch)) {
            patch.length += tokens.rowLength();
            if (patch.length > limits.maxPatchLength()) {
                failure = tokens.fail("the patch is longer than " + limits.maxPatchLength()
                        + " characters; read it row by row, or raise the limit");
                throw failure;
            } else if (patch.rows.size() > maxRows) {
                failure = tokens.fail(
                        "the patch has more than " + maxRows + " rows; read it row by row, or raise the limit");
                throw failure;
            }
        }
        return patch.complete ? new RdfPatch(patch.rows) : null;
    }

    private static final class PatchInMemory implements PatchHandler {
        final List<PatchOperation> rows = new ArrayList<>();
        long length;
        boolean complete;

        @Override
        public void operation(PatchOperation operation) {
            rows.add(operation);
        }

        @Override
        public void endOfPatch() {
            complete = true;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
