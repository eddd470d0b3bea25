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

    /** The reference of an IRI whose entries are in the tables; -1 if they are not. They stay until the row is out. */
    public long known(TableText prefix, TableText name) {
        return terms.known(prefix, name);
    }

    /** The id of a datatype that is in its table; -1 if it is not. It stays until the row is out. */
    public int known(TableText datatype) {
        return terms.known(datatype);
    }

    /** The running prefix and name. */
    public long running() {
        return terms.running();
    }

    /**
     * Takes a row back that was begun.
     *
     * @param from where it began
     * @param running prefix and name before it
     */
    public void takeBack(int from, long running) {
        out.rewind(from, out.rows());
        terms.goOn(running);
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
