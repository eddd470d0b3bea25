package dev.velella.rdfpatch;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.CompactInput.Field;
import dev.velella.rdfpatch.CompactInput.MalformedStructException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads the binary form of RDF Patch that Apache Jena writes: rows of Thrift's compact protocol, without a frame around
 * them. A segment ends a patch, and rows after the last segment are a patch of their own. Transactions are checked as in
 * {@link RdfPatchTextReader}. After a {@link MalformedPatchException} the reader must not be used. Not thread-safe.
 */
public final class RdfPatchThriftReader implements Closeable {
    private static final int SEGMENT = 3;
    private static final List<Transaction> BORDERS = List.of(Transaction.START, Transaction.COMMIT, Transaction.ABORT);

    private final InputStream source;
    private final CompactInput in;
    private final ThriftTerms terms;
    private final ValueFactory values;
    private final TextLimits limits;
    private final Transactions transactions = new Transactions();
    private long row;

    /** What a row holds; fields that it does not have are null. */
    private static final class Parts {
        private final @Nullable Value[] terms = new Value[5];
        private final @Nullable String[] texts = new String[5];
    }

    /**
     * Takes over the input: {@link #close} closes it. It should be buffered.
     *
     * @param limits in bytes where they say characters
     */
    public RdfPatchThriftReader(InputStream in, ValueFactory values, TextLimits limits) {
        source = in;
        this.in = new CompactInput(in, limits.maxTokenLength());
        this.values = values;
        this.limits = limits;
        terms = new ThriftTerms(this.in, values, limits.maxNesting());
    }

    /** Number of the row that was read last, from 1. */
    public long row() {
        return row;
    }

    /**
     * Reads the next whole patch; null at the end.
     *
     * @param maxRows most rows of the patch, at least 1
     * @throws MalformedPatchException if the input is malformed, cut, or above the limits
     * @throws IOException if the input cannot be read
     */
    public @Nullable RdfPatch next(int maxRows) throws IOException {
        List<PatchOperation> rows = new ArrayList<>();
        long begin = in.count();
        try {
            for (int first = in.begin(); first >= 0; first = in.begin()) {
                row++;
                PatchOperation read = read(in.field(first, 0));
                if (read == null) {
                    return new RdfPatch(rows);
                }
                rows.add(read);
                if (rows.size() > maxRows) {
                    throw new MalformedStructException("the patch has more than " + maxRows + " rows; raise the limit");
                } else if (in.count() - begin > limits.maxPatchLength()) {
                    throw new MalformedStructException(
                            "the patch is longer than " + limits.maxPatchLength() + " bytes; raise the limit");
                }
            }
            if (transactions.isOpen()) {
                throw new MalformedStructException("the input ends in an open transaction");
            }
        } catch (MalformedStructException | EOFException | IllegalArgumentException e) {
            throw new MalformedPatchException(row, String.valueOf(e.getMessage()));
        }
        return rows.isEmpty() ? null : new RdfPatch(rows);
    }

    /** Reads a row; null for the end of a patch. */
    private @Nullable PatchOperation read(Field kind) throws IOException {
        if (kind.id() == 6) {
            return end(border(in.number(kind)));
        }
        in.struct(kind);
        Parts parts = parts();
        PatchOperation read =
                switch (kind.id()) {
                    case 1 -> new PatchOperation.Header(text(parts, 1), ThriftTerms.object(parts.terms[2]));
                    case 2 -> new PatchOperation.Add(statement(parts));
                    case 3 -> new PatchOperation.Delete(statement(parts));
                    case 4 ->
                        new PatchOperation.AddNamespace(
                                text(parts, 2), values.createIRI(text(parts, 3)), ThriftTerms.graph(parts.terms[1]));
                    case 5 ->
                        new PatchOperation.DeleteNamespace(text(parts, 2), null, ThriftTerms.graph(parts.terms[1]));
                    default -> throw new MalformedStructException("no row of RDF Patch has the kind " + kind.id());
                };
        return end(read);
    }

    private @Nullable PatchOperation end(@Nullable PatchOperation read) throws IOException {
        Field stop = in.field(0);
        if (!stop.isStop()) {
            throw CompactInput.unexpected(stop, "the end of a row");
        }
        return read;
    }

    private Parts parts() throws IOException {
        Parts parts = new Parts();
        int before = 0;
        for (Field each = in.field(before); !each.isStop(); each = in.field(before)) {
            before = each.id();
            if (before < 1 || before > 4) {
                throw CompactInput.unknown(each, "a row");
            } else if (each.type() == CompactInput.STRUCT) {
                parts.terms[before] = terms.term(each);
            } else {
                parts.texts[before] = in.string(each);
            }
        }
        return parts;
    }

    private static String text(Parts parts, int field) throws MalformedStructException {
        String text = parts.texts[field];
        if (text == null) {
            throw new MalformedStructException("field " + field + " of a row is missing");
        }
        return text;
    }

    private Statement statement(Parts parts) throws IOException {
        Resource subject = ThriftTerms.subject(parts.terms[1]);
        IRI predicate = ThriftTerms.predicate(parts.terms[2]);
        Value object = ThriftTerms.object(parts.terms[3]);
        Resource graph = ThriftTerms.graph(parts.terms[4]);
        return graph == null
                ? values.createStatement(subject, predicate, object)
                : values.createStatement(subject, predicate, object, graph);
    }

    private @Nullable Transaction border(long code) throws IOException {
        if (code == SEGMENT && !transactions.isOpen()) {
            return null;
        } else if (code < 0 || code > SEGMENT) {
            throw new MalformedStructException("no border of a transaction has the code " + code);
        }
        String problem =
                code == SEGMENT ? "a segment ends in an open transaction" : transactions.next(BORDERS.get((int) code));
        if (problem != null) {
            throw new MalformedStructException(problem);
        }
        return BORDERS.get((int) code);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
