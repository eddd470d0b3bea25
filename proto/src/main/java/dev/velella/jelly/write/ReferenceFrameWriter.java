package dev.velella.jelly.write;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.wire.ByteSink;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.RowTags;
import dev.velella.rdf.ElementKind;

/**
 * Writes frames of one stream of Jelly-RDF from the parts of terms: entries of lookup tables and bytes. Owns the tables of
 * the stream, which continue from frame to frame.
 *
 * <p>A row is written in two passes, as by {@link TermEncoder}: all its references are looked up, which writes the entry
 * rows that are missing; then the row is written. A frame that fails is taken back by {@link #rollBack}. Not thread-safe.
 */
public final class ReferenceFrameWriter {
    private final OptionsRow optionsRow;
    private final ByteSink out;
    private final TermEncoder terms;
    private boolean started;
    private boolean startedBefore;
    private TermEncoder.Mark before;
    private long frame;

    /**
     * A writer that has written nothing.
     *
     * @throws IllegalArgumentException if the table sizes are above the limits
     */
    public ReferenceFrameWriter(JellyOptions options, Limits limits) {
        FrameWriter.checkSizes(options, limits);
        optionsRow = OptionsRow.of(options);
        out = new ByteSink(limits);
        terms = new TermEncoder(out, RowTags.of(ElementKind.GRAPH), options.sizes(), options.rdfStar(), limits);
        before = terms.mark();
    }

    /** Begins a frame; the first one has the options row. */
    public void open() {
        out.open(frame);
        terms.beginFrame();
        before = terms.mark();
        startedBefore = started;
        if (!started) {
            optionsRow.write(out);
            started = true;
        }
    }

    /** Ends the frame. */
    public byte[] close() {
        frame++;
        return out.toByteArray();
    }

    /** Takes the open frame back: the next frame is written as if it had not been. */
    public void rollBack() {
        terms.rollBack(before);
        started = startedBefore;
    }

    /** Begins a row. From now on the entries that the last row used may be overwritten. */
    public void beginRow() {
        terms.beginRow();
    }

    /** Whether all references of the row must be looked up a second time, because it has more prefixes than the table. */
    public boolean prefixesRanOut() {
        return terms.prefixesRanOut();
    }

    /** Looks up an IRI by its two parts. The reference is for {@link #iri}. */
    public long reference(TableText prefix, TableText name) {
        return terms.reference(prefix, name);
    }

    /** Looks up a datatype; returns its id. */
    public int datatype(TableText datatype) {
        return terms.datatype(datatype);
    }

    /**
     * Whether an IRI has the same reference that {@link #reference} gave before. If so, its entries stay until the row is out.
     */
    public boolean isStill(TableText prefix, TableText name, long reference) {
        return terms.isStill(prefix, name, reference);
    }

    /** Whether a datatype has the same id that {@link #datatype} gave before. If so, its entry stays until the row is out. */
    public boolean isStill(TableText datatype, int id) {
        return terms.isStill(datatype, id);
    }

    /**
     * Whether all entries that a row has used are still there, and stay until the present row is out.
     *
     * @param row what {@link #row()} gave in that row; 0 for none
     */
    public boolean keepsEntriesOf(int row) {
        return terms.keepsEntriesOf(row);
    }

    /** Number of the present row. */
    public int row() {
        return terms.row();
    }

    /** The running prefix and name. */
    public long running() {
        return terms.running();
    }

    /**
     * Writes a whole row that was written before, from the same running prefix and name, with entries that are {@linkplain
     * #isStill(TableText, TableText, long) still} the same.
     *
     * @param after running prefix and name after the row
     */
    public void row(byte[] written, int from, int length, long after) {
        out.row(written, from, length);
        terms.goOn(after);
    }

    /** Begins the message of a row. {@link #endMessage(int, int, int)} ends it. */
    public int beginMessage(int tag, int estimate) {
        return out.beginRow(tag, estimate);
    }

    /** Ends the message of a row, with the tag and the estimate that it was begun with. */
    public void endMessage(int mark, int tag, int estimate) {
        out.endRow(mark, tag, estimate);
    }

    /** Writes an IRI whose reference was looked up in this row. */
    public void iri(int tag, long reference) {
        terms.writeIri(tag, reference);
    }

    /** The rest of the row is written here. */
    public ByteSink bytes() {
        return out;
    }

    /** The error for the row that is being written. */
    public MalformedJellyException fail(String reason) {
        return out.fail(reason);
    }
}
